"""What lies where on the picture of a table: pure data, without Pillow.

A game's cog makes a scene from a watcher's view; ``bot.art`` paints it. The canvas is 800 × 450 pixels, x to
the right, y down. Parts are painted in their order. A scene holds no words, so that one picture serves every
language, and nothing of how its reader wants it to look: two suits' colours or four, the cloth's contrast.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

WIDTH, HEIGHT = 800, 450

Colour: TypeAlias = Literal["white", "gold", "red", "grey"]
"""White counts cards, gold counts points, red warns, grey is nothing so far."""
Kind: TypeAlias = Literal["idle", "turn", "win", "slot"]
"""Of a plate: ``turn`` is framed white, somebody is to move; ``win`` golden; a ``slot`` is empty."""
Anchor: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing of ``data/sprites`` or ``data/emoji``, by name, with its middle at x and y.

    ``height`` is in proportion to the width unless given.
    """

    name: str
    x: float
    y: float
    width: int
    height: int | None = None
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class Glow:
    """Light around a card of this size, which is put on top of it; ``colour`` is 0xRRGGBB."""

    x: float
    y: float
    width: int
    height: int
    colour: int = 0xFFCF4D


@dataclass(frozen=True, slots=True)
class Plate:
    """A place on the cloth with its middle at x and y."""

    x: float
    y: float
    width: int
    height: int
    kind: Kind = "idle"
    radius: int = 18


@dataclass(frozen=True, slots=True)
class Number:
    """Digits, ``+``, ``-`` and ``|``: capitals of this height, their tops at y, x as the anchor says."""

    text: str
    x: float
    y: float
    height: float
    colour: Colour = "white"
    anchor: Anchor = "left"


Part: TypeAlias = Sprite | Glow | Plate | Number


@dataclass(frozen=True, slots=True)
class Cloth:
    """The colours of the table's cloth at its edge and under its lamp (0xRRGGBB)."""

    dark: int
    lit: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is painted."""

    cloth: Cloth
    parts: tuple[Part, ...]
