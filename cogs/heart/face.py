"""How Heart of the Cards looks and speaks."""

from bot.face import Choice, Face, Field
from bot.i18n import _
from cogs.heart import hand, refusals, scene, sheet, story
from cogs.words import n_rounds, worded
from engine.games.heart.model import SIZES, HeartOptions
from engine.games.heart.rules import Heart

_LONG = 130
"""With so many picks a match counts as long, and the lobby warns of it."""


def fields() -> tuple[Field, ...]:
    return (
        Field(
            "rounds",
            _("Length"),
            _("How many hearts are played ({least} to {most})"),
            tuple(Choice(n, n_rounds(n)) for n in range(1, 10)),
            n_rounds,
        ),
        Field(
            "size",
            _("The heart"),
            _("How many cards lie around the Queen"),
            (
                worded(
                    "small",
                    _("small, 12 cards"),
                    _("12 cards, a quick game."),
                    label=_("Small"),
                    typed=_("Small: 12 cards"),
                ),
                worded(
                    "medium",
                    _("medium, 24 cards"),
                    _("24 cards: the same number of turns for everybody."),
                    label=_("Medium"),
                    typed=_("Medium: 24 cards"),
                ),
                worded(
                    "large",
                    _("large, 32 cards"),
                    _("32 cards, the whole picture."),
                    label=_("Large"),
                    typed=_("Large: 32 cards"),
                ),
            ),
        ),
        Field(
            "wildcards",
            _("Wildcards"),
            _("Are there Kings and Jacks, which change a hand at the end?"),
            (
                worded(
                    True,
                    _("one for everybody"),
                    _("Everybody gets a King or Jack that changes the hand."),
                    label=_("With Wildcards"),
                ),
                worded(False, _("none"), _("Point cards only."), label=_("Without")),
            ),
        ),
        Field(
            "reveal",
            _("Face up"),
            _("Which cards of the heart lie face up"),
            (
                worded("half", _("every second card"), _("Choices matter, and surprises are left.")),
                worded("all", _("all cards"), _("The most skill: only the Queen is hidden.")),
                worded(
                    "none",
                    _("no card"),
                    _("A quick game of nerve, with hardly any skill."),
                    typed=_("No card: a game of nerve"),
                ),
            ),
        ),
    )


def caution(options: HeartOptions, seats: int) -> str | None:
    said = []
    picks = options.rounds * SIZES[options.size]
    if picks >= _LONG:
        said.append(
            _("A long match: {rounds} rounds with {n} picks in all.").format(rounds=options.rounds, n=picks)
        )
    if SIZES[options.size] % seats:
        said.append(_("32 cards for 3 players: two of them take 11, one takes 10."))
    return " ".join(said) or None


FACE = Face(
    rules=Heart(),
    colour=0xA52A49,
    title=lambda: _("Heart of the Cards"),
    pitch=lambda: _(
        "Pick a heart of cards apart; whether high or low wins, its hidden Queen says at the end."
    ),
    command=lambda: _("Pick the heart apart, play your Wildcard, and hope for the Queen"),
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
