"""What a match of Tien Gow is made of: options, actions, outcomes of chance, the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.core import Seat
from engine.games.tiengow.events import DealEnded, Paid
from engine.games.tiengow.groups import Faces, Kind, Tiles
from engine.tiles import Tile

SEATS = 4
HAND = 8

NOBODY: Seat = -1


class TiengowOptions(core.Options):
    """R2."""

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


def nothing() -> list[Tiles]:
    """No tiles for each seat."""
    return [()] * SEATS


@dataclass(slots=True)
class State:
    """A position. Whatever is not a list is replaced, never changed, so copies share it."""

    options: TiengowOptions
    asked: Asked = "banker"
    turn: Seat = NOBODY
    scores: tuple[int, ...] = (0,) * SEATS
    deals: tuple[Deal, ...] = ()
    last: DealEnded | None = None
    """The end of the deal before this one, or of the one just finished."""

    banker: Seat = NOBODY
    columns: tuple[int, ...] = (0,) * SEATS
    immediate: tuple[int, ...] = (0,) * SEATS
    paid: tuple[Paid, ...] = ()
    """The immediate payments of this deal."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks of this deal."""
    plays: tuple[Shown, ...] = ()
    """The present trick."""
    high: Seat = NOBODY
    high_tiles: Tiles = ()
    """The highest group of the present trick so far, and whose it is."""

    hands: list[Tiles] = field(default_factory=nothing)
    face_up: list[Tiles] = field(default_factory=nothing)
    """What each seat has played face up in this deal."""
    face_down: list[Tiles] = field(default_factory=nothing)
    """What each seat has discarded in this deal, in that order."""

    def clone(self) -> State:
        """An independent copy."""
        return State(
            self.options,
            self.asked,
            self.turn,
            self.scores,
            self.deals,
            self.last,
            self.banker,
            self.columns,
            self.immediate,
            self.paid,
            self.tricks,
            self.plays,
            self.high,
            self.high_tiles,
            self.hands[:],
            self.face_up[:],
            self.face_down[:],
        )
