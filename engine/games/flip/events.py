"""What happens in a match of Hi-Lo Flip, as it is told to those who may know it."""

from typing import Literal

from engine.core import Event, Seat
from engine.games.flip.model import Cards, Moment, Round, Side


class RoundBegan(Event):
    """Cards are dealt, and who opens is settled (R4-R7, R30)."""

    number: int
    starter: Seat
    side: Side
    score: int
    """Of the starter, the lowest of all."""
    tied: bool
    """Whether others have as few points."""


class Flipped(Event):
    """A stuck seat flips the chip (R11)."""

    seat: Seat
    side: Side
    changed: bool
    top: int


class Played(Event):
    """A card put down: chosen, or drawn and forced (R13)."""

    seat: Seat
    card: int
    how: Moment | Literal["drawn"]
    left: int
    """Cards that stay in the hand."""


class Drew(Event):
    """A drawn card that stays in the hand, told to its owner (R14, R18)."""

    seat: Seat
    card: int


class Skipped(Event):
    """A seat loses its turn (R18)."""

    seat: Seat
    drew: bool
    """False: there was nothing to draw (R23)."""
    next: Seat


class Refilled(Event):
    """Discards become the draw pile (R22)."""

    count: int


class Reset(Event):
    """The pile is collected, and the seat opens a new one (R14, R15, R20)."""

    seat: Seat
    collector: Seat
    neighbour: bool
    """Nobody else has played, so the right-hand neighbour collects (R15)."""
    cards: Cards
    why: Literal["drawn", "nothing_to_draw", "second"]


class RoundEnded(Event):
    """Somebody is out, or enough is enough (R24, R25); points are added (R26-R29)."""

    number: int
    collector: Seat
    pile: Cards
    round: Round
    scores: tuple[int, ...]
