"""Emoji on the page, spelled as text spells what they show."""

from __future__ import annotations

import re

from bot.emoji import plain
from cogs.cards import card_name, card_text
from cogs.tiengow.words import pips
from engine.tiles import FACES

_SHOWN = {
    **{card_name(card): plain(card_text(card)) for card in range(52)},
    **{f"number_{number}": str(number) for number in range(1, 101)},
    **{f"tile_{face}": pips(at) for at, face in enumerate(FACES)},
}
_EMOJI = re.compile(r":([a-z0-9_]+)_[a-z0-9]{3}:")


def spelled(text: str) -> str:
    """The text with the card, number or tile in place of its emoji; other emoji are left out."""
    return _EMOJI.sub(lambda found: f" {_SHOWN.get(found[1], '')} ", text)
