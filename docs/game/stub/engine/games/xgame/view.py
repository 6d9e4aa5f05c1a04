"""What a seat, or a watcher, knows, and positions that look the same from there."""

from random import Random

from engine.core import Seat
from engine.games.xgame.model import PACK
from engine.games.xgame.state import State, View


def view(state: State, seat: Seat | None) -> View:
    seen = View.of(state)
    seen.seat = seat
    seen.hand = () if seat is None else tuple(state.hands[seat])
    seen.sizes = tuple(map(len, state.hands))
    seen.deck_left = len(state.deck)
    return seen


def imagine(view: View, rng: Random) -> State:
    """A position with the same view."""
    state = State.of(view)
    seen = {*view.hand, *view.trick.values(), *view.played}
    unseen = [card for card in PACK if card not in seen] if view.deck_left else []
    rng.shuffle(unseen)
    state.hands = []
    for seat, size in enumerate(view.sizes):
        if seat == view.seat:
            state.hands.append(list(view.hand))
        else:
            state.hands.append(sorted(unseen[:size]))
            del unseen[:size]
    state.deck = tuple(unseen)
    return state
