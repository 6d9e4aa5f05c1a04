"""Several processes on one database: whoever is later gets Conflict, and nobody waits in vain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store import Change, Conflict, JournalRow, Person, ResultRow, Store, finding
from tests.bot.kept import CHANNEL, changed, lobby_row, open_lobby, over, remember, sitting


@pytest.fixture
async def other(store: Store, database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


def line(n: int, entry: str) -> JournalRow:
    return JournalRow(n, entry, None, 1_000)


async def test_group_E_each_sees_what_the_other_has_done(store: Store, other: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    assert await other.match(row.id) == row
    row = await changed(other, row, status="running")
    row = await changed(store, row, [line(0, "a")])
    assert await other.match(row.id) == row
    assert await other.journal(row.id) == [line(0, "a")]


async def test_group_E_one_position_is_acted_on_once(store: Store, other: Store) -> None:
    row = await changed(store, await open_lobby(store, *sitting("ann")), status="running")
    for n in range(20):
        attempts = [changed(one, row, [line(n, name)]) for one, name in ((store, "mine"), (other, "theirs"))]
        done = await asyncio.gather(*attempts, return_exceptions=True)
        assert sum(isinstance(result, Conflict) for result in done) == 1
        (row,) = [result for result in done if not isinstance(result, BaseException)]
    assert [entry.n for entry in await store.journal(row.id)] == list(range(20))
    assert await other.match(row.id) == row


async def test_group_E_the_key_of_the_journal_decides_when_the_revision_does_not(
    store: Store, other: Store
) -> None:
    row = await changed(store, await open_lobby(store, *sitting("ann")), status="running")
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql(f"insert into journal values ({row.id}, 0, 'first', null, 1)")
    with pytest.raises(Conflict):
        await changed(other, row, [line(0, "second")])
    assert await other.journal(row.id) == [JournalRow(0, "first", None, 1)]
    assert await other.revision(row.id) == row.revision


async def test_group_E_a_match_ends_in_one_process(store: Store, other: Store) -> None:
    row = await changed(store, await open_lobby(store, *sitting("ann")), status="running")
    outcome = [ResultRow(0, 1, True, 60, 3)]
    done = await asyncio.gather(
        changed(store, row, [line(0, "mine")], outcome, **over("mine", 1)),
        changed(other, row, [line(0, "theirs")], outcome, **over("theirs", 2)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Conflict) for result in done) == 1
    (ended,) = [result for result in done if not isinstance(result, BaseException)]
    assert await store.match(row.id) == ended
    assert [entry.entry for entry in await store.journal(row.id)] == [ended.why]


async def test_group_E_one_rematch_of_two(store: Store, other: Store) -> None:
    first = await open_lobby(store, *sitting("ann"))
    done = await asyncio.gather(
        *(
            one.commit(Change(lobby_row(*sitting("ann"), rematch_of=first.id), None, channel_id=CHANNEL))
            for one in (store, other)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Conflict) for result in done) == 1


async def test_group_E_new_people_and_matches_at_the_same_moment(store: Store, other: Store) -> None:
    await remember(store, Person(1, "x"))
    people = [Person(n % 7 + 1, f"name {n}") for n in range(20)]
    rows = await asyncio.gather(
        *(
            (store if n % 2 else other).commit(
                Change(lobby_row(*sitting("x"), host_id=person.id), None, person=person, channel_id=CHANNEL)
            )
            if n % 3
            else remember(store if n % 2 else other, person)
            for n, person in enumerate(people)
        )
    )
    opened = [row for row in rows if row is not None]
    assert len({row.id for row in opened}) == len(opened)
    assert await finding.count(other, "lobby") == len(opened)


async def test_group_E_reading_goes_on_while_somebody_writes(store: Store, other: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    async with other.engine.begin() as connection:
        await connection.exec_driver_sql("update matches set revision = 9")
        assert await store.match(row.id) == row
    assert await store.revision(row.id) == 9


async def test_group_E_opening_a_new_database_at_the_same_moment(database: str) -> None:
    for n in range(5):
        url = database.replace(".db", f"{n}.db")
        opened = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        assert [await finding.count(one, "lobby") for one in opened] == [0] * 4
        for one in opened:
            await one.close()
