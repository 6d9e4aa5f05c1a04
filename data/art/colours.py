"""Inks and colours that several families share.

The inks of the suits, and the colours of the seats, are far apart for normal sight, deuteranopia and
protanopia (``tests/data/test_colours.py``), and also differ by shape.
"""

from data.art.svg import gradient

FOUR_COLOURS = {"S": "#191c23", "H": "#e2211c", "D": "#3166ea", "C": "#08785e"}
TWO_COLOURS = {"S": "#191c23", "H": "#d81f26", "D": "#d81f26", "C": "#191c23"}
SEATS = ("#2b82f6", "#e4610f", "#339763", "#f3a5cb", "#f9d555", "#9a6bb5")
PAPER_TOP, PAPER_BOTTOM = "#ffffff", "#f3eddf"
GOLD_TOP, GOLD_BOTTOM = "#fff3cf", "#f6d98c"
EDGE, GOLD_EDGE = "#a39b8a", "#b08d3c"
PAPER, GOLD = gradient("paper", PAPER_TOP, PAPER_BOTTOM), gradient("gold", GOLD_TOP, GOLD_BOTTOM)
TILE_RED, TILE_WHITE = "#ff564a", "#fbf8ef"

_SCALE = (
    (0.0, (24, 86, 196)),
    (0.25, (0, 122, 160)),
    (0.5, (14, 124, 74)),
    (0.72, (176, 110, 0)),
    (0.86, (206, 74, 16)),
    (1.0, (200, 28, 52)),
)


def of_number(number: int) -> str:
    """From blue for 1 to red for 100, so that high and low are seen before they are read."""
    place = (number - 1) / 99
    at = next(at for at in range(1, len(_SCALE)) if place <= _SCALE[at][0])
    (start, low), (end, high) = _SCALE[at - 1], _SCALE[at]
    share = (place - start) / (end - start)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"
