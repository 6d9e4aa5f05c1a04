"""The cards of Heart of the Cards: what each is worth and does (R3, R4, R20, R22)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from engine.cards import ACE, parse_card, rank_of, suit_of
from engine.matching import Fits

Cards: TypeAlias = tuple[int, ...]

_SIGNS = (-1, 1, 1, -1)
_JACK, _QUEEN, _KING = 9, 10, 11

QUEENS: Cards = tuple(suit * 13 + _QUEEN for suit in range(4))
WILDCARDS: Cards = tuple(suit * 13 + rank for rank in (_KING, _JACK) for suit in range(4))
POINTS: Cards = tuple(card for card in range(52) if card not in {*QUEENS, *WILDCARDS})
QH, QS, QD, QC = map(parse_card, ("QH", "QS", "QD", "QC"))
KH, KS, KD, KC, JH, JS, JD, JC = map(parse_card, ("KH", "KS", "KD", "KC", "JH", "JS", "JD", "JC"))

VALUES = tuple(
    _SIGNS[suit_of(card)] * (1 if rank_of(card) == ACE else rank_of(card) + 2) if card in POINTS else 0
    for card in range(52)
)
"""What a Point card is worth (R4); 0 for the others."""

PLACES = tuple(VALUES[card] * 4 + suit_of(card) for card in range(52))
"""The order of Point cards by value; of equals Spades before Clubs and Hearts before Diamonds (R20)."""

How: TypeAlias = Literal["choice", "lot", "fixed"]

HOW: dict[int, How] = {
    KH: "choice",
    KS: "fixed",
    KD: "fixed",
    KC: "choice",
    JH: "choice",
    JS: "fixed",
    JD: "fixed",
    JC: "lot",
}
"""Who decides which card a Wildcard meets (R20)."""


def is_negative(card: int) -> bool:
    return VALUES[card] < 0


def is_positive(card: int) -> bool:
    return VALUES[card] > 0


MEETS: dict[int, Fits] = {
    KH: is_negative,
    KS: is_negative,
    KD: is_positive,
    KC: is_positive,
    JS: is_positive,
    JD: is_negative,
}
"""What a card must be that a Wildcard meets; JH and JC meet any."""


def meets(wild: int, hand: Sequence[int]) -> list[int]:
    """The cards of a hand among which a Wildcard's card is, in the order of the hand (R20)."""
    fits = MEETS.get(wild)
    met = [card for card in hand if fits(card)] if fits else list(hand)
    return [min(met, key=PLACES.__getitem__)] if met and wild in {KS, KD} else met


def worth(card: int, wild: int) -> int | None:
    """What a card is worth once the Wildcard has met it; None: it is discarded (R20)."""
    if wild in {KH, KC}:
        return -VALUES[card]
    if wild == KS:
        return 0
    return VALUES[card] * 2 if wild == KD else None


def total(queen: int, values: Sequence[int]) -> int:
    """The total of a hand under the Queen (R22)."""
    if queen == QD:
        return sum(map(abs, values))
    if queen == QC:
        return -sum(map(abs, values))
    return sum(values)


def best_is_high(queen: int) -> bool:
    """Whether the highest total, and in a tie the highest roll, wins (R22, R24)."""
    return queen in {QH, QD}
