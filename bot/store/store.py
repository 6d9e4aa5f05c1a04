"""The store: one database of people, matches and their journals.

Each method is one transaction. A match changes only where its revision is still the one that the
caller read, and its journal's primary key is (match, n): of two processes that act on the same
position one gets Conflict. What a method returned from is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from typing import Any, Self, TypeAlias

from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import sqlite
from bot.store.keeping import upsert
from bot.store.migrations import migrate
from bot.store.opening import opening
from bot.store.rows import Change, JournalRow, MatchRow, Person, ResultRow, SeatRow, Status, TableRow
from bot.store.schema import journal, matches, players, results, seats, tables

OPEN: tuple[Status, ...] = ("lobby", "running")

Shards: TypeAlias = tuple[Sequence[int], int]
"""The shards that a process holds, and how many there are."""


FAILURES = (DBAPIError, NoConnection)
"""Raised when the database does not serve, being full, read-only, locked or gone: nothing was kept."""

WRITERS = 10
"""Transactions at the same moment that write, where the database has room for more than one."""

QUEUE = 30.0
"""Seconds that a transaction may wait for the others; as long as SQLAlchemy waits for a connection."""


class Conflict(Exception):
    """Somebody else changed the match first: load it again."""


MATCH_COLUMNS = [matches.c[name] for name in MatchRow.__dataclass_fields__ if name != "seats"]
_CHANGING = [column.name for column in MATCH_COLUMNS if column.name not in {"id", "revision"}]


class Store:
    """One database, SQLite or PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # SQLite has one writer at a time, and the others do not queue: they look again and again, in no
        # order, and give up after a while. So they queue here; those of other processes are few.
        self._writers = asyncio.Semaphore(1 if engine.dialect.name == "sqlite" else WRITERS)

    @property
    def engine(self) -> AsyncEngine:
        """For the sibling modules of queries."""
        return self._engine

    def complaint(self, error: Exception) -> str:
        """One line for the operator about one of FAILURES: what failed where, without secrets."""
        reason = error.orig if isinstance(error, DBAPIError) else error
        url = self._engine.url.set(query={}).render_as_string(hide_password=True)
        return f"DATABASE_URL {url}: {' '.join(str(reason).split())}"

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database and run the migrations that are due.

        Raises StoreUnusable, or NewerDatabase when a later version wrote it; nothing is changed then.
        """
        async with opening(url) as engine:
            if engine.dialect.name == "sqlite":
                event.listen(engine.sync_engine, "connect", sqlite.tune)
                await asyncio.to_thread(sqlite.attempt, engine)
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
            if engine.dialect.name == "sqlite":
                await sqlite.write_ahead(engine)
        return cls(engine)

    async def close(self) -> None:
        """Give back all connections."""
        await self._engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block, and rolled back if it raises."""
        try:
            async with asyncio.timeout(QUEUE):
                await self._writers.acquire()
        except TimeoutError:
            raise NoConnection("too many wait to write") from None
        try:
            async with self._engine.begin() as connection:
                yield connection
        finally:
            self._writers.release()

    async def commit(self, change: Change) -> MatchRow:
        """Write a change; the row with its new revision, and its id if it is new.

        Raises Conflict if the match has changed since it was read, if an entry of its journal is there
        already, or if the match that it is a rematch of has another one.
        """
        row, was = change.row, change.was
        try:
            async with self.writing() as connection:
                if change.person is not None:
                    await remember(connection, change.person)
                after = await (_insert(connection, row) if was is None else _update(connection, row, was))
                if was is None or row.seats != was.seats:
                    await _seat(connection, after)
                if change.channel_id is not None:
                    place = {"match_id": after.id, "channel_id": change.channel_id}
                    await connection.execute(insert(tables).values(place))
                if change.entries:
                    lines = [{"match_id": after.id, **entry._asdict()} for entry in change.entries]
                    await connection.execute(insert(journal), lines)
                if change.results:
                    await connection.execute(insert(results), result_lines(after, change.results))
        except IntegrityError:
            raise Conflict from None
        return after

    async def remember(self, person: Person) -> None:
        """Keep the person's latest name and language."""
        async with self.writing() as connection:
            await remember(connection, person)

    async def match(self, match_id: int) -> MatchRow | None:
        """The match or lobby with its seats."""
        found = await read_matches(self, matches.c.id == match_id)
        return found[0] if found else None

    async def revision(self, match_id: int) -> int | None:
        """The match's revision alone."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(matches.c.revision).where(matches.c.id == match_id))

    async def journal(self, match_id: int) -> list[JournalRow]:
        """All that happened in the match, in order of arrival."""
        columns = (journal.c.n, journal.c.entry, journal.c.player_id, journal.c.at)
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(*columns).where(journal.c.match_id == match_id).order_by(journal.c.n)
            )
            return [JournalRow(*row) for row in found]

    async def table(self, match_id: int) -> TableRow | None:
        """Where the table of the match is shown."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(tables).where(tables.c.match_id == match_id))).first()
            return None if found is None else TableRow(**found._mapping)

    async def place(self, match_id: int, was: int | None, message_id: int, channel_id: int) -> bool:
        """Note where the table now is; False if another one was put up meanwhile."""
        async with self.writing() as connection:
            moved = await connection.execute(
                update(tables)
                .where(tables.c.match_id == match_id, tables.c.message_id.is_not_distinct_from(was))
                .values(message_id=message_id, channel_id=channel_id)
            )
            return moved.rowcount == 1

    async def note(self, match_id: int, notice_id: int | None) -> None:
        """Note which message is the latest turn notice."""
        async with self.writing() as connection:
            await connection.execute(
                update(tables).where(tables.c.match_id == match_id).values(notice_id=notice_id)
            )


