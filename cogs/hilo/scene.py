"""The picture of a table of Cardinality: the cards of the round, and what everybody has collected.

While somebody is calling, the cards of the round before lie there, since those of this round are hidden.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.scene import HEIGHT, Cloth, Glow, Kind, Number, Part, Plate, Scene, Sprite
from cogs.cards import card_name, rank_name
from cogs.hilo.words import RANKS
from cogs.scenes import ROW, leading, pile
from engine.core import Seat
from engine.games.hilo.model import rank_counts
from engine.games.hilo.state import View

CLOTH = Cloth(0x092C21, 0x26805C)

_CARD = 112
_CARDS_WIDTH = 640
_CARDS_LEFT = 24
_CARDS_Y = 108
_ROWS_TOP, _ROWS_BOTTOM = 222, 442


class _Lying(NamedTuple):
    """A card of the round: whose it is, None face down, whether it wins, and what its owner called."""

    seat: Seat
    card: int | None
    wins: bool = False
    call: str | None = None


def scene(view: View) -> Scene:
    return Scene(CLOTH, (*_cards(list(_lying(view))), *_deck(view), *_collections(view)))


def _lying(view: View) -> Iterator[_Lying]:
    revealed = view.revealed
    if view.phase == "setup":
        return
    if view.phase in {"trading", "over"} and view.traders:
        for seat, card in enumerate(view.offers):
            if card is not None or (seat in view.traders and seat not in view.to_act):
                yield _Lying(seat, card)
    elif view.asked == "steal" and revealed is not None:
        for seat, card in zip(view.participants, view.drawn, strict=True):
            if card is not None:
                call = revealed.call if seat == revealed.active else None
                yield _Lying(seat, card, seat == revealed.winner, call)
    elif revealed is not None:
        for seat, card in zip(revealed.participants, revealed.cards, strict=True):
            call = revealed.call if seat == revealed.active else None
            yield _Lying(seat, card, seat == revealed.winner, call)
    else:
        for seat in view.participants:
            yield _Lying(seat, None)


def _cards(lying: Sequence[_Lying]) -> Iterator[Part]:
    step = _CARDS_WIDTH / max(1, len(lying))
    for at, (seat, card, wins, call) in enumerate(lying):
        x, y = _CARDS_LEFT + step * (at + 0.5), _CARDS_Y
        if wins:
            yield Glow(x, y - 4, _CARD, round(_CARD * 1.4))
        name = "card_back_point" if card is None else f"card_{card_name(card)}"
        yield Sprite(name, x, y - 4 if wins else y, _CARD, shadow=True)
        yield Sprite(f"seat_{seat + 1}", x - _CARD / 2 + 2, y + 74, 46)
        if wins:
            yield Sprite("crown", x + _CARD / 2 - 8, y - 76, 54)
        if call is not None:
            yield Sprite(f"{call}_mark", x + _CARD / 2 - 4, y + 72, 52)


def _deck(view: View) -> Iterator[Part]:
    if view.turned_up is not None and view.phase == "setup":
        yield Sprite(f"card_{card_name(view.turned_up)}", _CARDS_LEFT + _CARDS_WIDTH / 2, _CARDS_Y, _CARD)
    if view.phase != "over" and view.stage == 0:
        yield from pile("card_back_point", 722, 92, view.deck_left, width=74)
    for at, card in enumerate(view.board[:4]):
        yield Sprite(f"card_{card_name(card)}", 680 + at * 32, 60, 46, shadow=True)


def _collections(view: View) -> Iterator[Part]:
    """A row for each seat: its mark, the thirteen ranks, the size of its pile."""
    seats = view.seats
    height = min(56, (_ROWS_BOTTOM - _ROWS_TOP) / seats)
    top = (_ROWS_TOP + _ROWS_BOTTOM - height * seats) / 2
    sizes = tuple(map(len, view.piles)) or (0,) * seats
    for seat in range(seats):
        y = top + height * (seat + 0.5)
        kind: Kind = "turn" if seat in view.to_act else "idle"
        yield Plate(14 + ROW / 2, y, ROW, round(height - 4), kind, 12)
        yield Sprite(f"seat_{seat + 1}", 44, y, 38)
        held = rank_counts(view.piles[seat] if view.piles else ())
        for at, rank in enumerate(RANKS):
            yield Sprite(f"rank_{rank_name(rank)}_{held[rank]}", 92 + at * 45.5, y, round(height - 10))
        yield Sprite("card_back_point", 690, y, 24)
        yield Number(str(sizes[seat]), HEIGHT + 326, y - 15, 30, leading(sizes[seat], sizes), "right")
