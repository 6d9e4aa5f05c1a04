"""Suits and seats are told apart by people with the usual kinds of colour blindness, and inks are read.

Matrices for full deuteranopia and protanopia: Machado, Oliveira and Fernandes, "A Physiologically-based Model
for Simulation of Color Vision Deficiency" (2009), on linear RGB. Differences are CIE 1976.
"""

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import TypeAlias

import pytest

from data.art.colours import (
    FOUR_COLOURS,
    GOLD_BOTTOM,
    GOLD_TOP,
    PAPER_BOTTOM,
    PAPER_TOP,
    SEATS,
    TWO_COLOURS,
)

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: str, sight: Matrix) -> Triple:
    red, green, blue = (min(1.0, max(0.0, value)) for value in times(sight, linear(colour)))
    xyz = times(TO_XYZ, (red, green, blue))
    x, y, z = (_lab(value / white) for value, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def nearest(colours: Sequence[str], sight: Matrix) -> float:
    seen = [lab(colour, sight) for colour in colours]
    return min(dist(*pair) for pair in combinations(seen, 2))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    low, high = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_suits_and_seats_differ(sight: str) -> None:
    assert nearest(list(FOUR_COLOURS.values()), SIGHTS[sight]) >= 28
    assert nearest(SEATS, SIGHTS[sight]) >= 26


@pytest.mark.parametrize("ink", sorted({*FOUR_COLOURS.values(), *TWO_COLOURS.values()}))
def test_inks_are_read_on_paper_and_on_gold(ink: str) -> None:
    """On the colour in the middle of the card's shade, where the suit begins and the rank ends."""
    assert contrast(ink, middle(PAPER_TOP, PAPER_BOTTOM)) >= 4.3
    assert contrast(ink, middle(GOLD_TOP, GOLD_BOTTOM)) >= 3.7


def middle(top: str, bottom: str) -> str:
    halves = ((int(top[at : at + 2], 16) + int(bottom[at : at + 2], 16)) // 2 for at in (1, 3, 5))
    return "#" + "".join(f"{half:02x}" for half in halves)
