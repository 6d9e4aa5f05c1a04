"""A round up to its last pick (R11-R18)."""

from bisect import bisect_left

from engine.core import Seat, Tell
from engine.games.heart import wildcards
from engine.games.heart.cards import Cards
from engine.games.heart.events import Picked, PickingEnded, RoundBegan, Seen, Skipped
from engine.games.heart.model import SIZES, Deal, Pick, Reveal
from engine.games.heart.state import State
from engine.seats import replaced

_PICKS = {n: tuple(Pick(spot) for spot in range(1, n + 1)) for n in SIZES.values()}


def deal(state: State, outcome: Deal, tell: Tell) -> None:
    """Lay the heart; the first player picks, or has to be found (R11, R13)."""
    state.queen, state.spots = outcome
    state.open = faces(state.spots, state.options.reveal)
    state.left = _PICKS[len(state.spots)]
    state.wilds_left = state.seats if state.options.wildcards else 0
    state.wilds = (0,) * state.seats
    state.taken = [()] * state.seats
    tell(RoundBegan(len(state.rounds) + 1, state.first))
    if state.first is None:
        state.asked, state.rolling = "roll", tuple(range(state.seats))
    else:
        state.asked, state.to_act = "pick", (state.first,)


def faces(spots: Cards, reveal: Reveal) -> tuple[int | None, ...]:
    """What lies face up (R9)."""
    if reveal == "all":
        return spots
    up: list[int | None] = [None] * len(spots)
    if reveal == "half":
        up[::2] = spots[::2]
    return tuple(up)


def pick(state: State, seat: Seat, action: Pick, tell: Tell) -> None:
    """Take a card; then follow the skips and picks that leave no choice (R15, R26)."""
    _take(state, seat, action.spot, False, tell)
    left, seats = state.left, state.seats
    while left:
        seat = (seat + 1) % seats
        choices = len(left) - state.wilds_left if state.wilds[seat] else len(left)
        if choices > 1:
            state.to_act = (seat,)
            return
        if choices:
            _take(state, seat, left[-1].spot, True, tell)
            left = state.left
        else:
            tell(Skipped(seat))
    assert state.first is not None
    tell(PickingEnded(state.first, state.options.wildcards))
    wildcards.play_on(state, tell)


def _take(state: State, seat: Seat, spot: int, forced: bool, tell: Tell) -> None:
    left = state.left
    at = bisect_left(left, (spot,))
    state.left = left[:at] + left[at + 1 :]
    wildcard = at < state.wilds_left
    if wildcard:
        state.wilds_left -= 1
        state.wilds = replaced(state.wilds, seat, spot)
    else:
        state.taken[seat] += (spot,)
    card = state.open[spot - 1]
    tell(Picked(seat, spot, wildcard, card, forced))
    if card is None:
        tell(Seen(spot, state.spots[spot - 1], to=(seat,)))
