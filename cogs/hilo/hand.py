"""What a player of Cardinality sees and may press in private."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Act, Block, Button, Go, Menu, Option, Row, Text, in_rows
from cogs.cards import BACK, card_text, cards_text, rank_text, suit_text
from cogs.hilo.words import boxes, grouped, missing
from cogs.words import people
from engine.cards import SUITS, rank_of, suit_of
from engine.core import Seat
from engine.games.hilo.model import Action, Call, Guess, Offer, Pick, Steal, rank_counts
from engine.games.hilo.state import View

A = TypeVar("A", Guess, Call, Offer, Pick)

_SUITS = (0,)
"""The path of the screen on which the suit of an offered card is chosen, too."""


def hand(view: View, names: Names, legal: Sequence[Action], path: tuple[int, ...]) -> Sequence[Block]:
    if view.seat is None:
        return []
    if not legal:
        said = "\n".join(_waiting(view, names, view.seat))
        return [Text(said)] if said else []
    match view.asked:
        case "guess":
            return list(_guess(view, _of(Guess, legal)))
        case "call":
            return list(_call(view, names, view.seat, _of(Call, legal)))
        case "steal":
            return list(_steal(view, names, view.seat, legal))
        case "offer":
            return list(_offer(view, names, view.seat, _of(Offer, legal), path))
        case _:
            return list(_pick(view, names, view.seat, _of(Pick, legal), path))


def _of(kind: type[A], legal: Sequence[Action]) -> list[A]:
    """The legal actions as one kind, which all of them are but for a steal and its pass."""
    return [action for action in legal if isinstance(action, kind)]


def _pile(view: View, seat: Seat) -> str:
    pile = view.piles[seat]
    if not pile:
        return _("Your pile is empty.")
    return (
        ngettext("Your pile, {n} card: {pile}", "Your pile, {n} cards: {pile}", len(pile)).format(
            n=len(pile), pile=grouped(pile)
        )
        + f"\n{boxes(pile)}"
    )


def _waiting(view: View, names: Names, seat: Seat) -> Iterator[str]:
    if view.phase == "setup":
        guess = view.guesses[seat] if view.guesses else None
        if guess is not None and view.turned_up is None:
            yield _("You have named **{rank}**. Nobody else knows.").format(rank=rank_text(guess))
        return
    if view.asked == "call" and seat in view.sitting_out:
        yield _("💤 You sit out this round, after the winning tie.")
    elif view.asked == "call" and seat in view.participants:
        yield _("Your card lies face down. {name} calls.").format(name=people(view.to_act, names))
    elif view.asked == "call":
        yield _("The deck had no card left for you in this round.")
    if view.asked == "call" and seat in view.rights:
        yield _("🗝️ After the cards are shown you may steal one, unless you win the round.")
    if view.asked == "steal" and seat in view.rights:
        yield _("🗝️ You may steal after {names}.").format(
            names=people(view.rights[: view.rights.index(seat)], names)
        )
    offer = view.offers[seat] if view.asked == "offer" else None
    if offer is not None:
        yield _("You offer **{card}**. It stays hidden until all offers are in.").format(
            card=card_text(offer)
        )
    yield _pile(view, seat)


def _guess(view: View, legal: Sequence[Guess]) -> Iterator[Block]:
    ace = {
        "high": _("The ace counts 14."),
        "low": _("The ace counts 1."),
        "per_turn": _("The ace counts 1 or 14, whichever is nearer."),
    }[view.options.ace]
    yield Text(
        _("**Who starts?** Name a rank; a card is turned up, and whoever is closest begins.")
        + f"\n-# {ace} "
        + _("Your guess is hidden until all are in.")
    )
    ranks = tuple(Option(rank_text(guess.rank), Act(at)) for at, guess in enumerate(legal))
    yield Menu(_("Name a rank…"), ranks)


def _call(view: View, names: Names, seat: Seat, legal: Sequence[Call]) -> Iterator[Block]:
    card = view.own_card
    others = len(view.participants) - 1
    said = []
    if card is None:
        said.append(f"# {BACK}")
        said.append(
            _("🙈 **Blind:** {n} wins in a row, so you call without seeing your card.").format(n=view.streak)
        )
    else:
        said.append(_("-# Your card") + f"\n# {card_text(card)}")
    said.append(
        ngettext(
            "Against {n} hidden card. **Higher**: the highest wins. **Lower**: the lowest wins.",
            "Against {n} hidden cards. **Higher**: the highest wins. **Lower**: the lowest wins.",
            others,
        ).format(n=others)
    )
    if others == 1:
        said.append(_("-# A tie of two goes to you, the caller."))
    if view.options.ace == "per_turn":
        said.append(_("-# Say with the call what an ace counts in this round."))
    else:
        said.append(_("-# The ace is high.") if view.options.ace == "high" else _("-# The ace is low."))
    if view.board:
        said.append(_("The winner also takes the board: {cards}").format(cards=cards_text(view.board)))
    thieves = [other for other in view.rights if other != seat]
    if thieves:
        said.append(
            _("🗝️ {names} may steal before the winner takes the cards.").format(names=people(thieves, names))
        )
    yield Text("\n".join(said))
    labels = {
        Call("higher"): _("Higher"),
        Call("lower"): _("Lower"),
        Call("higher", "high"): _("Higher, ace high"),
        Call("higher", "low"): _("Higher, ace low"),
        Call("lower", "high"): _("Lower, ace high"),
        Call("lower", "low"): _("Lower, ace low"),
    }
    buttons = [
        Button(labels[action], Act(at), "main", "⬆️" if action.call == "higher" else "⬇️")
        for at, action in enumerate(legal)
    ]
    yield from in_rows(buttons, 2)
    yield Text(_pile(view, seat))


def _steal(view: View, names: Names, seat: Seat, legal: Sequence[Action]) -> Iterator[Block]:
    revealed = view.revealed
    if revealed is None:
        return
    held = rank_counts(view.piles[seat])
    said = [_("🗝️ **You may steal one card** of this round before it is shared out.")]
    if revealed.winner is not None:
        said.append(_("{name} has won and takes the rest.").format(name=people((revealed.winner,), names)))
    else:
        said.append(
            _("Winning tie of {names}: what is left of their cards goes to the board.").format(
                names=people(revealed.tied, names)
            )
        )
    if view.board:
        said.append(_("The board cannot be stolen: {cards}").format(cards=cards_text(view.board)))
    after = view.rights[1:]
    if after:
        said.append(_("After you: {names}").format(names=people(after, names)))
    yield Text("\n".join(said))
    owners = dict(zip(revealed.cards, revealed.participants, strict=True))
    buttons = []
    for at, action in enumerate(legal):
        if isinstance(action, Steal):
            owner = names[owners[action.card]] if owners[action.card] != seat else _("your own")
            label = _("{card} ({owner})").format(card=card_text(action.card), owner=owner)
            third = held[rank_of(action.card)] == 2
            buttons.append(Button(label, Act(at), "good" if third else "main"))
        else:
            buttons.append(Button(_("Pass"), Act(at)))
    yield from in_rows(buttons, 2)
    yield Text(_pile(view, seat))


def _offer(
    view: View, names: Names, seat: Seat, legal: Sequence[Offer], path: tuple[int, ...]
) -> Iterator[Block]:
    pile = view.piles[seat]
    if path == _SUITS:
        yield from _offer_by_suit(view, seat, legal)
        return
    others = [other for other in view.to_act if other != seat]
    said = [
        _("**Trade {stage} of {last}:** offer a card. Everybody gets one for it.").format(
            stage=view.stage, last=view.options.trading_stages
        ),
        _("-# Your offer is hidden until all are in; only its rank matters."),
        _("Missing: {ranks}").format(ranks=missing(pile)),
    ]
    if others:
        said.append(_("-# Still to offer besides you: {names}").format(names=people(others, names)))
    yield Text("\n".join(said))
    held = rank_counts(pile)
    firsts: dict[int, int] = {}
    for at, action in enumerate(legal):
        firsts.setdefault(rank_of(action.card), at)
    hints = {
        1: _("your only one"),
        2: _("one of a pair"),
        3: _("breaks three of a kind"),
        4: _("three stay"),
    }
    yield Menu(
        _("Offer a card…"),
        tuple(
            Option(f"{rank_text(rank)} ×{held[rank]}", Act(at), hints[held[rank]])
            for rank, at in firsts.items()
        ),
    )
    if len(firsts) < len(legal):
        yield Row((Button(_("Choose the suit too"), Go(_SUITS)),))
    yield Text(_pile(view, seat))


def _offer_by_suit(view: View, seat: Seat, legal: Sequence[Offer]) -> Iterator[Block]:
    """A menu for each suit, for those who care which of their cards of a rank they give away."""
    yield Text(_("**Offer a card.** Its suit changes nothing but the look of your pile."))
    for suit in range(len(SUITS)):
        options = tuple(
            Option(card_text(action.card), Act(at))
            for at, action in enumerate(legal)
            if suit_of(action.card) == suit
        )
        if options:
            yield Menu(_("Offer a card of {suit}…").format(suit=suit_text(suit)), options)
    yield Row((Button(_("Back"), Go()),))
    yield Text(_pile(view, seat))


def _pick(
    view: View, names: Names, seat: Seat, picks: Sequence[Pick], path: tuple[int, ...]
) -> Iterator[Block]:
    offers = {card: owner for owner, card in enumerate(view.offers) if card is not None}
    naming = picks[0].next is not None
    if naming and len(path) == 1 and path[0] in offers.values() and path[0] != seat:
        yield from _name_next(view, names, picks, path[0])
        return
    held = rank_counts(view.piles[seat])
    said = [_("**Take one of the offers.** Your own is not for you.")]
    if naming:
        said.append(_("-# Then you say who picks next."))
    yield Text("\n".join(said))
    buttons = []
    for card, owner in offers.items():
        text = _("{card} ({owner})").format(card=card_text(card), owner=names[owner])
        takes = [at for at, action in enumerate(picks) if action.card == card]
        if not takes:
            buttons.append(Button(text))
            continue
        fits = held[rank_of(card)] in {0, 2}
        buttons.append(Button(text, Go((owner,)) if naming else Act(takes[0]), "good" if fits else "main"))
    yield from in_rows(buttons, 2)
    yield Text("-# " + _("Green: a rank you lack, or the third of its kind.") + "\n" + _pile(view, seat))


def _name_next(view: View, names: Names, picks: Sequence[Pick], owner: Seat) -> Iterator[Block]:
    card = view.offers[owner]
    if card is None:
        return
    yield Text(
        _("You take **{card}**. Who picks next?").format(card=card_text(card))
        + "\n-# "
        + _("The last two get what is left, and nobody gets the own offer back.")
    )
    buttons = [
        Button(names[action.next], Act(at), "main")
        for at, action in enumerate(picks)
        if action.card == card and action.next is not None
    ]
    yield from in_rows(buttons, 1)
    yield Row((Button(_("Back"), Go()),))
