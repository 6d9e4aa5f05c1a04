"""Paints scenes with Pillow. It is called in a thread of its own; whole pictures take about 15 ms of CPU."""

import io

from PIL import Image

from bot.art import cloth, sprites
from bot.art.look import Look
from bot.art.sprites import Piece
from bot.scene import Colour, Glow, Number, Part, Plate, Scene, Sprite

QUALITY, METHOD = 80, 2
"""Of WebP: higher methods take several times as long and save a few kB."""

_COLOURS: dict[Colour, tuple[int, int, int]] = {
    "white": (255, 255, 255),
    "gold": (255, 211, 77),
    "red": (255, 138, 128),
    "grey": (190, 200, 196),
}


def paint(scene: Scene, look: Look) -> bytes:
    """The scene as a WebP file of 800 × 450 pixels. Raises FileNotFoundError for an unknown drawing."""
    out = io.BytesIO()
    compose(scene, look).convert("RGB").save(out, "WEBP", quality=QUALITY, method=METHOD)
    return out.getvalue()


def compose(scene: Scene, look: Look) -> Image.Image:
    """The scene as an image."""
    canvas = cloth.of(scene.cloth, look)
    canvas.alpha_composite(sprites.rail().image)
    for part in scene.parts:
        _put(canvas, part, look)
    return canvas


def _put(canvas: Image.Image, part: Part, look: Look) -> None:
    match part:
        case Sprite(name, x, y, width, height, shadow):
            piece = sprites.drawing(name, width, height, shadow=shadow, two_colours=look.two_colours)
            _lay(canvas, piece, x, y)
        case Glow(x, y, width, height, colour):
            _lay(canvas, sprites.glow(width, height, colour), x, y)
        case Plate(x, y, width, height, kind, radius):
            _lay(canvas, sprites.plate(width, height, kind, radius), x, y)
        case Number():
            _write(canvas, part)


def _lay(canvas: Image.Image, piece: Piece, x: float, y: float) -> None:
    left, top = round(x - piece.image.width / 2), round(y - piece.image.height / 2)
    # What hangs over the edge is cut: Pillow takes no place outside.
    canvas.alpha_composite(piece.image, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))


def _write(canvas: Image.Image, number: Number) -> None:
    glyphs = [sprites.glyph(letter, number.height) for letter in number.text]
    width = sum(advance for _mask, advance in glyphs)
    x = number.x - {"left": 0.0, "middle": width / 2, "right": width}[number.anchor]
    y = round(number.y - number.height * 0.1)
    for mask, advance in glyphs:
        left = round(x) - 1
        canvas.paste((0, 0, 0), (left, y + 2), mask.point(_shade))
        canvas.paste(_COLOURS[number.colour], (left, y), mask)
        x += advance


_shade = [round(level * 0.55) for level in range(256)]
