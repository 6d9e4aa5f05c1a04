"""The rules of Hi-Lo Flip, put together."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.chance import lot, shuffle
from engine.core import ChanceNode, Rules, Seat, Tell
from engine.games.flip import turns
from engine.games.flip.model import CARDS, Chip, FlipOptions, Play, Reshuffle, Shuffle
from engine.games.flip.refusals import refusal
from engine.games.flip.scoring import result
from engine.games.flip.state import State, View
from engine.games.flip.view import imagine, view

_PLAY_OF = tuple(map(Play, range(CARDS[-1] + 1))).__getitem__
_SHUFFLE = shuffle(Shuffle, "R4", CARDS)
_FIRST_CHIP = lot(Chip, "R6", ("hi", "lo"))
_CHIP = lot(Chip, "R11", ("hi", "lo"))


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

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    result = staticmethod(result)

    def start(self, options: FlipOptions, seats: int) -> State:
        return State(
            options=options,
            seats=seats,
            asked="shuffle",
            scores=(0,) * seats,
            hands=[[] for _ in range(seats)],
            collected=[()] * seats,
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        asked = state.asked
        if asked == "chip":
            return _FIRST_CHIP if state.side is None else _CHIP
        if asked == "shuffle":
            return _SHUFFLE
        if asked == "reshuffle":  # the discards but the top one (R22)
            return shuffle(Reshuffle, "R22", state.pile[:-1])
        return None

    def resolve(self, state: State, outcome: Shuffle | Chip | Reshuffle, tell: Tell) -> None:
        if isinstance(outcome, Chip):
            turns.flip(state, outcome.side, tell)
        elif isinstance(outcome, Shuffle):
            turns.deal(state, outcome.order, tell)
        else:
            turns.refill(state, outcome.order, tell)

    def legal(self, state: State, seat: Seat) -> Sequence[Play]:
        if seat not in state.to_act:
            return ()
        cards = state.hands[seat]
        if state.pile:
            at = bisect(cards, state.pile[-1])
            cards = cards[at:] if state.side == "hi" else cards[:at]
        return list(map(_PLAY_OF, cards))

    def allows(self, state: State, seat: Seat, action: Play) -> bool:
        if seat not in state.to_act or type(action) is not Play or action.card not in state.hands[seat]:
            return False
        return not state.pile or (action.card > state.pile[-1]) == (state.side == "hi")

    def advance(self, state: State, seat: Seat, action: Play, tell: Tell) -> None:
        turns.play(state, seat, action.card, tell)
