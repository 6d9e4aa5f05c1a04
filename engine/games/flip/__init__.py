"""Hi-Lo Flip (``flip``): play above or below the last card, as the chip says, for 2 to 6 players."""

from engine.games.flip.model import Chip, FlipOptions, Play, Reshuffle, Shuffle
from engine.games.flip.rules import Flip
from engine.games.flip.state import View

__all__ = ["Chip", "Flip", "FlipOptions", "Play", "Reshuffle", "Shuffle", "View"]
