"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from dataclasses import field

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.xgame.model import Asked, XgameOptions


@copied
class Public(Position):
    """What everybody knows."""

    options: XgameOptions
    asked: Asked
    trick: dict[Seat, int] = field(default_factory=dict)
    """Who has played what, the leader first."""
    played: list[int] = field(default_factory=list)
    """The cards of finished tricks."""


@copied
class State(Public):
    """What the rules keep."""

    hands: list[list[int]]
    """Sorted."""
    deck: tuple[int, ...] = ()
    """What was not dealt."""


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows."""

    seat: Seat | None
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    """Of all hands."""
    deck_left: int
