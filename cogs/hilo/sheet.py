"""What everybody sees of Cardinality: the table, and the score sheets at the end."""

from collections.abc import Iterator, Sequence

from bot.emoji import emoji
from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Block, Line, Text, apart
from cogs.cards import BACK, card_text, cards_text
from cogs.hilo.words import RANKS, dealt, grouped, ranks, strip
from cogs.words import bold, headline, n_cards, n_points, people
from engine.core import Result, Seat
from engine.games.hilo.model import rank_counts
from engine.games.hilo.state import View
from engine.seats import ranking


def table(view: View, names: Names) -> Sequence[Block]:
    if view.phase == "setup":
        return [Text(_setup(view, names))]
    players = Text("\n".join(_player(view, names, seat) for seat in range(view.seats)))
    if view.phase == "over":
        return [players]
    middle = _trade(view, names) if view.phase == "trading" else _round(view, names)
    return [Text(f"**{status(view)}**"), Text("\n".join(middle)), Line(), players]


def asked(view: View, names: Names) -> str:
    who = people(view.to_act, names)
    match view.asked:
        case "guess":
            return _("A guess for the first turn from {names}").format(names=who)
        case "call":
            return _("{names} calls Higher or Lower").format(names=who)
        case "steal":
            return _("{names} may steal a card").format(names=who)
        case "offer":
            return _("A card to trade from {names}").format(names=who)
        case "pick" if _names_next(view):
            return _("{names} takes an offer and says who picks next").format(names=who)
        case "pick":
            return _("{names} takes an offer").format(names=who)
        case "nothing":
            return _("The match is over")
        case _:
            return _("The cards are being dealt")


def end(view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who won and why, and a sheet for each player."""
    why = {
        "single_deal": "",
        "target": " · " + _("target {target}").format(target=view.options.target),
        "deal_limit": " · " + _("after {n} deals").format(n=len(view.deals)),
    }[result.why]
    return [
        Text(headline(result, names, n_points) + why),
        *apart("\n".join(_sheet(view, names, seat)) for seat in ranking(result)),
    ]


def status(view: View) -> str:
    """Where the match stands: deal, round or stage, target."""
    if view.phase in {"setup", "over"}:
        return ""
    parts = []
    if view.options.target is not None:
        parts.append(
            _("Deal {number} · target {target}").format(
                number=len(view.deals) + 1, target=view.options.target
            )
        )
    if view.phase == "trading":
        parts.append(_("Trade {stage} of {last}").format(stage=view.stage, last=view.options.trading_stages))
    else:
        parts.append(_("Round {number}").format(number=view.round))
        parts.append(
            ngettext("{n} card left", "{n} cards left", view.deck_left).format(n=view.deck_left)
            if view.deck_left
            else _("last round")
        )
    return " · ".join(parts)


def _names_next(view: View) -> bool:
    return len(view.traders) == 4 and len(view.pickers) == 1


def _setup(view: View, names: Names) -> str:
    if view.asked != "guess":
        return _("The cards are being dealt.")
    named = [seat for seat in range(view.seats) if seat not in view.to_act]
    said = [_("Who starts? Everybody names a rank; whoever is closest to a card turned up begins.")]
    if named:
        said.append(_("Named: {names}").format(names=people(named, names)))
    return "\n".join(said)


def _round(view: View, names: Names) -> Iterator[str]:
    hidden = emoji("blank", "▫️") if view.asked == "steal" else BACK
    yield dealt(zip(view.participants, view.drawn, strict=True), names, hidden)
    if view.asked == "steal" and view.revealed is not None:
        if view.stolen:
            yield _("Stolen: {cards}").format(cards=cards_text(view.stolen))
        if view.revealed.winner is not None:
            yield _("**{name}** has won and takes what is left.").format(name=names[view.revealed.winner])
        else:
            yield _("Winning tie: nobody has won.")
    if view.board:
        yield _("Board: {cards}").format(cards=cards_text(view.board))
    if view.blind and view.active is not None:
        yield (
            emoji("blind", "🙈")
            + " "
            + _("Blind: {n} wins in a row, so **{name}** may not see the card.").format(
                n=view.streak, name=names[view.active]
            )
        )


def _trade(view: View, names: Names) -> Iterator[str]:
    if view.asked == "offer":
        offered = [seat for seat in view.traders if seat not in view.to_act]
        yield _("Everybody offers a card, face down.")
        if offered:
            yield _("Ready: {names}").format(names=people(offered, names))
        return
    for seat, card in enumerate(view.offers):
        if card is None:
            continue
        text = _("{name} offers {card}").format(name=names[seat], card=card_text(card))
        if card in view.taken:
            taker = names[view.taken.index(card)]
            text = "~~" + text + "~~ → " + taker
        yield text


def _player(view: View, names: Names, seat: Seat) -> str:
    pile = view.piles[seat]
    parts = [bold(seat, names), n_cards(len(pile))]
    if view.options.target is not None:
        parts.append(n_points(view.scores[seat]))
    if view.phase == "high_low":
        if seat in view.sitting_out:
            parts.append(f"{emoji('out', '💤')} " + _("sits out"))
        elif seat in view.rights:
            parts.append(f"{emoji('steal', '🗝️')} " + _("steal right"))
        if view.options.mode == "greedy" and seat == view.streak_of and view.streak > 1:
            parts.append(_("🔥 {n} wins in a row").format(n=view.streak))
    elif len(view.traders) > 2 and seat in view.pickers:
        parts.append(_("picks first") if seat == view.pickers[0] else _("picks second"))
    mark = emoji("turn", "▶️ ", gap="\u00a0") if seat == view.active and view.phase == "high_low" else ""
    return mark + " · ".join(parts) + (f"\n-# {grouped(pile)}" if pile else "")


def _sheet(view: View, names: Names, seat: Seat) -> Iterator[str]:
    deal = view.deals[-1]
    pile = view.piles[seat]
    held = rank_counts(pile)
    triples = [rank for rank in RANKS if held[rank] >= 3]
    total = view.scores[seat]
    name = names[seat]
    if view.options.target is None:
        yield ngettext("**{name}** · {n} point", "**{name}** · {n} points", total).format(name=name, n=total)
    else:
        yield _("**{name}** · {total} of {target}").format(name=name, total=total, target=view.options.target)
        yield _("-# {before} before, +{points} in this deal").format(
            points=deal.points[seat], before=total - deal.points[seat]
        )
    yield strip(pile)
    yield _("Three or four of a rank: {ranks} → {points}").format(
        ranks=ranks(triples) or "–", points=deal.tri_bash[seat]
    )
    yield (
        _("Most cards, {n} → {points}")
        if deal.hoard[seat]
        else ngettext("{n} card → {points}", "{n} cards → {points}", len(pile))
    ).format(n=len(pile), points=deal.hoard[seat])
    yield _("{n} of 13 ranks → {points}").format(n=13 - held.count(0), points=deal.grand_sequence[seat])
