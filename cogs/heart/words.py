"""Small pieces of text that the screens of Heart of the Cards share."""

from collections.abc import Iterable, Sequence

from bot.i18n import _, ngettext
from cogs.cards import card_text
from cogs.words import signed
from engine.games.heart.cards import JC, JD, JH, JS, KC, KD, KH, KS, QC, QD, QH, QS, VALUES, worth
from engine.games.heart.model import Effect, Roll


def valued(card: int) -> str:
    """A Point card with its value, 9♥ +9, which stay on one line."""
    return f"{card_text(card)}\u00a0{signed(VALUES[card])}"


def several(cards: Iterable[int]) -> str:
    """Point cards with their values."""
    return " · ".join(map(valued, cards))


def sums(values: Sequence[int]) -> str:
    """The sum and the absolute sum."""
    return _("sum **{sum}** · absolute **{absolute}**").format(
        sum=signed(sum(values)), absolute=sum(map(abs, values))
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
    """The four Queens, a line each."""
    lines = [
        f"{card_text(QH)} {_('highest sum wins')}",
        f"{card_text(QS)} {_('lowest sum wins')}",
        f"{card_text(QD)} {_('most points, whatever the sign')}",
        f"{card_text(QC)} {_('the same: all count negative')}",
    ]
    return "\n".join(f"-# {line}" for line in lines)


def dice(rolls: Sequence[Roll], seats: int) -> str:
    """The rolls of a roll-off by seat, a dash for who is out: "6 · 2 · 6, then 4 · – · 1"."""
    shown = []
    for roll in rolls:
        values = dict(zip(roll.seats, roll.values, strict=True))
        shown.append(" · ".join(str(values.get(seat, "–")) for seat in range(seats)))
    return _(", then ").join(shown)
