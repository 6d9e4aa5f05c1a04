"""Why an action is not allowed: the rule it breaks."""

from engine.core import IllegalAction, Seat
from engine.games.xgame.model import Play
from engine.games.xgame.state import State


def refusal(state: State, seat: Seat | None, action: Play) -> IllegalAction:
    """The first thing that is wrong: the moment, the seat, the card."""
    if state.asked == "nothing":
        return IllegalAction("R7", "match_over")
    if state.asked == "shuffle":
        return IllegalAction("R3", "chance_is_due")
    if seat is None:
        return IllegalAction("R5", "no_chance_is_due")
    if seat not in state.to_act:
        return IllegalAction("R5", "not_your_turn", turn=state.to_act[0])
    return IllegalAction("R5", "not_in_your_hand", card=action.card)
