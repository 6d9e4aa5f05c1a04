"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from collections.abc import Iterator
from dataclasses import field

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.tiengow.events import DealEnded, Paid
from engine.games.tiengow.groups import BY_FACES, Faces, Group, Tiles
from engine.games.tiengow.model import SEATS, Asked, Deal, Shown, TiengowOptions, Trick
from engine.tiles import COPIES, FACES, faces_of


def nothing() -> list[Tiles]:
    """No tiles for each seat."""
    return [()] * SEATS


@copied
class Public(Position):
    """What everybody knows. Lists are by seat where nothing else is said."""

    options: TiengowOptions
    asked: Asked
    deals: tuple[Deal, ...] = ()
    """The finished deals."""
    last: DealEnded | None = None
    """The end of the last finished deal, with all its discards."""

    banker: Seat | None = None
    columns: tuple[int, ...] = (0,) * SEATS
    immediate: tuple[int, ...] = (0,) * SEATS
    paid: tuple[Paid, ...] = ()
    """The immediate payments of this deal."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks of this deal."""
    plays: tuple[Shown, ...] = ()
    """The present trick."""
    high: Seat | None = None
    """Whose group is the highest of the present trick so far."""

    @property
    def turn(self) -> Seat:
        """Who is to act."""
        return self.to_act[0]


@copied
class State(Public):
    """What the rules keep."""

    high_tiles: Tiles = ()
    """The highest group of the present trick so far."""
    hands: list[Tiles] = field(default_factory=nothing)
    face_up: list[Tiles] = field(default_factory=nothing)
    """What each seat has played face up in this deal."""
    face_down: list[Tiles] = field(default_factory=nothing)
    """What each seat has discarded in this deal, in that order."""


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows. Tiles are faces, but for the own hand."""

    seat: Seat | None
    tiles_left: tuple[int, ...]
    hand: Tiles
    """The own hand, as tiles: actions name these."""
    discarded: Faces
    """The own discards of this deal, in that order (R15)."""

    @property
    def high_group(self) -> Group | None:
        """The group to beat."""
        faces = next((shown.faces for shown in reversed(self.plays) if shown.faces is not None), None)
        return None if faces is None else BY_FACES[faces]

    @property
    def size(self) -> int:
        """How many tiles were led; 0 before the lead."""
        return self.plays[0].size if self.plays else 0

    @property
    def last_trick(self) -> bool:
        """Whether the present trick is the last one (R17)."""
        return bool(self.plays) and self.tiles_left[self.plays[0].seat] == 0

    def all_plays(self) -> Iterator[Shown]:
        """Every play of the deal, in order."""
        for trick in self.tricks:
            yield from trick.plays
        yield from self.plays

    def unseen(self) -> list[int]:
        """The faces of the tiles that the seat has not seen, copies one by one (R15)."""
        left = list(map(len, COPIES))
        for face in (*faces_of(self.hand), *self.discarded):
            left[face] -= 1
        for shown in self.all_plays():
            for face in shown.faces or ():
                left[face] -= 1
        return [face for face in range(len(FACES)) for _ in range(left[face])]
