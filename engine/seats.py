"""Values by seat: who leads, who is next, what comes to what."""

from collections.abc import Iterable, Sequence, Sized
from operator import add
from typing import Any, TypeVar

from engine.core import Result, Seat

T = TypeVar("T")


def leaders(merits: Sequence[Any]) -> tuple[Seat, ...]:
    """The seats with the highest score, or whatever else is compared."""
    best = max(merits)
    return tuple([seat for seat, merit in enumerate(merits) if merit == best])


def holder(seat: Seat, hands: Sequence[Sized | int]) -> Seat:
    """The first seat from this one on, clockwise, that holds something; ``hands`` may be counts."""
    while not hands[seat]:
        seat = (seat + 1) % len(hands)
    return seat


def added(scores: Iterable[int], points: Iterable[int]) -> tuple[int, ...]:
    """The sums seat by seat."""
    return tuple(map(add, scores, points))


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The values with another one for a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def ranking(result: Result) -> list[Seat]:
    """The seats from best to worst: winners first, then by score."""
    return sorted(
        range(len(result.scores)), key=lambda seat: (seat not in result.winners, -result.scores[seat])
    )
