"""What the tests of all games need to know of one: ``tests/engine/games/<slug>.py``, found by slug."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from engine.core import Event, Seat
from engine.record import Playthrough, result_entry

Check = Callable[[Playthrough, Any], None]
"""Asserts that the position is as a worked case expects."""


def result_key(key: str) -> Check:
    """The check of a key that stands in the record's ``result``."""

    def check(match: Playthrough, expected: Any) -> None:
        result = match.rules.result(match.state)
        assert result is not None
        assert result_entry(result)[key] == expected

    return check


class Adapter(Protocol):
    """The members of ``tests/engine/games/<slug>.py``."""

    STEPS: int
    """Steps a second that random play in place shall reach."""
    CLONE: float
    """Microseconds that a copy of a position may take."""
    VIEW: float
    """Microseconds that a view may take."""
    DECK: Sequence[Any]
    """The cards (or tiles) of the game, sorted."""
    LONGEST: int
    """No match has more steps than this."""
    CHECKS: Mapping[str, Check]
    """Of the worked cases: each key of ``expect`` that is the game's own."""

    def cards(self, state: Any) -> Sequence[Any] | None:
        """Every card of the position, wherever it lies; None while there is no deal."""

    def named(self, event: Event) -> set[Any]:
        """The cards that an event names."""

    def known(self, view: Any) -> set[Any]:
        """The cards whose place a view shows."""

    def mentions(self, text: str) -> set[Any]:
        """The cards that a text for people, or a line of a log, names."""

    def scramble(self, state: Any, seat: Seat | None, rng: Random) -> Any:
        """A copy in which all that the seat may not know is drawn anew."""

    def hides(self, view: Any) -> bool:
        """Whether the seat knows less than everything, so that imagined positions differ."""


def adapter(slug: str) -> Adapter:
    """The adapter of a game."""
    return cast(Adapter, import_module(f"tests.engine.games.{slug}"))


def swell(slug: str, state: Any, rng: Random) -> Any:
    """A copy in which hands are larger than play makes them, in games whose adapter has a ``swell``."""
    enlarge = getattr(adapter(slug), "swell", None)
    return state.clone() if enlarge is None else enlarge(state, rng)
