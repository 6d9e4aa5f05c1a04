"""What people have chosen for themselves, and managers for their servers."""

from typing import Any

from sqlalchemy import Table, bindparam, select, update

from bot.store.rows import Person
from bot.store.schema import players, servers
from bot.store.store import Store, remembered
from bot.store.transactions import Step, run, upsert

_CHOSEN = {
    table: select(table.c.settings).where(table.c.id == bindparam("of")) for table in (players, servers)
}


async def of_player(store: Store, player_id: int) -> dict[str, Any]:
    """What the person has chosen."""
    return await _chosen(store, players, player_id)


async def set_player(store: Store, person: Person, **chosen: Any) -> None:
    """Keep what the person chooses beside what they chose before."""
    async with store.writing() as connection:
        await run(connection, [remembered(person)])
        old = await connection.scalar(_CHOSEN[players], {"of": person.id}) or {}
        settings = update(players).where(players.c.id == person.id).values(settings=old | chosen)
        await connection.execute(settings)


async def of_server(store: Store, server_id: int) -> dict[str, Any]:
    """What the server's managers have chosen."""
    return await _chosen(store, servers, server_id)


async def set_server(store: Store, server_id: int, **chosen: Any) -> None:
    """Keep what a manager chooses beside what was chosen before."""
    async with store.writing() as connection:
        old = await connection.scalar(_CHOSEN[servers], {"of": server_id}) or {}
        await connection.execute(upsert(servers, "settings"), {"id": server_id, "settings": old | chosen})


async def _chosen(store: Store, table: Table, of: int) -> dict[str, Any]:
    (found,) = await store.read(Step(_CHOSEN[table], {"of": of}))
    return found[0][0] if found else {}
