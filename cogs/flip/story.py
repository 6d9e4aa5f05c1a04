"""What happens in Hi-Lo Flip, told in a line."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.flip.words import haul, number, side_text
from cogs.words import bold, n_cards, n_points
from engine.core import Event
from engine.games.flip import events
from engine.games.flip.model import BONUS


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.RoundBegan():
            return _round_began(event, names)
        case events.Flipped():
            return _flipped(event, names)
        case events.Played():
            return _played(event, names)
        case events.Drew(_, card):
            return _("You draw **{card}** and keep it.").format(card=number(card))
        case events.Skipped():
            return _skipped(event, names)
        case events.Refilled(count):
            return ngettext(
                "The draw pile is used up: {n} discard is the new one.",
                "The draw pile is used up: {n} discards are shuffled into a new one.",
                count,
            ).format(n=count)
        case events.Reset():
            return _reset(event, names)
        case events.RoundEnded():
            return _round_ended(event, names)
        case _:
            return None


def _round_began(event: events.RoundBegan, names: Names) -> str:
    told = {
        "name": bold(event.starter, names),
        "side": side_text(event.side),
        "number": event.number,
        "points": n_points(event.score),
    }
    if event.number == 1:
        return (
            _("The chip lands on {side}, so the first seat, {name}, opens.")
            if event.side == "hi"
            else _("The chip lands on {side}, so the last seat, {name}, opens.")
        ).format(**told)
    if not event.tied:
        text = _("Round {number}: {name} is last with {points} and opens; the chip stays {side}.")
    elif event.side == "hi":
        text = _(
            "Round {number}: several are last with {points}; at {side} the first seat of them opens: {name}."
        )
    else:
        text = _(
            "Round {number}: several are last with {points}; at {side} the last seat of them opens: {name}."
        )
    return text.format(**told)


def _flipped(event: events.Flipped, names: Names) -> str:
    text = (
        _("{name} is stuck on {top}: the chip turns to {side}, and every card fits.")
        if event.changed
        else _("{name} is stuck on {top}: the chip stays {side}.")
    )
    return text.format(name=bold(event.seat, names), top=number(event.top), side=side_text(event.side))


def _played(event: events.Played, names: Names) -> str:
    text = {
        "opening": _("{name} opens with **{card}**."),
        "turn": _("{name} plays **{card}**."),
        "rescued": _("{name} plays **{card}**."),
        "second": _("{name} plays **{card}** on top of the 2."),
        "reset": _("{name} starts a new pile with **{card}**."),
        "drawn": _("{name} draws **{card}**, which fits and must be played."),
    }[event.how]
    said = text.format(name=bold(event.seat, names), card=number(event.card))
    return said + " " + _("One card left!") if event.left == 1 else said


def _skipped(event: events.Skipped, names: Names) -> str:
    text = (
        _("{name} draws a card and is skipped; {next} goes on.")
        if event.drew
        else _("{name} is skipped, with nothing to draw; {next} goes on.")
    )
    return text.format(name=bold(event.seat, names), next=bold(event.next, names))


def _reset(event: events.Reset, names: Names) -> str:
    why = {
        "drawn": _("Nothing fits, the card just drawn neither:"),
        "nothing_to_draw": _("Nothing fits, and there is nothing to draw:"),
        "second": _("Nothing fits on the {top}:"),
    }[event.why].format(top=number(event.cards[-1]))
    takes = (
        _("{taker}, to the right as nobody else has played, takes {haul}.")
        if event.neighbour
        else _("{taker}, the last other player, takes {haul}.")
    ).format(taker=bold(event.collector, names), haul=haul(event.cards))
    return f"{why} {takes} " + _("{name} starts a new pile with any card.").format(
        name=bold(event.seat, names)
    )


def _round_ended(event: events.RoundEnded, names: Names) -> str:
    taker = bold(event.collector, names)
    scored = event.round
    if scored.out is None:
        said = _("🏁 Round {number} stops at 150 cards: {taker} takes the pile, {haul}; nobody is out.")
    else:
        said = _("🏁 {taker} is out and takes the pile, {haul}.")
    sums = []
    for seat, (cards, tens, points) in enumerate(zip(scored.cards, scored.tens, scored.points, strict=True)):
        parts = [n_cards(cards)]
        if tens:
            parts.append(ngettext("{n} a ten", "{n} of them tens", tens).format(n=tens))
        if seat == scored.out:
            parts.append(_("{bonus} for going out").format(bonus=BONUS))
        sums.append(
            _("{name} +{points} = **{total}** ({parts})").format(
                name=names[seat], points=points, total=event.scores[seat], parts=", ".join(parts)
            )
        )
    return said.format(number=event.number, taker=taker, haul=haul(event.pile)) + " " + " · ".join(sums)
