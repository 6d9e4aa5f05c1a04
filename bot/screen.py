"""What to show and which choices exist: pure data, without Discord.

A screen is a column of blocks. A control's target is ``Act``, an index into the legal list of the
decision shown, or ``Go``, the path of a further screen of the same decision (a page, or the first
half of a choice made in two steps). Neither ever names a card.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from bot.scene import Scene

Style: TypeAlias = Literal["plain", "main", "good", "bad"]

TEXT = 4000
"""Characters of text in a message: https://docs.discord.com/developers/components/reference"""
MENU_OPTIONS = 25
ROW_BUTTONS = 5
LABEL = 80
DESCRIPTION = 100
ALT = 1024
"""Characters of the text that stands for a picture."""


@dataclass(frozen=True, slots=True)
class Act:
    """Pressing makes ``legal[index]`` happen."""

    index: int


@dataclass(frozen=True, slots=True)
class Go:
    """Pressing shows the hand again at this path; nothing happens in the match."""

    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Do:
    """Pressing does what the application calls ``verb`` (join, start, ...); games have no use for it.

    ``match`` is another match than the one whose screen it is; ``rest`` a parameter.
    """

    verb: str
    match: int | None = None
    rest: str = ""


Target: TypeAlias = Act | Go | Do


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord markdown, names in it already safe."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted table. ``words`` say the same as markdown: for readers of text alone, and as alt text."""

    scene: Scene
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A separator."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; without a target it is shown but cannot be pressed.

    Emoji are a character of Unicode or a token of ``bot.emoji``. A label may be empty where the emoji is a
    token: what stands in for it is the label then.
    """

    label: str
    target: Target | None = None
    style: Style = "plain"
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One to five buttons side by side; at most three where it can be (phones)."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a menu."""

    label: str
    target: Target
    description: str | None = None
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 options of which one is chosen."""

    prompt: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A menu of which ``least`` to ``most`` labels are chosen; ``emoji`` are one for each label, or none.

    Choosing goes to ``path`` extended by the chosen positions, rising; ``chosen`` are marked.
    """

    prompt: str
    labels: tuple[str, ...]
    least: int
    most: int
    path: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    emoji: tuple[str, ...] = ()


Block: TypeAlias = Text | Picture | Line | Row | Menu | Pick


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: its blocks from top to bottom, and the colour of its edge (0xRRGGBB)."""

    blocks: tuple[Block, ...]
    accent: int | None = None


T = TypeVar("T")


def in_rows(buttons: Sequence[Button], width: int = 3) -> Iterator[Row]:
    """The buttons in rows of ``width``."""
    for at in range(0, len(buttons), width):
        yield Row(tuple(buttons[at : at + width]))


def apart(texts: Iterable[str]) -> Iterator[Block]:
    """The texts with a separator before each: the sheets of players, say."""
    for text in texts:
        yield Line()
        yield Text(text)


def pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """The items in pages of at most ``size``; at least one page, which may be empty."""
    return [items[at : at + size] for at in range(0, len(items), size)] or [items]
