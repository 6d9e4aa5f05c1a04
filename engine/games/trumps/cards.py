"""Cards of a duel: which beat which, what a pick-up takes, and packs.

A run of cards is ``bytes`` of card numbers: immutable, so that copies share it, and quick to search.
A hand is sorted, which is the order of R31.
"""

from collections.abc import Sequence
from typing import TypeAlias

from engine.cards import ACE, rank_of, suit_of

Cards: TypeAlias = bytes

SUITS = range(4)
CARD = tuple(bytes((card,)) for card in range(52))
"""Each card as a run of one."""

PACKS: dict[int, Cards] = {
    deck: bytes(card for card in range(52) if rank_of(card) >= 13 - deck // 4)
    for deck in (16, 24, 32, 36, 52)
}
"""The cards of a pack by its size (R2)."""


def beats(card: int, top: int, trump: int) -> bool:
    """Whether the card beats the top card in the hand of somebody with that trump suit (R13)."""
    if suit_of(card) == suit_of(top):
        return card > top
    return suit_of(card) == trump


LOSERS = tuple(
    tuple(bytes(card for card in range(52) if not beats(card, top, trump)) for top in range(52))
    for trump in SUITS
)
"""By trump suit and top card: the cards that do not beat it."""


def beaters(hand: Cards, top: int, trump: int) -> Cards:
    """The cards of a hand that beat the top card (R13)."""
    return hand.translate(None, LOSERS[trump][top])


def without(cards: Cards, others: Cards) -> Cards:
    """The cards that are not among the others."""
    return cards.translate(None, others)


def _reach(top: int, trump: int) -> int:
    if suit_of(top) != trump:
        return 3
    return 52 if rank_of(top) == ACE else 5


REACH = tuple(tuple(_reach(top, trump) for top in range(52)) for trump in SUITS)
"""By trump suit and top card: how many cards a pick-up takes, if there are so many (R15)."""


def cost(pile: Sequence[int], trump: int) -> int:
    """How many cards somebody with that trump suit would pick up from the pile (R15)."""
    return min(len(pile), REACH[trump][pile[-1]]) if pile else 0
