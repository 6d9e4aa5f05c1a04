"""Tien Gow (``tiengow``): tricks with 32 Chinese dominoes, for 4 players; the last trick decides."""

from engine.games.tiengow.model import Banker, Beat, Discard, Lead, Shuffle, TiengowOptions
from engine.games.tiengow.rules import Tiengow
from engine.games.tiengow.state import View

__all__ = ["Banker", "Beat", "Discard", "Lead", "Shuffle", "Tiengow", "TiengowOptions", "View"]
