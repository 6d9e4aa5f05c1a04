"""The normal computer player of Hi-Lo Flip: small steps, and piles for those who take them."""

from collections.abc import Sequence
from math import prod
from random import Random

from engine.games.flip.model import Play, worth
from engine.games.flip.state import View
from engine.games.flip.view import Unseen, told, unseen_cards

_FITTING = 0.6
_PILE = 0.15
_SECOND = 2.5
_SKIP = 2.0
_TEN = 2.0


class Normal:
    """Weighs each card by what it leaves behind: in the hand, on the pile, for the next player."""

    def choose(self, view: View, legal: Sequence[Play], rng: Random) -> Play:
        if len(legal) == 1 or len(view.hand) == 1:
            return legal[0]
        unseen = unseen_cards(view)
        next_seat = _after(view)
        known = told(view)[next_seat]
        return max(legal, key=lambda play: _merit(view, play.card, unseen, known))


def _after(view: View) -> int:
    assert view.seat is not None
    return (view.seat + 1) % view.seats


def _merit(view: View, card: int, unseen: Sequence[int], known: Sequence[Unseen]) -> float:
    rest = [other for other in view.hand if other != card]
    up = view.side == "hi"
    merit = _FITTING * sum(1 for other in rest if (other > card) == up)
    stake = worth((*view.pile, card))
    if card % 10 == 2:
        if any((other > card) == up for other in rest):
            return merit + _SECOND
        return merit - 1 - 0.8 * (stake + 1)
    stuck = _stuck(card, up=up, unseen=unseen, known=known)
    merit += _PILE * stake * stuck
    if card % 10 == 1:
        merit += _SKIP
    elif card % 10 == 0:
        merit -= _TEN * (1 - stuck)
    return merit


def _stuck(card: int, *, up: bool, unseen: Sequence[int], known: Sequence[Unseen]) -> float:
    """The chance that the next hand holds nothing that fits on the card."""

    def share(group: Unseen) -> float:
        possible = [other for other in unseen if group.low < other < group.high]
        return sum(1 for other in possible if (other > card) != up) / max(1, len(possible))

    return prod(share(group) ** group.size for group in known)
