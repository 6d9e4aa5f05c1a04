"""The custom ids of controls: ``<kind>:<verb>:<match>:<stamp>:<rest>``, at most 100 characters.

``kind`` is b (button) or s (select); match and stamp are in base 36. The stamp names the decision that a
seat was asked, and is 0 where none is. Nothing in an id names a card.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TEMPLATE = r":(?P<verb>[a-z]+):(?P<match>[0-9a-z]+):(?P<stamp>[0-9a-z]+):(?P<rest>[^:]*)(?::\d+)?"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class ControlId(NamedTuple):
    """A parsed custom id."""

    verb: str
    match: int
    stamp: int
    rest: str

    @classmethod
    def of(cls, found: re.Match[str]) -> ControlId:
        """From a match of TEMPLATE."""
        return cls(found["verb"], int(found["match"], 36), int(found["stamp"], 36), found["rest"])

    def text(self, kind: str, ordinal: int) -> str:
        """The custom id; ``ordinal`` keeps the controls of one message apart."""
        return f"{kind}:{self.verb}:{base36(self.match)}:{base36(self.stamp)}:{self.rest}:{ordinal}"


def base36(number: int) -> str:
    """A number from 0 in base 36."""
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text


def dotted(path: tuple[int, ...]) -> str:
    """A path as text: "1.12.3"."""
    return ".".join(map(str, path))


def path(text: str) -> tuple[int, ...]:
    """The path that ``dotted`` wrote; () for anything else."""
    try:
        return tuple(int(part) for part in text.split(".")) if text else ()
    except ValueError:
        return ()
