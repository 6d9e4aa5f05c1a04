"""How a database is reached: its engine, and whether it will do."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import sqlite
from bot.store.migrations import verify

CONNECTIONS = 15
"""To one SQLite file, each with a thread of its own; whoever comes when all are in use waits."""


class StoreUnusable(Exception):
    """The database cannot be opened; the message says why in one line."""


async def check(url: str, *, sound: bool = False) -> bool:
    """Whether there is a database already. Changes nothing.

    Raises StoreUnusable, or NewerDatabase when a later version wrote it, as opening the store would. With
    ``sound`` SQLite looks for damaged pages, which takes a second for every few hundred megabytes.
    """
    async with opening(url) as engine:
        file = sqlite.file_of(url)
        if file is not None and not file.exists():
            sqlite.may_create(file)
            return False
        if file is not None:
            await asyncio.to_thread(sqlite.attempt, engine)
        async with engine.connect() as connection:
            await connection.run_sync(verify)
            if sound and file is not None and (damage := await connection.run_sync(sqlite.damage)):
                raise StoreUnusable(f"it is damaged ({damage}); restore the latest backup")
        await engine.dispose()
    return True


@asynccontextmanager
async def opening(url: str) -> AsyncIterator[AsyncEngine]:
    """An engine for the database, disposed of if the block raises; all that may be wrong is StoreUnusable."""
    try:
        engine = create_async_engine(url, **_engine_options(url))
    except (ArgumentError, ImportError, InvalidRequestError, ValueError) as error:
        raise StoreUnusable(str(error).splitlines()[0]) from None
    try:
        yield engine
    except (DBAPIError, OSError, sqlite3.Error) as error:
        await engine.dispose()
        raise unusable(error) from None
    except BaseException:
        await engine.dispose()
        raise


def unusable(error: Exception) -> StoreUnusable:
    """What an error of the database or its driver says, in one line."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    return StoreUnusable((str(reason).splitlines() or [type(reason).__name__])[0])


def address(url: str) -> str:
    """The address of a database as it may be shown: without a password, or what might hold one."""
    try:
        return make_url(url).set(query={}).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "(no address of a database)"


def _engine_options(url: str) -> dict[str, Any]:
    # Every transaction here ends by itself; a rollback at each return would cost a thread hop.
    # What a statement holds (names, cards) is nobody's business who reads of its failure.
    options: dict[str, Any] = {
        "pool_reset_on_return": None,
        "pool_use_lifo": True,
        "hide_parameters": True,
        "json_deserializer": _read,
    }
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        options["async_creator"] = sqlite.connector(address)
    if sqlite.file_of(url) is not None:
        # None above the pool's size: such ones are closed when given back, which ``sqlite.run`` cannot await.
        options |= {"pool_size": CONNECTIONS, "max_overflow": 0}
    return options


def _read(text: str) -> Any:
    """What a JSON column holds; of damaged text something that is no game's options and no known setting.

    One damaged row must not keep the others from being read.
    """
    try:
        return json.loads(text)
    except ValueError:
        return {"damaged": text}
