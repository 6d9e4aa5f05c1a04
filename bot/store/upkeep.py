"""The database from outside: looked over without a change, and copied while others use it."""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import sqlite
from bot.store.migrations import NewerDatabase, verify
from bot.store.schema import pulses
from bot.store.transactions import upsert

ROOM = 100 * 1024 * 1024
"""Bytes that should be free beside the database."""


class Finding(NamedTuple):
    """What was found about one thing, and what to do where it is not well."""

    what: str
    says: str
    do: str = ""

    @property
    def well(self) -> bool:
        """Whether there is nothing to do."""
        return not self.do


class CannotBackUp(Exception):
    """There is no copy; the message says why."""


def back_up(url: str, to: Path) -> None:
    """Copy an SQLite database as it is at one moment, whoever writes to it meanwhile. Raises CannotBackUp.

    The copy appears under its name only when it is complete and checked, and never in place of another file.
    """
    try:
        file = sqlite.file_of(url)
    except ArgumentError as error:
        raise CannotBackUp(f"DATABASE_URL: {str(error).splitlines()[0]}") from None
    if file is None:
        raise CannotBackUp(
            "only SQLite databases are copied here; for PostgreSQL use pg_dump --format=custom"
        )
    if not file.exists():
        raise CannotBackUp(f"there is no database {file}")
    if to.exists():
        raise CannotBackUp(f"{to} exists already; choose another name")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name}.", dir=to.parent)
    except OSError as error:
        raise CannotBackUp(f"{to} cannot be written: {error.strerror}") from None
    os.close(handle)
    unfinished = Path(name)
    try:
        _copy(file, unfinished)
        os.link(unfinished, to)
    except FileExistsError:
        raise CannotBackUp(f"{to} exists already; choose another name") from None
    except (sqlite3.Error, OSError) as error:
        raise CannotBackUp(f"{file} could not be copied to {to}: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(file: Path, to: Path) -> None:
    address = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
        if (said := copy.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {said}")
    with to.open("rb+") as stream:
        os.fsync(stream.fileno())


async def examine(url: str) -> AsyncIterator[Finding]:
    """Whether the database can be opened, is of this version, can be written, is sound and has room."""
    try:
        file = sqlite.file_of(url)
        engine = create_async_engine(url)
    except (ArgumentError, ImportError, InvalidRequestError, ValueError) as error:
        yield Finding("database", str(error).splitlines()[0], "Set DATABASE_URL as .env.example shows.")
        return
    if file is not None:
        directory = file.resolve().parent
        if not directory.is_dir():
            yield Finding("database", f"there is no directory {directory}", "Make it, or set DATABASE_URL.")
            return
        yield _room(directory)
        if not file.exists():
            yield _to_come(file, directory)
            return
        for finding in _readers(file):
            yield finding
    try:
        async with engine.connect() as connection:
            current = await connection.run_sync(verify)
            yield Finding(
                "database",
                "opens, and is of this version"
                if current
                else "opens; the next start brings it up to this version (make a backup first)",
            )
            yield await connection.run_sync(_soundness)
            await connection.rollback()
            if current:
                await connection.run_sync(_write)
                yield Finding("database", "can be written")
    except NewerDatabase as error:
        yield Finding("database", f"of a newer version: {error}", "Update the bot.")
    except (DBAPIError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        yield Finding(
            "database",
            f"cannot be used: {str(reason).splitlines()[0]}",
            "See that DATABASE_URL is right, and that the bot's user may read and write there.",
        )
    finally:
        await engine.dispose()


def _room(directory: Path) -> Finding:
    free = shutil.disk_usage(directory).free
    says = f"{free // (1024 * 1024)} MB are free in {directory}"
    return Finding("disk", says, "Make room: a full disk stops every match." if free < ROOM else "")


def _readers(file: Path) -> list[Finding]:
    if not stat.S_IMODE(file.stat().st_mode) & 0o077:
        return []
    says = f"{file} can be read by others; it holds the seeds of running matches"
    return [Finding("database", says, f"chmod 600 {file}")]


def _to_come(file: Path, directory: Path) -> Finding:
    if os.access(directory, os.W_OK | os.X_OK):
        return Finding("database", f"{file} does not exist yet; the first start makes it")
    return Finding(
        "database", f"{directory} cannot be written", "Give the bot's user the right to write there."
    )


def _soundness(connection: Connection) -> Finding:
    """SQLite is asked to check itself."""
    if connection.dialect.name == "sqlite" and (said := sqlite.damage(connection)):
        return Finding("database", f"damaged: {said}", "Stop the bot and restore the latest backup.")
    return Finding("database", "is sound")


def _write(connection: Connection) -> None:
    """Write for good, which fails on a full disk: what is tried and taken back never reaches it."""
    connection.execute(upsert(pulses, "at"), {"process": "doctor", "at": 0})
    connection.commit()
    connection.execute(delete(pulses).where(pulses.c.process == "doctor"))
    connection.commit()
