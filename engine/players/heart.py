"""The normal computer player of Heart of the Cards: big cards, one colour, patience with Wildcards."""

from collections.abc import Sequence
from random import Random

from engine.games.heart.cards import HOW, VALUES, meets
from engine.games.heart.model import Action, Effect, Wild, values
from engine.games.heart.state import View
from engine.players.base import worthiest

_FACE_DOWN = 6.0
"""What a hidden Point card is worth, whatever its sign: its average, and half a chance that the sign fits."""
_LEANING = 2.0
"""What a card is worth more if it has the sign of the own sum."""
_WAIT = 3.0
"""A Wildcard of no effect is worth as much as a Point card of this value."""


class Normal:
    """Takes the biggest cards, rather of the sign that it leans to, and Wildcards when little is left."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        assert view.seat is not None
        hand = [card for card in view.hand(view.seat) if card is not None]
        return worthiest(legal, lambda action: _worth(view, hand, action), rng)


def _worth(view: View, hand: list[int], action: Action) -> float:
    if isinstance(action, Wild):
        assert view.playing is not None
        wild = view.wild(view.playing)
        assert wild is not None
        return _strength(values(hand, Effect(view.playing, wild, (action.card,))))
    card = view.spots[action.spot - 1]
    if action.spot in view.wild_spots:
        return _WAIT if card is None else _WAIT + _gain(hand, card)
    if card is None:
        return _FACE_DOWN
    value = VALUES[card]
    leans = sum(VALUES[own] for own in hand) * value > 0
    return abs(value) + (_LEANING if leans else 0)


def _strength(worths: Sequence[int]) -> float:
    """Two Queens of four reward the absolute sum, one a high sum, one a low sum."""
    return sum(map(abs, worths)) + abs(sum(worths)) / 2


def _gain(hand: list[int], wild: int) -> float:
    """What a Wildcard would do to the hand as it is."""
    met = meets(wild, hand)
    if not met:
        return 0
    ways = [tuple(met)] if HOW[wild] == "fixed" else [(card,) for card in met]
    strengths = [_strength(values(hand, Effect(0, wild, way))) for way in ways]
    after = sum(strengths) / len(strengths) if HOW[wild] == "lot" else max(strengths)
    return after - _strength(values(hand, None))
