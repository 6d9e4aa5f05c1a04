"""Matches played from start to end by computer players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.core import AnyRules, Step, silent
from engine.players.base import Player


def play_out(
    rules: AnyRules,
    options: Any,
    seats: Sequence[Player],
    luck: Callable[[int], Random],
    choices: Random,
) -> tuple[Any, list[Step]]:
    """The last position of a match, and its steps in a record's order.

    Outcome ``i`` of chance is drawn from ``luck(i)``; the players choose with ``choices``.
    """
    state = rules.start(options, len(seats))
    steps: list[Step] = []
    drawn = 0
    while True:
        step: Step
        if waiting := rules.to_act(state):
            seat = waiting[0]
            legal = rules.legal(state, seat)
            step = seat, seats[seat].choose(rules.view(state, seat), legal, choices)
            rules.advance(state, seat, step[1], silent)
        elif (node := rules.chance(state)) is not None:
            step = None, node.sample(luck(drawn))
            drawn += 1
            rules.resolve(state, step[1], silent)
        else:
            return state, steps
        steps.append(step)
