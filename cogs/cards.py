"""How playing cards look in text."""

from collections.abc import Iterable

from bot.emoji import emoji
from engine.cards import RANKS, rank_of, suit_of

_SUITS = tuple(f"{suit}\ufe0e" for suit in "♠♥♦♣")
"""Followed by U+FE0E, which asks for the text form: else some systems draw a coloured picture."""

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

BACK = emoji("back_point", "🎴")
"""A card face down."""


def card_name(card: int) -> str:
    """A card as drawings are named: ace_of_spades."""
    return f"{_RANK_NAMES[rank_of(card)]}_of_{_SUIT_NAMES[suit_of(card)]}"


def rank_name(rank: int) -> str:
    """A rank as drawings are named: ace."""
    return _RANK_NAMES[rank]


def suit_name(suit: int) -> str:
    """A suit as drawings are named: spades."""
    return _SUIT_NAMES[suit]


def card_text(card: int) -> str:
    """A card, such as A♠."""
    return emoji(card_name(card), RANKS[rank_of(card)] + _SUITS[suit_of(card)])


def suit_text(suit: int) -> str:
    """A suit, such as ♠."""
    return emoji(f"suit_{suit_name(suit)}", _SUITS[suit])


def cards_text(cards: Iterable[int]) -> str:
    """Cards separated by spaces."""
    return " ".join(map(card_text, cards))


def rank_text(rank: int) -> str:
    """A rank, such as 10."""
    return RANKS[rank]
