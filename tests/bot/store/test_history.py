"""What is asked during play does not look through all that was ever played."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.store import Person, Store, board, bulk, finding, overview
from bot.store.board import Board
from bot.store.rows import WHOLE
from tests.bot.kept import changed, finished, open_lobby, over, sitting

ANN, BOB = Person(1, "ann"), Person(2, "bob")

LARGE = {"matches", "journal", "results", "seats", "tables", "tallies"}
"""Tables that grow with every match."""

QUESTIONS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "tables of a channel": lambda store: finding.in_channel(store, 20, ("lobby", "running")),
    "matches of a person": lambda store: finding.of_person(store, 1, ("lobby", "running")),
    "matches that are due": lambda store: finding.due(store, 5),
    "computers that are due": finding.computers_due,
    "matches touched lately": lambda store: finding.touched(store, 5),
    "running matches": lambda store: finding.count(store, "running"),
    "open matches by status": overview.counts,
    "board of all time": lambda store: board.page(store, Board(), size=10, mine=1),
    "board of a server and game": lambda store: board.page(store, Board(10, "hilo"), size=10),
    "board of a month": lambda store: board.page(store, Board(since=5), size=10),
    "board of a month of a server": lambda store: board.page(store, Board(10, since=5), size=10),
    "figures of a person": lambda store: board.tallies(store, 1, solo=False),
    "heartbeat": lambda store: bulk.beat(store, "all", 10_000, moment=5),
}


@contextmanager
def statements(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """What the database is asked meanwhile, with its values."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, sql: str, values: Any, _context: Any, _many: bool) -> None:
        asked.append((sql, values))

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(store.engine.sync_engine, "before_cursor_execute", note)


async def looked_through(store: Store, sql: str, values: Any) -> set[str]:
    """The large tables, or indices of them, that SQLite reads from end to end for this."""
    async with store.engine.connect() as connection:
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)).all()
    scanned = (re.match(r"SCAN (\w+)|SEARCH (\w+) .*\(player_id>", row[-1]) for row in plan)
    return {found[1] or found[2] for found in scanned if found is not None} & LARGE


@pytest.mark.parametrize("what", QUESTIONS)
async def test_no_question_reads_a_table_from_end_to_end(store: Store, what: str) -> None:
    await bulk.beat(store, "all", 1)
    with statements(store) as asked:
        await QUESTIONS[what](store)
    assert asked
    for sql, values in asked:
        assert await looked_through(store, sql, values) == set(), sql


async def test_a_question_that_reads_a_whole_table_is_recognised(store: Store) -> None:
    assert await looked_through(store, "SELECT * FROM matches WHERE version = ?", (1,)) == {"matches"}


# What is forgotten


async def test_pruning_in_parts_comes_to_an_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "PRUNED", 2)
    for at in range(5):
        await finished(store, {ANN: (WHOLE, 1)}, at=at)
        row = await open_lobby(store, *sitting("ann"))
        await changed(store, row, **{**over("expired", at), "status": "cancelled"})
    after: int | None = 0
    rounds = pruned = 0
    while after is not None:
        number, after = await bulk.prune(store, 4, after)
        pruned, rounds = pruned + number, rounds + 1
    assert rounds > 2
    assert pruned == 4, "lobbies; the finished matches have no journal here"
    assert len(await finding.finished(store)) == 5
    assert await finding.count(store, "cancelled") == 1


async def test_a_rematch_outlives_the_match_it_was_asked_for_in(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    off = await changed(store, row, **{**over("left", 1), "status": "cancelled"})
    again = await open_lobby(store, *sitting("ann"), rematch_of=off.id)
    await bulk.prune(store, 10)
    kept = await store.match(again.id)
    assert kept is not None
    assert kept.rematch_of is None
    assert await store.match(off.id) is None
