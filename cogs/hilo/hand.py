"""What a player of Cardinality sees and may press in private."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bot.emoji import emoji
from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Act, Block, Button, Go, Line, Menu, Option, Row, Text, in_rows
from cogs.cards import BACK, card_text, cards_text, rank_text, suit_text
from cogs.hilo.words import rank_symbol, strip
from cogs.words import bold, n_cards, others, people
from engine.cards import SUITS, rank_of, suit_of
from engine.core import Seat
from engine.games.hilo.model import Action, Call, Guess, Offer, Pick, Steal, rank_counts
from engine.games.hilo.state import View

A = TypeVar("A", Guess, Call, Offer, Pick)

ARROWS = {"higher": "⬆️", "lower": "⬇️"}
_SUITS = (0,)
"""The path of the screen on which the suit of an offered card is chosen, too."""


def hand(view: View, names: Names, legal: Sequence[Action], path: tuple[int, ...]) -> Sequence[Block]:
    if view.seat is None:
        return []
    if not legal:
        return list(_waiting(view, names, view.seat))
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


def _holding(view: View, seat: Seat) -> Iterator[Block]:
    """What the seat has collected."""
    pile = view.piles[seat]
    yield Line()
    yield Text(
        strip(pile)
        + "\n-# "
        + n_cards(len(pile))
        + " · "
        + _("three of a rank score 1, all 13 ranks 5, most cards 3")
    )


def _waiting(view: View, names: Names, seat: Seat) -> Iterator[Block]:
    if view.phase == "setup":
        guess = view.guesses[seat] if view.guesses else None
        if guess is not None and view.turned_up is None:
            yield Text(_("You have named **{rank}**. Nobody else knows.").format(rank=rank_text(guess)))
        return
    said = []
    if view.asked == "call" and seat in view.sitting_out:
        said.append(emoji("out", "💤") + " " + _("You sit out this round, after the winning tie."))
    elif view.asked == "call" and seat in view.participants:
        said.append(
            BACK + " " + _("Your card lies face down. {name} calls.").format(name=people(view.to_act, names))
        )
    elif view.asked == "call":
        said.append(_("The deck had no card left for you in this round."))
    key = emoji("steal", "🗝️") + " "
    if view.asked == "call" and seat in view.rights:
        said.append(key + _("After the cards are shown you may steal one, unless you win the round."))
    if view.asked == "steal" and seat in view.rights:
        before = view.rights[: view.rights.index(seat)]
        said.append(key + _("You may steal after {names}.").format(names=people(before, names)))
    offer = view.offers[seat] if view.asked == "offer" else None
    if offer is not None:
        said.append(
            _("You offer {card}. It stays hidden until all offers are in.").format(
                card=f"**{card_text(offer)}**"
            )
        )
    if said:
        yield Text("\n".join(said))
    yield from _holding(view, seat)


def _guess(view: View, legal: Sequence[Guess]) -> Iterator[Block]:
    ace = {
        "high": _("The ace counts 14."),
        "low": _("The ace counts 1."),
        "per_turn": _("The ace counts 1 or 14, whichever is nearer."),
    }[view.options.ace]
    yield Text(
        "# "
        + _("Who starts?")
        + "\n"
        + _("Name a rank. A card is turned up, and whoever is closest begins.")
        + f"\n-# {ace} "
        + _("Your guess is hidden until all are in.")
    )
    ranks = tuple(
        Option(rank_text(guess.rank), Act(at), emoji=rank_symbol(guess.rank, 1))
        for at, guess in enumerate(legal)
    )
    yield Menu(_("Name a rank…"), ranks)


def _call(view: View, names: Names, seat: Seat, legal: Sequence[Call]) -> Iterator[Block]:
    card = view.own_card
    hidden = len(view.participants) - 1
    said = ["# " + (BACK if card is None else card_text(card)) + " " + _("Higher or Lower?")]
    if card is None:
        said.append(
            emoji("blind", "🙈")
            + " "
            + _("Blind: after {n} wins in a row you call without seeing your card.").format(n=view.streak)
        )
    ace = {
        "high": _("The ace is high."),
        "low": _("The ace is low."),
        "per_turn": _("Say with the call what an ace counts."),
    }[view.options.ace]
    said.append(
        ngettext(
            "You against {n} hidden card: the best takes all.",
            "You against {n} hidden cards: the best takes all.",
            hidden,
        ).format(n=hidden)
        + " "
        + ace
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
        Button(labels[action], Act(at), "main", emoji(action.call, ARROWS[action.call]))
        for at, action in enumerate(legal)
    ]
    yield from in_rows(buttons, 2)
    yield from _holding(view, seat)
    if more := "\n".join(f"-# {line}" for line in _surprises(view, names, seat)):
        yield Text(more)


def _surprises(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """What else the call may bring."""
    if len(view.participants) == 2:
        yield _("A tie of two goes to you, the caller.")
    if view.board:
        yield _("The winner also takes the board: {cards}").format(cards=cards_text(view.board))
    thieves = [other for other in view.rights if other != seat]
    if thieves:
        yield (
            emoji("steal", "🗝️")
            + " "
            + _("{names} may steal before the winner takes the cards.").format(names=people(thieves, names))
        )


def _steal(view: View, names: Names, seat: Seat, legal: Sequence[Action]) -> Iterator[Block]:
    revealed = view.revealed
    if revealed is None:
        return
    said = ["# " + emoji("steal", "🗝️") + " " + _("Steal a card, or pass")]
    if revealed.winner is not None:
        said.append(_("{name} has won and takes the rest.").format(name=people((revealed.winner,), names)))
    else:
        said.append(
            _("Winning tie of {names}: what is left of their cards goes to the board.").format(
                names=people(revealed.tied, names)
            )
        )
    yield Text("\n".join(said))
    owners = dict(zip(revealed.cards, revealed.participants, strict=True))
    buttons, hints = [], []
    for at, action in enumerate(legal):
        if isinstance(action, Steal):
            owner = names[owners[action.card]] if owners[action.card] != seat else _("your own")
            buttons.append(Button(owner, Act(at), "main", card_text(action.card)))
            hints += _worth(view, seat, action.card)
        else:
            buttons.append(Button(_("Pass"), Act(at)))
    yield from in_rows(buttons, 2)
    yield from _holding(view, seat)
    if view.board:
        hints.append(_("The board cannot be stolen: {cards}").format(cards=cards_text(view.board)))
    after = view.rights[1:]
    if after:
        hints.append(_("After you: {names}").format(names=people(after, names)))
    if hints:
        yield Text("\n".join(f"-# {hint}" for hint in hints))


def _worth(view: View, seat: Seat, card: int) -> list[str]:
    """What a card would do for the seat's collection, if that is worth a word."""
    held = rank_counts(view.piles[seat])[rank_of(card)]
    if held == 0:
        return [_("{card} is of a rank that you lack").format(card=card_text(card))]
    if held == 2:
        return [_("{card} would be your third of the rank").format(card=card_text(card))]
    return []


