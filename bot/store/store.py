"""The store: people, matches and their journals.

Each method is one transaction. A match changes only where its revision is still the one that the
caller read, and its journal's primary key is (match, n): of two processes that act on the same
position one gets Conflict. What a method returned from is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from typing import Any, Self, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    event,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import sqlite
from bot.store.keeping import keep
from bot.store.migrations import migrate
from bot.store.opening import opening
from bot.store.rows import JournalRow, MatchRow, Person, ResultRow, SeatRow, Status
from bot.store.schema import journal, matches, players, pulses, results, seats

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


_APPEND = insert(journal)
_MOVE = (
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.revision == bindparam("was"))
    .values(
        revision=bindparam("was") + 1,
        computer_due=bindparam("computer"),
        deadline=bindparam("until"),
        due=bindparam("next"),
    )
)
_MATCH_COLUMNS = [matches.c[name] for name in MatchRow.__dataclass_fields__ if name != "seats"]


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

    # People

    async def remember(self, person: Person) -> None:
        """Keep the person's latest name and language."""
        async with self.writing() as connection:
            await remember(connection, person)

    # Lobbies and matches

    async def open_lobby(self, row: MatchRow, host: Person) -> MatchRow:
        """Keep a new lobby; the id in ``row`` is ignored. Raises Conflict if it is a second rematch."""
        values = {column.name: getattr(row, column.name) for column in _MATCH_COLUMNS if column.name != "id"}
        try:
            async with self.writing() as connection:
                await remember(connection, host)
                inserted = await connection.execute(insert(matches).values(values))
                key = inserted.inserted_primary_key
                assert key is not None
                match_id = int(key[0])
                await _seat(connection, match_id, row.seats)
        except IntegrityError:
            raise Conflict from None
        return replace(row, id=match_id)

    async def change(
        self,
        row: MatchRow,
        *,
        seated: Sequence[SeatRow] | None = None,
        person: Person | None = None,
        entries: Sequence[JournalRow] = (),
        **values: Any,
    ) -> MatchRow:
        """Change a match or lobby, its seats and its journal; the row as it is then. Raises Conflict."""
        try:
            async with self.writing() as connection:
                changed = await connection.execute(
                    update(matches)
                    .where(matches.c.id == row.id, matches.c.revision == row.revision)
                    .values(revision=row.revision + 1, **values)
                )
                if changed.rowcount != 1:
                    raise Conflict
                if person is not None:
                    await remember(connection, person)
                if seated is not None:
                    await _reseat(connection, row.id, seated)
                if entries:
                    await connection.execute(_APPEND, [_entry(row.id, entry) for entry in entries])
        except IntegrityError:
            raise Conflict from None
        known = {key: value for key, value in values.items() if key in MatchRow.__dataclass_fields__}
        return replace(
            row,
            revision=row.revision + 1,
            seats=row.seats if seated is None else tuple(seated),
            **known,
        )

    async def append(
        self,
        row: MatchRow,
        entries: Sequence[JournalRow],
        *,
        computer_due: bool,
        deadline: int | None = None,
        due: int | None = None,
    ) -> MatchRow:
        """Add to the journal of a running match. Raises Conflict."""
        values = {
            "match": row.id,
            "was": row.revision,
            "computer": computer_due,
            "until": deadline,
            "next": due,
        }
        lines = [_entry(row.id, entry) for entry in entries]

        def write(connection: Connection) -> None:
            if connection.execute(_MOVE, values).rowcount != 1:
                raise Conflict
            if lines:
                connection.execute(_APPEND, lines)

        try:
            async with self.writing() as connection:
                await connection.run_sync(write)  # quicker than one by one: every act comes here
        except IntegrityError:
            raise Conflict from None
        return replace(row, revision=row.revision + 1, computer_due=computer_due, deadline=deadline, due=due)

    async def finish(
        self,
        row: MatchRow,
        entries: Sequence[JournalRow],
        outcome: Sequence[ResultRow],
        *,
        why: str,
        at: int,
        seated: Sequence[SeatRow] | None = None,
    ) -> MatchRow:
        """Add the last entries of a match together with its results. Raises Conflict."""
        ended = _ended("over", why, at)
        try:
            async with self.writing() as connection:
                moved = await connection.execute(
                    update(matches)
                    .where(matches.c.id == row.id, matches.c.revision == row.revision)
                    .values(revision=row.revision + 1, **ended)
                )
                if moved.rowcount != 1:
                    raise Conflict
                if seated is not None:
                    await _reseat(connection, row.id, seated)
                if entries:
                    await connection.execute(_APPEND, [_entry(row.id, entry) for entry in entries])
                await connection.execute(insert(results), _result_lines(row, outcome, at))
        except IntegrityError:
            raise Conflict from None
        return replace(row, revision=row.revision + 1, **ended)

    async def call_off(self, row: MatchRow, why: str, at: int) -> MatchRow:
        """End a match that counts for nobody, with its seats as in ``row``. Raises Conflict."""
        return await self.change(row, seated=row.seats, rematch_of=None, **_ended("cancelled", why, at))

    async def post(self, match_id: int, was: int | None, message_id: int, channel_id: int) -> bool:
        """Note where the table now is; False if another one was put up meanwhile."""
        async with self.writing() as connection:
            moved = await connection.execute(
                update(matches)
                .where(matches.c.id == match_id, matches.c.message_id.is_not_distinct_from(was))
                .values(message_id=message_id, channel_id=channel_id)
            )
            return moved.rowcount == 1

    async def note(self, match_id: int, notice_id: int | None) -> None:
        """Note which message is the latest turn notice."""
        async with self.writing() as connection:
            await connection.execute(
                update(matches).where(matches.c.id == match_id).values(notice_id=notice_id)
            )

    async def match(self, match_id: int) -> MatchRow | None:
        """The match or lobby with its seats."""
        async with self._reading() as connection:
            found = await _matches(connection, matches.c.id == match_id)
            return found[0] if found else None

    async def revision(self, match_id: int) -> int | None:
        """The match's revision alone."""
        async with self._reading() as connection:
            return await connection.scalar(select(matches.c.revision).where(matches.c.id == match_id))

    async def journal(self, match_id: int) -> list[JournalRow]:
        """All that happened in the match, in order of arrival."""
        columns = (journal.c.n, journal.c.entry, journal.c.player_id, journal.c.at)
        async with self._reading() as connection:
            found = await connection.execute(
                select(*columns).where(journal.c.match_id == match_id).order_by(journal.c.n)
            )
            return [JournalRow(*row) for row in found]

    async def matches_of(self, player_id: int, statuses: Sequence[Status], limit: int = 25) -> list[MatchRow]:
        """The person's matches and lobbies, latest first, also those a computer plays on for them."""
        theirs = select(seats.c.match_id).where(seats.c.player_id == player_id)
        async with self._reading() as connection:
            return await _matches(
                connection, matches.c.id.in_(theirs), matches.c.status.in_(statuses), limit=limit
            )

    async def in_channel(self, channel_id: int, statuses: Sequence[Status]) -> list[MatchRow]:
        """The matches and lobbies of a channel, latest first."""
        async with self._reading() as connection:
            return await _matches(
                connection, matches.c.channel_id == channel_id, matches.c.status.in_(statuses)
            )

    async def rematch(self, match_id: int) -> MatchRow | None:
        """The rematch of this match, if somebody asked for one."""
        async with self._reading() as connection:
            found = await _matches(connection, matches.c.rematch_of == match_id)
            return found[0] if found else None

    async def computers_due(self, shards: Shards | None = None) -> list[int]:
        """The running matches in which a computer has to move."""
        async with self._reading() as connection:
            found = await connection.scalars(
                select(matches.c.id).where(
                    matches.c.computer_due, matches.c.status == "running", *_on(shards)
                )
            )
            return list(found)

    async def due(self, at: int, shards: Shards | None = None, limit: int = 100) -> list[int]:
        """The ids of matches and lobbies to be looked at by now, most urgent first, those that ended last."""
        async with self._reading() as connection:
            found = await connection.scalars(
                select(matches.c.id)
                .where(matches.c.due <= at, *_on(shards))
                .order_by(matches.c.status.in_(OPEN).desc(), matches.c.due)
                .limit(limit)
            )
            return list(found)

    async def pulse(
        self, process: str, at: int, moment: int | None = None, shards: Shards | None = None
    ) -> int | None:
        """Note that the process is alive; when it last was. All get back a silence of over ``moment`` ms."""
        async with self.writing() as connection:
            last = await connection.scalar(select(pulses.c.at).where(pulses.c.process == process))
            await keep(connection, pulses, {"process": process}, {"at": at})
            if last is not None and moment is not None and at - last > moment:
                await _allow(connection, at - last, shards)
            return last

    async def last_pulse(self, process: str) -> int | None:
        """When the process was last noted to be alive."""
        async with self._reading() as connection:
            return await connection.scalar(select(pulses.c.at).where(pulses.c.process == process))

    async def touched(self, since: int, shards: Shards | None = None, limit: int = 100) -> list[int]:
        """The ids of matches in which something has happened since then, latest first."""
        entries = select(journal.c.at).where(journal.c.match_id == matches.c.id)
        acted = entries.order_by(journal.c.n.desc()).limit(1).scalar_subquery()
        lately = or_(
            matches.c.started_at >= since,
            matches.c.ended_at >= since,
            and_(matches.c.status == "running", acted >= since),
        )
        async with self._reading() as connection:
            found = await connection.scalars(
                select(matches.c.id).where(lately, *_on(shards)).order_by(matches.c.id.desc()).limit(limit)
            )
            return list(found)

    async def count(self, status: Status, shards: Shards | None = None) -> int:
        """How many matches are in this status."""
        async with self._reading() as connection:
            counted = await connection.scalar(
                select(func.count()).select_from(matches).where(matches.c.status == status, *_on(shards))
            )
            return counted or 0

    async def finished(self) -> list[int]:
        """The ids of all finished matches, oldest first."""
        async with self._reading() as connection:
            return list(
                await connection.scalars(
                    select(matches.c.id).where(matches.c.status == "over").order_by(matches.c.id)
                )
            )

    async def replace_results(self, row: MatchRow, outcome: Sequence[ResultRow]) -> bool:
        """Put a finished match's results anew; whether they were other ones before."""
        new = _result_lines(row, outcome, row.ended_at or row.created_at)
        async with self.writing() as connection:
            found = await connection.execute(
                select(results).where(results.c.match_id == row.id).order_by(results.c.seat)
            )
            if [dict(line) for line in found.mappings()] == new:
                return False
            await connection.execute(delete(results).where(results.c.match_id == row.id))
            await connection.execute(insert(results), new)
            return True

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

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection


