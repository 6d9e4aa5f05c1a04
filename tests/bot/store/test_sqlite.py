"""SQLite is written to by one at a time, in order, and asked with few hops to another thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiosqlite
import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import JournalRow, Person, Store
from bot.store import store as module
from tests.bot.kept import changed, open_lobby, sitting


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
            await store.remember(Person(1, "ann"))
    monkeypatch.undo()
    await store.remember(Person(1, "ann"))


async def test_a_failure_makes_room_for_the_next(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    with pytest.raises(IntegrityError):
        async with store.writing() as connection:
            await connection.exec_driver_sql("INSERT INTO seats (match_id, seat, name) VALUES (77, 0, 'x')")
    assert (await changed(store, row, pace="live")).pace == "live"


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
