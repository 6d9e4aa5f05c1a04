"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from dataclasses import field
from typing import TypeAlias

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.heart.cards import Cards
from engine.games.heart.model import Asked, Effect, HeartOptions, Pick, Roll, Round, Sheet

NO_QUEEN = -1
"""Between rounds."""

Faces: TypeAlias = tuple[int | None, ...]
"""Cards of spots, None where they are face down."""


@copied
class Public(Position):
    """What everybody knows. Lists are by seat where nothing else is said."""

    options: HeartOptions
    asked: Asked
    rounds: tuple[Round, ...] = ()
    """The finished rounds."""
    last: Sheet | None = None
    """The last of them in full."""
    first: Seat | None = None
    """The first player of this round, once known (R13)."""

    left: tuple[Pick, ...] = ()
    """The remaining spots, Wildcards first."""
    wilds_left: int = 0
    wilds: tuple[int, ...] = ()
    """The spot of the Wildcard that each seat took, 0 if none."""
    taken: list[tuple[int, ...]] = field(default_factory=list)
    """The spots of the Point cards that each seat took, in that order."""
    effects: tuple[Effect, ...] = ()
    """The Wildcards played in this round, in that order."""
    rolls: tuple[Roll, ...] = ()
    """The dice of this round."""
    rolling: tuple[Seat, ...] = ()
    """Who is to roll next."""


@copied
class State(Public):
    """What the rules keep."""

    queen: int = NO_QUEEN
    spots: Cards = ()
    """The cards of spots 1 to N; () between rounds."""
    open: Faces = ()
    """Those of them that lie, or lay, face up (R9)."""

    def hand(self, seat: Seat) -> list[int]:
        """The seat's Point cards, discarded ones included, in the order in which it took them."""
        spots = self.spots
        return [spots[spot - 1] for spot in self.taken[seat]]


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows."""

    seat: Seat | None
    queen: int | None
    """Once turned up (R22)."""
    spots: Faces
    """The cards of spots 1 to N, taken or not, where the seat knows them; () between rounds."""
    open: Faces
    """Those that everybody knows."""
    playing: Seat | None
    """Whose Wildcard is laid open and waits for a choice or a lot."""

    @property
    def wild_spots(self) -> range:
        """The spots that hold, or held, Wildcards (R8)."""
        return range(1, self.seats + 1 if self.options.wildcards else 1)

    @property
    def points_left(self) -> int:
        """How many Point cards remain."""
        return len(self.left) - self.wilds_left

    def hand(self, seat: Seat) -> list[int | None]:
        """The seat's Point cards, discarded ones included, as they were taken; None: unknown."""
        return [self.spots[spot - 1] for spot in self.taken[seat]]

    def wild(self, seat: Seat) -> int | None:
        """The Wildcard that the seat holds or has played, if it is known."""
        spot = self.wilds[seat]
        return self.spots[spot - 1] if spot else None

    def effect(self, seat: Seat) -> Effect | None:
        """What the seat's Wildcard has done."""
        return next((effect for effect in self.effects if effect.seat == seat), None)
