"""The normal computer player of Xgame: no higher than needed."""

from collections.abc import Sequence
from random import Random

from engine.cards import rank_of
from engine.games.xgame.model import Play
from engine.games.xgame.state import View


class Normal:
    """Takes the trick with its lowest card that does, else throws its lowest away; leads high."""

    def choose(self, view: View, legal: Sequence[Play], rng: Random) -> Play:
        rising = sorted(legal, key=lambda play: rank_of(play.card))
        if not view.trick:
            return rising[-1]
        best = max(map(rank_of, view.trick.values()))
        return next((play for play in rising if rank_of(play.card) > best), rising[0])
