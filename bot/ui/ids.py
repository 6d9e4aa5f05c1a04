"""The custom ids of controls: ``<kind>:<verb>:<match>:<stamp>:<rest>``, at most 100 characters.

``kind`` is b (button), s (select) or m (modal); match and stamp are in base 36. The stamp names the decision
that a seat was asked, and is 0 where none is. Nothing in an id names a card.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TEMPLATE = re.compile(
    r"[bsm]:(?P<verb>[a-z]+):(?P<match>[0-9a-z]{1,12}):(?P<stamp>[0-9a-z]{1,12}):(?P<rest>[^:]*)(?::\d+)?"
)
_NUMBER = re.compile(r"[0-9]{1,19}")
_MOST = (1 << 63) - 1
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Malformed(Exception):
    """A control that this version of the bot did not make."""


class ControlId(NamedTuple):
    """A parsed custom id."""

    verb: str
    match: int
    stamp: int
    rest: str

    @classmethod
    def read(cls, text: str) -> ControlId:
        """From a custom id; one that is none of ours has no verb."""
        found = _TEMPLATE.fullmatch(text)
        if found is None:
            return cls("", 0, 0, "")
        return cls(found["verb"], int(found["match"], 36), int(found["stamp"], 36), found["rest"])

    def text(self, kind: str, ordinal: int) -> str:
        """The custom id; ``ordinal`` keeps the controls of one message apart."""
        return f"{kind}:{self.verb}:{base36(self.match)}:{base36(self.stamp)}:{self.rest}:{ordinal}"


def number(text: str) -> int:
    """A number from 0 that an id of the database has room for. Raises Malformed."""
    if _NUMBER.fullmatch(text) is None or int(text) > _MOST:
        raise Malformed(text)
    return int(text)


def base36(value: int) -> str:
    """A number from 0 in base 36."""
    text = ""
    while value or not text:
        value, digit = divmod(value, 36)
        text = _DIGITS[digit] + text
    return text


def dotted(path: tuple[int, ...]) -> str:
    """A path as text: "1.12.3"."""
    return ".".join(map(str, path))


def path(text: str) -> tuple[int, ...]:
    """The path that ``dotted`` wrote. Raises Malformed."""
    return tuple(map(number, text.split("."))) if text else ()
