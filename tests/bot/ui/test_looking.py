"""Who is told of their turn: those who are waited for and do not seem to be looking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.store import SeatRow
from bot.ui import looking
from bot.ui.looking import AWAY, Plan, Seen
from tests.bot.kept import sitting
from tests.bot.toy import TOY, Bid, toy_row

NOW = 10_000.0
ANN, BOB, CAT = sitting("ann", "bob", "cat")
ADA = SeatRow(None, "normal", "Ada")
LEFT = replace(BOB, level="normal")
GONE_FOR_NOW = replace(LEFT, away=True)


def bidding(*seats: SeatRow) -> Match:
    """A match in which everybody is to bid for the first time."""
    return Match.begin(toy_row(*seats), TOY)


def over(*seats: SeatRow) -> Match:
    match = bidding(*seats)
    match.row = replace(match.row, status="over")
    return match


@pytest.mark.parametrize(
    ("seats", "waited_for"),
    [
        ((ANN, BOB), {0: 1, 1: 2}),
        ((ANN, ADA, CAT), {0: 1, 2: 3}),
        ((ANN, LEFT), {0: 1}),
        ((ANN, GONE_FOR_NOW), {0: 1}),
        ((ADA, LEFT), {}),
    ],
)
def test_people_who_are_to_choose_are_waited_for(
    seats: tuple[SeatRow, ...], waited_for: dict[int, int]
) -> None:
    assert looking.waited_for(bidding(*seats)) == waited_for
    assert looking.waited_for(over(*seats)) == {}


def test_who_has_chosen_is_not_waited_for() -> None:
    match = bidding(ANN, BOB)
    match.play(0, Bid(1), at=1)
    assert looking.waited_for(match) == {1: 2}


def test_nobody_is_told_who_plays_alone() -> None:
    assert looking.plan(bidding(ANN, ADA), {}, {}, NOW) == Plan((), None)


def test_nobody_is_told_of_a_match_that_is_over() -> None:
    assert looking.plan(over(ANN, BOB), {}, {}, NOW) == Plan((), None)


NEW, OLD = 1, 0
"""Stamps: of the decision that is due, and of the one before it."""

TOLD: dict[str, tuple[dict[int, int], dict[int, Seen], Plan]] = {
    "nobody looks": ({}, {}, Plan((0, 1), None)),
    "one was told of this decision": ({0: NEW}, {}, Plan((1,), None)),
    "one was told of an earlier decision": ({0: OLD}, {}, Plan((0, 1), None)),
    "both were told": ({0: NEW, 1: NEW}, {}, Plan((), None)),
    "one looks at a hand that was refreshed": ({}, {0: Seen(NEW, OLD, NOW)}, Plan((1,), AWAY)),
    "one pressed a while ago": ({}, {0: Seen(NEW, OLD, NOW - AWAY + 5)}, Plan((1,), 5)),
    "one pressed too long ago": ({}, {0: Seen(NEW, OLD, NOW - AWAY)}, Plan((0, 1), None)),
    "one has an old decision open": ({}, {0: Seen(OLD, OLD, NOW)}, Plan((0, 1), None)),
    "both look, and the first who may be away is looked for": (
        {},
        {0: Seen(NEW, OLD, NOW - 10), 1: Seen(NEW, OLD, NOW - 30)},
        Plan((), AWAY - 30),
    ),
    "somebody who is told already is not looked for": ({0: NEW}, {0: Seen(NEW, OLD, NOW)}, Plan((1,), None)),
}


@pytest.mark.parametrize("name", TOLD)
def test_who_is_told(name: str) -> None:
    told, looks, plan = TOLD[name]
    assert looking.plan(bidding(ANN, BOB), told, looks, NOW) == plan
