"""Why an action is not allowed: the rule it breaks."""

from engine.core import IllegalAction, Seat
from engine.games.hilo.model import Action, Call, Guess, Offer, Pass, Pick, Steal
from engine.games.hilo.state import State

_KINDS: dict[str, tuple[str, tuple[type[Action], ...]]] = {
    "guess": ("R6", (Guess,)),
    "call": ("R12", (Call,)),
    "steal": ("R21", (Steal, Pass)),
    "offer": ("R25", (Offer,)),
    "pick": ("R26", (Pick,)),
}
"""The rule and the actions of each thing asked."""

_CHANCE = {"turn_up": "R6", "first": "R6", "shuffle": "R8"}


def refusal(state: State, seat: Seat | None, action: Action) -> IllegalAction:
    """The first thing that is wrong: the moment, the seat, the kind of action, its details."""
    asked = state.asked
    if asked == "nothing":
        return IllegalAction("R34", "match_over")
    if asked in _CHANCE:
        random = asked == "first" and state.options.turn_order == "random"
        return IllegalAction("R7" if random else _CHANCE[asked], "chance_is_due", due=asked)
    rule, kinds = _KINDS[asked]
    if asked == "pick" and len(state.pickers) > 1:
        rule = "R27"
    if seat is None:
        return IllegalAction(rule, "no_chance_is_due")
    if not isinstance(action, kinds):
        return IllegalAction(rule, "other_action_is_due", due=asked)
    if seat not in state.to_act:
        return _not_asked(state, seat, rule)
    if isinstance(action, Call):
        return IllegalAction("R14", "ace_is_fixed" if action.ace else "ace_is_missing")
    if isinstance(action, Steal):
        return _no_steal(state, action)
    if isinstance(action, Offer):
        return IllegalAction("R25", "not_in_your_pile", card=action.card)
    assert isinstance(action, Pick)
    return _no_pick(state, seat, action)


def _not_asked(state: State, seat: Seat, rule: str) -> IllegalAction:
    asked = state.asked
    if asked == "guess" and 0 <= seat < state.seats:
        return IllegalAction(rule, "already_guessed")
    if asked == "call":
        return IllegalAction(rule, "not_active", active=state.active)
    if asked == "steal":
        return IllegalAction(rule, "steals_later" if seat in state.rights else "no_steal_right")
    if asked == "offer" and seat in state.traders:
        alone = len(state.piles[seat]) == 1
        return IllegalAction(rule, "offered_without_asking" if alone else "already_offered")
    if asked == "pick":
        return IllegalAction(rule, "not_your_pick", picker=state.pickers[-1])
    return IllegalAction("R23" if asked == "offer" else rule, "not_taking_part")


def _no_steal(state: State, action: Steal) -> IllegalAction:
    reason = "on_the_board" if action.card in state.board else "not_drawn_in_this_round"
    if action.card in state.stolen:
        reason = "already_stolen"
    return IllegalAction("R21", reason, card=action.card)


def _no_pick(state: State, seat: Seat, action: Pick) -> IllegalAction:
    second = len(state.pickers) > 1
    rule = "R27" if second else "R26"
    if action.card == state.offers[seat]:
        return IllegalAction(rule, "own_offer", card=action.card)
    if action.card in state.taken:
        return IllegalAction(rule, "already_taken", card=action.card)
    if action.card not in state.offers:
        return IllegalAction(rule, "not_offered", card=action.card)
    if action.next is None:
        return IllegalAction("R26", "next_is_missing")
    if second or len(state.traders) < 4:
        return IllegalAction(rule, "nobody_is_named")
    if action.next == seat:
        return IllegalAction("R26", "next_is_yourself")
    return IllegalAction("R26", "next_is_no_trader", next=action.next)