def _on(shards: Shards | None) -> list[ColumnElement[bool]]:
    """The matches of servers on these shards; direct messages come to shard 0."""
    if shards is None:
        return []
    held, count = shards
    shard = func.coalesce(matches.c.server_id, 0) // literal(1 << 22) % literal(count)
    return [sql_cast(shard, BigInteger).in_(held)]


async def _allow(connection: AsyncConnection, milliseconds: int, shards: Shards | None) -> None:
    await connection.execute(
        update(matches)
        .where(matches.c.status.in_(OPEN), matches.c.due.is_not(None), *_on(shards))
        .values(
            deadline=matches.c.deadline + milliseconds,
            due=matches.c.due + milliseconds,
            paused_at=matches.c.paused_at + milliseconds,
            revision=matches.c.revision + 1,
        )
    )


def _ended(status: Status, why: str, at: int) -> dict[str, Any]:
    """What holds of every match that has come to its end: nobody is waited for any more."""
    return {
        "status": status,
        "computer_due": False,
        "deadline": None,
        "due": None,
        "paused_at": None,
        "paused_why": None,
        "ended_at": at,
        "why": why,
    }


def _entry(match_id: int, row: JournalRow) -> Mapping[str, Any]:
    return {"match_id": match_id, **row._asdict()}


