"""The store: one database of people, matches and their journals.

Each method is one transaction. A match changes only where its revision is still the one that the
caller read, and its journal's primary key is (match, n): of two processes that act on the same
position one gets Conflict. When a method has returned, what it wrote is on the disk.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Self, TypeAlias

from sqlalchemy import bindparam, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import sqlite
from bot.store.migrations import migrate
from bot.store.opening import opening
from bot.store.rows import Change, JournalRow, MatchRow, Person, ResultRow, SeatRow, Status, TableRow
from bot.store.schema import deliveries, journal, matches, players, results, seats, tables, tallies
from bot.store.transactions import Conflict, Rows, Step, adding, run, upsert

OPEN: tuple[Status, ...] = ("lobby", "running")

Shards: TypeAlias = tuple[Sequence[int], int]
"""The shards that a process holds, and how many there are."""


FAILURES = (DBAPIError, NoConnection)
"""Raised when the database does not serve, being full, read-only, locked or gone: nothing was kept."""

WRITERS = 10
"""Transactions at the same moment that write, where the database has room for more than one."""

QUEUE = 30.0
"""Seconds that a transaction may wait for the others; as long as SQLAlchemy waits for a connection."""

_COLUMNS = [name for name in MatchRow.__dataclass_fields__ if name != "seats"]
_CHANGING = [name for name in _COLUMNS if name not in {"id", "revision"}]

MATCHES = select(*(matches.c[name] for name in _COLUMNS)).order_by(matches.c.id.desc())
SEATS = select(seats.c.match_id, *(seats.c[name] for name in SeatRow.__dataclass_fields__)).order_by(
    seats.c.match_id, seats.c.seat
)

# Of one match, which is bound to the name "match".
_OF_MATCH = {table: table.c.match_id == bindparam("match") for table in (seats, tables, journal)}
_MATCH = MATCHES.where(matches.c.id == bindparam("match"))
_ITS_SEATS = SEATS.where(_OF_MATCH[seats])
_REVISION = select(matches.c.revision).where(matches.c.id == bindparam("match"))
_JOURNAL = (
    select(*(journal.c[name] for name in JournalRow._fields)).where(_OF_MATCH[journal]).order_by(journal.c.n)
)
_TABLE = select(*(tables.c[name] for name in TableRow.__dataclass_fields__)).where(_OF_MATCH[tables])

_NEW = insert(matches).returning(matches.c.id)
_CHANGE = update(matches).where(matches.c.id == bindparam("match"), matches.c.revision == bindparam("was"))
_UNSEAT = delete(seats).where(_OF_MATCH[seats])
_SEAT, _STAND, _APPEND, _SCORE = insert(seats), insert(tables), insert(journal), insert(results)
_DELIVERED = insert(deliveries)
_ADD = adding(tallies, "share", "score", "matches")
_PLACE = update(tables).where(_OF_MATCH[tables], tables.c.message_id.is_not_distinct_from(bindparam("was")))
_NOTE = update(tables).where(_OF_MATCH[tables])


class Store:
    """One database, SQLite or PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # SQLite has one writer at a time, and the others do not queue: they look again and again, in no
        # order, and give up after a while. So they queue here; those of other processes are few.
        self._one_hop = engine.dialect.name == "sqlite"
        self._writers = asyncio.Semaphore(1 if self._one_hop else WRITERS)
        self._long = asyncio.Semaphore(1)
        self._file = sqlite.file_of(engine.url)
        self._identity = None if self._file is None else _identity(self._file)

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
        async with self._turn(), self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading_long(self) -> AsyncIterator[AsyncConnection]:
        """A connection for a question that may take long: one at a time, so that presses find others free."""
        await _acquire(self._long, "read")
        try:
            async with self._engine.connect() as connection:
                yield connection
        finally:
            self._long.release()

    async def write(self, *steps: Step) -> list[Rows]:
        """A transaction of these steps; the rows that each gives back."""
        if self._one_hop:
            async with self._turn():
                return await sqlite.run(self._engine, "BEGIN IMMEDIATE", steps)
        async with self.writing() as connection:
            return await run(connection, steps)

    async def read(self, *steps: Step) -> list[Rows]:
        """The rows that each of these steps gives back, none of which writes."""
        if self._one_hop:
            return await sqlite.run(self._engine, "BEGIN", steps)
        async with self._engine.connect() as connection:
            return await run(connection, steps)

    async def commit(self, change: Change, interaction: int | None = None) -> MatchRow:
        """Write a change; the row with its new revision, and its id if it is new.

        ``interaction`` is the id of what asked for it. Raises Conflict if the match has changed since it was
        read, if an entry of its journal is there already, if the match that it is a rematch of has another
        one, or if the interaction has changed something already.
        """
        row, was = change.row, change.was
        try:
            if was is None:
                return await self._open(change, interaction)
            after = replace(row, revision=was.revision + 1)
            differs = {
                name: value for name in _CHANGING if (value := getattr(row, name)) != getattr(was, name)
            }
            key = {"match": was.id, "was": was.revision}
            moved = Step(_CHANGE, {**key, "revision": after.revision, **differs}, must=True)
            once = _once(interaction, was.id)
            await self.write(moved, *once, *_remembered(change), *_details(change, was.id))
        except IntegrityError:
            raise Conflict from None
        return after

    async def _open(self, change: Change, interaction: int | None) -> MatchRow:
        values = {name: getattr(change.row, name) for name in (*_CHANGING, "revision")}
        async with self.writing() as connection:
            *_, ((match_id,),) = await run(connection, [*_remembered(change), Step(_NEW, values)])
            new = replace(change, row=replace(change.row, id=match_id))
            await run(connection, [*_once(interaction, match_id), *_details(new, match_id)])
        return new.row

    async def match(self, match_id: int) -> MatchRow | None:
        """The match or lobby with its seats."""
        which = {"match": match_id}
        found = seated(*await self.read(Step(_MATCH, which), Step(_ITS_SEATS, which)))
        return found[0] if found else None

    async def revision(self, match_id: int) -> int | None:
        """The match's revision alone."""
        (found,) = await self.read(Step(_REVISION, {"match": match_id}))
        return found[0][0] if found else None

    async def journal(self, match_id: int) -> list[JournalRow]:
        """All that happened in the match, in order of arrival."""
        (found,) = await self.read(Step(_JOURNAL, {"match": match_id}))
        return [JournalRow(*row) for row in found]

    async def table(self, match_id: int) -> TableRow | None:
        """Where the table of the match is shown."""
        (found,) = await self.read(Step(_TABLE, {"match": match_id}))
        return TableRow(*found[0]) if found else None

    async def place(
        self, match_id: int, was: int | None, message_id: int, channel_id: int, parent_id: int | None = None
    ) -> bool:
        """Note where the table now is; False if another one was put up meanwhile."""
        where = {"message_id": message_id, "channel_id": channel_id, "parent_id": parent_id}
        values = {"match": match_id, "was": was, **where}
        try:
            await self.write(Step(_PLACE, values, must=True))
        except Conflict:
            return False
        return True

    async def note(self, match_id: int, notice_id: int | None) -> None:
        """Note which message is the latest turn notice."""
        await self.write(Step(_NOTE, {"match": match_id, "notice_id": notice_id}))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        await _acquire(self._writers, "write")
        try:
            self._check_file()
            yield
        finally:
            self._writers.release()

    def _check_file(self) -> None:
        """Raise NoConnection if the file was moved or replaced: writes would be lost at the next start."""
        if self._file is not None and _identity(self._file) != self._identity:
            raise NoConnection("the file was moved or replaced; put it back, or restart the bot")


