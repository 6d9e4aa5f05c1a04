"""The 52 playing cards as ints: ``suit * 13 + rank``, suits S H D C, ranks 2 (0) to ace (12)."""

from typing import Annotated, Any, TypeAlias

from pydantic import PlainSerializer, PlainValidator

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ACE = 12

TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The card's text form by number: ``TEXTS[0] == "2S"``."""

_CARDS = {text: card for card, text in enumerate(TEXTS)}
_RANKS = {text: rank for rank, text in enumerate(RANKS)}
_SUITS = {text: suit for suit, text in enumerate(SUITS)}


def rank_of(card: int) -> int:
    """0 (a two) to 12 (an ace)."""
    return card % 13


def suit_of(card: int) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return card // 13


def parse_card(text: Any) -> int:
    """The card named "10H". Raises ValueError."""
    return _look_up(_CARDS, text, "card")


def parse_rank(text: Any) -> int:
    """The rank named "10". Raises ValueError."""
    return _look_up(_RANKS, text, "rank")


def parse_suit(text: Any) -> int:
    """The suit named "H". Raises ValueError."""
    return _look_up(_SUITS, text, "suit")


def _look_up(table: dict[str, int], text: Any, what: str) -> int:
    try:
        return table[text]
    except (KeyError, TypeError):
        raise ValueError(f"{text!r} is no {what}") from None


Card: TypeAlias = Annotated[int, PlainValidator(parse_card), PlainSerializer(TEXTS.__getitem__)]
Rank: TypeAlias = Annotated[int, PlainValidator(parse_rank), PlainSerializer(RANKS.__getitem__)]
Suit: TypeAlias = Annotated[int, PlainValidator(parse_suit), PlainSerializer(SUITS.__getitem__)]
"""Ints that stand in a record by their text forms."""
