"""What a seat, or a watcher, knows (R17, R21)."""

from collections.abc import Sequence

from engine.core import Seat
from engine.games.heart import wildcards
from engine.games.heart.state import Faces, State, View


def view(state: State, seat: Seat | None) -> View:
    asked = state.asked
    seen = View.of(state)
    seen.seat = seat
    seen.queen = state.queen if asked == "tie" else None
    seen.playing = playing = wildcards.player(state) if asked in {"wild", "discard"} else None
    seen.open = seen.spots = shown = state.spots if asked == "tie" else _shown(state, playing)
    if seat is not None and state.taken and None in shown:
        seen.spots = _with(shown, state.spots, (*state.taken[seat], state.wilds[seat]))
    return seen


def _shown(state: State, playing: Seat | None) -> Faces:
    """The faces that everybody knows while Wildcards are played (R21)."""
    shown, spots, wilds = state.open, state.spots, state.wilds
    if playing is not None:
        shown = _with(shown, spots, (wilds[playing],))
    for effect in state.effects:
        met = [spot for spot in state.taken[effect.seat] if spots[spot - 1] in effect.cards]
        shown = _with(shown, spots, (wilds[effect.seat], *met))
    return shown


def _with(faces: Faces, spots: Sequence[int], more: Sequence[int]) -> Faces:
    """The faces with those of these spots; 0 is none."""
    known = list(faces)
    for spot in more:
        if spot:
            known[spot - 1] = spots[spot - 1]
    return tuple(known)
