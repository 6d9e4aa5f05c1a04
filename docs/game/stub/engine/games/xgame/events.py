"""What happens in a match of Xgame, as it is told to those who may know it."""

from engine.core import Event, Seat


class Played(Event):
    """A card is laid open (R5)."""

    seat: Seat
    card: int


class TrickWon(Event):
    """The trick is full (R6)."""

    seat: Seat
    card: int
