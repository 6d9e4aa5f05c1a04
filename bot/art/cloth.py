"""The cloth of a table: a lamp over its middle, fibres, and how its reader wants it."""

from functools import cache, lru_cache
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from bot.art.look import Look
from bot.scene import HEIGHT, WIDTH, Cloth

_PATCH = 256
"""Pixels of a side of the patch of fibres that is laid over the table again and again."""


@lru_cache(maxsize=24)  # of 1.4 MB each
def laid(cloth: Cloth, contrast: int, grain: int, temperature: int) -> Image.Image:
    """The bare table (RGB), which nobody may change; the percentages are those of ``Look``."""
    shade = _lamp()
    if grain:
        strength = grain / 100 * 0.62
        fibres = _fibres().point([round((level - 128) * strength + 128) for level in range(256)])
        shade = ImageChops.add(shade, fibres, 1, -128)
    brightness = 1.28 - contrast / 100 * 0.56
    spread = 0.55 + contrast / 100 * 0.9
    warmth = (temperature - 50) / 50
    dark, lit = _parts(cloth.dark), _parts(cloth.lit)
    middle = [(one + other) / 2 for one, other in zip(dark, lit, strict=True)]
    low = [mid + (edge - mid) * spread for edge, mid in zip(dark, middle, strict=True)]
    high = [mid + (edge - mid) * (1.1 - contrast / 100 * 0.2) for edge, mid in zip(lit, middle, strict=True)]
    table = ImageOps.colorize(shade, _toned(low, brightness, warmth), _toned(high, brightness, warmth))
    table.paste((255, 255, 255), mask=_rail())
    return table


def of(cloth: Cloth, look: Look) -> Image.Image:
    """A copy of the bare table to paint on."""
    return laid(cloth, look.contrast, look.grain, look.temperature).copy()


def _toned(colour: list[float], brightness: float, warmth: float) -> tuple[int, int, int]:
    red, green, blue = (part * brightness for part in colour)
    warm = (red * (1 + 0.16 * warmth), green * (1 + 0.02 * warmth), blue * (1 - 0.22 * warmth))
    red, green, blue = (max(0, min(255, round(part))) for part in warm)
    return red, green, blue


def _parts(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


@cache
def _lamp() -> Image.Image:
    glow = Image.radial_gradient("L").resize(
        (round(WIDTH * 1.25), round(HEIGHT * 1.7)), Image.Resampling.BICUBIC
    )
    left, top = (glow.width - WIDTH) // 2, int((glow.height - HEIGHT) * 0.42)
    return ImageOps.invert(glow.crop((left, top, left + WIDTH, top + HEIGHT)))


@cache
def _rail() -> Image.Image:
    """How strong the thin line near the edge of every table is."""
    edge, fine = 9, 2  # Pillow's own edges are jagged, so it is drawn twice as large
    line = Image.new("L", (WIDTH * fine, HEIGHT * fine))
    box = (edge * fine, edge * fine, (WIDTH - edge) * fine, (HEIGHT - edge) * fine)
    ImageDraw.Draw(line).rounded_rectangle(box, 26 * fine, outline=33, width=2 * fine)
    return line.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


@cache
def _fibres() -> Image.Image:
    random = Random(7)  # the same fibres in every process
    side = _PATCH
    fine = Image.frombytes("L", (side, side), random.randbytes(side * side))
    fine = fine.resize((side * 2, side), Image.Resampling.BICUBIC)
    fine = fine.filter(ImageFilter.GaussianBlur(0.8)).resize((side, side))
    soft = Image.frombytes("L", (64, 64), random.randbytes(64 * 64))
    soft = soft.resize((side, side), Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(3))
    patch = ImageOps.autocontrast(Image.blend(fine, soft, 0.35))
    whole = Image.new("L", (WIDTH, HEIGHT))
    for y in range(0, HEIGHT, side):
        for x in range(0, WIDTH, side):
            whole.paste(patch, (x, y))
    return whole
