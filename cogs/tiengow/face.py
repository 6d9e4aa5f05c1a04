"""How Tien Gow looks and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.face import Choice, Face, Field, Names
from bot.i18n import _, ngettext
from bot.screen import Block
from cogs.tiengow import hand, refusals, sheet, story
from engine.core import BadOptions, Event, IllegalAction, Result
from engine.games.tiengow import Tiengow, TiengowOptions, View
from engine.games.tiengow.model import Action

_LONG = 8
_CHOICES_A_DEAL = 20


class TiengowFace(Face[TiengowOptions, Action, View]):
    """Tien Gow for people."""

    rules = Tiengow()
    colour = 0x3F6FB5

    def title(self) -> str:
        return _("Tien Gow")

    def pitch(self) -> str:
        return _("Take tricks with Chinese dominoes. Whoever wins the last one is paid by the others.")

    def fields(self) -> tuple[Field, ...]:
        return (
            Field(
                "deals",
                _("Length"),
                (
                    Choice(1, _deals(1), _("Whoever wins the last trick wins. About five minutes.")),
                    *(Choice(n, _deals(n), _("The most points win.")) for n in (2, 4, 6, 8, 12)),
                    Choice(20, _deals(20), _("The longest; best with a target.")),
                ),
                _deals,
            ),
            Field(
                "target",
                _("Stop early"),
                (
                    Choice(0, _("No"), _("All deals are played.")),
                    *(Choice(n, _target(n)) for n in (15, 20, 30, 50, 100)),
                ),
                _target,
            ),
        )

    def bad_options(self, error: BadOptions) -> str:
        return _("Tien Gow has exactly four seats; computers take those that are free.")

    def caution(self, options: TiengowOptions, seats: int) -> str | None:
        if options.deals == 1:
            return _("A target means nothing in a single deal.") if options.target else None
        if options.deals < _LONG or options.target:
            return None
        return _("A long match: {deals} deals are about {choices} choices.").format(
            deals=options.deals, choices=options.deals * _CHOICES_A_DEAL
        )

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


def _deals(value: Any) -> str:
    return ngettext("{n} deal", "{n} deals", value).format(n=value)


def _target(value: Any) -> str:
    return _("at {n} points").format(n=value) if value else _("no")
