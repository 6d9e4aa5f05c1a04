"""Why an action is not allowed: the rule it breaks."""

from engine.cards import suit_of
from engine.core import IllegalAction, Seat
from engine.games.trumps.model import Action, Add, Beat, Lead, PickUp, Trump
from engine.games.trumps.state import State

_CHANCE = {"dealer": "R5", "trumps": "R6", "shuffle": "R7"}
_CARD_RULES = {"lead": "R12", "beat": "R13", "add": "R14"}


def refusal(state: State, seat: Seat | None, action: Action) -> IllegalAction:
    """The first thing that is wrong: the moment, the seat, the kind of action, its details."""
    asked = state.asked
    if asked == "nothing":
        return IllegalAction("R27", "match_over")
    if asked in _CHANCE:
        return IllegalAction(_CHANCE[asked], "chance_is_due", due=asked)
    if seat is None:
        return IllegalAction(_CARD_RULES.get(asked, "R6"), "no_chance_is_due")
    if seat not in state.to_act:
        if seat in state.out and asked != "trump":
            return IllegalAction("R18", "out")
        return IllegalAction("R6" if asked == "trump" else "R11", "not_your_turn", seat=state.actor)
    if asked == "trump" or isinstance(action, Trump):
        return _trump(state, action)
    if asked == "lead" and not isinstance(action, Lead):
        return IllegalAction("R12", "pile_is_empty")
    if asked == "add" and not isinstance(action, Add):
        return IllegalAction("R14", "second_card_is_due")
    if isinstance(action, PickUp):
        return IllegalAction("R16", "can_beat", top=state.pile[-1])
    return _card(state, seat, action)


def _card(state: State, seat: Seat, action: Lead | Beat | Add) -> IllegalAction:
    if action.card not in state.hands[seat]:
        return IllegalAction(_CARD_RULES[state.asked], "not_in_your_hand", card=action.card)
    if isinstance(action, Lead):
        return IllegalAction("R12", "pile_is_not_empty", top=state.pile[-1])
    if isinstance(action, Add):
        return IllegalAction("R14", "beat_first", top=state.pile[-1])
    top = state.pile[-1]
    own = suit_of(top) == state.trumps[seat]
    return IllegalAction("R13", "own_trump_on_top" if own else "does_not_beat", card=action.card, top=top)


def _trump(state: State, action: Action) -> IllegalAction:
    if state.asked != "trump":
        return IllegalAction("R6", "trumps_stay")
    if not isinstance(action, Trump):
        return IllegalAction("R6", "trump_is_due")
    return IllegalAction("R6", "suit_taken", suit=action.suit, seat=state.trumps.index(action.suit))
