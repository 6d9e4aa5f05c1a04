"""Small pieces of text that the games share."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face import Names
from bot.i18n import _
from engine.core import Seat


def people(seats: Sequence[Seat], names: Names) -> str:
    """Bold names in a row: "Ann, Bob and Cat"."""
    bold = [f"**{names[seat]}**" for seat in seats]
    if len(bold) < 2:
        return "".join(bold)
    return _("{several} and {last}").format(several=", ".join(bold[:-1]), last=bold[-1])