def _offer(
    view: View, names: Names, seat: Seat, legal: Sequence[Offer], path: tuple[int, ...]
) -> Iterator[Block]:
    pile = view.piles[seat]
    if path == _SUITS:
        yield from _offer_by_suit(view, seat, legal)
        return
    yield Text(
        "## "
        + _("Trade {stage} of {last}: offer a card").format(
            stage=view.stage, last=view.options.trading_stages
        )
        + "\n"
        + _("Everybody gets one for it. Offers are hidden until all are in; only the rank matters.")
    )
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
            Option(
                f"{rank_text(rank)} ×{held[rank]}", Act(at), hints[held[rank]], rank_symbol(rank, held[rank])
            )
            for rank, at in firsts.items()
        ),
    )
    if len(firsts) < len(legal):
        yield Row((Button(_("Choose the suit too"), Go(_SUITS)),))
    yield from _holding(view, seat)
    yield Text("\n".join(_piles(view, names, seat)))


def _piles(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """What the others have collected, and who is still to offer."""
    for other in others(seat, view.seats):
        waits = " " + emoji("turn", "▶️") if other in view.to_act else ""
        pile = view.piles[other]
        yield f"-# {bold(other, names)} · {n_cards(len(pile))}{waits}\n-# {strip(pile)}"


def _offer_by_suit(view: View, seat: Seat, legal: Sequence[Offer]) -> Iterator[Block]:
    """A menu for each suit, for those who care which of their cards of a rank they give away."""
    yield Text(
        "## " + _("Offer a card") + "\n" + _("Its suit changes nothing but the look of your collection.")
    )
    for suit in range(len(SUITS)):
        options = tuple(
            Option(card_text(action.card), Act(at), emoji=card_text(action.card))
            for at, action in enumerate(legal)
            if suit_of(action.card) == suit
        )
        if options:
            yield Menu(_("Offer a card of {suit}…").format(suit=suit_text(suit)), options)
    yield Row((Button(_("Back"), Go()),))
    yield from _holding(view, seat)


def _pick(
    view: View, names: Names, seat: Seat, picks: Sequence[Pick], path: tuple[int, ...]
) -> Iterator[Block]:
    offers = {card: owner for owner, card in enumerate(view.offers) if card is not None}
    naming = picks[0].next is not None
    if naming and len(path) == 1 and path[0] in offers.values() and path[0] != seat:
        yield from _name_next(view, names, picks, path[0])
        return
    said = ["## " + _("Take one of the offers")]
    if naming:
        said.append(_("Then you say who picks next."))
    yield Text("\n".join(said))
    buttons, hints = [], []
    for card, owner in offers.items():
        takes = [at for at, action in enumerate(picks) if action.card == card]
        if not takes:
            continue
        target = Go((owner,)) if naming else Act(takes[0])
        buttons.append(Button(names[owner], target, "main", card_text(card)))
        hints += _worth(view, seat, card)
    yield from in_rows(buttons, 2)
    yield from _holding(view, seat)
    if hints:
        yield Text("\n".join(f"-# {hint}" for hint in hints))


def _name_next(view: View, names: Names, picks: Sequence[Pick], owner: Seat) -> Iterator[Block]:
    card = view.offers[owner]
    if card is None:
        return
    yield Text(
        "## "
        + _("You take {card}. Who picks next?").format(card=card_text(card))
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
