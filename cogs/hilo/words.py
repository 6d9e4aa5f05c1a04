"""Small pieces of text that the screens of Cardinality share."""

from collections.abc import Iterable, Sequence

from bot.emoji import emoji, row
from bot.face import Names
from cogs.cards import card_text, rank_name, rank_text
from cogs.words import mark
from engine.cards import ACE
from engine.core import Seat
from engine.games.hilo.model import rank_counts

RANKS = (ACE, *range(ACE))
"""From ace to king, as the game lists them."""


def ranks(chosen: Iterable[int]) -> str:
    """Ranks side by side."""
    return " ".join(map(rank_text, chosen))


def grouped(pile: Sequence[int]) -> str:
    """A pile by rank: "3× K · 2× 4, 9 · 1× A"."""
    held = rank_counts(pile)
    groups = [(n, [rank for rank in RANKS if held[rank] == n]) for n in (4, 3, 2, 1)]
    return " · ".join(f"{n}× {', '.join(map(rank_text, group))}" for n, group in groups if group)


def strip(pile: Sequence[int]) -> str:
    """Thirteen ranks side by side, and how many cards of each are held."""
    held = rank_counts(pile)
    return row(
        (f"rank_{rank_name(rank)}_{held[rank]}", f"{rank_text(rank)}×{held[rank]}" if held[rank] else "·")
        for rank in RANKS
    )


def rank_symbol(rank: int, n: int) -> str:
    """A rank of which somebody holds ``n`` cards, in a menu that says so beside it."""
    return emoji(f"rank_{rank_name(rank)}_{n}")


def dealt(drawn: Iterable[tuple[Seat, int | None]], names: Names, hidden: str = "") -> str:
    """Who has which card: "Ann K♠ · Bob 3♥"."""
    return " · ".join(
        f"{mark(seat, names)} {hidden if card is None else card_text(card)}" for seat, card in drawn
    )
