"""Cards, tiles and the like: ints in the rules, texts in a record."""

from collections.abc import Callable, Iterable
from typing import Any


def parser(what: str, texts: Iterable[str]) -> Callable[[Any], int]:
    """A function that finds the number of a text among these; it raises ValueError for any other."""
    numbers = {text: number for number, text in enumerate(texts)}

    def parse(text: Any) -> int:
        try:
            return numbers[text]
        except (KeyError, TypeError):
            raise ValueError(f"{text!r} is no {what}") from None

    return parse
