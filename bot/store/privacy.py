"""What is kept about a person, all of it in one piece. ``bulk.erase`` makes it nobody's."""

from typing import Any

from sqlalchemy import select

from bot.store.schema import journal, matches, players, results, seats
from bot.store.store import Store


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
        barred = await connection.execute(
            select(matches.c.id, matches.c.put_out).where(matches.c.status == "lobby")
        )
        put_out = [{"match_id": match_id} for match_id, people in barred if player_id in people]
    kept = {name: [dict(row) for row in rows] for name, rows in found.items()}
    return {**kept, "put_out": put_out} if put_out else kept
