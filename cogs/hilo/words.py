"""Small pieces of text that the screens of Cardinality share."""

from collections.abc import Iterable, Sequence

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text, rank_text
from engine.cards import ACE, rank_of
from engine.core import Seat

RANKS = (ACE, *range(ACE))
"""From ace to king, as the game lists them."""


def counts(pile: Iterable[int]) -> list[int]:
    """How many cards of each rank."""
    held = [0] * 13
    for card in pile:
        held[rank_of(card)] += 1
    return held


def ranks(chosen: Iterable[int]) -> str:
    """Ranks side by side."""
    return " ".join(map(rank_text, chosen))


def grouped(pile: Sequence[int]) -> str:
    """A pile by rank: "3× K · 2× 4, 9 · 1× A"."""
    held = counts(pile)
    groups = [(n, [rank for rank in RANKS if held[rank] == n]) for n in (4, 3, 2, 1)]
    return " · ".join(f"{n}× {', '.join(map(rank_text, group))}" for n, group in groups if group)


def boxes(pile: Sequence[int]) -> str:
    """Thirteen boxes: the ranks held, a dot for each that is missing."""
    held = counts(pile)
    return "`" + " ".join(rank_text(rank) if held[rank] else "·" for rank in RANKS) + "`"


def missing(pile: Sequence[int]) -> str:
    """The ranks that a pile lacks."""
    held = counts(pile)
    return ranks(rank for rank in RANKS if not held[rank]) or _("none")


def dealt(drawn: Iterable[tuple[Seat, int | None]], names: Names, hidden: str = "") -> str:
    """Who has which card: "Ann K♠ · Bob 3♥"."""
    return " · ".join(f"{names[seat]} {hidden if card is None else card_text(card)}" for seat, card in drawn)
