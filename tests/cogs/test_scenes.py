"""The tables of all games can be painted, lie inside the picture, and are small files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random

import pytest
from PIL import ImageChops

from bot.art import sprites
from bot.art.look import Look
from bot.art.painter import compose, paint
from bot.scene import HEIGHT, WIDTH, Glow, Number, Plate, Scene, Sprite
from engine.games import GAMES
from tests.engine.walks import TABLES, kinds, walk

LARGEST = 64 * 2**10
"""Bytes of a picture with the strongest grain."""
POSITIONS = 250
"""Of a match, from its first; its end is looked at besides."""


@cache
def scenes(slug: str, seats: int) -> list[Scene]:
    """The different tables of some random matches, those with the most parts first."""
    rules, face = GAMES[slug], import_module(f"cogs.{slug}.face").FACE
    rng, found = Random(seats), dict[Scene, None]()
    for options in kinds(rules, seats, 4, seed=seats):
        for step, match in enumerate(walk(rules, options, seats, rng)):
            if step < POSITIONS or rules.result(match.state) is not None:
                found[face.scene(rules.view(match.state, None))] = None
    return sorted(found, key=lambda scene: -len(scene.parts))


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_drawing_is_there_and_every_number_can_be_written(slug: str, seats: int) -> None:
    parts = {part for scene in scenes(slug, seats) for part in scene.parts}
    for name in {part.name for part in parts if isinstance(part, Sprite)}:
        assert sprites.drawing(name, 20, None, shadow=False, two_colours=False).width == 20, name
    for letter in {letter for part in parts if isinstance(part, Number) for letter in part.text}:
        assert sprites.glyph(letter, 20, "white").advance > 0


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_everything_lies_inside_the_picture(slug: str, seats: int) -> None:
    for part in {part for scene in scenes(slug, seats) for part in scene.parts}:
        assert 0 < part.x < WIDTH, part
        assert 0 < part.y < HEIGHT, part
        match part:
            case Plate(x, y, width, height):
                assert width / 2 <= x <= WIDTH - width / 2, part
                assert height / 2 <= y <= HEIGHT - height / 2, part
            case Sprite(_, x, _, width):
                assert width / 2 - 1 <= x <= WIDTH - width / 2 + 1, part
            case Number(_, _, y, height):
                assert y + height <= HEIGHT, part
            case Glow():
                pass


MARKS = ("seat_", "trump_", "take", "banker", "crown", "star", "turn", "higher", "lower", "chip_")
TOUCH = 4
"""Pixels by which marks may touch: their corners are empty."""


def marks(scene: Scene) -> Iterator[tuple[float, float, float, float]]:
    """The marks and numbers of a table, but those on spots of the heart: left, top, right, bottom."""
    for part in scene.parts:
        match part:
            case Sprite(name, x, y, width) if name.startswith(MARKS):
                yield x - width / 2, y - width / 2, x + width / 2, y + width / 2
            case Number(text, x, y, height, colour, anchor) if anchor != "middle":
                wide = sum(sprites.glyph(letter, height, colour).advance for letter in text)
                left = x if anchor == "left" else x - wide
                yield left, y, left + wide, y + height
            case _:
                pass


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_marks_and_numbers_do_not_cover_each_other(slug: str, seats: int) -> None:
    for scene in scenes(slug, seats)[:300:3]:
        for one, other in combinations(marks(scene), 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert min(across, down) <= TOUCH, (one, other)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_crowded_tables_are_small_files(slug: str, seats: int) -> None:
    for scene in scenes(slug, seats)[:40:8]:
        assert 5_000 < len(paint(scene, Look(grain=100))) <= LARGEST


@pytest.mark.parametrize("slug", GAMES)
def test_what_lies_on_a_table_is_seen(slug: str) -> None:
    """No part is wholly covered by later ones; cards that others cover lie where they can be seen."""
    scene = scenes(slug, GAMES[slug].seats[-1])[0]
    whole = compose(scene, Look(grain=0))
    for at in range(len(scene.parts)):
        less = Scene(scene.cloth, scene.parts[:at] + scene.parts[at + 1 :])
        assert ImageChops.difference(whole, compose(less, Look(grain=0))).getbbox(), scene.parts[at]
