"""The rules of Xgame, by their numbers."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import IllegalAction, play
from engine.games.xgame.model import Play
from engine.games.xgame.rules import Xgame
from engine.games.xgame.state import State

RULES = Xgame()


def dealt(seats: int = 2) -> State:
    """A position after the deal."""
    start = RULES.start(RULES.Options(), seats)
    node = RULES.chance(start)
    assert node is not None
    return play(RULES, start, None, node.sample(Random(1)))


def test_R4_everybody_gets_as_many_cards_as_there_are_tricks() -> None:
    assert [len(hand) for hand in dealt(3).hands] == [5, 5, 5]


def test_R5_only_who_is_on_turn_plays_and_only_from_the_own_hand() -> None:
    state = dealt()
    wrong = ((1, state.hands[1][0], "not_your_turn"), (0, state.deck[0], "not_in_your_hand"))
    for seat, card, reason in wrong:
        with pytest.raises(IllegalAction) as refused:
            play(RULES, state, seat, Play(card))
        assert (refused.value.rule, refused.value.reason) == ("R5", reason)
