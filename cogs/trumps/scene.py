"""The picture of a table of Your trumps: the pile, the card to beat, and what each player holds and fears."""

from collections.abc import Iterator

from bot.scene import Cloth, Glow, Number, Part, Plate, Scene, Sprite
from cogs.cards import card_name, suit_name
from cogs.scenes import ROW, fan
from engine.cards import suit_of
from engine.core import Seat
from engine.games.trumps.cards import SUITS, cost
from engine.games.trumps.state import View

CLOTH = Cloth(0x1D133A, 0x62489E)

_Y = 148
_TOP = 142
_UNDER = 5
"""Cards that are seen below the top one."""


def scene(view: View) -> Scene:
    return Scene(CLOTH, (*_pile(view), *_players(view)))


def _pile(view: View) -> Iterator[Part]:
    if not view.pile:
        yield Plate(400, _Y, _TOP, round(_TOP * 1.4), "slot", 16)
        return
    *under, top = view.pile[-_UNDER - 1 :]
    left = 330 - len(under) * 24
    for at, card in enumerate(under):
        yield Sprite(f"fan_{card_name(card)}", left + at * 48, _Y + 10, 100, shadow=True)
    x = left + len(under) * 48 + 88 if under else 400
    yield Glow(x, _Y - 2, _TOP, round(_TOP * 1.4), 0xFFFFFF)
    yield Sprite(f"card_{card_name(top)}", x, _Y - 2, _TOP, shadow=True)
    yield Plate(712, 52, 118, 64, "idle", 14)
    yield Sprite("card_back_point", 678, 52, 28)
    yield Number(str(len(view.pile)), 756, 36, 32, anchor="right")


def _players(view: View) -> Iterator[Part]:
    width = (ROW - (view.seats - 1) * 10) / view.seats
    for seat in range(view.seats):
        yield from _player(view, seat, 14 + seat * (width + 10) + width / 2, width)


def _player(view: View, seat: Seat, x: float, width: float) -> Iterator[Part]:
    """A plate: the mark, the own trumps, what not beating would cost, the hand."""
    y, left, right = 364, x - width / 2, x + width / 2
    trump = view.trumps[seat]
    small, digits, most = (1.0, 36, 7) if width > 230 else (0.68, 28, 5)  # four plates leave little room
    yield Plate(x, y, round(width), 140, "turn" if seat in view.to_act else "idle")
    yield Sprite(f"seat_{seat + 1}", left + 12 + 26 * small, y - 36, round(50 * small))
    if trump in SUITS:
        yield Sprite(f"trump_{suit_name(trump)}", left + 12 + 90 * small, y - 36, round(60 * small))
    price = cost(view.pile, trump) if trump in SUITS else 0
    if price and view.counts[seat]:
        own = suit_of(view.pile[-1]) == trump
        reach = 16 + 0.73 * digits * len(str(price))
        yield Sprite("take", right - reach - 22 * small, y - 38, round(44 * small))
        yield Number(str(price), right - 14, y - 38 - digits / 2, digits, "red" if own else "white", "right")
    shown = min(view.counts[seat], most)
    yield from fan("card_back_point", left + 30, y + 36, shown, width=32, step=13)
    yield Number(str(view.counts[seat]), left + 44 + shown * 13, y + 20, 34)
