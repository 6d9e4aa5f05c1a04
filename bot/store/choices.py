"""What people have chosen for themselves, and managers for their servers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from bot.store.keeping import upsert
from bot.store.rows import Person
from bot.store.schema import players, servers
from bot.store.store import Store, remembered
from bot.store.transactions import run


async def of_player(store: Store, player_id: int) -> dict[str, Any]:
    """What the person has chosen."""
    async with store.engine.connect() as connection:
        return await connection.scalar(select(players.c.settings).where(players.c.id == player_id)) or {}


async def set_player(store: Store, person: Person, **chosen: Any) -> None:
    """Keep what the person chooses beside what they chose before."""
    async with store.writing() as connection:
        await run(connection, [remembered(person)])
        old = await connection.scalar(select(players.c.settings).where(players.c.id == person.id)) or {}
        await connection.execute(
            update(players).where(players.c.id == person.id).values(settings=old | chosen)
        )


async def of_server(store: Store, server_id: int) -> dict[str, Any]:
    """What the server's managers have chosen."""
    async with store.engine.connect() as connection:
        return await connection.scalar(select(servers.c.settings).where(servers.c.id == server_id)) or {}


async def set_server(store: Store, server_id: int, **chosen: Any) -> None:
    """Keep what a manager chooses beside what was chosen before."""
    async with store.writing() as connection:
        old = await connection.scalar(select(servers.c.settings).where(servers.c.id == server_id)) or {}
        await connection.execute(upsert(servers, "settings"), {"id": server_id, "settings": old | chosen})
