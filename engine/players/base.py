"""What a computer player is."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

A = TypeVar("A")


class Player(Protocol):
    """Chooses among the legal actions from what its seat knows, and from nothing else.

    ``view`` is the seat's view, ``legal`` its non-empty legal list, ``rng`` its only source of chance.
    """

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """One of ``legal``."""
        ...


def worthiest(actions: Sequence[A], worth: Callable[[A], float], rng: Random) -> A:
    """One of the actions that are worth most, all of those equally likely."""
    worths = [worth(action) for action in actions]
    most = max(worths)
    best = [action for action, value in zip(actions, worths, strict=True) if value == most]
    return best[rng.randrange(len(best))]
