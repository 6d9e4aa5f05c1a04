"""Who starts the match: the closest guess, or lots (R6, R7)."""

from engine.cards import ACE
from engine.core import Seat, Tell
from engine.games.hilo.events import FirstFound, Guessed, TurnedUp
from engine.games.hilo.state import State
from engine.seats import leaders, replaced


def guess(state: State, seat: Seat, rank: int, tell: Tell) -> None:
    """Name a rank; the card is due once all have."""
    state.guesses = replaced(state.guesses, seat, rank)
    state.to_act = tuple(other for other in state.to_act if other != seat)
    tell(Guessed(seat))
    if not state.to_act:
        state.asked = "turn_up"


def turn_up(state: State, card: int, tell: Tell) -> None:
    """Hold the guesses against the card."""
    state.turned_up = card
    guesses = tuple(rank for rank in state.guesses if rank is not None)
    distances = _distances(state, card)
    closest = _closest(distances)
    tell(TurnedUp(card, guesses, distances, closest))
    if len(closest) > 1:
        state.asked = "first"
    else:
        state.first = closest[0]
        state.asked = "shuffle"
        tell(FirstFound(closest[0], "guess", closest))


def draw_lots(state: State, seat: Seat, tell: Tell) -> None:
    """Let the lot decide."""
    candidates = among(state)
    state.first = seat
    state.asked = "shuffle"
    tell(FirstFound(seat, "random" if state.turned_up is None else "lots", candidates))


def among(state: State) -> tuple[Seat, ...]:
    """Between whom lots are drawn: the closest guesses, or everybody."""
    if state.turned_up is None:
        return tuple(range(state.seats))
    return _closest(_distances(state, state.turned_up))


def _closest(distances: tuple[int, ...]) -> tuple[Seat, ...]:
    return leaders([-distance for distance in distances])


def _distances(state: State, card: int) -> tuple[int, ...]:
    shown = _values(card % 13, state.options.ace)
    return tuple(
        min(abs(one - other) for one in _values(rank, state.options.ace) for other in shown)
        for rank in state.guesses
        if rank is not None
    )


def _values(rank: int, ace: str) -> tuple[int, ...]:
    """What a rank counts as: two values for an ace that is high or low by the turn (R2)."""
    if rank != ACE:
        return (rank + 2,)
    return {"high": (14,), "low": (1,), "per_turn": (1, 14)}[ace]
