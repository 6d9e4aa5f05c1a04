"""How playing cards look in text."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import RANKS, rank_of, suit_of

_SUITS = tuple(f"{suit}\ufe0e" for suit in "♠♥♦♣")
"""With the selector that asks for text, so that no suit becomes a coloured picture."""

BACK = "🎴"
"""A card face down."""


def card_text(card: int) -> str:
    """A card, such as A♠."""
    return RANKS[rank_of(card)] + suit_text(suit_of(card))


def suit_text(suit: int) -> str:
    """A suit, such as ♠."""
    return _SUITS[suit]


def cards_text(cards: Iterable[int]) -> str:
    """Cards side by side."""
    return " ".join(map(card_text, cards))


def rank_text(rank: int) -> str:
    """A rank, such as 10."""
    return RANKS[rank]
