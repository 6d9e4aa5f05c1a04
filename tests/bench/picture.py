"""What painting a table costs, and how large the file is: tables of random matches, by game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from random import Random
from time import process_time

from bot.art.look import Look
from bot.art.painter import METHOD, QUALITY, compose, paint
from bot.scene import Scene
from engine.games import GAMES
from tests.bench.figures import quantile, verdict
from tests.engine.walks import kinds, walk

BUDGET = 25.0
"""Milliseconds of CPU for a picture, in the middle of all."""
LARGEST = 64.0
"""Kilobytes, with the strongest grain."""
PICTURES = 60
"""Of each game."""
USUAL, ROUGHEST = Look(), Look(grain=100)


def _scenes(slug: str) -> list[Scene]:
    """Tables from all along matches of as many seats as the game has."""
    rules, face = GAMES[slug], import_module(f"cogs.{slug}.face").FACE
    seats, rng = rules.seats[-1], Random(slug)
    found: dict[Scene, None] = {}
    for options in kinds(rules, seats, 6):
        for step, match in enumerate(walk(rules, options, seats, rng)):
            if step > 300:
                break
            found[face.scene(rules.view(match.state, None))] = None
    return rng.sample(list(found), min(PICTURES, len(found)))


def _painted(scenes: list[Scene]) -> Iterator[tuple[float, float, float]]:
    """Of each picture: milliseconds to compose it, milliseconds to encode it, kilobytes."""
    for scene in scenes:
        size = len(paint(scene, ROUGHEST)) / 1024
        compose(scene, USUAL)  # so that all drawings are in memory, as after some minutes
        start = process_time()
        image = compose(scene, USUAL)
        composed = process_time()
        image.save(BytesIO(), "WEBP", quality=QUALITY, method=METHOD)
        yield (composed - start) * 1000, (process_time() - composed) * 1000, size


def report() -> bool:
    """Print the figures beside their budgets; whether all are kept."""
    print("game     pictures  compose ms  encode ms  together        largest")
    kept = True
    for slug in GAMES:
        painted = list(_painted(_scenes(slug)))
        compose_ms, encode_ms = (quantile([one[at] for one in painted], 0.5) for at in (0, 1))
        together = quantile([one[0] + one[1] for one in painted], 0.5)
        largest = max(one[2] for one in painted)
        well = together <= BUDGET and largest <= LARGEST
        kept &= well
        print(
            f"{slug:<8} {len(painted):>8} {compose_ms:>11.1f} {encode_ms:>10.1f} {together:>9.1f}"
            f" x{BUDGET / together:.1f}  {largest:>4.0f} kB x{LARGEST / largest:.1f}   {verdict(kept=well)}"
        )
    return kept
