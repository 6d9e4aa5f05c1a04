"""The pieces of a picture: read from ``data/sprites`` and ``data/emoji``, scaled, and kept for a while.

All are images (RGBA) that nobody may change: threads share them.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from bot.art.look import TWO_COLOURS
from bot.scene import Colour, Kind

_DATA = Path(__file__).resolve().parents[2] / "data"
_FOLDERS = (_DATA / "sprites", _DATA / "emoji")
_KEPT = 400
"""Drawings in a size, and as many digits: some kB each, a large card 130."""

_PLATES = {
    "idle": ((0, 0, 0, 77), (255, 255, 255, 26), 1.5),
    "turn": ((0, 0, 0, 117), (255, 255, 255, 255), 4),
    "win": ((58, 42, 0, 140), (255, 207, 77, 255), 4),
    "slot": ((0, 0, 0, 41), (255, 255, 255, 77), 2),
}
"""Fill, edge, and the edge's width in pixels."""


class Glyph(NamedTuple):
    """A digit or sign, and how many pixels the pen moves on."""

    image: Image.Image
    advance: float


@lru_cache(maxsize=100)  # what is drawn in several sizes, such as backs and digits
def _file(name: str) -> Image.Image:
    for folder in _FOLDERS:
        path = folder / f"{name}.png"
        if path.exists():
            with Image.open(path) as image:
                return image.convert("RGBA")
    raise FileNotFoundError(f"there is no drawing {name!r} in data/sprites or data/emoji")


@lru_cache(maxsize=2000)
def _there(name: str) -> bool:
    return any((folder / f"{name}.png").exists() for folder in _FOLDERS)


@lru_cache(maxsize=_KEPT)
def drawing(name: str, width: int, height: int | None, *, shadow: bool, two_colours: bool) -> Image.Image:
    """A drawing in this size. Raises FileNotFoundError."""
    if two_colours and _there(name + TWO_COLOURS):
        name += TWO_COLOURS
    image = _file(name)
    size = (width, height or round(image.height * width / image.width))
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    return _with_shadow(image) if shadow else image


def _with_shadow(image: Image.Image) -> Image.Image:
    """The image in the middle of a larger one."""
    down, blur, dark = (3, 5, 120) if image.width > 40 else (2, 3, 110)
    around = blur * 2
    size = (image.width + 2 * around, image.height + 2 * around)
    shade = Image.new("RGBA", size)
    shade.paste((0, 0, 0, dark), (around, around + down), image.getchannel("A"))
    shade = shade.filter(ImageFilter.GaussianBlur(blur / 1.6))
    shade.alpha_composite(image, (around, around))
    return shade


@lru_cache(maxsize=100)
def plate(width: int, height: int, kind: Kind, radius: int) -> Image.Image:
    """A place on the cloth; the edge of an empty one is dashed."""
    fill, edge, line = _PLATES[kind]
    large = 2  # drawn twice as large: Pillow's own edges are jagged
    image = Image.new("RGBA", (width * large, height * large))
    draw = ImageDraw.Draw(image)
    box = (large, large, (width - 1) * large - 1, (height - 1) * large - 1)
    draw.rounded_rectangle(box, radius * large, fill, edge, round(line * large))
    if kind == "slot":
        _dash(image, fill, box, radius * large, round(line * large))
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _dash(
    image: Image.Image, fill: tuple[int, ...], box: tuple[int, int, int, int], radius: int, line: int
) -> None:
    """Take gaps out of the edge."""
    inner = Image.new("RGBA", image.size)
    ImageDraw.Draw(inner).rounded_rectangle(box, radius, fill)
    gaps = Image.new("L", image.size)
    draw = ImageDraw.Draw(gaps)
    for x in range(9 * 2, image.width, 17 * 2):
        draw.rectangle((x, 0, x + 8 * 2, line + 2), 255)
        draw.rectangle((x, image.height - line - 4, x + 8 * 2, image.height), 255)
    for y in range(9 * 2, image.height, 17 * 2):
        draw.rectangle((0, y, line + 2, y + 8 * 2), 255)
        draw.rectangle((image.width - line - 4, y, image.width, y + 8 * 2), 255)
    image.paste(inner, (0, 0), gaps)


@lru_cache(maxsize=16)
def glow(width: int, height: int, colour: int) -> Image.Image:
    """Light around a card of this size."""
    around = 37
    image = Image.new("RGBA", (width + 2 * around, height + 2 * around))
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    image.paste((red, green, blue, 0), (0, 0, *image.size))
    inset = 22
    ImageDraw.Draw(image).rounded_rectangle(
        (inset, inset, image.width - inset, image.height - inset), 20, (red, green, blue, 255)
    )
    return image.filter(ImageFilter.GaussianBlur(11))


_GLYPH_HEIGHT = 54
"""Pixels of the capitals in the drawings; a tenth of it is free above them, a fifth below."""
_GLYPHS = {**{str(n): str(n) for n in range(10)}, "+": "plus", "-": "minus", "−": "minus", "|": "bar"}
_COLOURS: dict[Colour, tuple[int, int, int]] = {
    "white": (255, 255, 255),
    "gold": (255, 211, 77),
    "red": (255, 138, 128),
    "grey": (190, 200, 196),
}
_SHADE, _SHADE_DOWN = [round(level * 0.55) for level in range(256)], 2
"""How dark each degree of a glyph makes the cloth below it, and how many pixels below."""


@lru_cache(maxsize=_KEPT)
def glyph(letter: str, height: float, colour: Colour) -> Glyph:
    """A digit or sign with its shade; its capitals are ``height`` pixels high."""
    drawn = _file(f"glyph_{_GLYPHS[letter]}").getchannel("A")
    scale = height / _GLYPH_HEIGHT
    size = (max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale)))
    mask = drawn.resize(size, Image.Resampling.LANCZOS)
    shade = Image.new("L", (size[0], size[1] + _SHADE_DOWN))
    shade.paste(mask.point(_SHADE), (0, _SHADE_DOWN))
    image = Image.new("RGBA", shade.size)
    image.putalpha(shade)
    face = Image.new("RGBA", size, _COLOURS[colour])
    face.putalpha(mask)
    image.alpha_composite(face)
    return Glyph(image, (drawn.width - 2) * scale)
