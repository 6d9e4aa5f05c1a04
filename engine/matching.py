"""Things given to places that take not everything, as when a hidden hand is imagined."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

Fits: TypeAlias = Callable[[int], bool]


def matched(places: Sequence[Fits], things: Sequence[int]) -> list[int] | None:
    """A different thing that fits for each place, early ones rather than late; None if there are none.

    It follows augmenting paths, so an answer is found wherever there is one. To draw at random, give the
    things in a random order.
    """
    free = list(things)
    place_of: dict[int, int] = {}

    def fill(place: int, tried: set[int]) -> bool:
        fits = places[place]
        for at, thing in enumerate(free):
            if fits(thing):
                del free[at]
                place_of[thing] = place
                return True
        for thing, other in list(place_of.items()):
            if thing not in tried and fits(thing):
                tried.add(thing)
                if fill(other, tried):  # the other place has found something else
                    place_of[thing] = place
                    return True
        return False

    if not all(fill(place, set()) for place in range(len(places))):
        return None
    return sorted(place_of, key=place_of.__getitem__)
