"""The rules of Hi-Lo Flip, put together."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from engine.core import ChanceNode, IllegalAction, Result, Rules, Seat, Tell
from engine.games.flip import imagining, refusals, scoring, turns
from engine.games.flip import view as views
from engine.games.flip.model import (
    CARDS,
    Chip,
    FlipOptions,
    Play,
    Reshuffle,
    Shuffle,
    State,
)
from engine.games.flip.view import View

_PLAY_OF = tuple(map(Play, range(CARDS[-1] + 1))).__getitem__
_ORDER = list(CARDS)
_SIDES = Chip("hi"), Chip("lo")


class Flip(Rules[FlipOptions, State, Play, View]):
    """Hi-Lo Flip. Cards to play are listed rising."""

    slug = "flip"
    seats = range(2, 7)
    Options = FlipOptions
    actions = (Play,)
    outcomes = (Shuffle, Chip, Reshuffle)
    result_rules: ClassVar[Mapping[str, str]] = {
        "scores": "R29",
        "winners": "R32",
        "rounds": "R24-R28",
        "rounds.starter": "R30",
        "rounds.out": "R24",
        "rounds.cards": "R15",
        "rounds.tens": "R26",
        "rounds.points": "R26-R28",
    }

    def start(self, options: FlipOptions, seats: int) -> State:
        return State(
            options,
            seats,
            "shuffle",
            (),
            (0,) * seats,
            hands=[[] for _ in range(seats)],
            collected=[()] * seats,
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        asked = state.asked
        if asked == "chip":
            return _FIRST_CHIP if state.side is None else _CHIP
        if asked == "shuffle":
            return _SHUFFLE
        return _reshuffle(state) if asked == "reshuffle" else None

    def resolve(self, state: State, outcome: Shuffle | Chip | Reshuffle, tell: Tell) -> None:
        if isinstance(outcome, Chip):
            turns.flip(state, outcome.side, tell)
        elif isinstance(outcome, Shuffle):
            turns.deal(state, outcome.order, tell)
        else:
            turns.refill(state, outcome.order, tell)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.waiting

    def legal(self, state: State, seat: Seat) -> Sequence[Play]:
        if seat not in state.waiting:
            return ()
        cards = state.hands[seat]
        if state.pile:
            at = bisect(cards, state.pile[-1])
            cards = cards[at:] if state.side == "hi" else cards[:at]
        return list(map(_PLAY_OF, cards))

    def allows(self, state: State, seat: Seat, action: Play) -> bool:
        if seat not in state.waiting or type(action) is not Play or action.card not in state.hands[seat]:
            return False
        return not state.pile or (action.card > state.pile[-1]) == (state.side == "hi")

    def refusal(self, state: State, seat: Seat | None, action: Any) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def advance(self, state: State, seat: Seat, action: Play, tell: Tell) -> None:
        turns.play(state, seat, action.card, tell)

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Random) -> State:
        return imagining.imagine(view, rng)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def result(self, state: State) -> Result | None:
        return scoring.result(state)


def _shuffle(rng: Random) -> Shuffle:
    order = _ORDER[:]
    rng.shuffle(order)
    return Shuffle(tuple(order))


def _every_card(outcome: Shuffle) -> bool:
    return len(outcome.order) == len(CARDS) and len(set(outcome.order)) == len(CARDS)


def _flip(rng: Random) -> Chip:
    return _SIDES[rng.randrange(2)]


def _reshuffle(state: State) -> ChanceNode[Reshuffle]:
    """The discards but the top one, in any order (R22)."""
    cards = sorted(state.pile[:-1])

    def sample(rng: Random) -> Reshuffle:
        order = cards[:]
        rng.shuffle(order)
        return Reshuffle(tuple(order))

    return ChanceNode(Reshuffle, "R22", sample, lambda outcome: sorted(outcome.order) == cards)


_SHUFFLE = ChanceNode(Shuffle, "R4", _shuffle, _every_card)
_FIRST_CHIP = ChanceNode(Chip, "R6", _flip, lambda _: True)
_CHIP = ChanceNode(Chip, "R11", _flip, lambda _: True)
