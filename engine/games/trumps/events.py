"""What happens in a match of Your trumps, as it is told to those who may know it."""

from typing import Literal, TypeAlias

from engine.core import Event, Seat
from engine.games.trumps.model import Deal

How: TypeAlias = Literal["lead", "beat", "add"]
Kind: TypeAlias = Literal["plain", "own_trump", "own_ace"]
"""What the top card was to the seat that picked it up (R15)."""


class DealerDrawn(Event):
    """Who deals first (R5)."""

    seat: Seat


class TrumpTaken(Event):
    """A seat has a trump suit (R6)."""

    seat: Seat
    suit: int
    how: Literal["chosen", "lot", "left_over"]


class DealBegan(Event):
    """The pack is dealt out (R8, R9)."""

    number: int
    dealer: Seat
    leader: Seat
    counts: tuple[int, ...]


class LowTrumps(Event):
    """The lowest trumps are handed to those who chose them (R10); those already there are left out."""

    moves: tuple[tuple[int, Seat, Seat], ...]
    """Card, giver, taker."""


class Laid(Event):
    """A card played (R12-R14)."""

    seat: Seat
    card: int
    how: How
    on: int | None
    """The card on which it lies now."""
    left: int
    """How many cards the seat still holds."""
    forced: bool
    """Whether everybody knows that nothing else could be done (R30)."""


class PickedUp(Event):
    """Cards taken from the pile (R15)."""

    seat: Seat
    cards: tuple[int, ...]
    """The top card first."""
    kind: Kind
    bared: int | None
    """The new top card."""
    forced: bool
    """As with a card laid."""


class OnlyChoice(Event):
    """Told to the seat alone: what it just did was all that it could do (R30)."""

    seat: Seat
    did: Literal["beat", "pick_up"]


class WentOut(Event):
    """A seat is rid of all cards (R18)."""

    seat: Seat
    place: int
    """1 for the first of the deal."""


class DealEnded(Event):
    """A deal is over and its points are counted (R19, R20, R22, R23, R26)."""

    number: int
    deal: Deal
    last_card: int | None
    """The one card left in a draw of R20."""
    drawn: tuple[Seat, ...]
    """Between whom a drawn deal is drawn."""
    scores: tuple[int, ...]