async def remember(connection: AsyncConnection, person: Person) -> None:
    values: dict[str, Any] = {"name": person.name[:64]}
    if person.locale is not None:
        values["locale"] = person.locale
    await keep(connection, players, {"id": person.id}, values, at_first={"settings": {}})


async def _seat(connection: AsyncConnection, match_id: int, rows: Sequence[SeatRow]) -> None:
    values = [{"match_id": match_id, "seat": seat, **asdict(row)} for seat, row in enumerate(rows)]
    if values:
        await connection.execute(insert(seats), values)


async def _reseat(connection: AsyncConnection, match_id: int, rows: Sequence[SeatRow]) -> None:
    await connection.execute(delete(seats).where(seats.c.match_id == match_id))
    await _seat(connection, match_id, rows)


def _result_lines(row: MatchRow, outcome: Sequence[ResultRow], at: int) -> list[dict[str, Any]]:
    match = {"match_id": row.id, "server_id": row.server_id, "slug": row.slug, "ended_at": at}
    return [{**match, **line._asdict()} for line in outcome]


async def _matches(connection: AsyncConnection, *where: Any, limit: int | None = None) -> list[MatchRow]:
    found = (
        await connection.execute(
            select(*_MATCH_COLUMNS).where(*where).order_by(matches.c.id.desc()).limit(limit)
        )
    ).all()
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
