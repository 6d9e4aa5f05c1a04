"""Parts of pictures that the games share."""

from collections.abc import Iterator

from bot.scene import Colour, Number, Part, Sprite

ROW = 772
"""Pixels from the first plate of a row to the end of the last one; 14 are free on both sides."""


def fan(name: str, x: float, y: float, n: int, *, width: int, step: float) -> Iterator[Part]:
    """``n`` sprites in a row, the middle of the first at x, each ``step`` pixels on."""
    for at in range(n):
        yield Sprite(name, x + at * step, y, width)


def pile(name: str, x: float, y: float, n: int, *, width: int) -> Iterator[Part]:
    """A pile of cards face down, as thick as three of them at most, and their number under it."""
    for at in range(min(3, n)):
        yield Sprite(name, x - at * 3, y - at * 3, width, shadow=True)
    yield Number(str(n), x - 3, y + width * 0.9, 30, "white" if n else "grey", "middle")


def leading(points: int, all_points: tuple[int, ...]) -> Colour:
    """Golden for the most of something, if anybody has any."""
    return "gold" if points and points == max(all_points) else "white"
