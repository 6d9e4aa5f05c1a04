"""How a reader wants tables and hands to look."""

from dataclasses import dataclass

USUAL = 50

TWO_COLOURS = "_2"
"""What the names of drawings in two colours end in, both emoji and sprites."""


@dataclass(frozen=True, slots=True)
class Look:
    """Percentages are 0 to 100 in steps of ten; the cloth alone changes with them, never a card."""

    pictures: bool = True
    emoji: bool = True
    two_colours: bool = False
    """Red and black suits, instead of a colour for each."""
    contrast: int = USUAL
    """How far the cloth stands back behind what lies on it."""
    grain: int = USUAL
    """How strong the cloth's fibres are."""
    temperature: int = USUAL
    """0 is cold, 100 warm."""
