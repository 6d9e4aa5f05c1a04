"""Cardinality (``hilo``): High-Low for piles of cards, then trading, for 2 to 4 players."""

from engine.games.hilo.model import (
    Call,
    First,
    Guess,
    HiloOptions,
    Offer,
    Pass,
    Pick,
    Shuffle,
    Steal,
    TurnUp,
)
from engine.games.hilo.rules import Hilo
from engine.games.hilo.state import View

__all__ = [
    "Call",
    "First",
    "Guess",
    "Hilo",
    "HiloOptions",
    "Offer",
    "Pass",
    "Pick",
    "Shuffle",
    "Steal",
    "TurnUp",
    "View",
]
