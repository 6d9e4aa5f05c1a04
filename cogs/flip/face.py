"""How Hi-Lo Flip looks and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.face import Choice, Face, Field, Names
from bot.i18n import _, ngettext
from bot.screen import Block
from cogs.flip import hand, refusals, sheet, story
from cogs.flip.words import cards_text
from engine.core import BadOptions, Event, IllegalAction, Result
from engine.games.flip import Flip, FlipOptions, Play, View

_CHOICES_A_POINT = 0.33
"""Of the target, for each seat."""
_LONG = 250


class FlipFace(Face[FlipOptions, Play, View]):
    """Hi-Lo Flip for people."""

    rules = Flip()
    colour = 0xC2562D

    def title(self) -> str:
        return _("Hi-Lo Flip")

    def pitch(self) -> str:
        return _("Play above or below the last card, as the chip says, and be first with an empty hand.")

    def fields(self) -> tuple[Field, ...]:
        hints = {
            25: _("One or two rounds."),
            50: _("Two or three rounds."),
            75: _("Three or four rounds."),
            100: _("Four to six rounds."),
            150: _("Six to nine rounds."),
            200: _("Eight to twelve rounds."),
            300: _("A long evening."),
        }
        return (
            Field(
                "target",
                _("Length"),
                tuple(Choice(points, _target(points), hint) for points, hint in hints.items()),
                _target,
            ),
            Field(
                "hand_size",
                _("Cards dealt to each"),
                tuple(Choice(n, cards_text(n)) for n in range(3, 13)),
                cards_text,
            ),
        )

    def bad_options(self, error: BadOptions) -> str:
        if error.option == "seats":
            return _("Hi-Lo Flip is for {least} to {most} players; add or remove some.").format(**error.facts)
        return str(error)

    def caution(self, options: FlipOptions, seats: int) -> str | None:
        choices = round(options.target * seats * _CHOICES_A_POINT, -1)
        if choices < _LONG:
            return None
        return _(
            "A long match: to {target} points {seats} players put down about {choices:.0f} cards."
        ).format(target=options.target, seats=seats, choices=choices)

    def table(self, view: View, names: Names) -> Sequence[Block]:
        return sheet.table(view, names)

    def asked(self, view: View, names: Names) -> str:
        return sheet.asked(view, names)

    def hand(self, view: View, names: Names, legal: Sequence[Play], path: tuple[int, ...]) -> Sequence[Block]:
        return hand.hand(view, names, legal, path)

    def story(self, event: Event, names: Names) -> str | None:
        return story.line(event, names)

    def end(self, view: View, result: Result, names: Names) -> Sequence[Block]:
        return sheet.end(view, result, names)

    def refused(self, error: IllegalAction, names: Names) -> str:
        return refusals.words(error, names)


def _target(value: Any) -> str:
    return ngettext("to {n} point", "to {n} points", value).format(n=value)
