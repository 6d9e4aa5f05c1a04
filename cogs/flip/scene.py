"""The picture of a table of Hi-Lo Flip: the chip, the pile and what has to follow, the hands."""

from collections.abc import Iterator

from bot.scene import Cloth, Glow, Number, Part, Plate, Scene, Sprite
from cogs.scenes import ROW, fan, pile
from engine.core import Seat
from engine.games.flip.model import worth
from engine.games.flip.state import View

CLOTH = Cloth(0x0A203E, 0x2C68A2)

_Y = 132
_TOP = 126
_BEFORE = 64
_LIGHT = {"hi": 0xFF9A55, "lo": 0x6FB2FF}


def scene(view: View) -> Scene:
    return Scene(CLOTH, (*_middle(view), *_players(view)))


def _middle(view: View) -> Iterator[Part]:
    side = view.side or "hi"
    yield Sprite(f"chip_{side}", 102, _Y, 146, shadow=True)
    if view.pile:
        yield Glow(474, _Y, _TOP, round(_TOP * 1.4), _LIGHT[side])
        before = view.pile[-4:-1]
        for at, card in enumerate(before):
            x = 374 - (len(before) - 1 - at) * 68
            yield Sprite(f"card_number_{card}", x, _Y + 20, _BEFORE, shadow=True)
        yield Sprite(f"card_number_{view.pile[-1]}", 474, _Y, _TOP, shadow=True)
        yield Plate(614, _Y, 96, 134, "slot", 12)
        yield Sprite("higher" if side == "hi" else "lower", 614, _Y, 62)
        yield Sprite("card_back_number", 222, 236, 26)
        yield Number(str(len(view.pile)), 244, 222, 30)
        yield Sprite("star", 318, 236, 34)
        yield Number(f"+{worth(view.pile)}", 340, 222, 30, "gold")
    else:
        yield Plate(474, _Y, _TOP, round(_TOP * 1.4), "slot", 14)
    yield from pile("card_back_number", 722, 104, view.deck_left, width=66)


def _players(view: View) -> Iterator[Part]:
    width = (ROW - (view.seats - 1) * 8) / view.seats
    for seat in range(view.seats):
        yield from _player(view, seat, 14 + seat * (width + 8) + width / 2, width)


def _player(view: View, seat: Seat, x: float, width: float) -> Iterator[Part]:
    """A plate: the mark, the points, what was collected in this round, the hand."""
    y, left, right = 366, x - width / 2, x + width / 2
    yield Plate(x, y, round(width), 132, "turn" if seat in view.to_act else "idle")
    yield Sprite(f"seat_{seat + 1}", left + 32, y - 36, 44)
    yield Number(str(view.scores[seat]), right - 14, y - 51, 32, "gold", "right")
    size = view.sizes[seat]
    shown = min(size, 7)
    room = width - 62 - 24 * len(str(size))
    step = min(17, room / max(1, shown - 1))
    yield from fan("card_back_number", left + 29, y + 34, shown, width=30, step=step)
    yield Number(str(size), right - 12, y + 18, 32, "red" if size == 1 else "white", "right")
