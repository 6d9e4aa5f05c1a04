"""Small pieces of text that the screens of Hi-Lo Flip share."""

from collections.abc import Sequence

from bot.i18n import _
from cogs.words import n_cards, n_points
from engine.games.flip.model import Side, worth
from engine.games.flip.state import View


def side_text(side: Side | None) -> str:
    """The side of the chip that is up."""
    return _("🔼 HI") if side == "hi" else _("🔽 LO")


def goal(view: View) -> str:
    """What the next card has to be: "play above 47"."""
    if view.top is None:
        return _("play any card")
    text = _("play above {top}") if view.side == "hi" else _("play below {top}")
    return text.format(top=view.top)


def haul(cards: Sequence[int]) -> str:
    """Cards and what they score: "6 cards = 15 points"."""
    return _("{cards} = {points}").format(cards=n_cards(len(cards)), points=n_points(worth(cards)))


def fitting(view: View, cards: Sequence[int]) -> str:
    """Cards side by side, those that fit now in bold."""
    return "\u00a0· ".join(f"**{card}**" if view.fits(card) else str(card) for card in cards)
