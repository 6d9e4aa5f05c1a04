"""The rules of Heart of the Cards, put together."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from engine.cards import TEXTS
from engine.chance import shuffled
from engine.core import ChanceNode, Rules, Seat, Tell
from engine.games.heart import ending, picking, wildcards
from engine.games.heart.cards import POINTS, QUEENS, WILDCARDS, Cards
from engine.games.heart.ending import result
from engine.games.heart.model import SIZES, Action, Deal, Discard, HeartOptions, Pick, Roll, Why, Wild
from engine.games.heart.refusals import refusal
from engine.games.heart.state import State, View
from engine.games.heart.view import imagine, view

_WILDS = tuple(map(Wild, range(52)))
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

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    result = staticmethod(result)

    def start(self, options: HeartOptions, seats: int) -> State:
        return State(options=options, seats=seats, asked="deal", scores=(0,) * seats)

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.to_act or state.asked == "nothing":
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

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.to_act:
            return ()
        if state.asked == "wild":
            return [_WILDS[card] for card in wildcards.eligible(state)]
        return state.left[state.wilds_left :] if state.wilds[seat] else state.left

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Pick):
            picking.pick(state, seat, action, tell)
        else:
            wildcards.settle(state, action.card, tell)


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


def _some(cards: Cards, n: int, rng: Random) -> Cards:
    """Cards of a pile freshly shuffled; a pile of which none are needed is not shuffled."""
    return shuffled(cards, rng)[:n] if n else ()


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
