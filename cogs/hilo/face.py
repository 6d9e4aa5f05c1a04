"""How Cardinality looks and speaks."""

from bot.face import Choice, Face, Field
from bot.i18n import _, ngettext
from cogs.hilo import hand, refusals, scene, sheet, story
from cogs.words import worded
from engine.games.hilo.model import HiloOptions
from engine.games.hilo.rules import Hilo

_DEALS_A_POINT = {2: 0.09, 3: 0.18, 4: 0.27}
"""How many deals a match takes for each point of its target, by seats."""

_CHOICES_A_DEAL = 39
_LONG = 10
"""With so many deals a match counts as long, and the lobby warns of it."""


def fields() -> tuple[Field, ...]:
    return (
        Field(
            "mode",
            _("Who calls next"),
            _("Who calls next: the winner of the round, or everybody in turn"),
            (
                worded(
                    "turn_based", _("turn by turn"), _("Everybody calls in turn; every call is seen first.")
                ),
                worded(
                    "greedy",
                    _("greedy: the winner again"),
                    _("The winner calls again; after two wins in a row, blind. Best with 3."),
                    label=_("Greedy"),
                    typed=_("Greedy: the winner goes on"),
                ),
            ),
        ),
        Field(
            "ace",
            _("The ace"),
            _("Is an ace high, low, or named anew with each call?"),
            (
                worded("high", _("high"), _("Above the king.")),
                worded("low", _("low"), _("Below the two.")),
                worded("per_turn", _("named with each call"), _("The caller says it, with four buttons.")),
            ),
        ),
        Field(
            "turn_order",
            _("Who starts"),
            _("How the first player is found"),
            (
                worded(
                    "guess",
                    _("the best guess"),
                    _("Everybody names a rank before a card is turned up."),
                    typed=_("Guess the card"),
                ),
                worded("random", _("by lot"), _("Nobody has to guess.")),
            ),
        ),
        Field(
            "target",
            _("Length"),
            _("Play on until somebody has this many points ({least} to {most}); without it, one deal"),
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
            _("How often cards are traded after the calls ({least} to {most})"),
            tuple(Choice(n, _trades(n)) for n in range(1, 8)),
            _trades,
        ),
    )


def caution(options: HiloOptions, seats: int) -> str | None:
    deals = round((options.target or 0) * _DEALS_A_POINT.get(seats, 0))
    if deals < _LONG:
        return None
    return _(
        "A long match: to {target} points {seats} players need about {deals} deals and {choices} choices."
    ).format(target=options.target, seats=seats, deals=deals, choices=deals * _CHOICES_A_DEAL)


def _target(n: int | None) -> str:
    return _("one deal") if n is None else ngettext("to {n} point", "to {n} points", n).format(n=n)


def _trades(n: int) -> str:
    return ngettext("{n} trade", "{n} trades", n).format(n=n)


FACE = Face(
    rules=Hilo(),
    colour=0x2A7A4B,
    title=lambda: _("Cardinality"),
    pitch=lambda: _("Call Higher or Lower, capture cards, trade them, and collect ranks."),
    command=lambda: _("Call Higher or Lower, capture cards, then trade"),
    fields=fields,
    caution=caution,
    cloth=scene.CLOTH,
    scene=scene.scene,
    table=sheet.table,
    asked=sheet.asked,
    status=sheet.status,
    hand=hand.hand,
    story=story.line,
    end=sheet.end,
    refused=refusals.words,
)
