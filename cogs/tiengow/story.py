"""What happens in Tien Gow, told in a line."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.tiengow.words import group, tiles
from cogs.words import bold, signed
from engine.core import Event
from engine.games.tiengow import events
from engine.games.tiengow.model import HAND


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.BankerDrawn(seat):
            return _("Lots are drawn: **{name}** is banker and leads first.").format(name=names[seat])
        case events.DealBegan(number, banker) if number > 1:
            return _("Deal {number}: **{name}** is banker and leads.").format(
                number=number, name=names[banker]
            )
        case events.Led(seat, faces, last=True):
            return _("**{name}** leads {group}, all that is left: the last trick.").format(
                name=names[seat], group=group(faces)
            )
        case events.Led(seat, faces):
            return _("**{name}** leads {group}.").format(name=names[seat], group=group(faces))
        case events.Topped(seat, faces):
            return _("**{name}** beats it with {group}.").format(name=names[seat], group=group(faces))
        case events.Discarded(seat, barred=True):
            return _("**{name}** has no column and must discard the last tile.").format(name=names[seat])
        case events.Discarded(seat, size):
            return ngettext("**{name}** discards {n} tile.", "**{name}** discards {n} tiles.", size).format(
                name=names[seat], n=size
            )
        case events.LaidDown(_seat, faces):
            return _("You laid down: {tiles}. Only you know.").format(tiles=tiles(faces))
        case events.Forced():
            return _forced(event)
        case _:
            return _later(event, names)


def _later(event: Event, names: Names) -> str | None:
    """The events that end a trick or a deal."""
    match event:
        case events.TrickWon(_number, seat, _faces, gained, columns) if sum(columns) < HAND:
            return ngettext(
                "**{name}** wins the trick: {n} column, {total} in all.",
                "**{name}** wins the trick: {n} columns, {total} in all.",
                gained,
            ).format(name=names[seat], n=gained, total=columns[seat])
        case events.Paid(seat, kind, amounts):
            return _("Paid at once for {kind}: {points} to **{name}**.").format(
                kind=_("Supreme") if kind == "supreme" else _("a quartet"),
                points=signed(amounts[seat]),
                name=names[seat],
            )
        case events.DealEnded(number, deal):
            points = " · ".join(
                f"{bold(seat, names)} {signed(gained)}" for seat, gained in enumerate(deal.scores)
            )
            return _("**{name}** wins the last trick of deal {number}. {points}").format(
                name=names[deal.winner], number=number, points=points
            )
        case _:
            return None


def _forced(event: events.Forced) -> str:
    return {
        "cannot_beat": _("You cannot beat it, so what you have left was discarded for you."),
        "twins": _("Your two tiles are the same and cannot beat it, so one was discarded for you."),
    }[event.why]
