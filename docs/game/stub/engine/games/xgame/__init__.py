"""Xgame (``xgame``): the highest card takes the trick, for 2 to 4 players."""

from engine.games.xgame.model import Play, Shuffle, XgameOptions
from engine.games.xgame.rules import Xgame
from engine.games.xgame.state import View

__all__ = ["Play", "Shuffle", "View", "Xgame", "XgameOptions"]