async def remember(connection: AsyncConnection, person: Person) -> None:
    """Keep the person's latest name and language."""
    values: dict[str, Any] = {"name": person.name[:64]}
    if person.locale is not None:
        values["locale"] = person.locale
    await upsert(connection, players, {"id": person.id}, values, at_first={"settings": {}})


def result_lines(row: MatchRow, outcome: Sequence[ResultRow]) -> list[dict[str, Any]]:
    """The results of a match that is over, as the table has them."""
    at = row.created_at if row.ended_at is None else row.ended_at
    match = {"match_id": row.id, "server_id": row.server_id, "slug": row.slug, "ended_at": at}
    return [{**match, **line._asdict()} for line in outcome]


async def read_matches(store: Store, *where: Any, limit: int | None = None) -> list[MatchRow]:
    """Matches and lobbies with their seats, latest first."""
    query = select(*MATCH_COLUMNS).where(*where).order_by(matches.c.id.desc()).limit(limit)
    async with store.engine.connect() as connection:
        found = (await connection.execute(query)).all()
        if not found:
            return []
        sitting: dict[int, list[SeatRow]] = {row.id: [] for row in found}
        columns = (seats.c.match_id, *(seats.c[name] for name in SeatRow.__dataclass_fields__))
        rows = await connection.execute(
            select(*columns).where(seats.c.match_id.in_(sitting)).order_by(seats.c.match_id, seats.c.seat)
        )
    for match_id, *seat in rows:
        sitting[match_id].append(SeatRow(*seat))
    return [MatchRow(**row._mapping, seats=tuple(sitting[row.id])) for row in found]


async def _insert(connection: AsyncConnection, row: MatchRow) -> MatchRow:
    values = {"revision": row.revision, **{name: getattr(row, name) for name in _CHANGING}}
    key = (await connection.execute(insert(matches).values(values))).inserted_primary_key
    assert key is not None
    return replace(row, id=int(key[0]))


async def _update(connection: AsyncConnection, row: MatchRow, was: MatchRow) -> MatchRow:
    differs = {name: value for name in _CHANGING if (value := getattr(row, name)) != getattr(was, name)}
    revision = was.revision + 1
    changed = await connection.execute(
        update(matches)
        .where(matches.c.id == was.id, matches.c.revision == was.revision)
        .values(revision=revision, **differs)
    )
    if changed.rowcount != 1:
        raise Conflict
    return replace(row, revision=revision)


async def _seat(connection: AsyncConnection, row: MatchRow) -> None:
    await connection.execute(delete(seats).where(seats.c.match_id == row.id))
    if row.seats:
        values = [{"match_id": row.id, "seat": n, **asdict(seat)} for n, seat in enumerate(row.seats)]
        await connection.execute(insert(seats), values)
