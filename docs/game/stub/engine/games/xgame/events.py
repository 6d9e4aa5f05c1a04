"""What happens in a match of Xgame, as it is told to those who may know it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Event, Seat


@dataclass(slots=True)
class Played(Event):
    """A card is laid open (R5)."""

    seat: Seat
    card: int


@dataclass(slots=True)
class TrickWon(Event):
    """The trick is full (R6)."""

    seat: Seat
    card: int
