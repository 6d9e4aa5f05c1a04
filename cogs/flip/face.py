"""How Hi-Lo Flip looks and speaks."""

from bot.face import Choice, Face, Field
from bot.i18n import _, ngettext
from cogs.flip import hand, refusals, scene, sheet, story
from cogs.words import n_cards
from engine.core import BadOptions
from engine.games.flip.model import FlipOptions
from engine.games.flip.rules import Flip

_CHOICES_A_POINT = 0.33
"""How many cards a seat plays, on average, for each point of the target."""
_LONG = 250
"""With so many choices a match counts as long, and the lobby warns of it."""


def fields() -> tuple[Field, ...]:
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
            _("Play on until somebody has this many points ({least} to {most})"),
            tuple(Choice(n, _target(n), hint) for n, hint in hints.items()),
            _target,
        ),
        Field(
            "hand_size",
            _("Cards dealt to each"),
            _("Cards dealt to each player in a round ({least} to {most})"),
            tuple(Choice(n, n_cards(n)) for n in range(3, 13)),
            n_cards,
        ),
    )


def bad_options(error: BadOptions) -> str:
    if error.option == "seats":
        return _("Hi-Lo Flip is for {least} to {most} players; add or remove some.").format(**error.facts)
    return str(error)


def caution(options: FlipOptions, seats: int) -> str | None:
    choices = round(options.target * seats * _CHOICES_A_POINT, -1)
    if choices < _LONG:
        return None
    return _("A long match: to {target} points {seats} players put down about {choices:.0f} cards.").format(
        target=options.target, seats=seats, choices=choices
    )


def _target(n: int) -> str:
    return ngettext("to {n} point", "to {n} points", n).format(n=n)


FACE = Face(
    rules=Flip(),
    colour=0x2C6AA2,
    title=lambda: _("Hi-Lo Flip"),
    pitch=lambda: _("Play above or below the last card, as the chip says, and be first with an empty hand."),
    command=lambda: _("Play above or below the last card, as the chip says"),
    fields=fields,
    bad_options=bad_options,
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