async def _acquire(queue: asyncio.Semaphore, what: str) -> None:
    """Wait for a turn. Raises NoConnection after ``QUEUE`` seconds."""
    if not queue.locked():
        await queue.acquire()  # at once, without the cost of a timer
        return
    try:
        async with asyncio.timeout(QUEUE):
            await queue.acquire()
    except TimeoutError:
        raise NoConnection(f"too many wait to {what}") from None


def _identity(file: Path) -> tuple[int, int] | None:
    """Device and inode of the file; None if there is no file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def remembered(person: Person) -> Step:
    """The step that keeps the person's latest name and language."""
    values = {"id": person.id, "name": person.name[:64], "settings": {}}
    if person.locale is None:
        return Step(upsert(players, "name"), values)
    return Step(upsert(players, "name", "locale"), {**values, "locale": person.locale})


def result_lines(row: MatchRow, outcome: Sequence[ResultRow]) -> list[dict[str, Any]]:
    """The results of a match that is over, as the table has them."""
    at = row.created_at if row.ended_at is None else row.ended_at
    match = {"match_id": row.id, "server_id": row.server_id, "slug": row.slug, "ended_at": at}
    return [{**match, **line._asdict()} for line in outcome]


def seated(found: Iterable[Sequence[Any]], sitting: Iterable[Sequence[Any]]) -> list[MatchRow]:
    """The rows of ``MATCHES`` with those of ``SEATS``."""
    rows = [dict(zip(_COLUMNS, values, strict=True)) for values in found]
    at: dict[int, list[SeatRow]] = {row["id"]: [] for row in rows}
    for match_id, *seat in sitting:
        at[match_id].append(SeatRow(*seat))
    return [MatchRow(**row, seats=tuple(at[row["id"]])) for row in rows]


def _tallied(row: MatchRow, people: Iterable[ResultRow]) -> list[dict[str, Any]]:
    """What a match's results add to the stored sums, a row for each person, server and game.

    Sorted, so that two matches that end at the same moment lock the rows in the same order: no deadlock.
    """
    return [
        {
            "server_id": server,
            "slug": slug,
            "solo": line.solo,
            "player_id": line.player_id,
            "share": line.share,
            "score": line.score,
            "matches": 1,
        }
        for line in sorted(people, key=lambda line: line.player_id or 0)
        for server in sorted({0, row.server_id or 0})
        for slug in ("", row.slug)
    ]


def _once(interaction: int | None, match_id: int) -> list[Step]:
    return [] if interaction is None else [Step(_DELIVERED, {"id": interaction, "match_id": match_id})]


def _remembered(change: Change) -> list[Step]:
    return [] if change.person is None else [remembered(change.person)]


def _details(change: Change, match_id: int) -> list[Step]:
    """What is written of a change beside the match's own row."""
    row, was = change.row, change.was
    steps = []
    if was is not None and row.seats != was.seats:
        steps.append(Step(_UNSEAT, {"match": match_id}))
    if row.seats and (was is None or row.seats != was.seats):
        sitting = [{"match_id": match_id, "seat": n, **asdict(seat)} for n, seat in enumerate(row.seats)]
        steps.append(Step(_SEAT, sitting))
    if change.channel_id is not None:
        where = {"channel_id": change.channel_id, "parent_id": change.parent_id}
        steps.append(Step(_STAND, {"match_id": match_id, **where}))
    if change.entries:
        steps.append(Step(_APPEND, [{"match_id": match_id, **entry._asdict()} for entry in change.entries]))
    if change.results:
        steps.append(Step(_SCORE, result_lines(row, change.results)))
    if people := [line for line in change.results if (line.player_id or 0) > 0]:  # not who was erased
        steps.append(Step(_ADD, _tallied(row, people)))
    return steps
