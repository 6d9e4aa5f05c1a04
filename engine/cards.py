"""The 52 playing cards as ints: ``suit * 13 + rank``, suits S H D C, ranks 2 (0) to ace (12)."""

from typing import Annotated, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from engine.texts import parser

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ACE = 12

TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The card's text form by number: ``TEXTS[0] == "2S"``."""

parse_card = parser("card", TEXTS)
parse_rank = parser("rank", RANKS)
parse_suit = parser("suit", SUITS)


def rank_of(card: int) -> int:
    """0 (a two) to 12 (an ace)."""
    return card % 13


def suit_of(card: int) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return card // 13


Card: TypeAlias = Annotated[int, PlainValidator(parse_card), PlainSerializer(TEXTS.__getitem__)]
Rank: TypeAlias = Annotated[int, PlainValidator(parse_rank), PlainSerializer(RANKS.__getitem__)]
Suit: TypeAlias = Annotated[int, PlainValidator(parse_suit), PlainSerializer(SUITS.__getitem__)]
"""Ints that stand in a record by their text forms."""
