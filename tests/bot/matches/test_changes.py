"""Decisions about matches: from the match, a command and the time to what is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.matches import changes, pace
from bot.matches import match as decisions
from bot.matches.match import Choice, Decided, Match
from bot.matches.pace import DAY, HOUR, MINUTE
from bot.matches.refusals import Refused
from bot.store import Change, MatchRow, SeatRow
from engine.core import IllegalAction
from tests.bot.kept import over, sitting
from tests.bot.toy import TOY, Bid, Take, toy_row

AT = 1_000_000
ANN, BOB, CAT = sitting("ann", "bob", "cat")
ADA = SeatRow(None, "normal", "Ada")
AWAY = replace(BOB, level="normal", misses=2, away=True)
DECISION, WARNING = pace.PACES["relaxed"]
SOLO = pace.PACES["none"]

Expected = str | dict[str, Any] | None
"""The code of a refusal, the values that the row has afterwards, or None where nothing changes."""


def row(*seats: SeatRow, rounds: int = 2, **values: Any) -> MatchRow:
    """A running match of these; of ann and bob, whose time began at ``AT``, unless said otherwise."""
    times: dict[str, Any] = {"deadline": AT + DECISION, "due": AT + DECISION - WARNING, "pace": "relaxed"}
    return replace(toy_row(*(seats or (ANN, BOB)), rounds=rounds), **times | values)


def begun(*seats: SeatRow, **values: Any) -> Match:
    """A match in which everybody is to bid."""
    return Match.begin(row(*seats, **values), TOY)


def taking(*seats: SeatRow, **values: Any) -> Match:
    """A match in which the first seat is to take counters."""
    match = begun(*seats, **values)
    for seat in match.waiting:
        match.play(seat, Bid(0), at=AT)
    match.entries = []
    assert match.waiting == (0,)
    return match


def check(decide: Callable[[], Decided | None], expected: Expected, was: MatchRow) -> Change | None:
    """The change that was decided, which is as expected."""
    if isinstance(expected, str):
        with pytest.raises(Refused) as refused:
            decide()
        assert refused.value.code == expected
        return None
    decided = decide()
    if expected is None:
        assert decided is None
        return None
    assert decided is not None
    change = decided.change
    assert change.was is was
    assert {name: getattr(change.row, name) for name in expected} == expected
    assert decided.match is None or decided.match.row is change.row
    return change


# Choices

ACTS: dict[str, tuple[Match, int, int, int, Expected]] = {
    "a bid": (begun(), 1, 1, 3, {"status": "running", "deadline": AT + DECISION}),
    "somebody else": (begun(), 9, 1, 0, "not_seated"),
    "somebody who left": (begun(ANN, replace(BOB, level="normal")), 2, 1, 0, "not_seated"),
    "a decision of the past": (begun(), 1, 0, 0, "stale"),
    "a decision to come": (begun(), 1, 2, 0, "stale"),
    "an option that is none": (begun(), 1, 1, 4, "stale"),
    "an option before the first": (begun(), 1, 1, -1, "stale"),
    "not one's turn": (taking(), 2, 1, 0, "waiting"),
    "after the end": (begun(**over("taken", AT)), 1, 1, 0, "over"),
    "a new decision gets new time": (taking(), 1, 2, 0, {"deadline": AT + HOUR + DECISION}),
    "against computers there is the longest time": (
        taking(ANN, ADA),
        1,
        2,
        0,
        {"deadline": AT + HOUR + SOLO.decision, "computer_due": True},
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_act(name: str) -> None:
    match, person, stamp, choice, expected = ACTS[name]
    before = (match.state.clone(), list(match.steps), match.row)
    change = check(lambda: decisions.act(match, person, stamp, choice, AT + HOUR), expected, match.row)
    if change is not None:
        assert [(entry.n, entry.player_id, entry.at) for entry in change.entries] == [
            (len(match.steps), person, AT + HOUR)
        ]
    assert (match.state, match.steps, match.row) == before, "the match itself is as it was"


def test_a_press_counts_no_more_misses() -> None:
    match = begun(replace(ANN, misses=1), BOB)
    assert decisions.act(match, 1, 1, 0, AT).change.row.seats[0] == ANN


def test_answers_of_computers_are_kept_with_the_choice_as_far_as_they_fit() -> None:
    match = begun(ANN, ADA, BOB)
    fits, past, persons = Choice(1, 1, Bid(2)), Choice(1, 0, Bid(2)), Choice(2, 1, Bid(2))
    for answers, kept in (((fits,), 2), ((past, fits), 1), ((persons,), 1), ((fits, fits), 2)):
        decided = decisions.act(match, 1, 1, 0, AT, answers)
        assert len(decided.change.entries) == kept
        assert decided.match is not None
        assert len(decided.match.steps) == kept
        assert decided.change.row.computer_due == (kept == 1)


def test_computers_write_only_what_answers_the_decision_that_is_due() -> None:
    match = begun(ANN, ADA, BOB)
    decided = decisions.computers(match, [Choice(1, 1, Bid(2)), Choice(1, 1, Bid(3))], AT)
    assert decided is not None
    assert [entry.player_id for entry in decided.change.entries] == [None]
    assert not decided.change.row.computer_due
    for choice in (Choice(1, 2, Bid(2)), Choice(0, 1, Bid(2))):
        assert decisions.computers(match, [choice], AT) is None
    assert decisions.computers(match, [], AT) is None


def test_an_illegal_choice_is_refused_whoever_it_comes_from() -> None:
    match = begun(ANN, ADA)
    wrong = Choice(1, 1, Bid(4)), Choice(1, 1, Take(1))
    for choice in wrong:
        with pytest.raises(IllegalAction):
            decisions.computers(match, [choice], AT)
        with pytest.raises(IllegalAction):
            decisions.act(match, 1, 1, 0, AT, [choice])
    with pytest.raises(IllegalAction):
        decisions.stand_in(match, [Choice(0, 1, Bid(4))], AT + DECISION)
    assert match.steps == []
    assert match.entries == []


def test_the_last_choice_ends_the_match_and_brings_the_results() -> None:
    match = begun(rounds=1)
    while True:
        seat = match.waiting[0]
        person = match.row.seats[seat].player_id
        assert person is not None
        decided = decisions.act(match, person, match.stamps[seat], 0, AT + HOUR)
        assert decided.match is not None
        if decided.change.row.status == "over":
            break
        assert decided.change.results == ()
        match = decided.match
    ended = over("taken", AT + HOUR)
    assert {name: getattr(decided.change.row, name) for name in ended} == ended
    assert [line.player_id for line in decided.change.results] == [1, 2]
    assert decided.match.waiting == ()


def test_a_start_is_one_change() -> None:
    waiting = row(ANN, ADA, status="lobby")
    running = replace(waiting, status="running", started_at=AT, deadline=None, due=None)
    decided = decisions.started(waiting, Match.begin(running, TOY), AT)
    expected = {"status": "running", "computer_due": True, "deadline": AT + SOLO.decision}
    check(lambda: decided, expected, waiting)


# Time

LATE = AT + DECISION


@pytest.mark.parametrize(
    ("match", "at", "so"),
    [
        (begun(), LATE, True),
        (begun(), LATE - 1, False),
        (begun(paused_at=AT), LATE, False),
        (begun(deadline=None), LATE, False),
        (begun(**over("taken", AT)), LATE, False),
    ],
)
def test_overdue(match: Match, at: int, *, so: bool) -> None:
    assert decisions.overdue(match, at) == so
    if not so:
        assert decisions.stand_in(match, [Choice(0, 1, Bid(0))], at) is None


def test_stand_ins_choose_for_those_who_are_late_and_nobody_else() -> None:
    match = begun(ANN, ADA, replace(BOB, misses=1))
    choices = [Choice(seat, 1, Bid(seat)) for seat in range(3)]
    decided = decisions.stand_in(match, choices, LATE)
    assert decided is not None
    assert [(entry.entry, entry.player_id) for entry in decided.change.entries] == [
        ('{"seat":0,"do":"bid","n":0}', None),
        ('{"seat":2,"do":"bid","n":2}', None),
    ]
    assert decided.change.row.seats == (replace(ANN, misses=1), ADA, AWAY)
    assert decided.change.row.computer_due


def test_a_stand_in_counts_only_for_the_decision_that_was_late() -> None:
    assert decisions.stand_in(begun(), [Choice(0, 0, Bid(0)), Choice(1, 2, Bid(0))], LATE) is None


ROWS: dict[str, tuple[MatchRow, Callable[[MatchRow, int], Decided | None], int, Expected]] = {
    "warn": (row(), changes.warn, LATE - WARNING, {"due": LATE, "deadline": LATE}),
    "warn too soon": (row(), changes.warn, LATE - WARNING - 1, None),
    "warn too late": (row(), changes.warn, LATE, None),
    "warn in a pause": (row(paused_at=AT), changes.warn, LATE - WARNING, None),
    "warn after the end": (row(**over("taken", AT)), changes.warn, LATE - WARNING, None),
    "pause": (
        row(),
        lambda there, at: changes.pause(there, "forbidden", at),
        AT,
        {"paused_at": AT, "paused_why": "forbidden", "due": AT + pace.RETRY, "deadline": LATE},
    ),
    "pause again": (
        row(paused_at=AT, paused_why="gone"),
        lambda there, at: changes.pause(there, "forbidden", at),
        AT + HOUR,
        {"paused_at": AT, "paused_why": "forbidden", "due": AT + HOUR + HOUR},
    ),
    "pause after the end": (
        row(**over("taken", AT)),
        lambda there, at: changes.pause(there, "gone", at),
        AT,
        None,
    ),
    "resume": (
        row(paused_at=AT + MINUTE, paused_why="gone"),
        changes.resume,
        AT + HOUR,
        {
            "paused_at": None,
            "paused_why": None,
            "deadline": LATE + HOUR - MINUTE,
            "due": LATE + HOUR - MINUTE - WARNING,
        },
    ),
    "resume what is not paused": (row(), changes.resume, AT, None),
    "resume after the end": (row(status="over", paused_at=AT), changes.resume, AT, None),
    "give up": (
        row(paused_at=AT, paused_why="forbidden"),
        changes.give_up,
        AT + pace.GIVEN_UP,
        {"status": "cancelled", "why": "unreachable", "deadline": None, "due": None, "rematch_of": None},
    ),
    "give up what cannot be read": (
        row(paused_at=AT, paused_why="unreadable"),
        changes.give_up,
        AT + pace.GIVEN_UP,
        {"status": "cancelled", "why": "unreadable"},
    ),
    "give up too soon": (row(paused_at=AT), changes.give_up, AT + pace.GIVEN_UP - 1, None),
    "give up what is not paused": (row(), changes.give_up, AT + pace.GIVEN_UP, None),
    "look again": (row(), lambda there, at: changes.look_again(there, HOUR, at), AT, {"due": AT + HOUR}),
    "show the end later": (
        row(status="over", ended_at=AT),
        lambda there, at: changes.show_end_later(there, HOUR, at),
        AT + DAY - 1,
        {"due": AT + DAY - 1 + HOUR},
    ),
    "show the end no more": (
        row(status="over", ended_at=AT),
        lambda there, at: changes.show_end_later(there, HOUR, at),
        AT + DAY,
        None,
    ),
    "the end is shown": (row(due=AT), lambda there, _: changes.end_shown(there, AT), AT, {"due": None}),
    "the end has a new time": (row(due=LATE), lambda there, _: changes.end_shown(there, AT), AT, None),
}


@pytest.mark.parametrize("name", ROWS)
def test_times(name: str) -> None:
    was, decide, at, expected = ROWS[name]
    change = check(lambda: decide(was, at), expected, was)
    assert change is None or (change.entries, change.results, change.row.seats) == ((), (), was.seats)


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (begun(), {"deadline": AT + HOUR + DECISION, "due": AT + HOUR + DECISION - WARNING}),
        (begun(paused_at=AT), None),
        (begun(deadline=None), None),
        (begun(**over("taken", AT)), None),
    ],
)
def test_the_time_of_a_hidden_decision_begins_when_it_is_seen(match: Match, expected: Expected) -> None:
    check(lambda: decisions.restart_clock(match, AT + HOUR), expected, match.row)


# Seats

LEFT = replace(BOB, level="normal")

LEAVES: dict[str, tuple[MatchRow, int, Expected]] = {
    "a computer takes the seat": (row(), 2, {"seats": (ANN, LEFT), "computer_due": True, "host_id": 1}),
    "another person is host": (
        row(ANN, ADA, BOB, CAT),
        1,
        {"seats": (replace(ANN, level="normal"), ADA, BOB, CAT), "host_id": 2},
    ),
    "nobody is left": (
        row(ANN, LEFT, ADA),
        1,
        {"status": "cancelled", "why": "abandoned", "computer_due": False, "deadline": None, "due": None},
    ),
    "who is away may come back": (row(ANN, AWAY), 1, {"status": "running"}),
    "who is away leaves": (row(ANN, AWAY), 2, {"seats": (ANN, LEFT)}),
    "who has left": (row(ANN, LEFT), 2, "not_seated"),
    "who never sat there": (row(), 9, "not_seated"),
}


@pytest.mark.parametrize("name", LEAVES)
def test_leave(name: str) -> None:
    was, person, expected = LEAVES[name]
    change = check(lambda: decisions.leave(Match.begin(was, TOY), person, AT), expected, was)
    assert change is None or (change.entries, change.results) == ((), ())


UNREADABLE: dict[str, tuple[MatchRow, int, Expected]] = {
    "a computer takes the seat": (row(), 2, {"seats": (ANN, LEFT), "status": "running"}),
    "nobody is left": (row(ANN, ADA), 1, {"status": "cancelled", "why": "abandoned"}),
    "who never sat there": (row(), 9, "not_seated"),
    "after the end": (row(**over("taken", AT)), 1, "not_seated"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_leave_a_match_that_cannot_be_read(name: str) -> None:
    was, person, expected = UNREADABLE[name]
    check(lambda: changes.leave_unreadable(was, person, AT), expected, was)


@pytest.mark.parametrize(
    ("seats", "person", "expected"),
    [
        ((ANN, AWAY), 2, {"seats": (ANN, BOB), "computer_due": False}),
        ((AWAY, replace(AWAY, player_id=3)), 2, {"computer_due": True}),
        ((ANN, BOB), 2, None),
        ((ANN, LEFT), 2, None),
        ((ANN, AWAY), 9, None),
    ],
)
def test_take_back(seats: tuple[SeatRow, ...], person: int, expected: Expected) -> None:
    was = row(*seats, computer_due=True)
    check(lambda: decisions.take_back(Match.begin(was, TOY), person, AT), expected, was)
