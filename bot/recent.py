"""A mapping that remembers its latest entries only."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


REMEMBERED = 2000
"""Entries that are kept where nothing else is said."""


class Recent(Generic[K, T]):
    """The latest entries of a mapping; older ones are forgotten."""

    def __init__(self, most: int | None = None) -> None:
        self._most = REMEMBERED if most is None else most
        self._items: OrderedDict[K, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def put(self, key: K, item: T) -> None:
        """Keep the item as the latest."""
        self._items[key] = item
        self._items.move_to_end(key)
        if len(self._items) > self._most:
            self._items.popitem(last=False)

    def get(self, key: K) -> T | None:
        """The item, if it is still kept."""
        return self._items.get(key)

    def drop(self, key: K) -> None:
        """Forget the item."""
        self._items.pop(key, None)

    def forget(self, stale: Callable[[T], bool] = lambda _: True) -> None:
        """Forget the oldest entries as long as they are stale; by default all."""
        while self._items and stale(next(iter(self._items.values()))):
            self._items.popitem(last=False)

    def items(self) -> list[tuple[K, T]]:
        """All that is kept, latest first."""
        return list(reversed(self._items.items()))
