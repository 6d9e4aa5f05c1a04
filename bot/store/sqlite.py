"""What SQLite needs beside other databases: settings, and fewer hops to the driver's thread.

A hop costs about as much as a statement of ours, and what SQLAlchemy does around a statement several times as
much. A transaction of known steps is one hop, in which statements are executed as they were written down the
first time (``run``). For all others the driver's cursor, which hops to be opened, to execute, to fetch and to
be closed, is replaced by one that hops once a statement.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, cast

import aiosqlite
from sqlalchemy import URL, Dialect, make_url
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.transactions import Conflict, Rows, Step

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


class Written:
    """A statement as the driver takes it, for values of these names."""

    def __init__(self, step: Step, names: Sequence[str], dialect: Dialect) -> None:
        compiled = step.statement.compile(dialect=dialect, column_keys=list(names))
        assert isinstance(compiled, SQLCompiler)
        assert compiled.positiontup is not None
        self._sql = compiled.string
        self._names = compiled.positiontup
        kinds = [compiled.binds[name].type.dialect_impl(dialect) for name in self._names]
        self._put = [kind.bind_processor(dialect) for kind in kinds]
        kinds = [column.type.dialect_impl(dialect) for column in step.statement.exported_columns]
        self._got = [kind.result_processor(dialect, None) for kind in kinds]

    def execute(self, cursor: sqlite3.Cursor, rows: Sequence[Mapping[str, Any]]) -> Rows:
        """What the statement gives back for the values of one row; several only write."""
        values = [_converted(self._put, [row[name] for name in self._names]) for row in rows]
        if len(values) > 1:
            cursor.executemany(self._sql, values)
        else:
            cursor.execute(self._sql, *values)
        return [_converted(self._got, row) for row in cursor.fetchall()]


def _converted(by: Sequence[Callable[[Any], Any] | None], values: Sequence[Any]) -> list[Any]:
    return [value if convert is None else convert(value) for convert, value in zip(by, values, strict=True)]


class Connection(aiosqlite.Connection):
    """A connection with such cursors, and with transactions of one hop."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, CHUNK)
        self._thread.daemon = True
        self._written: dict[tuple[Any, tuple[str, ...]], Written] = {}

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)

    async def rollback(self) -> None:
        if self.in_transaction:  # which reading alone does not begin
            await super().rollback()

    def transact(self, begin: str, steps: Sequence[Step], dialect: Dialect) -> Awaitable[list[Rows]]:
        """All of a transaction in one hop."""

        def transaction() -> list[Rows]:
            cursor = self._conn.cursor()
            try:
                cursor.execute(begin)
                found = [self._take(step, cursor, dialect) for step in steps]
                cursor.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._conn.rollback()
                raise
            finally:
                cursor.close()
            return found

        return self._execute(transaction)  # type: ignore[no-untyped-call]

    def _take(self, step: Step, cursor: sqlite3.Cursor, dialect: Dialect) -> Rows:
        rows = step.values if isinstance(step.values, list) else [step.values]
        key = (step.statement, tuple(rows[0]))
        if (written := self._written.get(key)) is None:
            written = self._written[key] = Written(step, key[1], dialect)
        found = written.execute(cursor, rows)
        if step.must and cursor.rowcount != 1:
            raise Conflict
        return found


async def run(engine: AsyncEngine, begin: str, steps: Sequence[Step]) -> list[Rows]:
    """What ``transactions.run`` does, in a transaction of its own and with one hop."""
    try:
        pooled = await engine.raw_connection()
        try:
            return await cast(Connection, pooled.driver_connection).transact(begin, steps, engine.dialect)
        finally:
            pooled.close()
    except sqlite3.Error as error:
        raise DBAPIError.instance(None, None, error, sqlite3.Error) from error


def file_of(url: str | URL) -> Path | None:
    """The file of an SQLite database; None for any other. Raises ArgumentError."""
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or not parts.database or parts.database == ":memory:":
        return None
    return None if parts.database.startswith("file:") else Path(parts.database)


def connector(url: URL) -> Callable[[], Connection]:
    """What opens connections to the database, as ``create_async_engine`` wants it.

    The file must be there: one that was moved away is not begun anew.
    """
    (file,), options = url.get_dialect()().create_connect_args(url)
    if file_of(url) is not None:
        file, options = f"{Path(file).resolve().as_uri()}?mode=rw", {**options, "uri": True}

    def connect() -> Connection:
        return Connection(lambda: sqlite3.connect(file, **options))

    return connect


def may_create(file: Path) -> None:
    """Raise OSError if there can be no such file."""
    if not file.resolve().parent.is_dir():
        raise FileNotFoundError(f"there is no directory {file.resolve().parent}")
    if not os.access(file.resolve().parent, os.W_OK | os.X_OK):
        raise PermissionError(f"{file.resolve().parent} cannot be written")


def attempt(engine: AsyncEngine) -> None:
    """Make the file if there is none, for its owner alone: it holds the seeds of running matches.

    Raises OSError or sqlite3.Error if it cannot be opened. The driver's own thread would live on after that
    for a moment, and complain if the program has ended.
    """
    (file,), options = engine.dialect.create_connect_args(engine.url)
    if file_of(engine.url) is not None:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    sqlite3.connect(file, **cast(dict[str, Any], options)).close()


def damage(connection: SyncConnection) -> str | None:
    """What is wrong with the file's pages; None if nothing is."""
    said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return None if said == "ok" else " ".join(said.split())


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
