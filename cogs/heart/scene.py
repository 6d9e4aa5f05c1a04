"""The picture of a table of Heart of the Cards: the heart, and what everybody has seen of each hand."""

from collections.abc import Iterator

from bot.scene import HEIGHT, Cloth, Number, Part, Plate, Scene, Sprite
from cogs.cards import card_name
from cogs.heart.drawing import GAP, QUEEN, ROWS
from cogs.words import signed
from engine.core import Seat
from engine.games.heart.model import values
from engine.games.heart.state import View

CLOTH = Cloth(0x320916, 0x962A42)

_LEFT, _WIDTH, _TALL = 14, 560, 432
_PLATES_X = 686


def scene(view: View) -> Scene:
    return Scene(CLOTH, (*_heart(view), *_players(view)))


def _heart(view: View) -> Iterator[Part]:
    rows = ROWS[view.options.size]
    across = min(86, (_WIDTH - 20) / max(map(len, rows)))
    down = min(_TALL / len(rows), across * 1.24)
    width, height = round(across - 7), round(down - 6)
    takers = {spot: seat for seat, spots in enumerate(view.taken) for spot in spots}
    takers |= {spot: seat for seat, spot in enumerate(view.wilds) if spot}
    top = (HEIGHT - down * len(rows)) / 2
    for row, spots in enumerate(rows):
        x = _LEFT + (_WIDTH - (len(spots) - 1) * across) / 2
        for at, spot in enumerate(spots):
            where = (x + at * across, top + down * (row + 0.5))
            if spot == QUEEN:
                yield from _queen(view, *where, width, height)
            elif spot != GAP and view.spots:
                yield from _spot(view, spot, takers.get(spot), *where, width, height)


def _queen(view: View, x: float, y: float, width: int, height: int) -> Iterator[Part]:
    name = "spot_back_heart" if view.queen is None else f"spot_{card_name(view.queen)}"
    yield Sprite(name, x, y, width, height, shadow=True)


def _spot(
    view: View, spot: int, taker: Seat | None, x: float, y: float, width: int, height: int
) -> Iterator[Part]:
    if taker is not None:
        yield Plate(x, y, width, height, "slot", 10)
        yield Sprite(f"seat_{taker + 1}", x, y, round(width * 0.46))
        return
    card = view.open[spot - 1]
    if card is not None:
        yield Sprite(f"spot_{card_name(card)}", x, y, width, height, shadow=True)
        return
    wild = spot in view.wild_spots
    yield Sprite("spot_back_wild" if wild else "spot_back_point", x, y, width, height, shadow=True)
    top, tall = (y + height * 0.09, height * 0.34) if wild else (y - height * 0.2, height * 0.42)
    yield Number(str(spot), x, top, tall, anchor="middle")


def _players(view: View) -> Iterator[Part]:
    tall = min((_TALL - (view.seats - 1) * 8) / view.seats, 132)
    top = (HEIGHT - view.seats * tall - (view.seats - 1) * 8) / 2
    for seat in range(view.seats):
        yield from _player(view, seat, top + seat * (tall + 8) + tall / 2, tall)


def _player(view: View, seat: Seat, y: float, tall: float) -> Iterator[Part]:
    """A plate: the mark, the sum and the absolute sum of what was seen, the cards, the Wildcard."""
    x = _PLATES_X
    yield Plate(x, y, 200, round(tall), "turn" if seat in view.to_act else "idle")
    yield Sprite(f"seat_{seat + 1}", x - 70, y - tall * 0.18, 48)
    low = y + tall * 0.27
    cards = len(view.taken[seat]) if view.taken else 0
    yield Sprite("spot_back_point", x - 80, low, 22, 28)
    yield Number(str(cards), x - 62, low - 11, 22)
    if view.options.wildcards:
        if view.wilds and view.wilds[seat]:
            wild = view.open[view.wilds[seat] - 1]
            name = "spot_back_wild" if wild is None else f"spot_{card_name(wild)}"
            yield Sprite(name, x - 20, low, 22, 28)
        else:
            yield Plate(x - 20, low, 24, 30, "slot", 5)
    worths = values(known(view, seat), view.effect(seat))
    total = signed(sum(worths)).replace("−", "-")
    yield Number(total, x + 88, y - tall * 0.36, 38, anchor="right")
    yield Number(f"|{sum(map(abs, worths))}|", x + 88, y + tall * 0.1, 26, "gold", "right")


def known(view: View, seat: Seat) -> list[int]:
    """The Point cards of a seat that everybody has seen."""
    if not view.taken:
        return []
    return [card for spot in view.taken[seat] if (card := view.open[spot - 1]) is not None]
