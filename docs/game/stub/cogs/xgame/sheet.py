"""What everybody sees of Xgame: the table, and the final sheet."""

from collections.abc import Sequence

from bot.face import Names
from bot.i18n import _
from bot.screen import Block, Text
from cogs.cards import card_text
from cogs.words import bold, headline, n_cards, n_points, people, ranking, turn_mark
from engine.core import Result, Seat
from engine.games.xgame.state import View


def table(view: View, names: Names) -> Sequence[Block]:
    """The public state."""
    return [Text("\n".join(_player(view, names, seat) for seat in range(view.seats)))]


def asked(view: View, names: Names) -> str:
    """What the match waits for."""
    if view.asked == "play":
        return _("{name} plays a card").format(name=people(view.to_act, names))
    return _("The match is over") if view.asked == "nothing" else _("The cards are being dealt")


def end(_view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who has won, and everybody's points."""
    sheet = [f"{bold(seat, names)} · {n_points(result.scores[seat])}" for seat in ranking(result)]
    return [Text(headline(result, names, n_points)), Text("\n".join(sheet))]


def _player(view: View, names: Names, seat: Seat) -> str:
    parts = [bold(seat, names), n_points(view.scores[seat]), n_cards(view.sizes[seat])]
    if seat in view.trick:
        parts.append(card_text(view.trick[seat]))
    return turn_mark(view.to_act, seat) + " · ".join(parts)
