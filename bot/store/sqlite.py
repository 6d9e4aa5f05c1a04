"""What SQLite needs beside other databases: settings, and fewer hops to the driver's thread.

The driver's own cursor hops to be opened, to execute, to fetch and to be closed, and each hop costs about as
much as a statement of ours. This one hops once.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self, cast

import aiosqlite
from sqlalchemy import URL, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

CHUNK = 64
"""Rows fetched at a time where they are iterated over; we fetch all at once."""


class Cursor:
    """A cursor that lives for one statement, in the driver's thread; its rows are here."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        await self._hop(sqlite3.Cursor.execute, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        await self._hop(sqlite3.Cursor.executemany, sql, parameters)

    async def _hop(self, execute: Callable[..., Any], sql: str, parameters: Any) -> None:
        def run() -> None:
            cursor = self._connection._conn.cursor()
            try:
                execute(cursor, sql, parameters)
                self.description, self.rowcount = cursor.description, cursor.rowcount
                self.lastrowid = cursor.lastrowid
                self._rows = cursor.fetchall() if cursor.description else []
            finally:
                cursor.close()

        await self._connection._execute(run)  # type: ignore[no-untyped-call]

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None: ...


class Connection(aiosqlite.Connection):
    """A connection with such cursors."""

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)

    async def rollback(self) -> None:
        if self.in_transaction:  # which reading alone does not begin
            await super().rollback()


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for any other. Raises ArgumentError."""
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or not parts.database or parts.database == ":memory:":
        return None
    return Path(parts.database)


def connector(url: URL) -> Callable[[], Connection]:
    """What opens connections to the database, as ``create_async_engine`` wants it."""
    (file,), options = url.get_dialect()().create_connect_args(url)

    def connect() -> Connection:
        connection = Connection(lambda: sqlite3.connect(file, **options), CHUNK)
        connection._thread.daemon = True
        return connection

    return connect


def may_create(file: Path) -> None:
    """Raise OSError if there can be no such file."""
    if not file.resolve().parent.is_dir():
        raise FileNotFoundError(f"there is no directory {file.resolve().parent}")
    if not os.access(file.resolve().parent, os.W_OK | os.X_OK):
        raise PermissionError(f"{file.resolve().parent} cannot be written")


def attempt(engine: AsyncEngine) -> None:
    """Raise sqlite3.Error if the file cannot be opened.

    The driver's own thread would live on after that for a moment, and complain if the program has ended.
    """
    (file,), options = engine.dialect.create_connect_args(engine.url)
    sqlite3.connect(file, **cast(dict[str, Any], options)).close()


def tune(connection: Any, _record: Any) -> None:
    """Set what holds for one connection."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def write_ahead(engine: AsyncEngine) -> None:
    """Switch the file to a write-ahead log, for good: only once it is known to be a database of this version.

    SQLite does not wait by itself for others that have just opened the file.
    """
    async with engine.connect() as connection:
        for attempt in range(1, 51):
            try:
                await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            except OperationalError as error:
                if attempt == 50 or "locked" not in str(error.orig):
                    raise
                await asyncio.sleep(0.1)
            else:
                return
