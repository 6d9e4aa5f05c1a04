"""People, lobbies, matches and journals, as they come back out of the store."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.store import (
    Change,
    Conflict,
    JournalRow,
    MatchRow,
    Person,
    ResultRow,
    SeatRow,
    Store,
    TableRow,
    finding,
    leaderboard,
)
from bot.store.rows import WHOLE
from bot.store.schema import journal, matches, players, results, seats, tables
from tests.bot.kept import CHANNEL, SERVER, changed, finished, lobby_row, open_lobby, over, remember, sitting

ANN, BOB = Person(1, "ann"), Person(2, "bob")


def line(n: int, entry: str = '{"chance":"shuffle"}', player_id: int | None = None) -> JournalRow:
    return JournalRow(n, entry, player_id, 1_000 + n)


async def running(store: Store, *names: str, **values: Any) -> MatchRow:
    row = await open_lobby(store, *sitting(*(names or ("ann", "bob"))))
    return await changed(store, row, **{"status": "running", "started_at": 2_000, **values})


async def rematch(store: Store, of: MatchRow, *names: str, person: Person, **fields: Any) -> MatchRow:
    row = lobby_row(*sitting(*names), rematch_of=of.id, **fields)
    return await store.commit(Change(row, None, person=person, channel_id=CHANNEL))


async def known(store: Store) -> dict[int, tuple[str, str | None]]:
    """Everybody's name and language."""
    async with store.engine.connect() as connection:
        found = await connection.execute(select(players.c.id, players.c.name, players.c.locale))
        return {key: (name, locale) for key, name, locale in found}


# People


async def test_a_person_is_remembered_by_the_latest_name(store: Store) -> None:
    await remember(store, Person(1, "ann", "de"))
    await remember(store, Person(2, "bob"))
    assert await known(store) == {1: ("ann", "de"), 2: ("bob", None)}
    await remember(store, Person(1, "anna", "fr"))
    assert await known(store) == {1: ("anna", "fr"), 2: ("bob", None)}


async def test_a_language_that_is_not_told_stays(store: Store) -> None:
    await remember(store, Person(1, "ann", "de"))
    await remember(store, Person(1, "anna"))
    assert await known(store) == {1: ("anna", "de")}


@pytest.mark.parametrize("name", ["", "x" * 200, "'; drop table players; --", "\0", "🦊\u202e", "a\nb"])
async def test_any_name_is_kept(store: Store, name: str) -> None:
    await remember(store, Person(2**63 - 1, name))
    assert await known(store) == {2**63 - 1: (name[:64], None)}


# Lobbies


async def test_a_lobby_comes_back_as_it_was_opened(store: Store) -> None:
    seated = (*sitting("ann", "bob"), SeatRow(None, "normal", "Ada"), SeatRow(2, None, "bob", ready=False))
    asked = lobby_row(
        *seated,
        options={"target": None, "mode": "greedy", "n": [1, {"x": "ü"}]},
        locale=None,
    )
    await remember(store, BOB)
    row = await store.commit(Change(asked, None, person=ANN, channel_id=2**62))
    assert row == replace(asked, id=row.id)
    assert await store.match(row.id) == row
    assert await store.revision(row.id) == 0
    assert await store.journal(row.id) == []
    assert await store.table(row.id) == TableRow(row.id, 2**62)


async def test_ids_are_never_given_again(store: Store) -> None:
    ids = [(await open_lobby(store, *sitting("ann"))).id for _ in range(3)]
    assert ids == sorted(set(ids))


async def test_the_host_is_remembered(store: Store) -> None:
    await store.commit(Change(lobby_row(*sitting("ann")), None, person=Person(1, "ann", "de")))
    assert await known(store) == {1: ("ann", "de")}


async def test_what_does_not_exist(store: Store) -> None:
    assert await store.match(1) is None
    assert await store.revision(1) is None
    assert await store.journal(1) == []
    assert await store.table(1) is None
    assert await finding.rematch(store, 1) is None
    assert await finding.of_person(store, 1, ["lobby"]) == []
    assert await finding.in_channel(store, 1, ["lobby"]) == []
    assert await finding.tables(store, [1]) == {}
    assert await finding.computers_due(store) == []
    assert await finding.finished(store) == []
    assert await finding.count(store, "lobby") == 0
    assert not await store.place(1, None, 2, 3)
    await store.note(1, 2)
    with pytest.raises(Conflict):
        await changed(store, lobby_row(*sitting("ann"), id=1), status="cancelled")


