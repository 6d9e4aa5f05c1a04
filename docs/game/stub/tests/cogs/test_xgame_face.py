"""What Xgame shows, and how it words refusals."""

from __future__ import annotations

import pytest

from cogs.games import FACES
from engine.core import IllegalAction

FACE = FACES["xgame"]
NAMES = ["Ann", "Bob", "Cat", "Dan"]


@pytest.mark.parametrize(
    ("reason", "facts", "words"),
    [
        ("match_over", {}, "The match is over."),
        ("chance_is_due", {}, "The cards are being dealt; wait a moment."),
        ("not_your_turn", {"turn": 1}, "It is the turn of Bob; wait for yours."),
        ("not_in_your_hand", {"card": 0}, "2♠\ufe0e is not in your hand; choose one that is."),
    ],
)
def test_refusals(reason: str, facts: dict[str, int], words: str) -> None:
    assert FACE.refused(IllegalAction("R5", reason, **facts), NAMES) == words
