"""What a match of Tien Gow is made of: options, actions, outcomes of chance, scores."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.core import Seat
from engine.games.tiengow.groups import Faces, Kind
from engine.tiles import Tile

SEATS = 4
HAND = 8


class TiengowOptions(core.Options):
    """The options of a match (R2)."""

    deals: Annotated[int, Field(ge=1, le=20)] = 1
    target: Annotated[int, Field(ge=0, le=0)] | Annotated[int, Field(ge=5, le=200)] = 0


class Lead(NamedTuple):
    """A group led, face up (R10)."""

    tiles: tuple[Tile, ...]


class Beat(NamedTuple):
    """A group played face up over the high group (R11)."""

    tiles: tuple[Tile, ...]


class Discard(NamedTuple):
    """Tiles laid face down (R11)."""

    tiles: tuple[Tile, ...]


Action: TypeAlias = Lead | Beat | Discard


class Banker(NamedTuple):
    """The first banker, by lot (R8)."""

    seat: Seat


class Shuffle(NamedTuple):
    """The tiles of a deal, eight to each seat in turn (R8)."""

    order: tuple[Tile, ...]


class Shown(NamedTuple):
    """A play as everybody sees it: faces, or None for ``size`` backs (R15)."""

    seat: Seat
    size: int
    faces: Faces | None


class Trick(NamedTuple):
    """A finished trick: its plays from the lead on."""

    plays: tuple[Shown, ...]
    winner: Seat


class Deal(NamedTuple):
    """The breakdown of a finished deal, as in the record; lists by seat."""

    banker: Seat
    winner: Seat
    last_group: Kind
    columns: tuple[int, ...]
    immediate: tuple[int, ...]
    multiplier: int
    little_three_payer: Seat | None
    settlement: tuple[int, ...]
    scores: tuple[int, ...]


Asked: TypeAlias = Literal["banker", "shuffle", "lead", "follow", "nothing"]
"""What a position waits for."""
