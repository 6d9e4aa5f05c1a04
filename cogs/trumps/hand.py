"""What a player of Your trumps sees and may press in private."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.emoji import emoji, plain
from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import MENU_OPTIONS, Act, Block, Button, Go, Line, Menu, Option, Row, Text, in_rows
from cogs.cards import card_text, cards_text, suit_text
from cogs.trumps.words import held, suit_name, suits_from, trump_text
from cogs.words import bold
from engine.cards import suit_of
from engine.core import Seat
from engine.games.trumps.cards import SUITS, cost
from engine.games.trumps.model import Action, Add, Beat, Lead, PickUp, Trump
from engine.games.trumps.state import View

_PILE = (0,)
"""The path of the screen that shows the whole pile."""
_FEW = 6
"""Up to so many playable cards are buttons; more are menus."""

_Play: TypeAlias = tuple[int, int]
"""A card, and the index of playing it."""


def hand(view: View, names: Names, legal: Sequence[Action], path: tuple[int, ...]) -> Sequence[Block]:
    seat = view.seat
    if seat is None:
        return []
    if not legal:
        return list(_waiting(view, seat))
    if isinstance(legal[0], Trump):
        return list(_choose_trump(view, names, legal))
    if path == _PILE:
        return list(_whole_pile(view, names, seat))
    return list(_play(view, names, seat, legal))


def _waiting(view: View, seat: Seat) -> Iterator[Block]:
    if not view.dealt:
        return
    yield Text(_holding(view, seat) if view.counts[seat] else _("🎉 You are rid of all your cards."))


def _holding(view: View, seat: Seat) -> str:
    return "\n".join(held(view.hands[seat], view.trumps[seat]))


def _choose_trump(view: View, names: Names, legal: Sequence[Action]) -> Iterator[Block]:
    said = [
        "# " + _("Choose your trump suit"),
        _("In your turn its cards beat all cards of other suits."),
        _("-# No cards are dealt yet, so go by taste. It stays for the whole match."),
    ]
    taken = {suit: seat for seat, suit in enumerate(view.trumps) if suit in SUITS}
    said += [
        _("{suit} is taken by {name}.").format(suit=trump_text(suit), name=bold(seat, names))
        for suit, seat in taken.items()
    ]
    yield Text("\n".join(said))
    free = {action.suit: at for at, action in enumerate(legal) if isinstance(action, Trump)}
    buttons = [
        Button(suit_name(suit), Act(free[suit]) if suit in free else None, "main", suit_text(suit))
        for suit in SUITS
    ]
    yield from in_rows(buttons, 2)


def _play(view: View, names: Names, seat: Seat, legal: Sequence[Action]) -> Iterator[Block]:
    plays = [(action.card, at) for at, action in enumerate(legal) if isinstance(action, Lead | Beat | Add)]
    yield Text("\n".join(_prompt(view, seat)))
    yield from _cards(view, seat, plays)
    more = []
    if isinstance(legal[-1], PickUp):
        n = cost(view.pile, view.trumps[seat])
        more.append(Button(_("Pick up {n}").format(n=n), Act(len(legal) - 1), "main", emoji("take")))
    more.append(Button(_("Pile and seen cards"), Go(_PILE)))
    yield Row(tuple(more))
    yield Line()
    yield Text(_holding(view, seat))
    if below := "\n".join(f"-# {line}" for line in _below(view, names, seat)):
        yield Text(below)


def _prompt(view: View, seat: Seat) -> Iterator[str]:
    if view.asked == "lead":
        yield "# " + _("Lead any card")
        yield _("The pile is empty; your turn ends with it.")
    elif view.asked == "add":
        yield f"# {card_text(view.pile[-1])} " + _("now lay any card on top")
    else:
        own, top = view.trumps[seat], view.pile[-1]
        yield f"# {card_text(top)} " + _("beat it")
        if suit_of(top) == own:
            said = _("Your own trump is on top: only a higher {trump} beats it.").format(
                trump=trump_text(own)
            )
        else:
            said = _("Higher {suit}, or any of your trumps {trump}.").format(
                suit=suit_text(suit_of(top)), trump=trump_text(own)
            )
        if view.counts[seat] > 1:
            said += " " + _("Then lay one more card.")
        yield said


def _below(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """Who plays next and what beats the card, and a warning of repetition."""
    if view.asked != "beat":
        following = view.next_player(seat)
        yield _("Next is **{name}**: beats it with a higher card of its suit, or with {trump}.").format(
            name=names[following], trump=trump_text(view.trumps[following])
        )
    if view.occurred > 1:
        yield _("🔁 Second time of this position; the third is a draw.")


def _cards(view: View, seat: Seat, plays: Sequence[_Play]) -> Iterator[Block]:
    """The cards to play, trumps first: buttons, a menu, or a menu for each suit."""
    suits = suits_from(view.trumps[seat])
    plays = sorted(plays, key=lambda play: (suits.index(suit_of(play[0])), play[0]))
    if len(plays) <= _FEW:
        yield from in_rows([Button("", Act(at), "main", card_text(card)) for card, at in plays])
        return
    prompt = {"lead": _("Lead a card…"), "beat": _("Beat with…")}.get(view.asked, _("Lay on top…"))
    if len(plays) <= MENU_OPTIONS:
        yield Menu(prompt, tuple(_option(view, seat, play) for play in plays))
        return
    for suit in suits:
        options = tuple(_option(view, seat, play) for play in plays if suit_of(play[0]) == suit)
        if options:
            mark = trump_text(suit) if suit == view.trumps[seat] else suit_text(suit)
            yield Menu(f"{mark} {prompt}", options)


def _option(view: View, seat: Seat, play: _Play) -> Option:
    card, at = play
    hints = []
    if suit_of(card) == view.trumps[seat]:
        hints.append(_("your trump"))
    if view.asked != "beat" and suit_of(card) == view.trumps[view.next_player(seat)]:
        n = cost((*view.pile, card), suit_of(card))
        hints.append(_("their trump: {n} to pick up if unbeaten").format(n=n))
    return Option(plain(card_text(card)), Act(at), ", ".join(hints) or None, card_text(card))


def _whole_pile(view: View, names: Names, seat: Seat) -> Iterator[Block]:
    pile = view.pile
    said = [
        ngettext(
            "**The whole pile, {n} card**, top first", "**The whole pile, {n} cards**, top first", len(pile)
        ).format(n=len(pile))
        + "\n"
        + cards_text(pile[::-1])
        if pile
        else _("The pile is empty.")
    ]
    for other in range(view.seats):
        seen = [card for card in view.hands[other] if card in view.shown]
        if other != seat and seen:
            said.append(
                _("Seen going to **{name}**, of {n} in hand:").format(name=names[other], n=view.counts[other])
                + "\n-# "
                + " · ".join(held(seen, view.trumps[other]))
            )
    yield Text("\n".join(said))
    yield Row((Button(_("Back"), Go()),))
