"""How a reader wants tables and hands to look."""

from dataclasses import dataclass, replace
from typing import Self

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

    def painted(self) -> Self:
        """The same in all that a picture shows: who sees the same picture has the same one."""
        return replace(self, pictures=True, emoji=True)
