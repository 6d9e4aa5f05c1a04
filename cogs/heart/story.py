"""What happens in Heart of the Cards, told in a line."""

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text
from cogs.heart.words import condition, did, power, valued
from cogs.words import people, signed
from engine.core import Event
from engine.games.heart import events
from engine.games.heart.cards import HOW, best_is_high


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.RoundBegan(_number, None):
            return _("A heart is laid. Dice decide who begins.")
        case events.RoundBegan(number, int(first)):
            return _("Round {number}: a new heart is laid; **{name}** begins.").format(
                number=number, name=names[first]
            )
        case events.Rolled():
            return _rolled(event, names)
        case events.Picked():
            return _picked(event, names)
        case events.Seen(spot, card):
            return _("Spot {spot} was **{card}**. Only you know.").format(spot=spot, card=_named(card))
        case events.Skipped(seat):
            return _(
                "**{name}** already holds a Wildcard and only Wildcards are left: the turn is skipped."
            ).format(name=names[seat])
        case events.PickingEnded(first, True):
            return _("Only the Queen is left. Now the Wildcards are played, **{name}** first.").format(
                name=names[first]
            )
        case events.PickingEnded():
            return _("Only the Queen is left.")
        case _:
            return _later(event, names)


def _later(event: Event, names: Names) -> str | None:
    """The events that come after the last pick of a round."""
    match event:
        case events.WildcardShown(seat, wild) if HOW[wild] == "choice":
            return _("**{name}** shows {wild}: {power}.").format(
                name=names[seat], wild=card_text(wild), power=power(wild)
            )
        case events.WildcardPlayed(effect):
            return _("{wild} of **{name}**: {did}.").format(
                wild=card_text(effect.wild), name=names[effect.seat], did=did(effect)
            )
        case events.Forced(card):
            return _("{card} was the only card in question, so it was chosen for you.").format(
                card=valued(card)
            )
        case events.QueenTurned():
            return _queen(event, names)
        case events.RoundEnded(number, done):
            return _("🏆 **{name}** wins round {number}.").format(name=names[done.winner], number=number)
        case _:
            return None


def _named(card: int) -> str:
    """A card with its value if it has one."""
    return card_text(card) if card in HOW else valued(card)


def _picked(event: events.Picked, names: Names) -> str:
    name = names[event.seat]
    if event.card is not None:
        what = _named(event.card)
    else:
        what = _("a face-down Wildcard") if event.wildcard else _("a face-down Point card")
    if event.forced:
        return _("**{name}** gets what is left for them, {what} from spot {spot}.").format(
            name=name, what=what, spot=event.spot
        )
    return _("**{name}** takes {what} from spot {spot}.").format(name=name, what=what, spot=event.spot)


def _rolled(event: events.Rolled, names: Names) -> str:
    roll = event.roll
    values = " · ".join(f"{names[seat]} {value}" for seat, value in zip(roll.seats, roll.values, strict=True))
    if event.winner is None:
        then = _("{names} roll again.").format(names=people(event.best, names))
    elif roll.why == "first":
        then = _("**{name}** begins.").format(name=names[event.winner])
    else:
        then = _("**{name}** wins the roll-off.").format(name=names[event.winner])
    if event.winner is not None and len(event.best) > 1:
        then = _("Still equal after ten rolls: the lower seat goes first.") + " " + then
    return f"🎲 {values}. {then}"


def _queen(event: events.QueenTurned, names: Names) -> str:
    totals = " · ".join(f"{names[seat]} {signed(total)}" for seat, total in enumerate(event.totals))
    said = _("👑 The Queen is **{queen}**: {condition}. {totals}.").format(
        queen=card_text(event.queen), condition=condition(event.queen), totals=totals
    )
    if len(event.best) > 1:
        high = best_is_high(event.queen)
        said += " " + (
            _("A tie of {names}: they roll, and the highest die wins.")
            if high
            else _("A tie of {names}: they roll, and the lowest die wins.")
        ).format(names=people(event.best, names))
    return said
