"""Your trumps (``trumps``): a card duel in which each player has a trump suit of their own, for 2 to 4."""

from engine.games.trumps.model import (
    Add,
    Beat,
    Dealer,
    Lead,
    PickUp,
    Shuffle,
    Trump,
    Trumps,
    TrumpsOptions,
)
from engine.games.trumps.rules import OwnTrumps
from engine.games.trumps.state import View

__all__ = [
    "Add",
    "Beat",
    "Dealer",
    "Lead",
    "OwnTrumps",
    "PickUp",
    "Shuffle",
    "Trump",
    "Trumps",
    "TrumpsOptions",
    "View",
]
