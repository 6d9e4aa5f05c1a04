"""The sets of tiles that may be played face up, and their order (R9, R12)."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias, get_args

from engine.tiles import BIG_SIX, CIVIL, COPIES, DECK, FACE_OF, LITTLE_THREE, RANKS, faces_of

Kind: TypeAlias = Literal[
    "civil_single",
    "military_single",
    "civil_pair",
    "military_pair",
    "mixed_pair",
    "mixed_triple_civil",
    "mixed_triple_military",
    "quartet",
    "supreme",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Tiles: TypeAlias = tuple[int, ...]
Faces: TypeAlias = tuple[int, ...]

LARGEST = 4
_SECONDS = frozenset(range(1, CIVIL, 2))
"""The second copies of the civil faces."""
FAMILIES = ((0, 22, 23), (1, 24, 25), (2, 26, 27), (3, 29, 30))
"""A civil face and the two military tiles that go with it (R9)."""


class Group(NamedTuple):
    """A set that may be led. ``rank`` orders the groups of a kind."""

    kind: Kind
    rank: int
    tiles: Tiles


def is_above(one: Group, other: Group) -> bool:
    """Whether the one group beats the other (R12)."""
    return one.kind == other.kind and one.rank > other.rank


def _groups() -> Iterator[Group]:
    for tile in range(DECK):
        kind: Kind = "civil_single" if tile < CIVIL else "military_single"
        yield Group(kind, RANKS[FACE_OF[tile]], (tile,))
    for face, copies in enumerate(COPIES):
        if len(copies) == 2:
            yield Group("civil_pair", RANKS[face], copies)
    for face, one, other in FAMILIES:
        first, second = COPIES[face]
        rank = RANKS[face]
        yield Group("military_pair", rank, (one, other))
        for civil in (first, second):
            for military in (one, other):
                yield Group("mixed_pair", rank, (civil, military))
            yield Group("mixed_triple_military", rank, (civil, one, other))
        for military in (one, other):
            yield Group("mixed_triple_civil", rank, (first, second, military))
        yield Group("quartet", rank, (first, second, one, other))
    yield Group("supreme", 0, (BIG_SIX, LITTLE_THREE))


GROUPS = {group.tiles: group for group in sorted(_groups(), key=lambda group: group.tiles)}
"""Every group by its tiles, in the order in which they are listed (R7)."""

BY_FACES: dict[Faces, Group] = {}
"""A group that looks so, by its faces; of those that differ by copies alone the first."""
for _group in GROUPS.values():
    BY_FACES.setdefault(faces_of(_group.tiles), _group)


def _bits(tiles: Tiles) -> int:
    return sum(1 << tile for tile in tiles)


def _first_copies(tiles: Tiles) -> int:
    """The first copies that a hand must not hold if these tiles are to be played (R7)."""
    return _bits(tuple(tile - 1 for tile in tiles if tile in _SECONDS and tile - 1 not in tiles))


class Wanted(NamedTuple):
    """A group as it is looked for in a hand: ``hand & relevant == needed`` (R7)."""

    relevant: int
    needed: int
    tiles: Tiles


def _wanted(group: Group) -> Wanted:
    needed = _bits(group.tiles)
    return Wanted(needed | _first_copies(group.tiles), needed, group.tiles)


_LOWEST: tuple[tuple[Wanted, ...], ...] = tuple(
    tuple(_wanted(group) for group in GROUPS.values() if group.tiles[0] == tile) for tile in range(DECK)
)
"""The groups by their first tile."""

_HIGHER: dict[Tiles, tuple[Wanted, ...]] = {
    high.tiles: tuple(_wanted(group) for group in GROUPS.values() if is_above(group, high))
    for high in GROUPS.values()
}
"""The groups that beat one with these tiles."""


def leads(hand: Tiles) -> list[Tiles]:
    """The groups in a hand, listed as R7 says."""
    held = _bits(hand)
    return [tiles for tile in hand for relevant, needed, tiles in _LOWEST[tile] if held & relevant == needed]


def beats(hand: Tiles, high: Tiles) -> list[Tiles]:
    """The groups in a hand that beat the group of these tiles (R12); Supreme is beaten by none (R13)."""
    higher = _HIGHER[high]
    held = _bits(hand) if higher else 0
    return [tiles for relevant, needed, tiles in higher if held & relevant == needed]


def discards(hand: Tiles, size: int) -> list[Tiles]:
    """The sets of ``size`` tiles in a hand; two copies of a face count as one choice (R7)."""
    twins = tuple([at for at in range(1, len(hand)) if is_second(hand[at - 1], hand[at])])
    if size == 1:
        return [(tile,) for tile in choices(hand)]
    return [pick(hand) for pick in _picks(len(hand), size, twins)]


def choices(hand: Tiles) -> list[int]:
    """The tiles of a hand that are a choice of their own: two copies of a face count as one (R7)."""
    return [tile for tile in hand if tile not in _SECONDS or tile - 1 not in hand]


def is_second(one: int, other: int) -> bool:
    """Whether ``other`` is the second copy of the same civil face."""
    return other == one + 1 and other in _SECONDS


@cache
def _picks(held: int, size: int, twins: tuple[int, ...]) -> list[Callable[[Tiles], Tiles]]:
    """Places of a hand that may be discarded: a second copy only together with the first."""
    return [
        itemgetter(*places)
        for places in combinations(range(held), size)
        if all(at not in places or at - 1 in places for at in twins)
    ]


def canonical(hand: Tiles, tiles: Tiles) -> Tiles:
    """The action's form of a choice: first copies wherever the choice of the copy is free (R7)."""
    chosen: list[int] = []
    for tile in sorted(set(tiles)):
        first = tile - 1 if tile in _SECONDS else tile
        chosen.append(first if first in hand and first not in chosen else tile)
    return tuple(chosen)
