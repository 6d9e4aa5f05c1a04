"""The player that takes any legal action, all equally likely."""

from collections.abc import Sequence
from random import Random
from typing import Any


class RandomPlayer:
    """Plays every game, badly."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Any of ``legal``."""
        return legal[rng.randrange(len(legal))]
