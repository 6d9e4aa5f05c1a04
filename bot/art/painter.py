"""Paints scenes with Pillow. It is called in a thread of its own; whole pictures take about 15 ms of CPU."""

import io

from PIL import (
    Image,
    WebPImagePlugin,  # noqa: F401 (else Pillow loads all its formats to find this one)
)

from bot.art import cloth, sprites
from bot.art.look import Look
from bot.scene import Glow, Number, Part, Plate, Scene, Sprite

QUALITY, METHOD = 80, 2
"""Of WebP: higher methods take several times as long and save a few kB."""


def paint(scene: Scene, look: Look) -> bytes:
    """The scene as a WebP file of 800 × 450 pixels. Raises FileNotFoundError for an unknown drawing."""
    out = io.BytesIO()
    compose(scene, look).save(out, "WEBP", quality=QUALITY, method=METHOD)
    return out.getvalue()


def compose(scene: Scene, look: Look) -> Image.Image:
    """The scene as an image (RGB)."""
    canvas = cloth.of(scene.cloth, look)
    for part in scene.parts:
        _put(canvas, part, look)
    return canvas


def _put(canvas: Image.Image, part: Part, look: Look) -> None:
    match part:
        case Sprite(name, x, y, width, height, shadow):
            drawn = sprites.drawing(name, width, height, shadow=shadow, two_colours=look.two_colours)
            _lay(canvas, drawn, x, y)
        case Glow(x, y, width, height, colour):
            _lay(canvas, sprites.glow(width, height, colour), x, y)
        case Plate(x, y, width, height, kind, radius):
            _lay(canvas, sprites.plate(width, height, kind, radius), x, y)
        case Number():
            _write(canvas, part)


def _lay(canvas: Image.Image, image: Image.Image, x: float, y: float) -> None:
    """Put it there with its middle; what hangs over the edge is cut off."""
    canvas.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), image)


def _write(canvas: Image.Image, number: Number) -> None:
    glyphs = [sprites.glyph(letter, number.height, number.colour) for letter in number.text]
    width = sum(glyph.advance for glyph in glyphs)
    x = number.x - {"left": 0.0, "middle": width / 2, "right": width}[number.anchor]
    y = round(number.y - number.height * 0.1)  # so much is free above a glyph's capitals
    for image, advance in glyphs:
        canvas.paste(image, (round(x) - 1, y), image)
        x += advance
