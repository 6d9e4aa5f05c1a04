"""The bot's own emoji in texts: a token in the text, and what stands in for it.

Games write ``emoji("king_of_spades", "K♠")``. When the message is laid out the token becomes Discord's markup
if the emoji has been uploaded and its reader wants emoji, else the plain form. A token begins and ends with
characters that no name of a person can hold (``bot.names`` takes private-use characters out).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Markup: TypeAlias = Callable[[str], str | None]
"""By an emoji's name Discord's markup of it , ``<:king_of_spades_k3x:123>``; None if it has none."""

_START, _SPLIT, _END = "\ue000", "\ue001", "\ue002"
_TOKEN = re.compile(f"{_START}([a-z0-9_]+){_SPLIT}([^{_SPLIT}]*){_SPLIT}([^{_END}]*){_END}")


def emoji(name: str, instead: str = "", *, gap: str = "") -> str:
    """The emoji of that name in ``data/emoji``; ``gap`` follows it, but not what stands in for it."""
    return f"{_START}{name}{_SPLIT}{instead}{_SPLIT}{gap}{_END}"


def row(pieces: Iterable[tuple[str, str]]) -> str:
    """Emoji edge to edge, by name and plain form; the plain forms are spaced."""
    return "".join(emoji(name, f" {instead}" if at else instead) for at, (name, instead) in enumerate(pieces))


def without(name: str) -> None:
    """No emoji at all: the ``Markup`` of places and readers where text alone is shown."""


_markup: ContextVar[Markup] = ContextVar("markup", default=without)


@contextmanager
def written(markup: Markup) -> Iterator[None]:
    """Within this block texts are sent with these emoji."""
    token = _markup.set(markup)
    try:
        yield
    finally:
        _markup.reset(token)


def rendered(text: str) -> str:
    """The text as it is sent to Discord, with the emoji of ``written``."""
    return _rendered(text, _markup.get())


def plain(text: str) -> str:
    """The text with the plain form in place of each emoji, for places where Discord shows none."""
    return _rendered(text, without)


def _rendered(text: str, markup: Markup) -> str:
    def one(found: re.Match[str]) -> str:
        name, instead, gap = found.groups()
        shown = markup(name)
        return instead if shown is None else shown + gap

    return _TOKEN.sub(one, text) if _START in text else text
