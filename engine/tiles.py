"""The 32 Chinese dominoes as ints in canonical order: 22 civil tiles, then 10 military ones.

Each of the eleven civil faces has two copies, tiles ``2 * face`` and ``2 * face + 1``, which nobody can
tell apart: to everybody but a hand's own player a tile is its *face* (0 to 20).
"""

from typing import Annotated, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from engine.texts import parser

CIVIL_FACES = 11
CIVIL = 2 * CIVIL_FACES
"""Tiles below this number are civil."""
DECK = 32

FACES = (
    "heaven",
    "earth",
    "man",
    "goose",
    "plum",
    "double_three",
    "board",
    "hatchet",
    "partition",
    "long_leg_seven",
    "big_head_six",
    "nine_6_3",
    "nine_5_4",
    "eight_6_2",
    "eight_5_3",
    "seven_5_2",
    "seven_4_3",
    "big_six",
    "five_4_1",
    "five_3_2",
    "little_three",
)
"""The face's text form by number."""

PIPS = (
    *((6, 6), (1, 1), (4, 4), (3, 1), (5, 5), (3, 3), (2, 2), (6, 5), (6, 4), (6, 1), (5, 1)),
    *((6, 3), (5, 4), (6, 2), (5, 3), (5, 2), (4, 3), (4, 2), (4, 1), (3, 2), (2, 1)),
)
"""The two ends by face."""

RANKS = (*range(CIVIL_FACES, 0, -1), *(sum(ends) for ends in PIPS[CIVIL_FACES:]))
"""By face: civil ranks go by name, a military tile's rank is the sum of its pips."""

FACE_OF = tuple(tile // 2 if tile < CIVIL else tile - CIVIL_FACES for tile in range(DECK))
"""The face by tile."""

TEXTS = tuple(
    f"{FACES[FACE_OF[tile]]}_{tile % 2 + 1}" if tile < CIVIL else FACES[FACE_OF[tile]] for tile in range(DECK)
)
"""The tile's text form by number: ``TEXTS[1] == "heaven_2"``."""

COPIES = tuple(tuple(tile for tile in range(DECK) if FACE_OF[tile] == face) for face in range(len(FACES)))
"""The tiles by face."""

parse_tile = parser("tile", TEXTS)
BIG_SIX, LITTLE_THREE = map(parse_tile, ("big_six", "little_three"))


def faces_of(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Their faces, in the same order."""
    return tuple([FACE_OF[tile] for tile in tiles])


Tile: TypeAlias = Annotated[int, PlainValidator(parse_tile), PlainSerializer(TEXTS.__getitem__)]
"""An int that stands in a record by its text form."""
