"""What happens in Your trumps, told in a line."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.cards import card_text, cards_text
from cogs.trumps.words import trump_text
from cogs.words import gains
from engine.core import Event
from engine.games.trumps import events


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.DealerDrawn(seat):
            return _("Lots are drawn: **{name}** deals.").format(name=names[seat])
        case events.TrumpTaken(seat, suit, how):
            return {
                "chosen": _("**{name}** chooses trumps: {suit}."),
                "lot": _("The lot gives **{name}** {suit} as trumps."),
                "left_over": _("The last suit is for **{name}**: {suit}."),
            }[how].format(name=names[seat], suit=trump_text(suit))
        case events.DealBegan(number, dealer, leader):
            return _("Deal {number}: **{dealer}** has dealt, **{leader}** leads.").format(
                number=number, dealer=names[dealer], leader=names[leader]
            )
        case events.LowTrumps(moves) if moves:
            return _("Low trumps handed over: {moves}").format(
                moves=" · ".join(f"{card_text(card)} → {names[taker]}" for card, _giver, taker in moves)
            )
        case events.Laid():
            return _laid(event, names)
        case events.PickedUp():
            return _picked_up(event, names)
        case events.OnlyChoice(_, "beat"):
            return _("-# That was your only card to beat it, so it was played for you. Only you are told.")
        case events.OnlyChoice():
            return _("-# You had nothing to beat it, so you picked up. Only you are told that you had to.")
        case events.WentOut(seat, place):
            return (
                _("🎉 **{name}** is rid of all cards first!")
                if place == 1
                else _("🎉 **{name}** is rid of all cards.")
            ).format(name=names[seat])
        case events.DealEnded():
            return _deal_ended(event, names)
        case _:
            return None


def _laid(event: events.Laid, names: Names) -> str:
    if event.forced:
        text = {
            "lead": _("**{name}** leads the last card, {card}."),
            "beat": _("Only {card} beats {top}, so **{name}** plays it."),
            "add": _("**{name}** lays the last card, {card}, on {top}."),
        }[event.how]
    else:
        text = {
            "lead": _("**{name}** leads {card}."),
            "beat": _("**{name}** beats {top} with {card}."),
            "add": _("**{name}** lays {card} on {top}."),
        }[event.how]
    top = "" if event.on is None else card_text(event.on)
    return text.format(name=names[event.seat], card=card_text(event.card), top=top)


def _picked_up(event: events.PickedUp, names: Names) -> str:
    n = len(event.cards)
    if event.forced:
        text = ngettext(
            "**{name}** cannot beat {top} and takes {n} card{why}: {cards}.",
            "**{name}** cannot beat {top} and takes {n} cards{why}: {cards}.",
            n,
        )
    else:
        text = ngettext(
            "**{name}** takes {n} card{why}: {cards}.", "**{name}** takes {n} cards{why}: {cards}.", n
        )
    why = {"plain": "", "own_trump": " " + _("(own trump)"), "own_ace": " " + _("(own ace: the whole pile)")}
    said = text.format(
        name=names[event.seat],
        top=card_text(event.cards[0]),
        n=n,
        why=why[event.kind],
        cards=cards_text(event.cards),
    )
    if event.bared is None:
        return said + " " + _("The pile is empty.")
    return said + " " + _("{card} is now on top.").format(card=card_text(event.bared))


def _deal_ended(event: events.DealEnded, names: Names) -> str:
    deal = event.deal
    if deal.loser is not None:
        n = deal.left[deal.loser]
        said = ngettext(
            "**{name}** is left with {n} card and loses.", "**{name}** is left with {n} cards and loses.", n
        ).format(name=names[deal.loser], n=n)
    else:
        said = {
            "last_card": _("🤝 Drawn by the last card: {card} would beat the top card."),
            "repetition": _("🤝 Drawn by repetition: the same position for the third time."),
            "turn_limit": _("🤝 Drawn by the turn limit, after {turns} turns."),
        }[deal.end].format(
            card="" if event.last_card is None else card_text(event.last_card), turns=deal.turns
        )
    points = gains(deal.points, event.scores, names)
    return said + " " + _("Points of deal {n}: {points}").format(n=event.number, points=points)
