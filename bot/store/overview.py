"""What concerns the whole of the store: whether it answers, how much is in it, whom it knows."""

from sqlalchemy import Double, extract, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store.opening import StoreUnusable
from bot.store.schema import matches, pulses, servers
from bot.store.store import OPEN, Store


async def ping(store: Store) -> None:
    """Read a little. Raises StoreUnusable if the database does not answer."""
    try:
        async with store.engine.connect() as connection:
            await connection.execute(select(pulses.c.at).limit(1))
    except (SQLAlchemyError, OSError) as error:
        raise StoreUnusable(str(error).splitlines()[0]) from None


async def shared_time(store: Store) -> float | None:
    """The time of a database that several machines may share, in seconds since 1970 UTC; None for a file."""
    if store.engine.dialect.name == "sqlite":
        return None
    async with store.engine.connect() as connection:
        return await connection.scalar(select(extract("epoch", func.clock_timestamp()).cast(Double)))


async def counts(store: Store) -> dict[str, int]:
    """How many lobbies and running matches there are. Those that are over would take long to count."""
    query = select(matches.c.status, func.count()).where(matches.c.status.in_(OPEN))
    async with store.engine.connect() as connection:
        found = await connection.execute(query.group_by(matches.c.status))
        return dict.fromkeys(OPEN, 0) | {row[0]: row[1] for row in found}


async def servers_with(store: Store, choice: str) -> list[int]:
    """The servers that have this among their settings, and true."""
    async with store.engine.connect() as connection:
        chosen = servers.c.settings[choice].as_boolean().is_(True)
        return list(await connection.scalars(select(servers.c.id).where(chosen)))
