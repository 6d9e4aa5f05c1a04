"""How Your trumps looks and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.face import Choice, Face, Field, Names
from bot.i18n import _, ngettext
from bot.screen import Block
from cogs.trumps import hand, refusals, sheet, story
from engine.core import BadOptions, Event, IllegalAction, Result
from engine.games.trumps import OwnTrumps, TrumpsOptions, View
from engine.games.trumps.model import Action

_LONG = 5
"""So many deals are a long match."""
_CHOICES_A_CARD = 1.3
"""In a deal, by all players together."""


class TrumpsFace(Face[TrumpsOptions, Action, View]):
    """Your trumps for people."""

    rules = OwnTrumps()
    colour = 0x7A2A3C

    def title(self) -> str:
        return _("Your trumps")

    def pitch(self) -> str:
        return _(
            "A card duel: everybody has a trump suit of their own. Beat, add a card, and get rid of them all."
        )

    def fields(self) -> tuple[Field, ...]:
        return (
            Field(
                "deck",
                _("Cards"),
                (
                    Choice(16, _deck(16), _("Jack to ace: a short game.")),
                    Choice(24, _deck(24), _("Nine to ace.")),
                    Choice(32, _deck(32), _("Seven to ace.")),
                    Choice(36, _deck(36), _("Six to ace: the usual pack.")),
                    Choice(52, _deck(52), _("Two to ace: a long game.")),
                ),
                _deck,
            ),
            Field(
                "deal",
                _("The deal"),
                (
                    Choice("random", _("Shuffled")),
                    Choice("mirror", _("Mirror"), _("Both hands are equally good. For two players.")),
                ),
                lambda value: {"random": _("shuffled"), "mirror": _("mirror: equal hands")}[value],
            ),
            Field(
                "trumps",
                _("Trump suits"),
                (
                    Choice("choose", _("Chosen"), _("In turn, before the cards are dealt.")),
                    Choice("random", _("By lot")),
                ),
                lambda value: {"choose": _("chosen"), "random": _("by lot")}[value],
            ),
            Field(
                "pick_up",
                _("Picking up"),
                (
                    Choice("unable", _("Only if unable"), _("Who can beat must.")),
                    Choice("free", _("At will"), _("Instead of beating.")),
                ),
                lambda value: {"unable": _("only if unable to beat"), "free": _("at will")}[value],
            ),
            Field(
                "low_trumps",
                _("Low trumps"),
                (
                    Choice(False, _("As dealt")),
                    Choice(
                        True, _("Handed over"), _("The lowest card of each trump suit goes to its player.")
                    ),
                ),
                lambda value: _("handed over to their players") if value else _("as dealt"),
            ),
            Field(
                "hands",
                _("Hands"),
                (
                    Choice("hidden", _("Hidden")),
                    Choice("open", _("Open"), _("All hands are shown at the table.")),
                ),
                lambda value: {"hidden": _("hidden"), "open": _("open to all")}[value],
            ),
            Field("deals", _("Length"), tuple(Choice(n, _deals(n)) for n in range(1, 11)), _deals),
            Field(
                "turn_limit",
                _("Longest deal"),
                tuple(Choice(n, _turns(n)) for n in (50, 100, 150, 200, 300, 400, 500)),
                _turns,
            ),
        )

    def bad_options(self, error: BadOptions) -> str:
        if error.reason == "mirror_wants_two_seats":
            return _(
                "The mirror deal is for two players. Choose the shuffled deal in Options, or play with two."
            )
        return super().bad_options(error)

    def caution(self, options: TrumpsOptions, seats: int) -> str | None:
        if options.deal == "mirror" and seats != 2:
            return _("The mirror deal is for two players; this table cannot start so.")
        if options.deals < _LONG:
            return None
        return _("A long match: {deals} deals with about {choices} choices in all.").format(
            deals=options.deals, choices=round(options.deals * options.deck * _CHOICES_A_CARD / 10) * 10
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


def _deck(value: Any) -> str:
    return ngettext("{n} card", "{n} cards", value).format(n=value)


def _deals(value: Any) -> str:
    return ngettext("{n} deal", "{n} deals", value).format(n=value)


def _turns(value: Any) -> str:
    return ngettext("drawn after {n} turn", "drawn after {n} turns", value).format(n=value)
