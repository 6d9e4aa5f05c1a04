"""SVG text from shapes and letters, and PNG files from SVG.

Letters are paths taken from the fonts, so that no machine's own fonts decide how a card looks.
"""

import io
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import NamedTuple

import resvg_py
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from PIL import Image

FONTS = Path(__file__).parent / "fonts"
WIDE, NARROW = "barlow-semi-condensed-800", "barlow-condensed-800"

SUITS = {
    "S": "M50 2C55 16 94 38 94 64C94 78 83 87 71 87C64 87 58 84 54 79C55 87 59 93 66 98H34C41 93 45 87 46 79"
    "C42 84 36 87 29 87C17 87 6 78 6 64C6 38 45 16 50 2Z",
    "H": "M50 97C44 80 3 60 3 32C3 16 15 5 28 5C39 5 47 12 50 25C53 12 61 5 72 5C85 5 97 16 97 32"
    "C97 60 56 80 50 97Z",
    "D": "M50 0L91 50L50 100L9 50Z",
    "C": "M50 2C62 2 72 12 72 24C72 31 69 37 64 41C67 39 72 38 76 38C88 38 98 48 98 60C98 72 88 82 76 82"
    "C66 82 58 76 55 67C55 80 59 91 69 98H31C41 91 45 80 45 67C42 76 34 82 24 82C12 82 2 72 2 60"
    "C2 48 12 38 24 38C28 38 33 39 36 41C31 37 28 31 28 24C28 12 38 2 50 2Z",
}
"""The outline of each suit in a box of 100 by 100."""


class Outline(NamedTuple):
    """Letters as one path, y growing downwards from the base line, in units of the font."""

    path: str
    left: float
    right: float


@cache
def _font(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.woff2")


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


@cache
def _outline(letters: str, font: str) -> Outline:
    opened = _font(font)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()
    pen, bounds = SVGPathPen(glyphs, ntos=_short), BoundsPen(glyphs)
    x = 0.0
    for letter in letters:
        glyph = glyphs[names[ord(letter)]]
        glyph.draw(TransformPen(pen, (1, 0, 0, -1, x, 0)))
        glyph.draw(TransformPen(bounds, (1, 0, 0, -1, x, 0)))
        x += glyph.width
    return Outline(pen.getCommands(), bounds.bounds[0], bounds.bounds[2])


@cache
def _capital_height(font: str) -> float:
    bounds = BoundsPen(_font(font).getGlyphSet())
    _font(font).getGlyphSet()["H"].draw(bounds)
    return float(bounds.bounds[3] - bounds.bounds[1])


def letters(text: str, font: str, x: float, y: float, width: float, height: float, fill: str) -> str:
    """The text in the middle of a box, its capitals as high as the box, squeezed where it is too wide."""
    return _letters(text, font, x, y, width, height, fill, 0.5)


def letters_left(text: str, font: str, x: float, y: float, width: float, height: float, fill: str) -> str:
    """The same, at the left of the box."""
    return _letters(text, font, x, y, width, height, fill, 0)


def digit(text: str, font: str, height: int) -> str:
    """A white letter that a table writes with: as wide as the pen moves on, its capitals so high.

    A tenth of the height is free above it, a fifth below.
    """
    outline = _outline(text, font)
    scale = height / _capital_height(font)
    glyphs, names = _font(font).getGlyphSet(), _font(font).getBestCmap()
    width = max(1, round(glyphs[names[ord(text)]].width * scale) + 2)
    matrix = f"{scale:.5f} 0 0 {scale:.5f} 1 {height * 1.1:.2f}"
    path = f'<path transform="matrix({matrix})" d="{outline.path}" fill="#fff"/>'
    return document(path, "", width, round(height * 1.3))


def _letters(
    text: str, font: str, x: float, y: float, width: float, height: float, fill: str, share: float
) -> str:
    outline = _outline(text, font)
    ink = outline.right - outline.left
    down = height / _capital_height(font)
    across = min(down, width / ink)
    left = x + (width - ink * across) * share - outline.left * across
    matrix = f"{across:.5f} 0 0 {down:.5f} {left:.2f} {y + height:.2f}"
    return f'<path transform="matrix({matrix})" d="{outline.path}" fill="{fill}"/>'


def suit(name: str, x: float, y: float, width: float, height: float, fill: str, halo: str = "") -> str:
    """The sign of a suit; a halo in the colour of the paper keeps it clear of what lies below."""
    at = f"translate({x:.2f} {y:.2f}) scale({width / 100:.5f} {height / 100:.5f})"
    around = f' stroke="{halo}" stroke-width="13" stroke-linejoin="round"' if halo else ""
    return f'<path transform="{at}" d="{SUITS[name]}" fill="{fill}"{around}/>'


def star(x: float, y: float, outer: float, inner: float, fill: str, edge: str = "", width: float = 4) -> str:
    """A star of five points, its corners rounded by an edge of the same or another colour."""
    corners = []
    for corner in range(10):
        radius = inner if corner % 2 else outer
        angle = pi * corner / 5
        corners.append(f"{x + radius * sin(angle):.2f},{y - radius * cos(angle):.2f}")
    points = " ".join(corners)
    drawn = f'stroke="{edge or fill}" stroke-width="{width:g}" stroke-linejoin="round"'
    return f'<polygon points="{points}" fill="{fill}" {drawn}/>'


def gradient(name: str, top: str, bottom: str) -> str:
    """A change of colour from top to bottom, used as ``url(#name)``."""
    stops = f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/>'
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def document(
    body: str,
    definitions: str = "",
    width: int = 128,
    height: int = 128,
    pixels: tuple[int, int] | None = None,
) -> str:
    """A drawing in a box of width by height, of as many pixels unless said otherwise."""
    across, down = pixels or (width, height)
    size = f'width="{across}" height="{down}" viewBox="0 0 {width} {height}" preserveAspectRatio="none"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{definitions}</defs>{body}</svg>'


def png(drawing: str) -> bytes:
    """The drawing as a PNG file with transparency."""
    raw = bytes(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True))
    out = io.BytesIO()
    Image.open(io.BytesIO(raw)).convert("RGBA").save(out, "PNG", optimize=True)
    return out.getvalue()
