"""Small pieces of text that the screens of Hi-Lo Flip share."""

from collections.abc import Iterable, Sequence

from bot.emoji import emoji, row
from bot.i18n import _
from cogs.words import n_cards, n_points
from engine.games.flip.model import Side, worth
from engine.games.flip.state import View


def side_text(side: Side | None) -> str:
    """The side of the chip that is up."""
    return chip(side) + " " + (_("HI") if side == "hi" else _("LO"))


def chip(side: Side | None) -> str:
    """The chip alone."""
    return emoji("chip_hi", "🔼") if side == "hi" else emoji("chip_lo", "🔽")


def number(card: int) -> str:
    """A card."""
    return emoji(f"number_{card}", str(card))


def numbers(cards: Iterable[int]) -> str:
    """Cards side by side."""
    return row((f"number_{card}", str(card)) for card in cards)


def goal(view: View) -> str:
    """What the next card has to be: "higher than 47"."""
    if view.top is None:
        return _("any card")
    text = _("higher than {top}") if view.side == "hi" else _("lower than {top}")
    return text.format(top=view.top)


def haul(cards: Sequence[int]) -> str:
    """Cards and what they score: "6 cards = 15 points"."""
    return _("{cards} = {points}").format(cards=n_cards(len(cards)), points=n_points(worth(cards)))
