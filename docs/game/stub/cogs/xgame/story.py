"""What happens in Xgame, told in a line."""

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text
from engine.core import Event
from engine.games.xgame import events


def line(event: Event, names: Names) -> str | None:
    match event:
        case events.Played(seat, card):
            return _("**{name}** plays {card}.").format(name=names[seat], card=card_text(card))
        case events.TrickWon(seat, card):
            return _("**{name}** takes the trick with {card}.").format(
                name=names[seat], card=card_text(card)
            )
        case _:
            return None
