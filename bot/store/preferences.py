"""What people have chosen for themselves, and managers for their servers."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Table, bindparam, select, update

from bot.store.rows import Person
from bot.store.schema import players, servers
from bot.store.store import Store, remembered
from bot.store.transactions import Step, run, upsert

_CHOSEN = {
    table: select(table.c.settings).where(table.c.id == bindparam("of")) for table in (players, servers)
}

PaceName: TypeAlias = Literal["live", "relaxed", "daily", "none"]


Percent: TypeAlias = Annotated[int, Field(ge=0, le=100, multiple_of=10)]


class LookPreferences(BaseModel):
    """How tables or hands look; the fields of ``bot.art.look.Look``, which says what each does."""

    model_config = ConfigDict(extra="ignore")

    pictures: bool = True
    emoji: bool = True
    two_colours: bool = False
    contrast: Percent = 50
    grain: Percent = 50
    temperature: Percent = 50


class ServerPreferences(LookPreferences):
    """What is in force on one server. ``games`` and ``channels``: all, when empty."""

    games: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    pace: PaceName = "relaxed"
    notices: bool = True
    tables: Annotated[int, Field(ge=1, le=100)] = 20
    """How many lobbies and running matches a channel may have."""


class PlayerPreferences(LookPreferences):
    """What a person wants: to be mentioned on their turn, to be warned by direct message."""

    notices: bool = True
    dm: bool = False


async def of_player(store: Store, player_id: int) -> PlayerPreferences:
    """What the person has chosen."""
    return PlayerPreferences.model_validate(await _chosen(store, players, player_id))


async def set_player(store: Store, person: Person, **chosen: Any) -> None:
    """Store these choices of the person; their other ones stay."""
    async with store.writing() as connection:
        await run(connection, [remembered(person)])
        old = await connection.scalar(_CHOSEN[players], {"of": person.id}) or {}
        settings = update(players).where(players.c.id == person.id).values(settings=old | chosen)
        await connection.execute(settings)


async def of_server(store: Store, server_id: int | None) -> ServerPreferences:
    """What the server's managers have chosen; the defaults in direct messages."""
    chosen = {} if server_id is None else await _chosen(store, servers, server_id)
    return ServerPreferences.model_validate(chosen)


async def set_server(store: Store, server_id: int, **chosen: Any) -> None:
    """Store these choices of a manager; the server's other ones stay."""
    async with store.writing() as connection:
        old = await connection.scalar(_CHOSEN[servers], {"of": server_id}) or {}
        await connection.execute(upsert(servers, "settings"), {"id": server_id, "settings": old | chosen})


async def _chosen(store: Store, table: Table, of: int) -> dict[str, Any]:
    (found,) = await store.read(Step(_CHOSEN[table], {"of": of}))
    return found[0][0] if found else {}
