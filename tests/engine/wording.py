"""Playing cards that a text names, as people read them or as a record has them."""

from __future__ import annotations

import re

from engine.cards import RANKS, SUITS

_RANK = "10|[2-9AJQK]"
_CARD = re.compile(rf"(?<![0-9A-Za-z])({_RANK})([♠♥♦♣])|[\"']({_RANK})([SHDC])[\"']")
_RUN = re.compile(rf"([♠♥♦♣])\ufe0e?((?: (?:\*\*)?(?:{_RANK})(?:\*\*)?(?![0-9A-Za-z♠♥♦♣]))+)")
_SYMBOLS = dict(zip("♠♥♦♣", SUITS, strict=True))


def _number(rank: str, suit: str) -> int:
    return SUITS.index(suit) * len(RANKS) + RANKS.index(rank)


def cards_in(text: str) -> set[int]:
    """Cards that are named one by one: A♠, or "AS"."""
    return {
        _number(rank or written, _SYMBOLS[symbol] if symbol else letter)
        for rank, symbol, written, letter in _CARD.findall(text)
    }


def suits_in(text: str) -> set[int]:
    """Cards of a suit in a row: ♠ 7 9 **K**."""
    return {
        _number(rank, _SYMBOLS[symbol])
        for symbol, run in _RUN.findall(text)
        for rank in re.findall(_RANK, run)
    }
