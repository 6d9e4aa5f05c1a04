"""The Wildcards, one after the other (R19-R21)."""

from collections.abc import Sequence

from engine.core import Seat, Tell, Veiled
from engine.games.heart import ending
from engine.games.heart.cards import HOW, meets
from engine.games.heart.events import Forced, WildcardPlayed, WildcardShown
from engine.games.heart.model import Effect
from engine.games.heart.state import State


def play_on(state: State, tell: Tell) -> None:
    """Play the Wildcards that are due up to one that asks for a choice or a lot, else turn up the Queen."""
    while state.options.wildcards and len(state.effects) < state.seats:
        seat = player(state)
        wild = state.spots[state.wilds[seat] - 1]
        tell(WildcardShown(seat, wild))
        met = meets(wild, state.hand(seat))
        how = HOW[wild]
        if len(met) > 1 and how != "fixed":
            if how == "lot":
                state.asked, state.to_act = "discard", ()
            else:
                state.asked, state.to_act = "wild", (seat,)
            return
        if met and how == "choice":
            _forced(state, seat, met[0], tell)
        _apply(state, Effect(seat, wild, tuple(met)), tell)
    ending.turn_queen(state, tell)


def player(state: State) -> Seat:
    """Whose Wildcard is due (R19)."""
    assert state.first is not None
    return (state.first + len(state.effects)) % state.seats


def eligible(state: State) -> Sequence[int]:
    """The cards among which a choice or a lot is due, in the order in which they were taken."""
    seat = player(state)
    return meets(state.spots[state.wilds[seat] - 1], state.hand(seat))


def settle(state: State, card: int, tell: Tell) -> None:
    """Let the Wildcard that is due meet the card that was chosen or drawn, and go on."""
    seat = player(state)
    _apply(state, Effect(seat, state.spots[state.wilds[seat] - 1], (card,)), tell)
    play_on(state, tell)


def _forced(state: State, seat: Seat, card: int, tell: Tell) -> None:
    """A choice of one, which must not look so to whoever does not see the whole hand (R21, R26)."""
    hidden = any(state.open[spot - 1] is None for spot in state.taken[seat])
    if hidden and len(state.taken[seat]) > 1:
        state.asked, state.to_act = "wild", (seat,)
        tell(Veiled(seat))
    tell(Forced(card, to=(seat,)))


def _apply(state: State, effect: Effect, tell: Tell) -> None:
    state.effects += (effect,)
    tell(WildcardPlayed(effect))
