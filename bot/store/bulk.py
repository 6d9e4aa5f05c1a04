"""Writes that concern many matches at once: the only ones beside ``Store.commit``.

They raise the revision of every match that they change, so that what is cached of it is noticed to be old.
"""

import secrets

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.finding import on
from bot.store.schema import deliveries, journal, matches, players, pulses, results, seats, tallies
from bot.store.store import OPEN, Shards, Store
from bot.store.transactions import upsert

NOBODY = "Somebody"

PRUNED = 500
"""Matches looked at in one transaction of ``prune``, so that presses need not wait long for it."""


REPEATS = 15 * 60_000
"""Milliseconds for which an interaction is known again; its token lives as long."""

DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds: an id's first 42 bits count from here. https://docs.discord.com/developers/reference#snowflakes"""


class StillSeated(Exception):
    """The person holds a seat, or hosts a lobby, in a match or lobby that is open."""


async def beat(
    store: Store, process: str, at: int, moment: int | None = None, shards: Shards | None = None
) -> int | None:
    """Record a heartbeat of the process; when the one before was. The record never falls.

    Interactions that can no longer be delivered again are forgotten.

    After a gap of more than ``moment`` milliseconds the deadlines of all open matches move by the gap.
    """
    async with store.writing() as connection:
        last = await connection.scalar(select(pulses.c.at).where(pulses.c.process == process))
        await connection.execute(upsert(pulses, "at"), {"process": process, "at": max(at, last or at)})
        if last is not None and moment is not None and at - last > moment:
            await _postpone(connection, at - last, shards)
        oldest = max(0, at - REPEATS - DISCORD_EPOCH) << 22
        await connection.execute(delete(deliveries).where(deliveries.c.id < oldest))
        return last


async def last_beat(store: Store, process: str) -> int | None:
    """When the latest heartbeat of the process was."""
    async with store.engine.connect() as connection:
        return await connection.scalar(select(pulses.c.at).where(pulses.c.process == process))


async def erase(store: Store, player_id: int) -> int:
    """Give everything about the person to an anonymous stand-in; how many matches that were.

    So everybody else's figures stay right. Raises StillSeated if the person has not left all running matches
    and lobbies.
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
            raise StillSeated
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
        barred = select(matches.c.id, matches.c.put_out).where(matches.c.status == "lobby")
        for match_id, put_out in (await connection.execute(barred)).all():
            if player_id in put_out:
                kept = [person for person in put_out if person != player_id]
                lobby = update(matches).where(matches.c.id == match_id)
                await connection.execute(lobby.values(put_out=kept, revision=matches.c.revision + 1))
        await connection.execute(delete(tallies).where(tallies.c.player_id == player_id))
        await connection.execute(delete(players).where(players.c.id == player_id))
        return seated.rowcount


async def prune(store: Store, before: int, after: int = 0) -> tuple[int, int | None]:
    """Forget what is no longer needed of ``PRUNED`` matches that ended before that time.

    Of a finished match the journal goes, while its results stay; a lobby or match that was called off goes
    wholly. Only matches with ids above ``after`` are looked at. Returns of how many there was something to
    forget, and the id to go on after, None at the end.
    """
    old = select(matches.c.id, matches.c.status).where(matches.c.ended_at < before, matches.c.id > after)
    async with store.writing() as connection:
        found = (await connection.execute(old.order_by(matches.c.id).limit(PRUNED))).all()
        over = [row.id for row in found if row.status == "over"]
        full = list(
            await connection.scalars(
                select(journal.c.match_id).where(journal.c.match_id.in_(over)).distinct()
            )
        )
        await connection.execute(delete(journal).where(journal.c.match_id.in_(full)))
        await connection.execute(
            update(matches).where(matches.c.id.in_(full)).values(revision=matches.c.revision + 1)
        )
        off = [row.id for row in found if row.status == "cancelled"]
        await connection.execute(update(matches).where(matches.c.rematch_of.in_(off)).values(rematch_of=None))
        await connection.execute(delete(matches).where(matches.c.id.in_(off)))
    return len(full) + len(off), found[-1].id if len(found) == PRUNED else None


async def _postpone(connection: AsyncConnection, milliseconds: int, shards: Shards | None) -> None:
    await connection.execute(
        update(matches)
        .where(matches.c.status.in_(OPEN), matches.c.due.is_not(None), *on(shards))
        .values(
            deadline=matches.c.deadline + milliseconds,
            due=matches.c.due + milliseconds,
            paused_at=matches.c.paused_at + milliseconds,
            revision=matches.c.revision + 1,
        )
    )
