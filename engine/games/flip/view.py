"""What a seat, or a watcher, knows (R33)."""

from engine.core import Seat
from engine.games.flip.state import State, View


def view(state: State, seat: Seat | None) -> View:
    seen = View.of(state)
    seen.seat = seat
    seen.hand = () if seat is None else tuple(state.hands[seat])
    seen.sizes = tuple(map(len, state.hands))
    seen.deck_left = len(state.deck) - state.drawn
    return seen
