"""What everybody sees of Hi-Lo Flip: the table, and the score sheets at the end."""

from collections.abc import Iterator, Sequence

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Block, Text, apart
from cogs.flip.words import goal, haul, number, numbers, side_text
from cogs.words import bold, headline, n_cards, n_points, n_rounds, turn_mark
from engine.core import Result, Seat
from engine.games.flip.model import BONUS, Round
from engine.games.flip.state import View
from engine.seats import ranking

_SHOWN_CARDS = 8
_SHOWN_ROUNDS = 12


def table(view: View, names: Names) -> Sequence[Block]:
    if view.turn is None:
        return [Text(_("The cards are being dealt."))]
    players = "\n".join("\n".join(_player(view, names, seat)) for seat in range(view.seats))
    return [Text("\n".join((f"**{status(view)}**", *middle(view)))), Text(players)]


def status(view: View) -> str:
    """Where the match stands: the round and the target."""
    number_ = len(view.rounds) + (view.asked not in {"shuffle", "nothing"})
    return _("Round {number} · to {target} points").format(number=max(1, number_), target=view.options.target)


def middle(view: View) -> Iterator[str]:
    """The chip in words, the pile and what it is worth, the draw pile."""
    yield f"{side_text(view.side)}: {goal(view)}"
    if view.pile:
        shown = "… " if len(view.pile) > _SHOWN_CARDS else ""
        shown += numbers(view.pile[-_SHOWN_CARDS:-1])
        yield _("Pile: {cards}").format(cards=f"{shown} **{number(view.pile[-1])}**".strip())
        yield "-# " + _("{haul} · draw pile: {left}").format(haul=haul(view.pile), left=view.deck_left)
    else:
        yield "-# " + _("No pile yet · draw pile: {left}").format(left=view.deck_left)


def asked(view: View, names: Names) -> str:
    if view.asked == "nothing":
        return _("The match is over")
    if view.asked != "play" or view.turn is None:
        return _("The cards or the chip are moving")
    text = {
        "opening": _("{name} opens the round with any card"),
        "turn": _("{name}: {goal}"),
        "rescued": _("{name}: {goal}"),
        "second": _("{name}, a second card: {goal}"),
        "reset": _("{name} starts a new pile with any card"),
    }[view.moment]
    if view.again:
        text = _("{name}, second turn: {goal}")
    return text.format(name=bold(view.turn, names), goal=goal(view))


def end(view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who won, and where everybody's points come from."""
    about = _("target {target}, {rounds}").format(
        target=view.options.target, rounds=n_rounds(len(view.rounds))
    )
    return [
        Text(f"{headline(result, names, n_points)} · {about}"),
        *apart("\n".join(_sheet(view, names, seat)) for seat in ranking(result)),
        Text("-# " + _("Rounds in bold: went out. Cards left in a hand count for nobody.")),
    ]


def _player(view: View, names: Names, seat: Seat) -> Iterator[str]:
    size = view.sizes[seat]
    hand = _("❗ last card") if size == 1 else n_cards(size)
    yield turn_mark(view.to_act, seat) + " · ".join((bold(seat, names), n_points(view.scores[seat]), hand))
    if view.collected[seat] and view.asked not in {"shuffle", "nothing"}:
        yield "-# " + _("this round: {haul}").format(haul=haul(view.collected[seat]))


def _sheet(view: View, names: Names, seat: Seat) -> Iterator[str]:
    cards = sum(one.cards[seat] for one in view.rounds)
    tens = sum(one.tens[seat] for one in view.rounds)
    outs = sum(one.out == seat for one in view.rounds)
    yield f"{bold(seat, names)} · {n_points(view.scores[seat])}"
    parts = [_("{cards}: {n}").format(cards=n_cards(cards), n=cards)]
    if tens:
        parts.append(
            ngettext("{n} a ten: +{more}", "{n} of them tens: +{more}", tens).format(n=tens, more=9 * tens)
        )
    if outs:
        parts.append(
            ngettext("out once: +{more}", "out {n} times: +{more}", outs).format(n=outs, more=BONUS * outs)
        )
    yield "-# " + " · ".join(parts)
    shown = [_round(one, seat) for one in view.rounds[-_SHOWN_ROUNDS:]]
    if len(view.rounds) > _SHOWN_ROUNDS:
        shown.insert(0, "…")
    yield "-# " + _("By round: {points}").format(points=" · ".join(shown))


def _round(one: Round, seat: Seat) -> str:
    return f"**{one.points[seat]}**" if one.out == seat else str(one.points[seat])
