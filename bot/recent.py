"""A mapping that remembers its latest entries only."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


REMEMBERED = 2000
"""Entries that are kept where nothing else is said."""


class Recent(Generic[K, T]):
    """The latest entries of a mapping; older ones are forgotten.

    Together they weigh at most ``most``: so many entries, unless ``weigh`` says what each one counts.
    """

    def __init__(self, most: int | None = None, weigh: Callable[[T], int] = lambda _item: 1) -> None:
        self._most = REMEMBERED if most is None else most
        self._weigh = weigh
        self._weight = 0
        self._items: OrderedDict[K, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def put(self, key: K, item: T) -> None:
        """Keep the item as the latest, though it may be alone heavier than all may be."""
        self.drop(key)
        self._items[key] = item
        self._weight += self._weigh(item)
        while self._weight > self._most and len(self._items) > 1:
            self._forget_oldest()

    def get(self, key: K) -> T | None:
        """The item, if it is still kept."""
        return self._items.get(key)

    def drop(self, key: K) -> None:
        """Forget the item."""
        if key in self._items:
            self._weight -= self._weigh(self._items.pop(key))

    def forget(self, stale: Callable[[T], bool] = lambda _: True) -> None:
        """Forget the oldest entries as long as they are stale; by default all."""
        while self._items and stale(next(iter(self._items.values()))):
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        self.drop(next(iter(self._items)))

    def items(self) -> list[tuple[K, T]]:
        """All that is kept, latest first."""
        return list(reversed(self._items.items()))
