"""Why a card may not be played: the rule it breaks."""

from engine.core import IllegalAction, Seat
from engine.games.flip.model import Asked, Moment, Play
from engine.games.flip.state import State

_CHANCE: dict[Asked, str] = {"shuffle": "R4", "chip": "R11", "reshuffle": "R22"}
_MOMENTS: dict[Moment, str] = {
    "opening": "R8",
    "turn": "R10",
    "rescued": "R12",
    "second": "R19",
    "reset": "R16",
}


def refusal(state: State, seat: Seat | None, action: Play) -> IllegalAction:
    """The first thing that is wrong: the moment, the seat, the card."""
    asked = state.asked
    if asked == "nothing":
        return IllegalAction("R31", "match_over")
    if asked != "play":
        first = asked == "chip" and state.side is None
        return IllegalAction("R6" if first else _CHANCE[asked], "chance_is_due", due=asked)
    rule = _MOMENTS[state.moment]
    if seat is None:
        return IllegalAction(rule, "no_chance_is_due")
    if seat != state.turn:
        turn = "R8" if state.moment in {"turn", "rescued"} else rule
        return IllegalAction(turn, "not_your_turn", turn=state.turn)
    card = action.card
    if card not in state.hands[seat]:
        return IllegalAction(rule, "not_in_your_hand", card=card)
    rule = "R19" if state.moment == "second" else "R9"
    return IllegalAction(rule, "does_not_fit", card=card, top=state.pile[-1], side=state.side)
