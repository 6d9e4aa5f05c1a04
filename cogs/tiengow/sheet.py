"""What everybody sees of Tien Gow: the table, the settlement, and the end."""

from collections.abc import Iterator, Sequence

from bot.emoji import emoji
from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Block, Line, Text
from cogs.tiengow.words import BACK, dominoes, group, kind, tiles
from cogs.words import bold, headline, mark, monospaced, people, signed, turn_mark
from engine.core import Result, Seat
from engine.games.tiengow.events import DealEnded, Payment
from engine.games.tiengow.groups import LARGEST
from engine.games.tiengow.model import SEATS, Shown
from engine.games.tiengow.state import View
from engine.seats import ranking


def table(view: View, names: Names) -> Sequence[Block]:
    if view.asked in {"banker", "shuffle"}:
        return [Text(_("The tiles are being dealt."))]
    players = Text("\n".join(_player(view, names, seat) for seat in range(SEATS)))
    if view.asked == "nothing":
        return [players]
    return [Text(f"**{status(view)}**"), Text("\n".join(trick(view, names))), players]


def asked(view: View, names: Names) -> str:
    who = people(view.to_act, names)
    match view.asked:
        case "lead":
            return _("{name} leads a group").format(name=who)
        case "follow":
            return ngettext(
                "{name} beats, or discards {n} tile", "{name} beats, or discards {n} tiles", view.size
            ).format(name=who, n=view.size)
        case "nothing":
            return _("The match is over")
        case _:
            return _("The tiles are being dealt")


def status(view: View) -> str:
    """Where the match stands: deal, trick, target, what is left."""
    if not view.to_act:
        return ""
    options = view.options
    parts = []
    if options.deals > 1:
        parts.append(_("Deal {number} of {last}").format(number=len(view.deals) + 1, last=options.deals))
        if options.target:
            parts.append(_("target {target}").format(target=options.target))
    left = view.tiles_left[view.to_act[0]]
    if view.last_trick:
        parts.append(_("last trick"))
    else:
        parts.append(_("Trick {number}").format(number=len(view.tricks) + 1))
        parts.append(ngettext("{n} tile left each", "{n} tiles left each", left).format(n=left))
        if not view.plays and left <= LARGEST:
            parts.append(_("this may be the last trick"))
    return " · ".join(parts)


def trick(view: View, names: Names) -> Iterator[str]:
    """The present trick, play by play, and what would beat it."""
    if not view.plays:
        yield _("{name} leads.").format(name=people(view.to_act, names))
        return
    for shown in view.plays:
        crown = " " + emoji("crown", "👑") if shown.seat == view.high else ""
        yield f"{bold(shown.seat, names)}: {play(shown)}{crown}"
    yield f"-# {to_beat(view)}"


def play(shown: Shown) -> str:
    """What was played, as everybody sees it."""
    return group(shown.faces) if shown.faces is not None else BACK * shown.size


def to_beat(view: View) -> str:
    """What beats the high group (R12, R13)."""
    high = view.high_group
    if high is None or high.kind == "supreme":
        return _("Nothing beats a led Supreme.")
    faces = next(shown.faces for shown in reversed(view.plays) if shown.faces is not None)
    return _("To beat: {kind} of higher rank than {group} (rank {rank})").format(
        kind=kind(high.kind), group=group(faces), rank=high.rank
    )


def settlement(ended: DealEnded, names: Names) -> Iterator[str]:
    """A finished deal: every payment with its factors, and what lay face down (R15, R19-R25)."""
    deal = ended.deal
    yield _("**Deal {number}: {name} won the last trick**, {columns} columns").format(
        number=ended.number, name=names[deal.winner], columns=deal.columns[deal.winner]
    )
    if deal.little_three_payer is not None:
        yield _("Big Six caught Little Three: **{name}** pays for all.").format(
            name=names[deal.little_three_payer]
        )
    for payment in ended.payments:
        yield _payment(payment, deal.columns, names)
    settled = {payment.loser for payment in ended.payments}
    for seat in range(SEATS):
        if seat != deal.winner and seat not in settled:
            yield _("{name}: 4 columns, nothing to pay").format(name=mark(seat, names))
    for paid in ended.paid:
        yield _("At once for {kind}: {points} to {name}").format(
            kind=_("Supreme") if paid.kind == "supreme" else _("a quartet"),
            points=signed(paid.amounts[paid.seat]),
            name=mark(paid.seat, names),
        )
    for seat, faces in enumerate(ended.discards):
        if faces:
            yield _("-# {name} had discarded: {tiles}").format(
                name=mark(seat, names), tiles=dominoes(sorted(faces))
            )


