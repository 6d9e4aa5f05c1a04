"""SQLite is written to by one at a time, in order, and asked with few hops to another thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import replace
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import bindparam, event, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import Conflict, JournalRow, MatchRow, Person, Store, finding, sqlite, transactions
from bot.store import store as module
from bot.store.schema import journal, matches, players
from bot.store.transactions import Step, upsert
from tests.bot.kept import changed, open_lobby, remember, sitting

BIG = JournalRow(0, "x" * 1_000_000, 1, 5)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


async def test_group_E_writers_queue_in_order(store: Store) -> None:
    order: list[str] = []

    async def write(name: str) -> None:
        async with store.writing():
            order.append(f"{name} begins")
            await asyncio.sleep(0)
            order.append(f"{name} ends")

    await asyncio.gather(*map(write, "abc"))
    assert order == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]


async def test_readers_do_not_queue(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    async with store.writing():
        assert await store.match(row.id) == row


async def test_whoever_waits_too_long_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUEUE", 0.0)
    async with store.writing():
        with pytest.raises(module.FAILURES):
            await remember(store, Person(1, "ann"))
    monkeypatch.undo()
    await remember(store, Person(1, "ann"))


async def test_a_failure_makes_room_for_the_next(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    with pytest.raises(IntegrityError):
        async with store.writing() as connection:
            await connection.exec_driver_sql("INSERT INTO seats (match_id, seat, name) VALUES (77, 0, 'x')")
    assert (await changed(store, row, pace="live")).pace == "live"


def given(row: MatchRow) -> list[Step]:
    """Statements with values of every kind."""
    values = {column.name: getattr(row, column.name) for column in matches.c if column.name != "id"}
    everything = select(matches).order_by(matches.c.id)
    return [
        Step(insert(matches).returning(matches.c.id), values),
        Step(update(matches).where(matches.c.id == bindparam("which")), {"which": 1, "due": 5}, must=True),
        Step(insert(journal), [{"match_id": 1, **JournalRow(n, "ü", None, 5)._asdict()} for n in range(3)]),
        Step(upsert(players, "name"), {"id": 1, "name": "anna", "settings": {"x": [None, True]}}),
        Step(select(players), {}),
        Step(everything.where(matches.c.due == bindparam("due")), {"due": 5}),
        Step(everything.where(matches.c.due == bindparam("due")), {"due": 6}),
    ]


async def test_one_hop_or_several_give_the_same(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"), options={"a": [1, {"é": None}]}, computer_due=True)
    async with store.engine.connect() as connection:
        expected = await transactions.run(connection, given(row))
        await connection.rollback()
    found = await sqlite.run(store.engine, "BEGIN IMMEDIATE", given(row))
    assert [list(map(list, rows)) for rows in found] == [list(map(list, rows)) for rows in expected]
    assert found[4] == [[1, "anna", None, {}]], "what was chosen stays"


@pytest.mark.parametrize("hops", ["one", "several"])
async def test_a_step_that_finds_nothing_undoes_all(store: Store, hops: str) -> None:
    row = await open_lobby(store, *sitting("ann"))
    steps = given(row)
    steps[1] = steps[1]._replace(values={"which": 99, "due": 5})

    async def run() -> None:
        if hops == "one":
            await sqlite.run(store.engine, "BEGIN IMMEDIATE", steps)
        else:
            async with store.writing() as connection:
                await transactions.run(connection, steps)

    with pytest.raises(Conflict):
        await run()
    assert await finding.count(store, "lobby") == 1


async def test_a_database_that_may_not_be_written(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    forbid = True

    def checkout(connection: Any, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA query_only = {int(forbid)}")

    event.listen(store.engine.sync_engine, "checkout", checkout)
    with pytest.raises(module.FAILURES) as caught:
        await changed(store, row, [JournalRow(0, "{}", 1, 5)])
    assert store.complaint(caught.value).endswith("attempt to write a readonly database")
    assert await store.match(row.id) == row
    forbid = False
    assert await changed(store, row, [JournalRow(0, "{}", 1, 5)]) == await store.match(row.id)


async def test_a_full_database(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    async with store.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(module.FAILURES, match="full"):
            await transactions.run(connection, [Step(insert(journal), {"match_id": row.id, **BIG._asdict()})])
        await connection.rollback()
    with pytest.raises(module.FAILURES, match="full"):
        await changed(store, row, [BIG], due=5)
    assert await store.match(row.id) == row
    assert (await changed(store, row, due=6)).due == 6


async def test_a_locked_database(store: Store, database: str) -> None:
    row = await open_lobby(store, *sitting("ann"))

    def impatient(connection: Any, *_: object) -> None:
        connection.cursor().execute("PRAGMA busy_timeout = 10")

    event.listen(store.engine.sync_engine, "checkout", impatient)
    with closing(sqlite3.connect(sqlite.file_of(database) or "", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(module.FAILURES, match="locked"):
            await changed(store, row, due=5)
        assert await store.match(row.id) == row
    assert (await changed(store, row, due=5)).due == 5


async def test_one_who_gives_up_waiting_leaves_a_sound_connection(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    for n in range(20):
        task = asyncio.create_task(changed(store, row, due=n))
        for _ in range(n % 4):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError, Conflict):
            await task
        row = await changed(store, await store.match(row.id) or row, deadline=n)
        assert row == await store.match(row.id)


async def test_a_transaction_is_one_hop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    row = await open_lobby(store, *sitting("ann", "bob"))
    hops: list[Any] = []
    hop: Any = aiosqlite.Connection._execute

    async def counted(connection: Any, *args: Any, **kwargs: Any) -> Any:
        hops.append(args)
        return await hop(connection, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    assert await store.match(row.id) == row
    assert len(hops) == 1
    hops.clear()
    seats = tuple(replace(seat, ready=False) for seat in row.seats)
    await changed(store, row, [JournalRow(0, "{}", 1, 5)], person=Person(1, "anna"), seats=seats, due=5)
    assert len(hops) == 1
