"""Small pieces of text that the screens of Your trumps share."""

from collections.abc import Iterable, Sequence

from bot.emoji import emoji, plain, row
from bot.face import Names
from bot.i18n import _, ngettext
from cogs import cards
from cogs.cards import card_text, suit_text
from cogs.words import bold, n_cards, n_points, turn_mark
from engine.cards import ACE, rank_of, suit_of
from engine.core import Seat
from engine.games.trumps.cards import SUITS, cost
from engine.games.trumps.model import NONE
from engine.games.trumps.state import View

OWN = "★"
"""Marks a trump suit."""
TOP_CARDS = 5
"""So many cards of the pile are named."""


def trump_text(suit: int) -> str:
    """A trump suit: ★♠."""
    return emoji(f"trump_{cards.suit_name(suit)}", OWN + plain(suit_text(suit))) if suit != NONE else ""


def suit_name(suit: int) -> str:
    return (_("Spades"), _("Hearts"), _("Diamonds"), _("Clubs"))[suit]


def suits_from(trump: int) -> list[int]:
    """The suits in the order in which a hand shows them: trumps first."""
    return sorted(SUITS, key=lambda suit: suit != trump)


def held(hand: Iterable[int], trump: int) -> list[str]:
    """A hand, a line for each suit, trumps first."""
    by_suit: dict[int, list[int]] = {suit: [] for suit in suits_from(trump)}
    for card in hand:
        by_suit[suit_of(card)].append(card)
    return [
        (trump_text(suit) if suit == trump else suit_text(suit)) + " " + beside(cards_)
        for suit, cards_ in by_suit.items()
        if cards_
    ]


def beside(cards_: Iterable[int]) -> str:
    """Cards edge to edge."""
    return row((cards.card_name(card), plain(card_text(card))) for card in cards_)


def top_first(pile: Sequence[int]) -> str:
    """The top cards of the pile, the one to beat in bold."""
    shown = [f"**{card_text(pile[-1])}**", *map(card_text, pile[-2 : -TOP_CARDS - 1 : -1])]
    return " ".join(shown) + (" …" if len(pile) > TOP_CARDS else "")


def pile_text(pile: Sequence[int]) -> str:
    """The pile's size and its top cards, the top card first."""
    if not pile:
        return _("The pile is empty.")
    return ngettext(
        "**Pile, {n} card:** {cards}", "**Pile, {n} cards**, from the top:\n{cards}", len(pile)
    ).format(n=len(pile), cards=top_first(pile))


def cost_text(view: View, seat: Seat) -> str:
    """What picking up would cost the seat now, and why."""
    pile, trump = view.pile, view.trumps[seat]
    n = cost(pile, trump)
    if suit_of(pile[-1]) != trump:
        return _("would pick up {n}").format(n=n)
    if rank_of(pile[-1]) == ACE:
        return _("own ace on top: would pick up all {n}").format(n=n)
    return _("own trump on top: would pick up {n}").format(n=n)


def player(view: View, names: Names, seat: Seat, you: Seat | None = None) -> str:
    """A player in a line: trump suit, cards, points, and the price of not beating."""
    parts = [bold(seat, names) + (" " + _("(you)") if seat == you else "")]
    if view.trumps[seat] != NONE:
        parts.append(trump_text(view.trumps[seat]))
    if view.dealt:
        n = view.counts[seat]
        parts.append(n_cards(n) if n else _("out"))
    if view.options.deals > 1:
        parts.append(n_points(view.scores[seat]))
    if view.pile and view.counts[seat] and view.asked in {"beat", "add"}:
        parts.append(cost_text(view, seat))
    return turn_mark(view.to_act, seat) + " · ".join(parts)