def _payment(payment: Payment, columns: Sequence[int], names: Names) -> str:
    factors = [str(payment.base)]
    if payment.banker:
        factors.append(_("2 (banker)"))
    if payment.bonus:
        factors.append(_("2 (last group)"))
    if payment.sweep:
        factors.append(_("2 (all columns)"))
    product = " × ".join(factors) + " = " if len(factors) > 1 else ""
    said = f"{mark(payment.payer, names)} → {mark(payment.payee, names)}: {product}**{payment.points}**"
    if payment.loser not in {payment.payer, payment.payee}:
        return said + " · " + _("owed by {name}").format(name=mark(payment.loser, names))
    n = columns[payment.loser]
    return said + " · " + ngettext("{n} column", "{n} columns", n).format(n=n)


def end(view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who won and why: the last trick first, the points second."""
    last = view.last
    if last is None:
        return []
    if result.why == "single_deal":
        head = _("## {crown} {name} wins the last trick").format(
            crown=emoji("crown", "🏆"), name=people(result.winners, names)
        )
        said = _("and with it the match, with {kind}. The points are the settlement.").format(
            kind=kind(last.deal.last_group)
        )
    else:
        head = headline(result, names)
        said = {
            "target": _("Somebody has reached {target} points after {n} deals."),
            "deal_limit": _("The most points after {n} deals."),
        }[result.why].format(target=view.options.target, n=len(view.deals))
    order = ranking(result)
    blocks: list[Block] = [
        Text(f"{head}\n{said}"),
        Text("\n".join(_ranking(view, result, names, order))),
        Line(),
        Text("\n".join(settlement(last, names))),
    ]
    if len(view.deals) > 1:
        blocks.append(Text(_history(view, order)))
    return blocks


def _ranking(view: View, result: Result, names: Names, order: Sequence[Seat]) -> Iterator[str]:
    """A player a line, numbered as the columns of the history."""
    won = result.details["deals_won"]
    several = len(view.deals) > 1
    for place, seat in enumerate(order, start=1):
        line = f"`{place}` {bold(seat, names)} · " + _("{points} points").format(
            points=signed(result.scores[seat])
        )
        if several and won[seat]:
            line += " · " + ngettext("{n} last trick", "{n} last tricks", won[seat]).format(n=won[seat])
        yield line


def _history(view: View, order: Sequence[Seat]) -> str:
    """The points of every deal, a column for each line of the ranking."""
    rows = [
        [("*" if seat == deal.winner else "") + signed(deal.scores[seat]) for seat in order]
        for deal in view.deals
    ]
    width = 1 + max(len(shown) for row in rows for shown in row)
    lines = ["  " + "".join(f"{place:>{width}}" for place in range(1, SEATS + 1))]
    for number, row in enumerate(rows, 1):
        lines.append(f"{number:>2}" + "".join(f"{shown:>{width}}" for shown in row))
    return monospaced(lines) + "\n-# " + _("* won the last trick of the deal")


def _player(view: View, names: Names, seat: Seat) -> str:
    parts = [bold(seat, names)]
    if seat == view.banker:
        parts.append(f"{emoji('banker', '🏦')} " + _("banker"))
    n = view.columns[seat]
    parts.append(ngettext("{n} column", "{n} columns", n).format(n=n))
    if view.options.deals > 1:
        parts.append(_("{points} points").format(points=signed(view.scores[seat])))
    if view.immediate[seat]:
        parts.append(_("{points} at once").format(points=signed(view.immediate[seat])))
    shown = list(_earlier(view, seat))
    return turn_mark(view.to_act, seat) + " · ".join(parts) + (f"\n-# {', '.join(shown)}" if shown else "")


def _earlier(view: View, seat: Seat) -> Iterator[str]:
    """What a seat has played in the finished tricks of the deal: face up, then the number of backs."""
    backs = 0
    for trick_ in view.tricks:
        for shown in trick_.plays:
            if shown.seat != seat:
                continue
            if shown.faces is None:
                backs += shown.size
            else:
                yield tiles(shown.faces, " + ")
    if backs:
        yield ngettext("{n} face down", "{n} face down", backs).format(n=backs)
