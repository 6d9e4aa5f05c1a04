"""How a game looks and speaks: all that the application asks of a cog's game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.screen import Block
from engine.core import BadOptions, Event, IllegalAction, Options, Result, Rules

Names: TypeAlias = Sequence[str]
"""What to call each seat: safe markdown, computers marked, no two alike."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option may be given, with its words."""

    value: Any
    label: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """An option as the lobby offers it. ``word`` says any allowed value, also one not among the choices."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    word: Callable[[Any], str]


O = TypeVar("O", bound=Options)  # noqa: E741
A = TypeVar("A", bound=tuple[Any, ...])
V = TypeVar("V")


class Face(ABC, Generic[O, A, V]):
    """The looks and words of one game. Everything is computed from views, never from a state.

    All words go through gettext, so texts are made when asked for, not at import.
    """

    rules: Rules[O, Any, A, V]
    colour: ClassVar[int]

    @property
    def slug(self) -> str:
        return self.rules.slug

    @abstractmethod
    def title(self) -> str:
        """The game's name for people, at most 30 characters."""

    @abstractmethod
    def pitch(self) -> str:
        """One sentence for somebody who has never played."""

    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """The options, at most five menus' worth a page, in the rules page's order."""

    def bad_options(self, error: BadOptions) -> str:
        """Why a match cannot start so, and what to change."""
        return str(error)

    def caution(self, options: O, seats: int) -> str | None:
        """A word before the start about an unusual choice (a very long match, say)."""
        return None

    @abstractmethod
    def table(self, view: V, names: Names) -> Sequence[Block]:
        """The public state; ``view`` is a watcher's. Texts only: the table has no game controls."""

    @abstractmethod
    def asked(self, view: V, names: Names) -> str:
        """One line: what the match waits for ("**Ann** calls Higher or Lower"); ``view`` is a watcher's."""

    @abstractmethod
    def hand(self, view: V, names: Names, legal: Sequence[A], path: tuple[int, ...]) -> Sequence[Block]:
        """A seat's private screen: what it holds and, where ``legal`` is not empty, the controls.

        Depends on nothing but its arguments. ``path`` is () at first, then what a ``Go`` led to; an
        unknown path shows the first screen.
        """

    @abstractmethod
    def story(self, event: Event, names: Names) -> str | None:
        """The event in words, for those who may know it; None if it is not worth a line."""

    @abstractmethod
    def end(self, view: V, result: Result, names: Names) -> Sequence[Block]:
        """The final screen: who won and why, and a sheet for each player. ``view`` is a watcher's."""

    @abstractmethod
    def refused(self, error: IllegalAction, names: Names) -> str:
        """A refusal in the player's words: the rule, and what to do instead."""


AnyFace: TypeAlias = Face[Any, Any, Any]
Faces: TypeAlias = dict[str, AnyFace]
"""By slug."""
