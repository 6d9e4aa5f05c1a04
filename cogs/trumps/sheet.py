"""What everybody sees of Your trumps: the table, and the final sheet."""

from collections.abc import Iterator, Sequence

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Block, Line, Text
from cogs.cards import card_text
from cogs.trumps.words import held, pile_text, player, trump_text
from cogs.words import bold, capital, headline, n_points, n_turns, people
from engine.core import Result, Seat
from engine.games.trumps.cards import cost
from engine.games.trumps.model import Deal
from engine.games.trumps.state import View
from engine.seats import ranking

_LAST_BUT_ONE = 2


def table(view: View, names: Names) -> Sequence[Block]:
    blocks: list[Block] = []
    if view.dealt:
        blocks.append(Text(f"**{status(view)}**"))
        blocks.append(Text(pile_text(view.pile)))
    elif view.asked == "trump":
        blocks.append(Text(_("Everybody chooses a trump suit of their own; then the cards are dealt.")))
    blocks.append(Text("\n".join(_player(view, names, seat) for seat in range(view.seats))))
    return blocks


def asked(view: View, names: Names) -> str:
    who = people(view.to_act, names)
    match view.asked:
        case "trump":
            return _("{names} chooses a trump suit").format(names=who)
        case "lead":
            return _("{names} leads any card").format(names=who)
        case "beat" if view.options.pick_up == "free" and view.actor is not None:
            return _("{names} beats {card} or picks up {n}").format(
                names=who, card=card_text(view.pile[-1]), n=cost(view.pile, view.trumps[view.actor])
            )
        case "beat":
            return _("{names}: beat {card}, else take {n}").format(
                names=who, card=card_text(view.pile[-1]), n=cost(view.pile, view.trumps[view.to_act[0]])
            )
        case "add":
            return _("{names} has beaten and lays a second card, any one").format(names=who)
        case "nothing":
            return _("The match is over")
        case _:
            return _("The cards are being dealt")


def status(view: View) -> str:
    """Where the match stands: deal and turn, and a warning of repetition."""
    if not view.dealt:
        return ""
    parts = []
    if view.options.deals > 1:
        number = min(len(view.deals) + 1, view.options.deals)
        parts.append(_("Deal {n} of {deals}").format(n=number, deals=view.options.deals))
    turn = min(view.turns + 1, view.options.turn_limit)
    parts.append(_("Turn {n} of at most {limit}").format(n=turn, limit=view.options.turn_limit))
    if view.occurred == _LAST_BUT_ONE:
        parts.append(_("🔁 this position is here for the second time, the third is a draw"))
    return " · ".join(parts)


def _player(view: View, names: Names, seat: Seat) -> str:
    line = player(view, names, seat)
    if view.options.hands == "open" and view.counts[seat]:
        line += "\n-# " + " · ".join(held(view.hands[seat], view.trumps[seat]))
    return line


def end(view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who won and why, each deal in a line, and a sheet for each player."""
    drawn = len(result.winners) == view.seats
    head = _("## 🤝 A draw") if drawn else headline(result, names)
    return [
        Text(head + "\n" + "\n".join(_deals(view, names))),
        Line(),
        Text("\n".join(_sheet(view, names, seat) for seat in ranking(result))),
    ]


def _deals(view: View, names: Names) -> Iterator[str]:
    for number, deal in enumerate(view.deals, start=1):
        why = _why(view, deal, names)
        turns = n_turns(deal.turns)
        if view.options.deals > 1:
            yield _("Deal {number}: {why} · {turns}").format(number=number, why=why, turns=turns)
        else:
            yield f"{capital(why)} · {turns}"


def _why(view: View, deal: Deal, names: Names) -> str:
    if deal.loser is not None:
        n = deal.left[deal.loser]
        return ngettext("**{name}** loses with {n} card", "**{name}** loses with {n} cards", n).format(
            name=names[deal.loser], n=n
        )
    return {
        "last_card": _("drawn: the last card beats the top card"),
        "repetition": _("drawn: the same position for the third time"),
        "turn_limit": _("drawn: the limit of {n} turns").format(n=view.options.turn_limit),
    }[deal.end]


def _sheet(view: View, names: Names, seat: Seat) -> str:
    parts = [bold(seat, names), trump_text(view.trumps[seat]), n_points(view.scores[seat])]
    if len(view.deals) > 1:
        parts.append(" + ".join(str(deal.points[seat]) for deal in view.deals))
    line = " · ".join(parts)
    if view.counts[seat]:
        left = " · ".join(held(view.hands[seat], view.trumps[seat]))
        line += "\n-# " + _("Left in hand: {cards}").format(cards=left)
    return line
