"""Why an action is not allowed: the rule it breaks."""

from engine.core import IllegalAction, Seat
from engine.games.heart import wildcards
from engine.games.heart.cards import KC, KH, VALUES
from engine.games.heart.model import Action, Pick, Wild
from engine.games.heart.state import State

_CHANCE = {"deal": "R11", "roll": "R12", "discard": "R20", "tie": "R24"}


def refusal(state: State, seat: Seat | None, action: Action) -> IllegalAction:
    """The first thing that is wrong: the moment, the kind of action, the seat, its details."""
    asked = state.asked
    if asked == "nothing":
        return IllegalAction("R25", "match_over")
    if asked in _CHANCE:
        return IllegalAction(_CHANCE[asked], "chance_is_due", due=asked)
    rule = "R14" if asked == "pick" else "R19"
    if seat is None:
        return IllegalAction(rule, "no_chance_is_due")
    if not isinstance(action, Pick if asked == "pick" else Wild):
        return IllegalAction(rule, "other_action_is_due", due=asked)
    if seat not in state.to_act:
        rule = "R13" if asked == "pick" else "R19"
        return IllegalAction(rule, "not_your_turn", player=state.to_act[0])
    if isinstance(action, Pick):
        return _no_pick(state, action)
    return _no_wild(state, seat, action)


def _no_pick(state: State, action: Pick) -> IllegalAction:
    if not 1 <= action.spot <= len(state.spots):
        return IllegalAction("R7", "no_such_spot", spot=action.spot, spots=len(state.spots))
    if action not in state.left:
        return IllegalAction("R14", "already_taken", spot=action.spot)
    return IllegalAction("R14", "holds_a_wildcard", spot=action.spot)


def _no_wild(state: State, seat: Seat, action: Wild) -> IllegalAction:
    wild = state.spots[state.wilds[wildcards.player(state)] - 1]
    card = action.card
    if card not in state.hand(seat):
        return IllegalAction("R20", "not_in_your_hand", card=card)
    if wild == KH and VALUES[card] > 0:
        return IllegalAction("R20", "not_negative", card=card)
    assert wild == KC
    return IllegalAction("R20", "not_positive", card=card)
