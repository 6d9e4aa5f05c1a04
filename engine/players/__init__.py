"""Computer opponents, found by level and game.

A game's own player is the class ``Normal`` of ``engine.players.<slug>``; a game without one is
played by the random player at every level.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from engine.players.base import Player
from engine.players.random import RandomPlayer

LEVELS = ("random", "normal")


@cache
def player(level: str, slug: str) -> Player:
    """The computer player of a level for a game. Raises KeyError for an unknown level."""
    if level not in LEVELS:
        raise KeyError(level)
    name = f"{__name__}.{slug}"
    if level == "random" or find_spec(name) is None:
        return RandomPlayer()
    return cast(Player, import_module(name).Normal())
