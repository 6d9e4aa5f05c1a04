"""The normal computer player of Your trumps: it lays what the next player cannot beat."""

from collections.abc import Sequence
from random import Random

from engine.cards import rank_of, suit_of
from engine.games.trumps.cards import beaters, cost
from engine.games.trumps.model import Action, Add, Beat, Lead, Trump
from engine.games.trumps.state import View

_OWN_TRUMP = 8
_NEXT_TRUMP = 4
"""How many ranks a card is worth more for being a trump of one's own, or of the next player."""


class Normal:
    """Plays its least card, if it can one that the next player cannot beat."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        seat = view.seat
        if seat is None or isinstance(legal[0], Trump):
            return legal[rng.randrange(len(legal))]
        following = view.next_player(seat)
        trump = view.trumps[following]
        theirs = view.may_hold(following)

        def worth(card: int) -> int:
            suit = suit_of(card)
            more = _OWN_TRUMP if suit == view.trumps[seat] else _NEXT_TRUMP if suit == trump else 0
            return rank_of(card) + more

        def taken(card: int) -> int:
            """How many cards the next player has to pick up for want of a better one than this."""
            return 0 if beaters(theirs, card, trump) else cost((*view.pile, card), trump)

        beats = [action for action in legal if isinstance(action, Beat)]
        if beats:
            beats.sort(key=lambda beat: worth(beat.card))
            return _unlike(view, beats)
        tops = [action for action in legal if isinstance(action, Lead | Add)]
        if tops:
            tops.sort(key=lambda top: (-taken(top.card), worth(top.card)))
            return _unlike(view, tops)
        return legal[0]


def _unlike(view: View, ranked: Sequence[Action]) -> Action:
    """The best; who is ahead takes another one each time the position comes back, as that may be a draw."""
    assert view.seat is not None
    ahead = view.counts[view.seat] == min(count for count in view.counts if count)
    again = max(0, view.occurred - 1) if ahead else 0
    return ranked[min(again, len(ranked) - 1)]
