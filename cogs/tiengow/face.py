"""How Tien Gow looks and speaks."""

from bot.face import Choice, Face, Field, Presets
from bot.i18n import _
from cogs.tiengow import hand, refusals, scene, sheet, story
from cogs.words import n_deals
from engine.games.tiengow.model import TiengowOptions
from engine.games.tiengow.rules import Tiengow

_LONG = 8
"""With so many deals a match counts as long, and the lobby warns of it."""
_CHOICES_A_DEAL = 20


def fields() -> tuple[Field, ...]:
    return (
        Field(
            "deals",
            _("Length"),
            _("Or exactly: how many deals at most ({least} to {most})"),
            (
                Choice(1, n_deals(1), _("Whoever wins the last trick wins. About five minutes.")),
                *(Choice(n, n_deals(n), _("The most points win.")) for n in (2, 4, 6, 8, 12)),
                Choice(20, n_deals(20), _("The longest; best with a target.")),
            ),
            n_deals,
        ),
        Field(
            "target",
            _("Stop early"),
            _("Stop after a deal that leaves somebody with this many points ({least} to {most})"),
            (
                Choice(0, _("No"), _("All deals are played.")),
                *(Choice(n, _target(n)) for n in (15, 20, 30, 50, 100)),
            ),
            _target,
        ),
    )


def presets() -> Presets:
    return Presets(
        "length",
        _("A usual length of match"),
        {
            "one": (_("One deal"), {"deals": 1, "target": 0}),
            "four": (_("Four deals"), {"deals": 4, "target": 0}),
            "to_30": (_("First to 30 points, 20 deals at most"), {"deals": 20, "target": 30}),
        },
    )


def caution(options: TiengowOptions, _seats: int) -> str | None:
    if options.deals == 1:
        return _("A target means nothing in a single deal.") if options.target else None
    if options.deals < _LONG or options.target:
        return None
    return _("A long match: {deals} deals are about {choices} choices.").format(
        deals=options.deals, choices=options.deals * _CHOICES_A_DEAL
    )


def _target(n: int) -> str:
    return _("at {n} points").format(n=n) if n else _("no")


FACE = Face(
    rules=Tiengow(),
    colour=0x348680,
    title=lambda: _("Tien Gow"),
    pitch=lambda: _("Take tricks with Chinese dominoes. Whoever wins the last one is paid by the others."),
    command=lambda: _("Take tricks with Chinese dominoes, and above all the last one"),
    fields=fields,
    presets=presets,
    caution=caution,
    bad_options=lambda error: _("Tien Gow has exactly four seats; computers take those that are free."),
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
