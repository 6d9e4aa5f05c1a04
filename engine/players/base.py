"""What a computer player is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol


class Player(Protocol):
    """Chooses among the legal actions from what its seat knows, and from nothing else.

    ``view`` is the seat's view, ``legal`` its non-empty legal list, ``rng`` its only source of chance.
    """

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """One of ``legal``."""
        ...
