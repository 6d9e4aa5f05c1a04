"""How Your trumps looks and speaks."""

from bot.face import Choice, Face, Field
from bot.i18n import _, ngettext
from cogs.trumps import hand, refusals, scene, sheet, story
from cogs.words import n_cards, n_deals, worded
from engine.core import BadOptions
from engine.games.trumps.model import TrumpsOptions
from engine.games.trumps.rules import OwnTrumps

_LONG = 5
"""With so many deals a match counts as long, and the lobby warns of it."""
_CHOICES_A_CARD = 1.3
"""How many choices all players together make in a deal, on average, for each card of the pack."""


def fields() -> tuple[Field, ...]:
    return (
        Field(
            "deck",
            _("Cards"),
            _("How many cards the pack has"),
            (
                Choice(16, n_cards(16), _("Jack to ace: a short game."), typed=_("16: jack to ace")),
                Choice(24, n_cards(24), _("Nine to ace."), typed=_("24: nine to ace")),
                Choice(32, n_cards(32), _("Seven to ace."), typed=_("32: seven to ace")),
                Choice(36, n_cards(36), _("Six to ace: the usual pack."), typed=_("36: six to ace")),
                Choice(52, n_cards(52), _("Two to ace: a long game."), typed=_("52: two to ace")),
            ),
        ),
        Field(
            "deal",
            _("The deal"),
            _("Shuffled, or hands that mirror each other (for two players)"),
            (
                worded("random", _("shuffled")),
                worded(
                    "mirror",
                    _("mirror: equal hands"),
                    _("Both hands are equally good. For two players."),
                    label=_("Mirror"),
                ),
            ),
        ),
        Field(
            "trumps",
            _("Trump suits"),
            _("How everybody comes by a trump suit"),
            (
                worded(
                    "choose",
                    _("chosen"),
                    _("In turn, before the cards are dealt."),
                    typed=_("Chosen in turn"),
                ),
                worded("random", _("by lot")),
            ),
        ),
        Field(
            "pick_up",
            _("Picking up"),
            _("May you pick up although you could beat?"),
            (
                worded(
                    "unable", _("only if unable to beat"), _("Who can beat must."), label=_("Only if unable")
                ),
                worded("free", _("at will"), _("Instead of beating.")),
            ),
        ),
        Field(
            "low_trumps",
            _("Low trumps"),
            _("Does the lowest card of each trump suit go to its player?"),
            (
                worded(False, _("as dealt")),
                worded(
                    True,
                    _("handed over to their players"),
                    _("The lowest card of each trump suit goes to its player."),
                    label=_("Handed over"),
                ),
            ),
        ),
        Field(
            "hands",
            _("Hands"),
            _("Are all hands shown at the table?"),
            (
                worded("hidden", _("hidden")),
                worded("open", _("open to all"), _("All hands are shown at the table."), label=_("Open")),
            ),
        ),
        Field(
            "deals",
            _("Length"),
            _("How many deals are played ({least} to {most})"),
            tuple(Choice(n, n_deals(n)) for n in range(1, 11)),
            n_deals,
        ),
        Field(
            "turn_limit",
            _("Longest deal"),
            _("After how many turns a deal is a draw ({least} to {most})"),
            tuple(Choice(n, _turns(n)) for n in (50, 100, 150, 200, 300, 400, 500)),
            _turns,
        ),
    )


def bad_options(error: BadOptions) -> str:
    if error.reason == "mirror_wants_two_seats":
        return _("The mirror deal is for two players. Choose the shuffled deal in Options, or play with two.")
    return str(error)


def caution(options: TrumpsOptions, seats: int) -> str | None:
    if options.deal == "mirror" and seats != 2:
        return _("The mirror deal is for two players; this table cannot start so.")
    if options.deals < _LONG:
        return None
    return _("A long match: {deals} deals with about {choices} choices in all.").format(
        deals=options.deals, choices=round(options.deals * options.deck * _CHOICES_A_CARD / 10) * 10
    )


def _turns(n: int) -> str:
    return ngettext("drawn after {n} turn", "drawn after {n} turns", n).format(n=n)


FACE = Face(
    rules=OwnTrumps(),
    colour=0x62489E,
    title=lambda: _("Your trumps"),
    pitch=lambda: _(
        "A card duel: everybody has a trump suit of their own. Beat, add a card, and get rid of them all."
    ),
    command=lambda: _("A card duel: everybody has a trump suit of their own"),
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
