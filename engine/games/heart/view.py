"""What a seat, or a watcher, knows (R17, R21), and the positions that look the same from there."""

from collections.abc import Sequence
from random import Random

from engine.core import Seat
from engine.games.heart import picking, wildcards
from engine.games.heart.cards import (
    HOW,
    KD,
    KS,
    MEETS,
    PLACES,
    POINTS,
    QUEENS,
    WILDCARDS,
    Cards,
    is_negative,
    is_positive,
)
from engine.games.heart.model import Effect
from engine.games.heart.state import NO_QUEEN, Faces, State, View
from engine.matching import Fits, matched


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


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is drawn from what it may be."""
    state = State.of(view)
    state.spots = _faces(view, rng)
    state.open = picking.faces(state.spots, view.options.reveal)
    state.queen = NO_QUEEN
    if view.queen is not None:
        state.queen = view.queen
    elif view.spots:  # any Queen may lie there: she tells nobody anything before she is turned up
        state.queen = QUEENS[rng.randrange(len(QUEENS))]
    return state


def _faces(view: View, rng: Random) -> Cards:
    """Cards for all spots: the known ones, and others that fit what was seen of the Wildcards."""
    spots = list(view.spots)
    first_point = view.seats if view.options.wildcards else 0
    hidden = [at for at, card in enumerate(spots) if card is None]
    wilds = [card for card in WILDCARDS if card not in spots]
    rng.shuffle(wilds)
    points = [card for card in POINTS if card not in spots]
    rng.shuffle(points)
    conditions = _conditions(view, rng)
    for at, card in zip(conditions, matched([*conditions.values()], points) or (), strict=True):
        spots[at] = card
        points.remove(card)
    for at in hidden:
        if spots[at] is None:
            spots[at] = wilds.pop() if at < first_point else points.pop()
    return tuple(card for card in spots if card is not None)


def _conditions(view: View, rng: Random) -> dict[int, Fits]:
    """By place (a spot's number less 1): what hidden cards must be, where not any card will do."""
    found: dict[int, Fits] = {}
    for effect in view.effects:
        fits = _after(effect)
        if fits is not None:
            found |= dict.fromkeys(_hidden(view, effect.seat), fits)
    seat = view.playing
    wild = None if seat is None else view.wild(seat)
    if seat is not None and wild is not None and HOW[wild] == "choice" and wild in MEETS:
        eligible = MEETS[wild]
        sure = sum(1 for card in view.hand(seat) if card is not None and eligible(card))
        hidden = _hidden(view, seat)
        rng.shuffle(hidden)
        found |= dict.fromkeys(hidden[: max(0, 2 - sure)], eligible)
    return found


def _hidden(view: View, seat: int) -> list[int]:
    """The places of the seat's cards that are not known."""
    return [spot - 1 for spot in view.taken[seat] if view.spots[spot - 1] is None]


def _after(effect: Effect) -> Fits | None:
    """What the cards left hidden must be once a Wildcard has met, or found, none but these (R20)."""
    if effect.wild not in MEETS:
        return None
    other = is_positive if MEETS[effect.wild] is is_negative else is_negative
    if effect.wild in {KS, KD}:
        return _beyond(other, effect.cards)
    return None if HOW[effect.wild] == "choice" and effect.cards else other


def _beyond(other: Fits, lowest: Cards) -> Fits:
    """Of the other sign, or of the same and not before the lowest, if there was one."""
    if not lowest:
        return other
    least = PLACES[lowest[0]]
    return lambda card: other(card) or PLACES[card] > least
