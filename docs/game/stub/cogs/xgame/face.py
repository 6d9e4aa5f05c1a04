"""How Xgame looks and speaks."""

from bot.face import Choice, Face, Field
from bot.i18n import _, ngettext
from cogs.xgame import hand, refusals, sheet, story
from engine.games.xgame.rules import Xgame


def fields() -> tuple[Field, ...]:
    return (
        Field(
            "tricks",
            _("Length"),
            _("How many tricks are played ({least} to {most})"),
            tuple(Choice(n, _tricks(n)) for n in range(3, 8)),
            _tricks,
        ),
    )


def _tricks(n: int) -> str:
    return ngettext("{n} trick", "{n} tricks", n).format(n=n)


FACE = Face(
    rules=Xgame(),
    colour=0x666666,
    title=lambda: _("Xgame"),
    pitch=lambda: _("Play your cards one by one; the highest takes the trick."),
    command=lambda: _("Play cards one by one; the highest takes the trick"),
    fields=fields,
    table=sheet.table,
    asked=sheet.asked,
    hand=hand.hand,
    story=story.line,
    end=sheet.end,
    refused=refusals.words,
)
