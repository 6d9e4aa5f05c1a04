"""The picture of a table of Tien Gow: a row for each player, in the order in which they play the trick."""

from collections.abc import Iterator

from bot.scene import Cloth, Kind, Number, Part, Plate, Scene, Sprite
from cogs.scenes import ROW
from engine.core import Seat
from engine.games.tiengow.model import SEATS, Shown
from engine.games.tiengow.state import View
from engine.tiles import FACES

CLOTH = Cloth(0x0A2C2E, 0x348680)

_ROW_HEIGHT = 106
_TILE_WIDTHS = {1: 146, 2: 146, 3: 136, 4: 116}
_COLUMNS = 8


def scene(view: View) -> Scene:
    played = {shown.seat: shown for shown in view.plays}
    parts: list[Part] = []
    for row, seat in enumerate(order(view)):
        parts += _row(view, seat, played.get(seat), 13 + _ROW_HEIGHT * (row + 0.5))
    return Scene(CLOTH, tuple(parts))


def order(view: View) -> list[Seat]:
    """The seats in the order in which they play the present trick."""
    first = view.plays[0].seat if view.plays else view.to_act[0] if view.to_act else 0
    return [(first + at) % SEATS for at in range(SEATS)]


def _row(view: View, seat: Seat, shown: Shown | None, y: float) -> Iterator[Part]:
    kind: Kind = "win" if seat == view.high else "turn" if seat in view.to_act else "idle"
    yield Plate(14 + ROW / 2, y, ROW, _ROW_HEIGHT - 6, kind)
    yield Sprite(f"seat_{seat + 1}", 52, y, 54)
    if seat == view.banker:
        yield Sprite("banker", 96, y + 22, 38)
    if seat == view.high:
        yield Sprite("crown", 98, y - 24, 44)
    if shown is not None:
        width = _TILE_WIDTHS[shown.size]
        names = (
            ["table_tile_back"] * shown.size
            if shown.faces is None
            else [f"table_tile_{FACES[face]}" for face in shown.faces]
        )
        for at, name in enumerate(names):
            yield Sprite(name, 132 + width / 2 + at * (width + 8), y, width, shadow=True)
    elif seat in view.to_act:
        yield Sprite("turn", 160, y, 52)
    columns = view.columns[seat]
    for at in range(_COLUMNS):
        name = "bar_full" if at < columns else "bar_empty"
        yield Sprite(name, 640 + at % 4 * 22, y - 18 + at // 4 * 36, 16)
    yield Number(str(columns), 774, y - 19, 38, "gold" if columns else "grey", "right")
