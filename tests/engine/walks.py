"""Random matches, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.core import AnyRules, Event
from engine.games import GAMES
from engine.record import Playthrough
from engine.shell.variety import every_kind

TABLES = [(slug, seats) for slug, rules in GAMES.items() for seats in rules.seats]
"""Every game with every number of seats."""


def kinds(rules: AnyRules, seats: int, n: int, seed: int = 0) -> Iterator[Any]:
    """Options of ``n`` matches, from all combinations."""
    rng = Random(seed)
    combinations = [options for options, _ in islice(every_kind(rules, None, seats, rng), 200)]
    yield from (rng.choice(combinations) for _ in range(n))


def walk(
    rules: AnyRules, options: Any, seats: int, rng: Random, told: list[Event] | None = None
) -> Iterator[Playthrough]:
    """A random match before its first step and after each, checked; who acts first is random too."""
    match = Playthrough(rules, options, seats)
    tell = (lambda event: None) if told is None else told.append
    while True:
        yield match
        if waiting := rules.to_act(match.state):
            seat = rng.choice(waiting)
            match.take(seat, rng.choice(rules.legal(match.state, seat)), tell)
        elif (node := rules.chance(match.state)) is not None:
            match.take(None, node.sample(rng), tell)
        else:
            return


def finish(
    rules: AnyRules, options: Any, seats: int, rng: Random, told: list[Event] | None = None
) -> Playthrough:
    """A random match at its end."""
    *_, match = walk(rules, options, seats, rng, told)
    return match
