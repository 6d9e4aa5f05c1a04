"""Why an action is not allowed: the rule it breaks."""

from engine.core import IllegalAction, Seat
from engine.games.tiengow import tricks
from engine.games.tiengow.groups import GROUPS, Tiles, canonical
from engine.games.tiengow.model import Action, Beat, Lead
from engine.games.tiengow.state import State
from engine.tiles import faces_of


def refusal(state: State, seat: Seat | None, action: Action) -> IllegalAction:
    """The first thing that is wrong: the moment, the seat, the tiles, what they make."""
    asked = state.asked
    if asked == "nothing":
        return IllegalAction("R25", "match_over")
    if asked in {"banker", "shuffle"}:
        return IllegalAction("R8", "chance_is_due", due=asked)
    if seat is None:
        return IllegalAction("R10" if asked == "lead" else "R11", "no_chance_is_due")
    if asked == "lead" and not isinstance(action, Lead):
        return IllegalAction("R10", "lead_is_due", turn=state.turn)
    if asked == "follow" and isinstance(action, Lead):
        return IllegalAction("R11", "trick_is_open", turn=state.turn)
    if seat != state.turn:
        return IllegalAction("R8" if asked == "lead" else "R11", "not_your_turn", turn=state.turn)
    return _tiles(state, state.hands[seat], action)


def _tiles(state: State, hand: Tiles, action: Action) -> IllegalAction:
    tiles = action.tiles
    follows = not isinstance(action, Lead)
    missing = tuple(sorted(set(tiles) - set(hand)))
    if missing:
        return IllegalAction("R11" if follows else "R10", "not_in_hand", faces=faces_of(missing))
    if follows and len(tiles) != state.plays[0].size:
        return IllegalAction("R11", "wrong_number", size=state.plays[0].size)
    if list(tiles) != sorted(set(tiles)):
        return IllegalAction("R7", "not_in_order")
    if tiles != canonical(hand, tiles):
        return IllegalAction("R7", "first_copy_goes_first")
    return _beat(state, tiles) if isinstance(action, Beat) else IllegalAction("R9", "no_group")


def _beat(state: State, tiles: Tiles) -> IllegalAction:
    group, high = GROUPS.get(tiles), GROUPS[state.high_tiles]
    if group is None:
        return IllegalAction("R9", "no_group")
    if high.kind == "supreme":
        return IllegalAction("R13", "supreme_is_led")
    if group.kind == "supreme":
        return IllegalAction("R13", "supreme_beats_nothing")
    if group.kind != high.kind:
        return IllegalAction("R12", "other_kind", kind=group.kind, high=high.kind)
    if group.rank == high.rank:
        return IllegalAction("R12", "equal_rank")
    if group.rank < high.rank:
        return IllegalAction("R12", "too_low")
    assert tricks.must_discard(state)
    return IllegalAction("R17", "early_death")
