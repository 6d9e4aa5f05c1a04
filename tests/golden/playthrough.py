"""A short match as text: every entry, what was told about it, and the result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.core import Event, Step
from engine.games import GAMES
from engine.record import Codec, Playthrough, result_entry

HERE = Path(__file__).parent
TABLES = [(slug, seats) for slug, rules in GAMES.items() for seats in rules.seats]


def playthrough(slug: str, seats: int) -> str:
    """The text of a match with default options and random choices."""
    return "\n".join(_lines(slug, seats)) + "\n"


def _lines(slug: str, seats: int) -> Iterator[str]:
    rules = GAMES[slug]
    codec = Codec(rules)
    options = rules.Options()
    rng = Random(f"{slug} {seats}")
    told: list[Event] = []
    match = Playthrough(rules, options, seats)
    yield f"{slug}, {seats} seats, version {rules.version}: {options.model_dump_json()}"
    while True:
        step: Step
        if waiting := rules.to_act(match.state):
            seat = waiting[0]
            legal = rules.legal(match.state, seat)
            step = seat, legal[rng.randrange(len(legal))]
            match.take(*step, told.append)
            place = f" (of {len(legal)})"
        elif (node := rules.chance(match.state)) is not None:
            step = None, node.sample(rng)
            match.take(*step, told.append)
            place = ""
        else:
            break
        yield f"{len(match.steps) - 1}: {json.dumps(codec.encode(*step))}{place}"
        yield from (f"    {str(event).replace(', to=None', '')}" for event in told)
        told.clear()
    result = rules.result(match.state)
    assert result is not None
    yield f"{result.why}: {json.dumps(result_entry(result))}"
