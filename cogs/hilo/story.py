"""What happens in Cardinality, told in a line."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.cards import card_text, cards_text, rank_text
from cogs.hilo.words import dealt
from cogs.words import gains, people
from engine.core import Event
from engine.games.hilo import events


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.TurnedUp():
            return _turned_up(event, names)
        case events.FirstFound():
            return _first_found(event, names)
        case events.DealBegan(number, first) if number > 1:
            return _("Deal {number} begins; **{name}** starts.").format(number=number, name=names[first])
        case events.RoundBegan():
            return _round_began(event, names)
        case events.Revealed():
            return " ".join(_revealed(event, names))
        case events.Stolen(seat, card, owner) if seat == owner:
            return _("**{name}** saves the own card {card} by steal right.").format(
                name=names[seat], card=card_text(card)
            )
        case events.Stolen(seat, card, owner):
            return _("**{name}** steals {card}, the card of {owner}.").format(
                name=names[seat], card=card_text(card), owner=names[owner]
            )
        case events.Passed(seat):
            return _("**{name}** leaves the steal right unused.").format(name=names[seat])
        case events.Lapsed():
            return _lapsed(event, names)
        case events.RoundEnded(stolen=stolen) if stolen:
            return _round_ended(event, names)
        case _:
            return _later(event, names)


def _later(event: Event, names: Names) -> str | None:
    """The events of trading and of the end of a deal."""
    match event:
        case events.TradingBegan():
            return " ".join(_trading_began(event, names))
        case events.TradingSkipped(traders):
            return _("The deck is empty. Only {names} has cards, so there is no trading.").format(
                names=people(traders, names)
            )
        case events.StageBegan(unasked=unasked) if unasked:
            return _("The only card of {names} is offered without asking.").format(
                names=people(unasked, names)
            )
        case events.OffersShown(offers):
            shown = {seat: card for seat, card in enumerate(offers) if card is not None}
            if len(shown) == 2:  # they change hands at once, and that line says the same
                return None
            return _("Offered: {offers}").format(offers=dealt(shown.items(), names))
        case events.Picked(seat, card, owner, None):
            return _("**{name}** takes {card}, the offer of {owner}.").format(
                name=names[seat], card=card_text(card), owner=names[owner]
            )
        case events.Picked(seat, card, owner, int(following)):
            return _("**{name}** takes {card}, the offer of {owner}; **{next}** picks next.").format(
                name=names[seat], card=card_text(card), owner=names[owner], next=names[following]
            )
        case events.Traded(stage, gave, got):
            swaps = [
                f"{names[seat]} {card_text(own)} → {card_text(new)}"
                for seat, (own, new) in enumerate(zip(gave, got, strict=True))
                if own is not None and new is not None
            ]
            return _("Trade {stage}: {swaps}").format(stage=stage, swaps=" · ".join(swaps))
        case events.DealEnded(number, deal, scores):
            return _("Points of deal {n}: {points}").format(
                n=number, points=gains(deal.points, scores, names)
            )
        case _:
            return None


def _turned_up(event: events.TurnedUp, names: Names) -> str:
    guesses = [
        ngettext("{name} said {rank}, {n} away", "{name} said {rank}, {n} away", away).format(
            name=names[seat], rank=rank_text(rank), n=away
        )
        for seat, (rank, away) in enumerate(zip(event.guesses, event.distances, strict=True))
    ]
    return _("{card} is turned up: {guesses}.").format(card=card_text(event.card), guesses="; ".join(guesses))


def _first_found(event: events.FirstFound, names: Names) -> str:
    if event.how == "guess":
        return _("**{name}** is closest and starts.").format(name=names[event.seat])
    if event.how == "lots":
        return _("Equally close: {names}. Lots are drawn: **{name}** starts.").format(
            names=people(event.among, names), name=names[event.seat]
        )
    return _("Lots are drawn: **{name}** starts.").format(name=names[event.seat])


def _round_began(event: events.RoundBegan, names: Names) -> str | None:
    said = []
    if event.passed_over:
        said.append(
            ngettext(
                "{names} sits out and loses the turn.",
                "{names} sit out and lose their turns.",
                len(event.passed_over),
            ).format(names=people(event.passed_over, names))
        )
    if event.short and len(event.participants) > 1:
        said.append(
            _("Only {n} cards are left: they go to {names}.").format(
                n=len(event.participants), names=people(event.participants, names)
            )
        )
    if event.blind:
        said.append(
            _("🙈 **{name}** has won {n} rounds in a row and calls blind.").format(
                name=names[event.active], n=event.streak
            )
        )
    return " ".join(said) or None


def _revealed(event: events.Revealed, names: Names) -> list[str]:
    """The call with all cards, then who wins and why, then what the ties bring."""
    if event.case == "alone":
        said = [
            _("1 card is left: {card} goes to **{name}** without a call.").format(
                card=cards_text(event.cards), name=names[event.active]
            )
        ]
    else:
        said = [
            call(event, names) + ": " + dealt(zip(event.participants, event.cards, strict=True), names) + ".",
            _case(event, names),
        ]
    if event.earned:
        said.append(
            (
                _("Double tie: the other pair, {names}, may each steal a card in the next round.")
                if event.double_tie
                else _("Losing tie: {names} may each steal a card in the next round.")
            ).format(names=people(event.earned, names))
        )
    if event.tied and event.next_active is not None:
        said.append(_("**{name}** is next to call.").format(name=names[event.next_active]))
    if event.stealing:
        said.append(_("First {names} may steal.").format(names=people(event.stealing, names)))
    return said


def call(event: events.Revealed, names: Names) -> str:
    """Who called what."""
    texts = {
        ("higher", False): _("**{name}** calls **Higher**"),
        ("lower", False): _("**{name}** calls **Lower**"),
        ("higher", True): _("**{name}** calls **Higher**, blind"),
        ("lower", True): _("**{name}** calls **Lower**, blind"),
    }
    if event.call is None:
        return ""
    said = texts[event.call, event.blind].format(name=names[event.active])
    if event.ace is not None:
        said += ", " + (_("ace high") if event.ace == "high" else _("ace low"))
    return said


def _case(event: events.Revealed, names: Names) -> str:
    """Who wins the round, by the name of the case, and what it brings unless somebody may steal first."""
    if event.winner is None:
        return _(
            "Winning tie of {names}: nobody wins, their cards go to the board, and they sit out the next"
            " round. The others keep their own cards."
        ).format(names=people(event.tied, names))
    case = "two_same" if event.case == "all_same" and len(event.cards) == 2 else event.case
    if event.stealing:
        text = {
            "one_best": _("Best card: **{name}** wins."),
            "two_same": _("A tie of two goes to the caller: **{name}** wins."),
            "all_same": _("All the same rank: the caller, **{name}**, wins."),
            "all_but_one": _("All but one tie: **{name}**, the one left, wins."),
        }[case]
    else:
        text = {
            "one_best": _("Best card: **{name}** takes {n} cards."),
            "two_same": _("A tie of two goes to the caller: **{name}** takes {n} cards."),
            "all_same": _("All the same rank: the caller, **{name}**, takes {n} cards."),
            "all_but_one": _("All but one tie: **{name}**, the one left, takes {n} cards."),
        }[case]
    said = text.format(name=names[event.winner], n=len(event.cards) + len(event.board))
    if event.board:
        said += " " + _("(The board goes along: {cards}.)").format(cards=cards_text(event.board))
    return said


def _lapsed(event: events.Lapsed, names: Names) -> str:
    who = people(event.seats, names)
    if event.why == "won":
        return _("{names} wins anyway: the steal right lapses.").format(names=who)
    if event.why == "nothing_left":
        return _("No card is left to steal for {names}.").format(names=who)
    return _("The deck is empty: {names} cannot use the new steal right.").format(names=who)


def _round_ended(event: events.RoundEnded, names: Names) -> str:
    if event.winner is not None:
        n = len(event.taken)
        return ngettext(
            "**{name}** takes the {n} card that is left.", "**{name}** takes the {n} cards that are left.", n
        ).format(name=names[event.winner], n=n)
    kept = dealt(event.kept, names) if event.kept else _("nobody")
    return _("To the board: {board}. Kept by their players: {kept}.").format(
        board=cards_text(event.to_board) or _("nothing"), kept=kept
    )


def _trading_began(event: events.TradingBegan, names: Names) -> list[str]:
    said = [_("The deck is empty: now cards are traded.")]
    if event.unclaimed:
        said.append(_("{cards} on the board belong to nobody.").format(cards=cards_text(event.unclaimed)))
    if len(event.traders) > 2:
        first = names[event.first_picker]
        said.append(
            _("**{name}** has the most cards and picks first.").format(name=first)
            if event.most_cards
            else _("Nobody alone has the most cards; **{name}** picks first, by the last turn.").format(
                name=first
            )
        )
    return said
