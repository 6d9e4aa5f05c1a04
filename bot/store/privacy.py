"""What is kept about a person: all of it in one piece, or made nobody's.

Erasing gives the person's matches to an anonymous stand-in, so that everybody else's figures stay right.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import and_, delete, insert, or_, select, update

from bot.store.schema import journal, matches, players, results, seats
from bot.store.store import OPEN, Conflict, Store

NOBODY = "Somebody"


async def export(store: Store, player_id: int) -> dict[str, Any]:
    """All that is kept about the person, in JSON form. Of the journals only what they pressed themselves."""
    queries = {
        "person": select(players).where(players.c.id == player_id),
        "seats": select(seats).where(seats.c.player_id == player_id).order_by(seats.c.match_id),
        "presses": select(journal).where(journal.c.player_id == player_id).order_by(journal.c.match_id),
        "results": select(results).where(results.c.player_id == player_id).order_by(results.c.match_id),
    }
    async with store.engine.connect() as connection:
        found = {name: (await connection.execute(query)).mappings().all() for name, query in queries.items()}
    return {name: [dict(row) for row in rows] for name, rows in found.items()}


async def erase(store: Store, player_id: int) -> int:
    """Make everything about the person an anonymous stand-in's; how many matches that were.

    Raises Conflict if the person has not left all running matches and lobbies.
    """
    nobody = -secrets.randbelow(1 << 62) - 1
    async with store.writing() as connection:
        known = await connection.scalar(select(players.c.id).where(players.c.id == player_id))
        if known is None:
            return 0
        held = select(seats.c.match_id).where(seats.c.player_id == player_id, seats.c.level.is_(None))
        hosts = and_(matches.c.host_id == player_id, matches.c.status == "lobby")
        sits = or_(hosts, matches.c.id.in_(held))
        opened = select(matches.c.id).where(matches.c.status.in_(OPEN), sits).limit(1)
        if await connection.scalar(opened) is not None:
            raise Conflict
        await connection.execute(insert(players).values(id=nobody, name=NOBODY, settings={}))
        theirs = select(seats.c.match_id).where(seats.c.player_id == player_id)
        await connection.execute(
            update(matches).where(matches.c.id.in_(theirs)).values(revision=matches.c.revision + 1)
        )
        seated = await connection.execute(
            update(seats).where(seats.c.player_id == player_id).values(player_id=nobody, name=NOBODY)
        )
        for table in (journal, results):
            await connection.execute(
                update(table).where(table.c.player_id == player_id).values(player_id=nobody)
            )
        await connection.execute(update(matches).where(matches.c.host_id == player_id).values(host_id=nobody))
        await connection.execute(delete(players).where(players.c.id == player_id))
        return seated.rowcount
