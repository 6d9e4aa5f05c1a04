"""The normal computer player of Cardinality: sound habits, no counting of cards."""

from collections.abc import Sequence
from random import Random

from engine.cards import ACE, rank_of
from engine.games.hilo.model import Action, Call, Guess, Offer, Pick, Steal, rank_counts
from engine.games.hilo.state import View
from engine.players.base import worthiest

_MIDDLE = {"high": 6, "low": 5, "per_turn": 5}
"""The rank that leaves as many above as below: 8, or 7 where the ace may be low."""


class Normal:
    """Calls by the middle rank, collects triples and gives away what it needs least."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        first = legal[0]
        if isinstance(first, Guess):
            return Guess(_MIDDLE[view.options.ace])
        if isinstance(first, Call):
            return _call(view, legal, rng)
        assert view.seat is not None
        held = rank_counts(view.piles[view.seat])
        if isinstance(first, Offer):
            offers = [action for action in legal if isinstance(action, Offer)]
            return worthiest(offers, lambda offer: -_loss(held, rank_of(offer.card)), rng)
        takes = [action for action in legal if isinstance(action, Steal | Pick)]
        return worthiest(takes, lambda take: _gain(held, rank_of(take.card)), rng)


def _call(view: View, legal: Sequence[Action], rng: Random) -> Action:
    card = view.own_card
    if card is None:
        return legal[rng.randrange(len(legal))]
    rank = rank_of(card)
    ace = view.options.ace
    if ace == "per_turn":
        if rank == ACE:
            return Call("higher", "high")
        return Call("higher", "low") if rank >= 6 else Call("lower", "high")
    value = rank if ace == "high" or rank != ACE else -1
    middle = _MIDDLE[ace]
    if value == middle:
        return legal[rng.randrange(len(legal))]
    return Call("higher" if value > middle else "lower")


def _gain(held: list[int], rank: int) -> int:
    """How welcome a card of the rank is."""
    missing = held.count(0)
    if held[rank] == 0:
        return {1: 50, 2: 9}.get(missing, 2)
    return {1: 3, 2: 10, 3: 1}.get(held[rank], 0)


def _loss(held: list[int], rank: int) -> int:
    """How much a card of the rank would be missed."""
    if held[rank] == 1 and held.count(0) <= 1:
        return 20
    return {1: 1, 2: 3, 3: 10, 4: 0}[held[rank]]
