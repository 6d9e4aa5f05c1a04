"""The rules of Heart of the Cards, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from engine.cards import TEXTS
from engine.core import ChanceNode, IllegalAction, Result, Rules, Seat, Tell
from engine.games.heart import ending, picking, refusals, wildcards
from engine.games.heart import view as views
from engine.games.heart.cards import POINTS, QUEENS, WILDCARDS, Cards
from engine.games.heart.model import (
    SIZES,
    Action,
    Deal,
    Discard,
    HeartOptions,
    Pick,
    Roll,
    State,
    Why,
    Wild,
)
from engine.games.heart.view import View

_POINTS, _WILDCARDS = frozenset(POINTS), frozenset(WILDCARDS)


class Heart(Rules[HeartOptions, State, Action, View]):
    """Heart of the Cards.

    Actions are listed so: spots by number; the cards that a Wildcard may meet as they were taken.
    """

    slug = "heart"
    seats = range(2, 5)
    Options = HeartOptions
    actions = (Pick, Wild)
    outcomes = (Deal, Roll, Discard)
    result_rules: ClassVar[Mapping[str, str]] = {
        "scores": "R25",
        "winners": "R25",
        "rounds": "R27",
        "rounds.queen": "R11",
        "rounds.first": "R13",
        "rounds.wilds": "R16",
        "rounds.points": "R20",
        "rounds.totals": "R22",
        "rounds.winner": "R23",
    }
    spoken: ClassVar[Mapping[str, Callable[[Any], str]]] = {"card": TEXTS.__getitem__}

    def start(self, options: HeartOptions, seats: int) -> State:
        return State(options, seats, "deal", (), (0,) * seats)

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.waiting or state.asked == "nothing":
            return None
        if state.asked == "deal":
            return _deal(SIZES[state.options.size], state.seats if state.options.wildcards else 0)
        if state.asked == "discard":
            return _discard(wildcards.player(state), wildcards.eligible(state))
        if state.asked == "roll":
            return _roll("R12", "first", state.rolling)
        return _roll("R24", "tie", state.rolling)

    def resolve(self, state: State, outcome: Deal | Roll | Discard, tell: Tell) -> None:
        if isinstance(outcome, Deal):
            picking.deal(state, outcome, tell)
        elif isinstance(outcome, Roll):
            ending.roll(state, outcome, tell)
        else:
            wildcards.settle(state, outcome.card, tell)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.waiting

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.waiting:
            return ()
        if state.asked == "wild":
            return wildcards.legal(state)
        return state.left[state.wilds_left :] if state.wilds[seat] else state.left

    def refusal(self, state: State, seat: Seat | None, action: Any) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Pick):
            picking.pick(state, seat, action, tell)
        else:
            wildcards.settle(state, action.card, tell)

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Random) -> State:
        return views.imagine(view, rng)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def result(self, state: State) -> Result | None:
        return ending.result(state)


@cache
def _deal(spots: int, wilds: int) -> ChanceNode[Deal]:
    def sample(rng: Random) -> Deal:
        return Deal(
            QUEENS[rng.randrange(4)], (*_some(WILDCARDS, wilds, rng), *_some(POINTS, spots - wilds, rng))
        )

    def admits(outcome: Deal) -> bool:
        cards = outcome.spots
        return (
            outcome.queen in QUEENS
            and len(cards) == len(set(cards)) == spots
            and _WILDCARDS.issuperset(cards[:wilds])
            and _POINTS.issuperset(cards[wilds:])
        )

    return ChanceNode(Deal, "R8" if wilds else "R10", sample, admits)


def _some(cards: Cards, n: int, rng: Random) -> list[int]:
    """Cards of a pile freshly shuffled; none need no shuffle."""
    if not n:
        return []
    pile = list(cards)
    rng.shuffle(pile)
    return pile[:n]


@cache
def _roll(rule: str, why: Why, seats: tuple[Seat, ...]) -> ChanceNode[Roll]:
    return ChanceNode(
        Roll,
        rule,
        sample=lambda rng: Roll(why, seats, tuple([rng.randrange(6) + 1 for _ in seats])),
        admits=lambda outcome: (
            outcome.why == why
            and outcome.seats == seats
            and len(outcome.values) == len(seats)
            and all(1 <= value <= 6 for value in outcome.values)
        ),
        fixed={"why": why, "seats": list(seats)},
    )


def _discard(seat: Seat, cards: Sequence[int]) -> ChanceNode[Discard]:
    return ChanceNode(
        Discard,
        "R20",
        sample=lambda rng: Discard(seat, cards[rng.randrange(len(cards))]),
        admits=lambda outcome: outcome.seat == seat and outcome.card in cards,
        fixed={"seat": seat},
        secret={"from": [TEXTS[card] for card in cards]},
    )
