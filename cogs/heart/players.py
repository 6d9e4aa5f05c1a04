"""What is known of a player of Heart of the Cards, in a line or two."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.cards import card_text
from cogs.heart.words import did, point_cards
from cogs.words import bold, signed
from engine.core import Seat
from engine.games.heart.model import values
from engine.games.heart.state import View


def line(view: View, names: Names, seat: Seat) -> str:
    """The seat's cards as far as the view knows them, its Wildcard, its round wins."""
    cards = view.hand(seat)
    parts = [bold(seat, names), point_cards(len(cards))]
    if view.options.wildcards:
        parts.append(_wildcard(view, seat))
    if won := view.scores[seat]:
        parts.append(ngettext("{n} round won", "{n} rounds won", won).format(n=won))
    said = [" · ".join(parts)]
    effect = view.effect(seat)
    known = [card for card in cards if card is not None]
    hidden = len(cards) - len(known)
    if known:
        worths = values(known, effect)
        shown = " ".join(map(signed, worths)) or _("nothing left")
        said.append(
            _("-# {shown} · and {hidden} face down").format(hidden=hidden, shown=shown)
            if hidden
            else _("-# {shown} · sum {sum}, absolute {absolute}").format(
                shown=shown, sum=signed(sum(worths)), absolute=sum(map(abs, worths))
            )
        )
    return "\n".join(said)


def left(view: View) -> str:
    """What is left of the heart."""
    said = point_cards(view.points_left)
    if view.wilds_left:
        wilds = ngettext("{n} Wildcard", "{n} Wildcards", view.wilds_left).format(n=view.wilds_left)
        said = f"{said} · {wilds}"
    return _("left: {what}").format(what=said)


def _wildcard(view: View, seat: Seat) -> str:
    effect = view.effect(seat)
    if effect is not None:
        return _("{wild}: {did}").format(wild=card_text(effect.wild), did=did(effect))
    if not view.wilds[seat]:
        return _("no Wildcard yet")
    wild = view.wild(seat)
    return _("a Wildcard") if wild is None else card_text(wild)
