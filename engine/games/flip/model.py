"""What a match of Hi-Lo Flip is made of: options, the action, outcomes of chance, scores."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field, Strict

from engine import core
from engine.core import Seat

CARDS = range(1, 101)
CAP = 150
"""So many cards put down end a round (R25)."""

BONUS = 10

Card: TypeAlias = Annotated[int, Strict(), Field(ge=1, le=100)]
Side: TypeAlias = Literal["hi", "lo"]
Cards: TypeAlias = tuple[int, ...]


class FlipOptions(core.Options):
    """The options of a match (R3)."""

    target: Annotated[int, Field(ge=25, le=300)] = 75
    hand_size: Annotated[int, Field(ge=3, le=12)] = 7


class Play(NamedTuple):
    """A card of the hand put on the discard pile (R10, R12, R16, R19)."""

    card: Card


class Shuffle(NamedTuple):
    """All cards at the start of a round, top card first (R4)."""

    order: tuple[Card, ...]


class Chip(NamedTuple):
    """The side on which the chip lands (R6, R11)."""

    side: Side


class Reshuffle(NamedTuple):
    """Discards as the new draw pile, top card first (R22)."""

    order: tuple[Card, ...]


class Round(NamedTuple):
    """The score of a finished round (R26-R28), lists by seat."""

    starter: Seat
    out: Seat | None
    cards: tuple[int, ...]
    tens: tuple[int, ...]
    points: tuple[int, ...]


Sign: TypeAlias = tuple[Literal["played", "drew", "below", "above"], Seat, int, int]
"""What everybody has seen that tells of a hand (R33), and whose hand.

``played``: a card that was in it, and the card's batch. ``drew``: a card that stays in it, from the
batch named last. ``below``, ``above``: the seat was stuck, so all its cards are on that side of the
top named (R11, R14, R20).
"""

Asked: TypeAlias = Literal["shuffle", "chip", "reshuffle", "play", "nothing"]
"""What a position waits for, by the entry that comes next."""

Moment: TypeAlias = Literal["opening", "turn", "rescued", "second", "reset"]
"""What a play is: R8, R10, R12, R19 or R16."""

_TENS = frozenset(CARDS[9::10])

UNMARKED = bytes(CARDS[-1] + 1)


def tens(cards: Iterable[int]) -> int:
    """How many cards end in 0 (R26)."""
    return len(_TENS.intersection(cards))


def worth(cards: Sequence[int]) -> int:
    """What collected cards score (R26)."""
    return len(cards) + 9 * tens(cards)


def collector(seat: Seat, seats: int, latest: Seat | None, earlier: Seat | None) -> Seat:
    """Who takes the pile when the seat makes a reset play (R15)."""
    other = earlier if latest == seat else latest
    return (seat - 1) % seats if other is None else other


def opener(scores: tuple[int, ...], side: Side | None) -> Seat:
    """Who starts a round: the lowest total; of several the senior with Hi, the junior with Lo (R7, R30)."""
    least = min(scores)
    if side == "hi":
        return scores.index(least)
    return max(seat for seat, score in enumerate(scores) if score == least)
