"""Decisions about lobbies: who sits down, who may do what, and how a match begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.matches import lobby, pace
from bot.matches.errors import Refused
from bot.matches.lobby import COMPUTERS, Lobby, Place
from bot.matches.match import Decided, Match
from bot.store import MatchRow, Person, SeatRow
from engine.core import BadOptions
from tests.bot.kept import lobby_row, over, sitting
from tests.bot.toy import TOY, Toy, ToyOptions

AT = 1_000_000
ANN, BOB, CAT, DAN, EVE = sitting("ann", "bob", "cat", "dan", "eve")
ADA, BLAISE = SeatRow(None, "normal", "Ada"), SeatRow(None, "random", "Blaise")
INVITED = replace(BOB, ready=False)
HOST = Person(1, "ann")
PLACE = Place(10, 20, "de")

Expected = str | dict[str, Any]
"""The code of a refusal, or the values that the row has afterwards."""


def row(*seats: SeatRow, **values: Any) -> MatchRow:
    return lobby_row(*seats, **{"id": 1, "slug": "toy", "options": {"rounds": 2}, **values})


def check(decide: Callable[[], Decided], expected: Expected, was: MatchRow | None) -> Decided | None:
    """What was decided, which is as expected."""
    if isinstance(expected, str):
        with pytest.raises(Refused) as refused:
            decide()
        assert refused.value.code == expected
        return None
    decided = decide()
    assert decided.change.was is was
    assert {name: getattr(decided.change.row, name) for name in expected} == expected
    return decided


COMMANDS: dict[str, tuple[MatchRow, lobby.Decide, Expected]] = {
    "join": (row(ANN), lobby.join(Person(2, "bob")), {"seats": (ANN, BOB)}),
    "join in a computer's place": (
        row(ANN, ADA, BLAISE, CAT),
        lobby.join(Person(2, "bob")),
        {"seats": (ANN, ADA, BOB, CAT)},
    ),
    "join when invited": (row(ANN, INVITED), lobby.join(Person(2, "bob")), {"seats": (ANN, BOB)}),
    "join twice": (row(ANN, BOB), lobby.join(Person(2, "bob")), "seated"),
    "join a full table": (row(ANN, BOB, CAT, DAN), lobby.join(Person(5, "eve")), "full"),
    "leave": (row(ANN, BOB), lobby.leave(2), {"seats": (ANN,), "host_id": 1, "status": "lobby"}),
    "leave as host": (row(ANN, BOB, CAT), lobby.leave(1), {"seats": (BOB, CAT), "host_id": 2}),
    "the next host is one who has agreed": (
        row(ANN, INVITED, CAT),
        lobby.leave(1),
        {"seats": (INVITED, CAT), "host_id": 3},
    ),
    "leave as the last": (
        row(ANN, ADA, INVITED, rematch_of=None),
        lobby.leave(1),
        {"status": "cancelled", "why": "left", "ended_at": AT, "due": None},
    ),
    "leave without a seat": (row(ANN), lobby.leave(9), "not_seated"),
    "add a computer": (row(ANN), lobby.add_computer(1, "normal"), {"seats": (ANN, ADA)}),
    "add another": (row(ANN, ADA), lobby.add_computer(1, "random"), {"seats": (ANN, ADA, BLAISE)}),
    "add to a full table": (row(ANN, BOB, CAT, DAN), lobby.add_computer(1, "normal"), "full"),
    "add of no level": (row(ANN), lobby.add_computer(1, "genius"), "stale"),
    "add as a guest": (row(ANN, BOB), lobby.add_computer(2, "normal"), "not_host"),
    "remove a computer": (
        row(ANN, ADA, BOB, BLAISE, CAT),
        lobby.remove_computer(1),
        {"seats": (ANN, ADA, BOB, CAT)},
    ),
    "remove where none is": (row(ANN, BOB), lobby.remove_computer(1), "no_computer"),
    "remove as a guest": (row(ANN, BOB, ADA), lobby.remove_computer(2), "not_host"),
    "set an option": (row(ANN), lobby.set_option(1, "rounds", 5), {"options": {"rounds": 5}}),
    "set an option wrongly": (row(ANN), lobby.set_option(1, "rounds", "many"), "stale"),
    "set no option": (row(ANN), lobby.set_option(1, "colour", 5), "stale"),
    "set as a guest": (row(ANN, BOB), lobby.set_option(2, "rounds", 5), "not_host"),
    "set the pace": (row(ANN), lobby.set_pace(1, "live"), {"pace": "live"}),
    "set no pace": (row(ANN), lobby.set_pace(1, "hasty"), "stale"),
    "set the pace as a guest": (row(ANN, BOB), lobby.set_pace(2, "live"), "not_host"),
    "hand over": (row(ANN, BOB), lobby.hand_over(1, 2), {"host_id": 2}),
    "hand over to nobody here": (row(ANN, BOB), lobby.hand_over(1, 9), "not_seated"),
    "hand over as a guest": (row(ANN, BOB), lobby.hand_over(2, 2), "not_host"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands(name: str) -> None:
    was, decide, expected = COMMANDS[name]
    decided = check(lambda: decide(Lobby(was, TOY), AT), expected, was)
    assert decided is None or (decided.change.entries, decided.change.results) == ((), ())


@pytest.mark.parametrize(
    "decide",
    [
        lobby.join(Person(2, "bob")),
        lobby.add_computer(1, "normal"),
        lobby.remove_computer(1),
        lobby.set_option(1, "rounds", 5),
        lobby.set_pace(1, "live"),
        lobby.hand_over(1, 1),
    ],
)
def test_a_game_that_is_not_played_any_more_can_only_be_left(decide: lobby.Decide) -> None:
    was = row(ANN)
    check(lambda: decide(Lobby(was, None), AT), "gone", was)
    check(lambda: lobby.leave(1)(Lobby(was, None), AT), {"status": "cancelled"}, was)


def test_a_name_is_remembered_when_somebody_joins() -> None:
    person = Person(2, "bob", "de")
    assert lobby.join(person)(Lobby(row(ANN), TOY), AT).change.person == person


def test_open() -> None:
    expected = {
        "status": "lobby",
        "seats": (ANN,),
        "host_id": 1,
        "server_id": 10,
        "locale": "de",
        "options": {"rounds": 3},
        "pace": "live",
        "deadline": AT + pace.LOBBY,
        "due": AT + pace.LOBBY,
    }
    decided = check(lambda: lobby.opened(TOY, ToyOptions(rounds=3), HOST, PLACE, "live", AT), expected, None)
    assert decided is not None
    assert (decided.change.person, decided.change.channel_id) == (HOST, 20)


@pytest.mark.parametrize(
    ("was", "at", "closed"),
    [
        (row(ANN, due=AT), AT, True),
        (row(ANN, due=AT), AT - 1, False),
        (row(ANN, due=None), AT, False),
        (row(ANN, due=AT, status="running"), AT, False),
        (row(ANN, due=AT, status="cancelled"), AT, False),
    ],
)
def test_expire(was: MatchRow, at: int, *, closed: bool) -> None:
    decided = lobby.expire(was, at)
    assert (decided is not None) == closed
    if decided is not None:
        assert (decided.change.row.status, decided.change.row.why) == ("cancelled", "expired")


# The start


def backwards(seats: list[SeatRow]) -> list[SeatRow]:
    """An order of the seats as though by lot."""
    return seats[::-1]


def started(was: MatchRow, by: int = 1) -> Decided:
    return lobby.start(Lobby(was, TOY), by, backwards, AT)


STARTS: dict[str, tuple[MatchRow, int, Expected]] = {
    "people": (row(ANN, BOB, CAT), 1, {"seats": (CAT, BOB, ANN), "status": "running", "started_at": AT}),
    "a computer fills up": (row(ANN), 1, {"seats": (ADA, ANN), "computer_due": True}),
    "who has not agreed gives way": (row(ANN, INVITED, CAT), 1, {"seats": (CAT, ANN)}),
    "a rematch keeps its order": (row(ANN, BOB, CAT, rematch_of=7), 1, {"seats": (ANN, BOB, CAT)}),
    "a guest": (row(ANN, BOB), 2, "not_host"),
}


@pytest.mark.parametrize("name", STARTS)
def test_start(name: str) -> None:
    was, by, expected = STARTS[name]
    decided = check(lambda: started(was, by), expected, was)
    if decided is not None:
        assert decided.match is not None
        assert decided.match.row == decided.change.row
        assert decided.change.row.deadline is not None


def test_a_start_with_options_that_do_not_suit_the_seats_is_refused() -> None:
    class Few(Toy):
        def check(self, options: ToyOptions, seats: int) -> None:
            raise BadOptions("rounds", "too_few")

    was = row(ANN, BOB)
    check(lambda: lobby.start(Lobby(was, Few()), 1, backwards, AT), "bad_options", was)
    check(lambda: lobby.start(Lobby(was, None), 1, backwards, AT), "gone", was)


def test_lots_decide_the_order_and_stay_the_same_when_a_start_is_decided_again() -> None:
    seats = [ANN, BOB, CAT, DAN]
    order = lobby.seating()
    assert order(seats) == order(seats)
    assert sorted(order(seats), key=seats.index) == seats
    assert len({tuple(seat.name for seat in lobby.seating()(seats)) for _ in range(200)}) > 12


def test_no_two_computers_at_a_table_have_one_name() -> None:
    seats: list[SeatRow] = [ANN, replace(BOB, name="Ada")]
    for _ in range(len(COMPUTERS) - 1):
        seats.append(lobby.computer(seats, "normal"))
    assert len({seat.name for seat in seats}) == len(seats)


# Rematches


def finished(*seats: SeatRow, **values: Any) -> Match:
    return Match.begin(replace(row(*seats), **over("taken", AT), **values), TOY)


def test_a_rematch_seats_the_same_rotated_by_one_and_only_who_asked_has_agreed() -> None:
    played = finished(ANN, BOB, ADA, replace(CAT, player_id=-7), pace="daily")
    expected = {
        "seats": (INVITED, ADA, ANN),
        "host_id": 1,
        "rematch_of": 1,
        "pace": "daily",
        "status": "lobby",
    }
    decided = lobby.rematch(played, None, HOST, PLACE, AT)
    assert decided is not None
    check(lambda: decided, expected, None)


def test_who_left_is_invited_as_a_person_again() -> None:
    decided = lobby.rematch(finished(ANN, replace(BOB, level="normal")), None, HOST, PLACE, AT)
    assert decided is not None
    assert decided.change.row.seats == (INVITED, ANN)


ASKED: dict[str, tuple[MatchRow, int, Expected | None]] = {
    "agree": (
        row(INVITED, ANN, replace(CAT, ready=False)),
        2,
        {"seats": (BOB, ANN, replace(CAT, ready=False))},
    ),
    "agree twice": (row(BOB, ANN), 2, None),
    "it has begun": (row(BOB, ANN, status="running"), 2, None),
    "it has begun without them": (row(ANN, CAT, status="running"), 2, "running"),
    "it is over": (row(BOB, ANN, **over("taken", AT)), 2, "running"),
    "who did not play": (row(BOB, ANN), 9, "not_yours"),
}


@pytest.mark.parametrize("name", ASKED)
def test_joining_a_rematch(name: str) -> None:
    asked, person, expected = ASKED[name]

    def decide() -> Decided | None:
        return lobby.rematch(finished(ANN, BOB), asked, Person(person, "bob"), PLACE, AT)

    if isinstance(expected, str):
        with pytest.raises(Refused, match=expected):
            decide()
        return
    decided = decide()
    assert (decided is None) == (expected is None)
    if decided is not None and expected is not None:
        check(lambda: decided, expected, asked)


def test_a_rematch_begins_with_the_last_who_agrees_in_one_change() -> None:
    asked = row(INVITED, ADA, ANN, rematch_of=1)
    for decided in (
        lobby.rematch(finished(ANN, BOB, ADA), asked, Person(2, "bob"), PLACE, AT),
        lobby.join(Person(2, "bob"))(lobby.Lobby(asked, TOY), AT),
    ):
        assert decided is not None
        assert decided.match is not None
        change = decided.change
        assert (change.was, change.row.status, change.row.seats) == (asked, "running", (BOB, ADA, ANN))
        assert change.person == Person(2, "bob"), "their latest name is kept, too"


def test_a_rematch_of_one_person_begins_without_having_been_a_lobby() -> None:
    decided = lobby.rematch(finished(ANN, ADA), None, HOST, PLACE, AT)
    assert decided is not None
    assert decided.match is not None
    change = decided.change
    assert (change.was, change.row.status, change.row.seats) == (None, "running", (ADA, ANN))
    assert (change.channel_id, change.person, change.row.started_at) == (PLACE.channel_id, HOST, AT)


def test_a_guest_who_joins_begins_no_rematch() -> None:
    asked = row(ANN, rematch_of=1)
    decided = lobby.join(Person(2, "bob"))(lobby.Lobby(asked, TOY), AT)
    assert (decided.match, decided.change.row.status) == (None, "lobby")


def test_a_match_that_still_runs_has_no_rematch() -> None:
    running = Match.begin(row(ANN, BOB, status="running"), TOY)
    with pytest.raises(Refused, match="running"):
        lobby.rematch(running, None, HOST, PLACE, AT)
