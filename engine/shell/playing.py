"""Matches played from start to end by computer players."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.core import AnyRules, Seat, Step, apply_step
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
        if waiting := rules.to_act(state):
            seat: Seat | None = waiting[0]
            thing = seats[waiting[0]].choose(rules.view(state, seat), rules.legal(state, waiting[0]), choices)
        elif (node := rules.chance(state)) is not None:
            seat, thing = None, node.sample(luck(drawn))
            drawn += 1
        else:
            return state, steps
        apply_step(rules, state, seat, thing)
        steps.append((seat, thing))
