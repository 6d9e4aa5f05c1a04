"""How Cardinality looks and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.face import Choice, Face, Field, Names
from bot.i18n import _, ngettext
from bot.screen import Block
from cogs.hilo import hand, refusals, sheet, story
from engine.core import Event, IllegalAction, Result
from engine.games.hilo import Hilo, HiloOptions, View
from engine.games.hilo.model import Action

_DEALS_A_POINT = {2: 0.09, 3: 0.18, 4: 0.27}
"""How many deals a match takes for each point of its target, by seats."""

_CHOICES_A_DEAL = 39
_LONG = 10


class HiloFace(Face[HiloOptions, Action, View]):
    """Cardinality for people."""

    rules = Hilo()
    colour = 0x2A7A4B

    def title(self) -> str:
        return _("Cardinality")

    def pitch(self) -> str:
        return _("Call Higher or Lower, capture cards, trade them, and collect ranks.")

    def fields(self) -> tuple[Field, ...]:
        return (
            Field(
                "mode",
                _("Who calls next"),
                (
                    Choice(
                        "turn_based",
                        _("Turn by turn"),
                        _("Everybody calls in turn; every call is seen first."),
                    ),
                    Choice(
                        "greedy",
                        _("Greedy"),
                        _("The winner calls again; after two wins in a row, blind. Best with 3."),
                    ),
                ),
                lambda value: {"turn_based": _("turn by turn"), "greedy": _("greedy: the winner again")}[
                    value
                ],
            ),
            Field(
                "ace",
                _("The ace"),
                (
                    Choice("high", _("High"), _("Above the king.")),
                    Choice("low", _("Low"), _("Below the two.")),
                    Choice(
                        "per_turn", _("Named with each call"), _("The caller says it, with four buttons.")
                    ),
                ),
                lambda value: {
                    "high": _("high"),
                    "low": _("low"),
                    "per_turn": _("named with each call"),
                }[value],
            ),
            Field(
                "turn_order",
                _("Who starts"),
                (
                    Choice(
                        "guess", _("The best guess"), _("Everybody names a rank before a card is turned up.")
                    ),
                    Choice("random", _("By lot"), _("Nobody has to guess.")),
                ),
                lambda value: {"guess": _("the best guess"), "random": _("by lot")}[value],
            ),
            Field(
                "target",
                _("Length"),
                (
                    Choice(None, _("One deal"), _("About 35 choices in all.")),
                    Choice(10, _("To 10 points"), _("One or two deals.")),
                    Choice(20, _("To 20 points"), _("Two to four deals.")),
                    Choice(30, _("To 30 points"), _("Three to seven deals.")),
                ),
                _target,
            ),
            Field(
                "trading_stages",
                _("Trades"),
                tuple(Choice(n, _trades(n)) for n in range(1, 8)),
                _trades,
            ),
        )

    def caution(self, options: HiloOptions, seats: int) -> str | None:
        deals = round((options.target or 0) * _DEALS_A_POINT.get(seats, 0))
        if deals < _LONG:
            return None
        return _(
            "A long match: to {target} points {seats} players need about {deals} deals and {choices} choices."
        ).format(target=options.target, seats=seats, deals=deals, choices=deals * _CHOICES_A_DEAL)

    def table(self, view: View, names: Names) -> Sequence[Block]:
        return sheet.table(view, names)

    def asked(self, view: View, names: Names) -> str:
        return sheet.asked(view, names)

    def hand(
        self, view: View, names: Names, legal: Sequence[Action], path: tuple[int, ...]
    ) -> Sequence[Block]:
        return hand.hand(view, names, legal, path)

    def story(self, event: Event, names: Names) -> str | None:
        return story.line(event, names)

    def end(self, view: View, result: Result, names: Names) -> Sequence[Block]:
        return sheet.end(view, result, names)

    def refused(self, error: IllegalAction, names: Names) -> str:
        return refusals.words(error, names)


def _target(value: Any) -> str:
    if value is None:
        return _("one deal")
    return ngettext("to {n} point", "to {n} points", value).format(n=value)


def _trades(value: Any) -> str:
    return ngettext("{n} trade", "{n} trades", value).format(n=value)
