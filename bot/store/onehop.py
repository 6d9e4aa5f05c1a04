"""SQLite's driver with one hop to its thread for each statement.

The driver's own cursor hops to be opened, to execute, to fetch and to be closed, and each hop costs about as
much as a statement of ours.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, Self

import aiosqlite
from sqlalchemy import URL

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


def connector(url: URL) -> Callable[[], Connection]:
    """What opens connections to the database, as ``create_async_engine`` wants it."""
    (file,), options = url.get_dialect()().create_connect_args(url)

    def connect() -> Connection:
        connection = Connection(lambda: sqlite3.connect(file, **options), CHUNK)
        connection._thread.daemon = True
        return connection

    return connect
