"""Heartbeats that move deadlines, and people who are erased."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.store import Change, JournalRow, Person, ResultRow, StillSeated, Store, bulk, finding, privacy
from bot.store.rows import WHOLE
from tests.bot.kept import changed, finished, lobby_row, open_lobby, sitting

ANN, BOB = Person(1, "ann", "de"), Person(2, "bob")
TIMES: dict[str, Any] = {"deadline": 5_000, "due": 4_000, "paused_at": 3_000}


async def test_a_heartbeat_is_recorded(store: Store) -> None:
    assert await bulk.last_beat(store, "one") is None
    assert await bulk.beat(store, "one", 5) is None
    assert await bulk.beat(store, "one", 7) == 5
    assert await bulk.last_beat(store, "one") == 7
    assert await bulk.last_beat(store, "two") is None


async def test_a_gap_moves_all_deadlines(store: Store) -> None:
    waiting = await open_lobby(store, *sitting("ann"), **TIMES)
    at_ease = await open_lobby(store, *sitting("ann"))
    over = await finished(store, {ANN: (WHOLE, 3)}, at=5)
    await bulk.beat(store, "one", 1_000, moment=100)
    assert await bulk.beat(store, "one", 1_100, moment=100) == 1_000
    assert await store.match(waiting.id) == waiting
    await bulk.beat(store, "one", 1_300, moment=100)
    later: dict[str, Any] = {name: time + 200 for name, time in TIMES.items()}
    assert await store.match(waiting.id) == replace(waiting, revision=1, **later)
    assert [await store.match(row.id) for row in (at_ease, over)] == [at_ease, over]


async def test_a_gap_concerns_the_shards_that_the_process_holds(store: Store) -> None:
    rows = [await open_lobby(store, *sitting("ann"), server_id=n << 22, **TIMES) for n in range(4)]
    direct = await open_lobby(store, *sitting("ann"), server_id=None, **TIMES)
    shards = ([0, 1], 3)
    for at in (1_000, 2_000):
        await bulk.beat(store, "one", at, moment=100, shards=shards)
    moved = [row.id for row in (*rows, direct) if await store.revision(row.id) == 1]
    assert moved == [rows[0].id, rows[1].id, rows[3].id, direct.id]
    assert await finding.due(store, 4_500, shards) == []
    assert await finding.due(store, 5_000, shards) == moved
    assert await finding.due(store, 4_500) == [rows[2].id]


async def test_an_erased_person_is_nobody(store: Store) -> None:
    row = await finished(store, {ANN: (WHOLE, 3), BOB: (0, 1)}, at=5)
    left = await changed(store, await open_lobby(store, *sitting("ann", "bob")), [JournalRow(0, "{}", 1, 5)])
    seats = (replace(left.seats[0], level="normal"), left.seats[1])
    left = await changed(store, left, status="running", host_id=2, seats=seats)
    assert await bulk.erase(store, ANN.id) == 2
    assert await privacy.export(store, ANN.id) == {"person": [], "seats": [], "presses": [], "results": []}
    assert await finding.of_person(store, ANN.id, ["over", "running"]) == []
    for before in (row, left):
        after = await store.match(before.id)
        assert after is not None
        assert after.revision == before.revision + 1, "what is cached of it is old"
        nobody = after.seats[0].player_id
        assert nobody is not None
        assert nobody < 0
        assert after.seats == (
            replace(before.seats[0], player_id=nobody, name="Somebody"),
            before.seats[1],
        )
    assert len((await privacy.export(store, BOB.id))["results"]) == 1
    assert await bulk.erase(store, ANN.id) == 0


@pytest.mark.parametrize("status", ["lobby", "running"])
async def test_nobody_is_erased_from_a_seat(store: Store, status: str) -> None:
    await changed(store, await open_lobby(store, *sitting("ann", "bob")), status=status)
    before = await privacy.export(store, BOB.id)
    with pytest.raises(StillSeated):
        await bulk.erase(store, BOB.id)
    assert await privacy.export(store, BOB.id) == before


async def test_a_host_who_is_not_seated_is_not_erased(store: Store) -> None:
    await store.remember(BOB)
    await store.commit(Change(lobby_row(*sitting("ann"), host_id=2), None, person=ANN))
    with pytest.raises(StillSeated):
        await bulk.erase(store, BOB.id)


async def test_all_that_is_kept_of_a_person(store: Store) -> None:
    await finished(store, {ANN: (WHOLE, 3), BOB: (0, 1)}, at=5)
    lobby = await open_lobby(store, *sitting("ann", "bob"))
    await changed(store, lobby, [JournalRow(0, "mine", 1, 5), JournalRow(1, "theirs", 2, 6)])
    found = await privacy.export(store, ANN.id)
    assert {name: len(rows) for name, rows in found.items()} == {
        "person": 1,
        "seats": 2,
        "presses": 1,
        "results": 1,
    }
    assert found["results"][0]["share"] == ResultRow(0, 1, False, WHOLE, 3).share


async def test_a_heartbeat_never_falls(store: Store) -> None:
    """Though the machine may have been set back before this start."""
    await bulk.beat(store, "all", 10_000)
    assert await bulk.beat(store, "all", 4_000, moment=1) == 10_000
    assert await bulk.last_beat(store, "all") == 10_000
