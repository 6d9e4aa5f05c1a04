"""How Heart of the Cards looks and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.face import Choice, Face, Field, Names
from bot.i18n import _, ngettext
from bot.screen import Block
from cogs.heart import hand, refusals, sheet, story
from engine.core import Event, IllegalAction, Result
from engine.games.heart import Heart, HeartOptions, View
from engine.games.heart.model import SIZES, Action

_LONG = 130
"""Picks in a match from which on its length is worth a word."""


class HeartFace(Face[HeartOptions, Action, View]):
    """Heart of the Cards for people."""

    rules = Heart()
    colour = 0xB3274A

    def title(self) -> str:
        return _("Heart of the Cards")

    def pitch(self) -> str:
        return _("Pick a heart of cards apart; whether high or low wins, its hidden Queen says at the end.")

    def fields(self) -> tuple[Field, ...]:
        return (
            Field("rounds", _("Length"), tuple(Choice(n, _rounds(n)) for n in range(1, 10)), _rounds),
            Field(
                "size",
                _("The heart"),
                (
                    Choice("small", _("Small"), _("12 cards, a quick game.")),
                    Choice("medium", _("Medium"), _("24 cards: the same number of turns for everybody.")),
                    Choice("large", _("Large"), _("32 cards, the whole picture.")),
                ),
                lambda value: {
                    "small": _("small, 12 cards"),
                    "medium": _("medium, 24 cards"),
                    "large": _("large, 32 cards"),
                }[value],
            ),
            Field(
                "wildcards",
                _("Wildcards"),
                (
                    Choice(
                        True, _("With Wildcards"), _("Everybody gets a King or Jack that changes the hand.")
                    ),
                    Choice(False, _("Without"), _("Point cards only.")),
                ),
                lambda value: _("one for everybody") if value else _("none"),
            ),
            Field(
                "reveal",
                _("Face up"),
                (
                    Choice("half", _("Every second card"), _("Choices matter, and surprises are left.")),
                    Choice("all", _("All cards"), _("The most skill: only the Queen is hidden.")),
                    Choice("none", _("No card"), _("A quick game of nerve, with hardly any skill.")),
                ),
                lambda value: {
                    "half": _("every second card"),
                    "all": _("all cards"),
                    "none": _("no card"),
                }[value],
            ),
        )

    def caution(self, options: HeartOptions, seats: int) -> str | None:
        said = []
        picks = options.rounds * SIZES[options.size]
        if picks >= _LONG:
            said.append(
                _("A long match: {rounds} rounds with {n} picks in all.").format(
                    rounds=options.rounds, n=picks
                )
            )
        if SIZES[options.size] % seats:
            said.append(_("32 cards for 3 players: two of them take 11, one takes 10."))
        return " ".join(said) or None

    def table(self, view: View, names: Names) -> Sequence[Block]:
        return sheet.table(view, names)

    def asked(self, view: View, names: Names) -> str:
        return sheet.asked(view, names)

    def hand(
        self, view: View, names: Names, legal: Sequence[Action], path: tuple[int, ...]
    ) -> Sequence[Block]:
        return hand.hand(view, names, legal)

    def story(self, event: Event, names: Names) -> str | None:
        return story.line(event, names)

    def end(self, view: View, result: Result, names: Names) -> Sequence[Block]:
        return sheet.end(view, result, names)

    def refused(self, error: IllegalAction, names: Names) -> str:
        return refusals.words(error, names)


def _rounds(value: Any) -> str:
    return ngettext("{n} round", "{n} rounds", value).format(n=value)
