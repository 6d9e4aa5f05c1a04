"""What a player of Your trumps sees and may press in private."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import MENU_OPTIONS, Act, Block, Button, Go, Menu, Option, Row, Text, in_rows
from cogs.cards import card_text, cards_text, suit_text
from cogs.trumps.words import held, pile_text, player, suit_name, suits_from, trump_text
from cogs.words import bold, others
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
        return list(_waiting(view, names, seat))
    if isinstance(legal[0], Trump):
        return list(_choose_trump(view, names, legal))
    if path == _PILE:
        return list(_whole_pile(view, names, seat))
    return list(_play(view, names, seat, legal))


def _waiting(view: View, names: Names, seat: Seat) -> Iterator[Block]:
    if not view.dealt:
        return
    yield Text("\n".join([*_players(view, names, seat), pile_text(view.pile)]))
    yield Text(_holding(view, seat, ()) if view.counts[seat] else _("🎉 You are rid of all your cards."))


def _players(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """Everybody, clockwise from the next player."""
    for other in (*others(seat, view.seats), seat):
        yield player(view, names, other, you=seat)


def _holding(view: View, seat: Seat, marked: Sequence[int]) -> str:
    cards = view.hands[seat]
    head = ngettext(
        "**Your hand, {n} card** · trumps {trump}", "**Your hand, {n} cards** · trumps {trump}", len(cards)
    ).format(n=len(cards), trump=trump_text(view.trumps[seat]))
    return "\n".join([head, *held(cards, view.trumps[seat], marked)])


def _choose_trump(view: View, names: Names, legal: Sequence[Action]) -> Iterator[Block]:
    said = [
        _("**Choose your trump suit.** In your turn its cards beat all cards of other suits."),
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
        Button(f"{suit_text(suit)} {suit_name(suit)}", Act(free[suit]) if suit in free else None, "main")
        for suit in SUITS
    ]
    yield from in_rows(buttons, 2)


def _play(view: View, names: Names, seat: Seat, legal: Sequence[Action]) -> Iterator[Block]:
    plays = [(action.card, at) for at, action in enumerate(legal) if isinstance(action, Lead | Beat | Add)]
    yield Text("\n".join(_prompt(view, names, seat)))
    yield from _cards(view, seat, plays)
    more = []
    if isinstance(legal[-1], PickUp):
        n = cost(view.pile, view.trumps[seat])
        more.append(Button(_("Pick up {n}").format(n=n), Act(len(legal) - 1)))
    more.append(Button(_("Pile and seen cards"), Go(_PILE)))
    yield Row(tuple(more))
    marked = [card for card, _at in plays] if view.asked == "beat" else ()
    yield Text(_holding(view, seat, marked))
    yield Text("\n".join([*_players(view, names, seat), pile_text(view.pile)]))


def _prompt(view: View, names: Names, seat: Seat) -> Iterator[str]:
    following = view.next_player(seat)
    theirs = view.trumps[following]
    if view.asked == "lead":
        yield _("**Lead any card.** The pile is empty; your turn ends with it.")
    elif view.asked == "add":
        yield _("✅ Beaten with {card}. **Now lay any card on top.**").format(card=card_text(view.pile[-1]))
    else:
        yield from _to_beat(view, seat)
    if view.asked != "beat":
        yield _("-# Next is **{name}**: beats it with a higher card of its suit, or with {trump}.").format(
            name=names[following], trump=trump_text(theirs)
        )
    if view.occurred > 1:
        yield _("-# 🔁 Second time of this position; the third is a draw.")


def _to_beat(view: View, seat: Seat) -> Iterator[str]:
    own, top = view.trumps[seat], view.pile[-1]
    yield f"# {card_text(top)}"
    if suit_of(top) == own:
        yield _("⚠️ **Your own trump is on top:** only a higher {trump} beats it.").format(
            trump=trump_text(own)
        )
    else:
        yield _("**Beat it** with a higher {suit}, or with any of your trumps {trump}.").format(
            suit=suit_text(suit_of(top)), trump=trump_text(own)
        )
    if view.counts[seat] > 1:
        yield _("-# Then you lay one more card, any you like.")


def _cards(view: View, seat: Seat, plays: Sequence[_Play]) -> Iterator[Block]:
    """The cards to play, trumps first: buttons, a menu, or a menu for each suit."""
    suits = suits_from(view.trumps[seat])
    plays = sorted(plays, key=lambda play: (suits.index(suit_of(play[0])), play[0]))
    if len(plays) <= _FEW:
        yield from in_rows([Button(card_text(card), Act(at), "main") for card, at in plays])
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
    return Option(card_text(card), Act(at), ", ".join(hints) or None)


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
