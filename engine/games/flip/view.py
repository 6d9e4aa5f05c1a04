"""What a seat, or a watcher, knows (R33), and the positions that look the same from there."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from engine.core import Seat
from engine.games.flip.model import CARDS
from engine.games.flip.state import State, View
from engine.matching import Fits, matched

_TRIES = 20


class Unseen(NamedTuple):
    """What everybody knows of ``size`` cards in a hand: their batch, above ``low``, below ``high``."""

    size: int
    batch: int
    low: int
    high: int


_Place: TypeAlias = tuple[Seat, Unseen]
"""A place in a hidden hand, and what is known of the cards there."""


def view(state: State, seat: Seat | None) -> View:
    seen = View.of(state)
    seen.seat = seat
    seen.hand = () if seat is None else tuple(state.hands[seat])
    seen.sizes = tuple(map(len, state.hands))
    seen.deck_left = len(state.deck) - state.drawn
    return seen


def imagine(view: View, rng: Random) -> State:
    """A position with the same view."""
    state = State.of(view)
    state.hands, deck = _hidden(view, rng) if any(view.sizes) else ([[] for _ in view.sizes], [])
    state.deck, state.drawn = tuple(deck), 0
    return state


def unseen_cards(view: View) -> list[int]:
    """The cards in other hands or in the draw pile, rising."""
    seen = set(view.hand).union(view.pile, *view.collected)
    return [card for card in CARDS if card not in seen]


def told(view: View) -> list[list[Unseen]]:
    """What everybody knows of each hand, the cards that were held longest first.

    A card that is held longer is never known less. Which of them was played is not seen, so it counts
    as the one known best that it may have been; what is left is then sure.
    """
    size = view.options.hand_size if any(view.sizes) else 0
    hands = [[Unseen(size, 0, 0, CARDS[-1] + 1)] for _ in view.sizes]
    for kind, seat, number, batch in view.signs:
        groups = hands[seat]
        if kind == "drew":
            groups.append(Unseen(1, batch, 0, CARDS[-1] + 1))
        elif kind == "below":
            groups[:] = [group._replace(high=min(group.high, number)) for group in groups]
        elif kind == "above":
            groups[:] = [group._replace(low=max(group.low, number)) for group in groups]
        else:
            at = next(at for at, group in enumerate(groups) if _may_be(group, number, batch))
            groups[at] = groups[at]._replace(size=groups[at].size - 1)
            if not groups[at].size:
                del groups[at]
    return hands


def _may_be(group: Unseen, card: int, batch: int) -> bool:
    return group.low < card < group.high and group.batch == batch


def _hidden(view: View, rng: Random) -> tuple[list[list[int]], list[int]]:
    """All hands and the draw pile."""
    cards = unseen_cards(view)
    rng.shuffle(cards)
    places = [
        (seat, group)
        for seat, groups in enumerate(told(view))
        if seat != view.seat
        for group in groups
        for _ in range(group.size)
    ]
    lying = _lay(view, places, cards, rng)
    hands: list[list[int]] = [[] for _ in view.sizes]
    for (seat, _), card in lying:
        hands[seat].append(card)
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    for hand in hands:
        hand.sort()
    held = {card for _, card in lying}
    return hands, [card for card in cards if card not in held]


def _lay(view: View, places: list[_Place], cards: Sequence[int], rng: Random) -> list[tuple[_Place, int]]:
    """A card for each place, so that a seat which has to play can."""
    chooser = view.to_act[0] if view.to_act and view.pile and view.to_act[0] != view.seat else None
    for _ in range(_TRIES):
        lying = _match(view, places, cards)
        if lying is not None and (
            chooser is None or any(view.fits(card) for (seat, _), card in lying if seat == chooser)
        ):
            return lying
        cards = rng.sample(cards, len(cards))
    low, high = (view.pile[-1], CARDS[-1] + 1) if view.side == "hi" else (0, view.pile[-1])
    for at in rng.sample(range(len(places)), len(places)):
        seat, group = places[at]
        if seat == chooser:
            narrowed = group._replace(low=max(group.low, low), high=min(group.high, high))
            lying = _match(view, [*places[:at], (seat, narrowed), *places[at + 1 :]], cards)
            if lying is not None:
                return lying
    raise ValueError("no position looks like this")


def _match(view: View, places: Sequence[_Place], cards: Sequence[int]) -> list[tuple[_Place, int]] | None:
    """Cards for the places, those with the least choice first; None if there are not enough."""
    batches = view.batch

    def condition(group: Unseen) -> Fits:
        _, batch, low, high = group
        return lambda card: low < card < high and batches[card] == batch

    ordered = sorted(places, key=lambda place: place[1].high - place[1].low)
    lying = matched([condition(group) for _, group in ordered], cards)
    return None if lying is None else list(zip(ordered, lying, strict=True))