async def test_a_match_has_one_rematch(store: Store) -> None:
    first = await finished(store, {ANN: (WHOLE, 3), BOB: (0, 1)}, at=5)
    again = await rematch(store, first, "bob", "ann", person=BOB, host_id=1)
    assert await finding.rematch(store, first.id) == again
    assert await finding.rematch(store, again.id) is None
    with pytest.raises(Conflict):
        await rematch(store, first, "ann", "bob", person=Person(1, "anna"))
    assert await known(store) == {1: ("ann", None), 2: ("bob", None)}, "nothing of it is kept"
    assert await finding.count(store, "lobby") == 1
    await changed(store, again, status="cancelled", rematch_of=None)
    assert await finding.rematch(store, first.id) is None
    await rematch(store, first, "ann", person=ANN)


# Changes


async def test_a_change_is_what_it_says(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    cat = Person(3, "cat", "sv")
    seated = (row.seats[0], SeatRow(3, None, "cat"), SeatRow(None, "random", "Ada"))
    after = await changed(
        store,
        row,
        person=cat,
        seats=seated,
        options={"target": 5},
        status="running",
        started_at=7,
        locale="fr",
    )
    assert after == await store.match(row.id)
    assert after.revision == row.revision + 1 == await store.revision(row.id)
    assert after.seats == seated
    assert (after.options, after.status, after.started_at, after.locale) == (
        {"target": 5},
        "running",
        7,
        "fr",
    )
    assert (await known(store))[3] == ("cat", "sv")
    alone = await changed(store, after, seats=())
    assert alone.seats == ()
    assert alone == await store.match(row.id)


async def test_only_what_differs_is_written(store: Store) -> None:
    """What another writer has changed without a new revision, as the tables' places are, is left alone."""
    row = await open_lobby(store, *sitting("ann", "bob"))
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("update matches set locale = 'sv', pace = 'slow'")
        await connection.exec_driver_sql("update seats set misses = 3")
    await changed(store, row, pace="live", due=5)
    after = await store.match(row.id)
    assert after is not None
    assert (after.locale, after.pace, after.due) == ("sv", "live", 5)
    assert [seat.misses for seat in after.seats] == [3, 3]


async def test_a_change_of_nothing_is_a_revision(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann", "bob"))
    assert await changed(store, row) == replace(row, revision=1) == await store.match(row.id)


async def test_a_deadline_is_kept_and_not_handed_out(store: Store) -> None:
    row = await running(store, deadline=99)
    await changed(store, row, [line(0)], deadline=123)
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(matches.c.deadline)) == 123


async def test_a_stale_change_changes_nothing(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann", "bob"))
    now = await changed(store, row, options={"target": 3})
    with pytest.raises(Conflict):
        await changed(
            store, row, [line(0)], person=Person(9, "eve"), seats=(), status="cancelled", options={}
        )
    assert await store.match(row.id) == now
    assert await store.journal(row.id) == []
    assert 9 not in await known(store)


async def test_a_doubled_entry_undoes_the_whole_change(store: Store) -> None:
    row = await changed(store, await running(store), [line(0)])
    with pytest.raises(Conflict):
        await changed(store, row, [line(0)], person=Person(9, "eve"), seats=(), status="over")
    assert await store.match(row.id) == row
    assert await store.journal(row.id) == [line(0)]
    assert 9 not in await known(store)


# The journal


async def test_entries_come_back_in_order(store: Store) -> None:
    row = await running(store)
    other = await running(store)
    many = [line(n, f'{{"n":{n},"é":"🂡"}}', player_id=n % 3 or None) for n in range(25)]
    row = await changed(store, row, many[:1], computer_due=True)
    await changed(store, other, [line(0, "other")], computer_due=False)
    row = await changed(store, row, many[1:2], computer_due=False)
    row = await changed(store, row, many[2:], computer_due=True)
    assert await store.journal(row.id) == many
    assert await store.match(row.id) == row
    assert row.computer_due
    assert row.revision == 4
    assert await store.journal(other.id) == [line(0, "other")]


async def test_a_batch_may_arrive_in_any_order(store: Store) -> None:
    row = await running(store)
    await changed(store, row, [line(2), line(0), line(1)], computer_due=False)
    assert await store.journal(row.id) == [line(0), line(1), line(2)]


async def test_nothing_to_append_is_no_conflict(store: Store) -> None:
    row = await running(store)
    after = await changed(store, row, [], computer_due=True)
    assert after == replace(row, revision=row.revision + 1, computer_due=True)
    assert await store.journal(row.id) == []


async def test_a_stale_append_changes_nothing(store: Store) -> None:
    row = await running(store)
    now = await changed(store, row, [line(0)], computer_due=False)
    with pytest.raises(Conflict):
        await changed(store, row, [line(1)], computer_due=True)
    assert await store.match(row.id) == now
    assert await store.journal(row.id) == [line(0)]


@pytest.mark.parametrize("doubled", [[0], [1, 0], [1, 1]])
async def test_a_doubled_entry_is_not_appended(store: Store, doubled: list[int]) -> None:
    row = await changed(store, await running(store), [line(0)])
    with pytest.raises(Conflict):
        await changed(store, row, [line(n, "again") for n in doubled], computer_due=True)
    assert await store.match(row.id) == row
    assert await store.journal(row.id) == [line(0)]


# The end


def won(*people: Person) -> list[ResultRow]:
    return [
        ResultRow(seat, person.id, solo=False, share=0 if seat else WHOLE, score=-seat)
        for seat, person in enumerate(people)
    ]


async def lines(store: Store) -> list[dict[str, object]]:
    async with store.engine.connect() as connection:
        found = await connection.execute(select(results).order_by(results.c.match_id, results.c.seat))
        return [dict(row) for row in found.mappings()]


async def test_the_end_of_a_match(store: Store) -> None:
    row = await running(store, computer_due=True, deadline=99)
    end = over("last_deal", 9_000)
    ended = await changed(store, row, [line(0), line(1)], won(ANN, BOB), **end)
    assert ended == await store.match(row.id)
    assert (ended.status, ended.ended_at, ended.why, ended.computer_due) == (
        "over",
        9_000,
        "last_deal",
        False,
    )
    assert await store.journal(row.id) == [line(0), line(1)]
    common = {"match_id": row.id, "server_id": SERVER, "slug": row.slug, "ended_at": 9_000}
    assert await lines(store) == [{**common, **result._asdict()} for result in won(ANN, BOB)]
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(matches.c.deadline)) is None


async def test_a_match_ends_once(store: Store) -> None:
    row = await running(store)
    ended = await changed(store, row, [line(0)], won(ANN, BOB), **over("first", 9_000))
    before = await lines(store)
    for stale in (row, ended):
        with pytest.raises(Conflict):
            await changed(store, stale, [line(1)], won(BOB, ANN), **over("second", 9_001))
    assert await store.match(row.id) == ended
    assert await store.journal(row.id) == [line(0)]
    assert await lines(store) == before


async def test_a_stale_end_is_none(store: Store) -> None:
    row = await running(store)
    now = await changed(store, row, [line(0)], computer_due=False)
    with pytest.raises(Conflict):
        await changed(store, row, [line(1)], won(ANN, BOB), **over("x", 9_000))
    assert await store.match(row.id) == now
    assert await store.journal(row.id) == [line(0)]
    assert await lines(store) == []


async def test_an_end_with_a_doubled_entry_is_none(store: Store) -> None:
    row = await changed(store, await running(store), [line(0)])
    with pytest.raises(Conflict):
        await changed(store, row, [line(0)], won(ANN, BOB), **over("x", 9_000))
    assert await store.match(row.id) == row
    assert await lines(store) == []


async def test_results_can_be_put_anew(store: Store) -> None:
    first = await finished(store, {ANN: (WHOLE, 3), BOB: (0, 1)}, at=5)
    await finished(store, {BOB: (WHOLE, 3), ANN: (0, 1)}, at=6)
    before = await lines(store)
    outcome = [ResultRow(0, 1, False, WHOLE, 3), ResultRow(1, 2, False, 0, 1)]
    assert not await leaderboard.replace_results(store, first, outcome)
    assert await lines(store) == before
    assert await leaderboard.replace_results(store, first, [outcome[0]._replace(score=4), outcome[1]])
    assert await lines(store) == [{**before[0], "score": 4}, *before[1:]]
    assert await leaderboard.replace_results(store, first, outcome)
    assert await lines(store) == before


@pytest.mark.parametrize(
    "tampered",
    [
        "share = 60",
        "score = score + 1",
        "solo = 1",
        "player_id = 3 - player_id",
        "seat = seat + 2",
        "server_id = 1",
        "server_id = null",
        "slug = 'other'",
        "ended_at = ended_at + 1",
    ],
)
async def test_no_column_of_a_result_can_be_tampered_with(store: Store, tampered: str) -> None:
    row = await finished(store, {ANN: (WHOLE, 3), BOB: (0, 1)}, at=5)
    before = await lines(store)
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql(f"update results set {tampered}")
    outcome = [ResultRow(0, 1, False, WHOLE, 3), ResultRow(1, 2, False, 0, 1)]
    assert await leaderboard.replace_results(store, row, outcome)
    assert await lines(store) == before


# Messages


async def test_the_table_is_where_it_was_last_put(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    assert await store.place(row.id, None, 100, 20)
    assert not await store.place(row.id, None, 101, 21), "another one was first"
    assert await store.place(row.id, 100, 102, 22)
    assert not await store.place(row.id, 100, 103, 23)
    assert await store.table(row.id) == TableRow(row.id, 22, 102)
    assert await store.match(row.id) == row, "which is no change of the match"


async def test_the_notice_is_the_last_one(store: Store) -> None:
    row = await open_lobby(store, *sitting("ann"))
    for notice in (5, 6, None):
        await store.note(row.id, notice)
        assert await store.table(row.id) == TableRow(row.id, CHANNEL, notice_id=notice)
    assert await store.match(row.id) == row


# Finding matches


async def test_matches_of_a_person(store: Store) -> None:
    lobby = await open_lobby(store, *sitting("ann", "bob"))
    left = await running(store)
    left = await changed(store, left, seats=(replace(left.seats[0], level="normal"), left.seats[1]))
    await open_lobby(store, SeatRow(2, None, "bob"))
    done = await finished(store, {ANN: (WHOLE, 3)}, at=5)
    assert await finding.of_person(store, 1, ["lobby", "running"]) == [left, lobby]
    assert left.seat_of(1) is None
    assert await finding.of_person(store, 1, ["over"]) == [done]
    assert await finding.of_person(store, 1, []) == []
    assert await finding.of_person(store, 1, ["lobby", "running", "over", "cancelled"], limit=2) == [
        done,
        left,
    ]
    assert await finding.of_person(store, 7, ["lobby", "running"]) == []


async def test_matches_of_a_channel(store: Store) -> None:
    first = await open_lobby(store, *sitting("ann"))
    second = await running(store)
    await open_lobby(store, *sitting("ann"), channel_id=21)
    assert await finding.in_channel(store, 20, ["lobby", "running"]) == [second, first]
    assert await finding.in_channel(store, 20, ["lobby"]) == [first]
    assert await finding.in_channel(store, 22, ["lobby"]) == []


async def test_many_matches_of_a_channel_come_with_their_seats(store: Store) -> None:
    rows = [await open_lobby(store, *sitting("ann", "bob", "cat")[: n % 3 + 1]) for n in range(60)]
    assert await finding.in_channel(store, 20, ["lobby"]) == rows[::-1]


async def test_where_a_computer_has_to_move(store: Store) -> None:
    due = await running(store, computer_due=True)
    await running(store)
    ended = await running(store, computer_due=True)
    await changed(store, ended, results=won(ANN, BOB), **over("x", 1))
    cancelled = await running(store, computer_due=True)
    await changed(store, cancelled, status="cancelled")
    assert await finding.computers_due(store) == [due.id]
    await changed(store, due, [line(0)], computer_due=False)
    assert await finding.computers_due(store) == []


async def test_what_is_due(store: Store) -> None:
    ended = await changed(store, await running(store), **over("x", 5) | {"due": 1})
    later, soon = [await running(store, due=due) for due in (30, 10)]
    await running(store)
    lobby = await open_lobby(store, *sitting("ann"), due=20)
    assert await finding.due(store, 9) == [ended.id]
    assert await finding.due(store, 30) == [soon.id, lobby.id, later.id, ended.id]
    assert await finding.due(store, 30, limit=2) == [soon.id, lobby.id]


async def test_what_has_been_touched_lately(store: Store) -> None:
    acted = await changed(store, await running(store), [line(0), line(1)])
    idle = await running(store)
    await changed(store, await running(store), **over("x", 1_500))
    await open_lobby(store, *sitting("ann"))
    assert await finding.touched(store, 1_001) == [idle.id + 1, idle.id, acted.id]
    assert await finding.touched(store, 1_001, limit=1) == [idle.id + 1]
    assert await finding.touched(store, 2_001) == []


async def test_where_many_tables_stand(store: Store) -> None:
    rows = [await open_lobby(store, *sitting("ann"), channel_id=n) for n in range(20, 23)]
    await store.place(rows[2].id, None, 100, 30)
    assert await finding.tables(store, [rows[0].id, rows[2].id, 99]) == {
        rows[0].id: TableRow(rows[0].id, 20),
        rows[2].id: TableRow(rows[2].id, 30, 100),
    }


async def test_counting(store: Store) -> None:
    for _ in range(3):
        await open_lobby(store, *sitting("ann"))
    await running(store)
    done = [await finished(store, {ANN: (WHOLE, 3)}, at=5) for _ in range(2)]
    assert [await finding.count(store, status) for status in ("lobby", "running", "over", "cancelled")] == [
        3,
        1,
        2,
        0,
    ]
    assert await finding.finished(store) == [row.id for row in done]


async def test_rows_hold_what_the_tables_hold() -> None:
    """A column that is added to a table and forgotten in its row would be lost at the next change."""
    assert {field.name for field in fields(MatchRow)} - {"seats"} == set(matches.c.keys())
    assert {field.name for field in fields(SeatRow)} == set(seats.c.keys()) - {"match_id", "seat"}
    assert {field.name for field in fields(TableRow)} == set(tables.c.keys())
    assert set(JournalRow._fields) == set(journal.c.keys()) - {"match_id"}
    assert set(ResultRow._fields) <= set(results.c.keys())
