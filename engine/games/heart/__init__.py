"""Heart of the Cards (``heart``): cards picked from a heart, Wildcards, a hidden Queen; 2 to 4 players."""

from engine.games.heart.model import Deal, Discard, HeartOptions, Pick, Roll, Wild
from engine.games.heart.rules import Heart
from engine.games.heart.state import View

__all__ = ["Deal", "Discard", "Heart", "HeartOptions", "Pick", "Roll", "View", "Wild"]
