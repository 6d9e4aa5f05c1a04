"""Small pieces of text that the screens of Heart of the Cards share."""

from collections.abc import Iterable, Sequence

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.cards import card_text
from cogs.words import bold, signed
from engine.core import Seat
from engine.games.heart.cards import JC, JD, JH, JS, KC, KD, KH, KS, QC, QD, QH, QS, VALUES, worth
from engine.games.heart.model import Effect, Roll, values
from engine.games.heart.state import View


def valued(card: int) -> str:
    """A Point card with its value, 9♥ +9, which stay on one line."""
    return f"{card_text(card)}\u00a0{signed(VALUES[card])}"


def several(cards: Iterable[int]) -> str:
    """Point cards with their values."""
    return " · ".join(map(valued, cards))


def sums(worths: Sequence[int]) -> str:
    """The sum and the absolute sum."""
    return _("sum **{sum}** · absolute **{absolute}**").format(
        sum=signed(sum(worths)), absolute=sum(map(abs, worths))
    )


def point_cards(n: int) -> str:
    """How many Point cards."""
    return ngettext("{n} Point card", "{n} Point cards", n).format(n=n)


def power(wild: int) -> str:
    """What a Wildcard does."""
    return {
        KH: _("one negative card, by choice, becomes positive"),
        KS: _("the most negative card becomes 0"),
        KD: _("the lowest positive card counts double"),
        KC: _("one positive card, by choice, becomes negative"),
        JH: _("one card, by choice, is discarded"),
        JS: _("all positive cards are discarded"),
        JD: _("all negative cards are discarded"),
        JC: _("one card, by lot, is discarded"),
    }[wild]


def did(effect: Effect) -> str:
    """What a Wildcard has done."""
    wild, cards = effect.wild, effect.cards
    if not cards:
        if wild in {KH, KS, JD}:
            return _("no negative card, so nothing happens")
        if wild in {KD, KC, JS}:
            return _("no positive card, so nothing happens")
        return _("no card left, so nothing happens")
    after = worth(cards[0], wild)
    if after is not None:
        return _("{card} becomes **{value}**").format(card=valued(cards[0]), value=signed(after))
    return ngettext("{cards} is discarded", "{cards} are discarded", len(cards)).format(cards=several(cards))


def condition(queen: int) -> str:
    """What a Queen asks for."""
    return {
        QH: _("the highest sum wins"),
        QS: _("the lowest sum wins"),
        QD: _("every card counts positive; the highest total wins"),
        QC: _("every card counts negative; the lowest total wins"),
    }[queen]


def reminder() -> str:
    """What the four Queens ask for, in a line."""
    return (
        f"-# {card_text(QH)} {_('highest sum')} · {card_text(QS)} {_('lowest sum')} · "
        f"{card_text(QD)} {_('most, whatever the sign')} · {card_text(QC)} {_('the same, all negative')}"
    )


def dice(rolls: Sequence[Roll], seats: int) -> str:
    """The rolls of a roll-off by seat, a dash for who is out: "6 · 2 · 6, then 4 · – · 1"."""
    shown = []
    for roll in rolls:
        by_seat = dict(zip(roll.seats, roll.values, strict=True))
        shown.append(" · ".join(str(by_seat.get(seat, "–")) for seat in range(seats)))
    return _(", then ").join(shown)


def player(view: View, names: Names, seat: Seat) -> str:
    """A player in a line or two: the cards as far as the view knows them, Wildcard, round wins."""
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
