"""How a game looks and speaks: all that the application asks of a cog's game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.scene import Cloth, Scene
from bot.screen import Block
from engine.core import BadOptions, Event, IllegalAction, Options, Result, Rules

Names: TypeAlias = Sequence[str]
"""What to call each seat: safe markdown, computers marked, no two alike. May be longer than the seats are
many."""


PLAIN_CLOTH = Cloth(0x1B1D22, 0x4A4F5A)


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option may be given, with its words."""

    value: Any
    label: str
    """A line of the lobby's menu."""
    hint: str | None = None
    """Small print below the label."""
    _: KW_ONLY
    said: str | None = None
    """After the option's label ("The ace: high"), if that is not the choice's own label."""
    typed: str | None = None
    """As ``/play`` lists it, if that is not the label."""


@dataclass(frozen=True, slots=True)
class Field:
    """The words of an option. What values it may have and which is usual is written in the ``Options``."""

    name: str
    label: str
    about: str
    """What ``/play`` says of it; ``{least}`` and ``{most}`` stand for the limits of a number."""
    choices: tuple[Choice, ...]
    """What the lobby offers; of a number not all that may be typed."""
    number: Callable[[Any], str] | None = None
    """Says any number, also one that is not among the choices."""

    def word(self, value: Any) -> str:
        """An allowed value, after the label."""
        if self.number is not None:
            return self.number(value)
        return next(one.said or one.label for one in self.choices if one.value == value)


@dataclass(frozen=True, slots=True)
class Presets:
    """A further parameter of ``/play`` that sets several options at once; what is typed beside it counts."""

    name: str
    about: str
    sets: Mapping[str, tuple[str, Mapping[str, Any]]]
    """By key: the words of the choice, and the options that it sets. The first is the usual one."""


O = TypeVar("O", bound=Options)  # noqa: E741
A = TypeVar("A", bound=tuple[Any, ...])
V = TypeVar("V")


@dataclass(slots=True)
class Face(Generic[O, A, V]):
    """The looks and words of one game. Everything is computed from views, never from a state.

    All words go through gettext, so texts are functions: they are made when asked for, not at import.
    """

    _: KW_ONLY
    rules: Rules[O, Any, A, V]
    colour: int
    """Of the edge of its messages (0xRRGGBB)."""

    title: Callable[[], str]
    """The game's name for people, at most 30 characters."""
    pitch: Callable[[], str]
    """One sentence for somebody who has never played."""
    command: Callable[[], str]
    """What Discord says beside ``/play x``, at most 100 characters."""

    fields: Callable[[], tuple[Field, ...]]
    """The options, in the order of ``Options``."""
    presets: Callable[[], Presets | None] = lambda: None
    caution: Callable[[O, int], str | None] = lambda options, seats: None
    """A word before the start about an unusual choice (a very long match, say), for so many seats."""
    bad_options: Callable[[BadOptions], str] = str
    """Why a match cannot start so, and what to change."""

    cloth: Cloth = PLAIN_CLOTH
    """The colours of its table."""
    scene: Callable[[V], Scene] | None = None
    """The picture of the table; the view is a watcher's. Without it the table is words alone."""
    table: Callable[[V, Names], Sequence[Block]]
    """The same as the picture in words, no more and no less: texts only, and no game controls."""
    asked: Callable[[V, Names], str]
    """One line: what the match waits for ("**Ann** calls Higher or Lower"); the view is a watcher's."""
    status: Callable[[V], str] = lambda view: ""
    """Small print: the round, what is left; the view is a watcher's."""
    hand: Callable[[V, Names, Sequence[A], tuple[int, ...]], Sequence[Block]]
    """A seat's private screen: what it holds and, where the legal list is not empty, the controls.

    Depends on nothing but its arguments. The path is () at first, then what a ``Go`` led to; an unknown
    path shows the first screen. Every legal action is at most three presses away.
    """
    story: Callable[[Event, Names], str | None]
    """The event in words, for those who may know it, in one line; None if it is not worth a line."""
    end: Callable[[V, Result, Names], Sequence[Block]]
    """The final screen: who won and why, and a sheet for each player. The view is a watcher's."""
    refused: Callable[[IllegalAction, Names], str]
    """A refusal in the player's words: the rule, and what to do instead."""

    @property
    def slug(self) -> str:
        return self.rules.slug


AnyFace: TypeAlias = Face[Any, Any, Any]
Faces: TypeAlias = dict[str, AnyFace]
"""By slug."""
