"""The end of a match as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from bot.art.look import Look
from bot.art.painter import paint
from bot.art.podium import podium
from bot.scene import HEIGHT, WIDTH, Cloth, Number, Plate, Scene, Sprite
from engine.core import Seat

CLOTH = Cloth(0x092C21, 0x26805C)


def steps(scene: Scene) -> dict[Seat, Plate]:
    """The step of each seat: the one below its mark."""
    plates = {part.x: part for part in scene.parts if isinstance(part, Plate)}
    marks = [part for part in scene.parts if isinstance(part, Sprite) and part.name.startswith("seat_")]
    assert len(marks) == len(plates)
    return {int(mark.name.removeprefix("seat_")) - 1: plates[mark.x] for mark in marks}


def heights(ranking: Sequence[tuple[Seat, int]], winners: int = 1) -> list[int]:
    """How high the seats stand, in the order of the ranking."""
    stands = steps(podium(CLOTH, ranking, winners))
    return [stands[seat].height for seat, _ in ranking]


def texts(scene: Scene) -> list[str]:
    return [part.text for part in scene.parts if isinstance(part, Number)]


def crowned(scene: Scene) -> int:
    return sum(isinstance(part, Sprite) and part.name == "crown" for part in scene.parts)


def test_better_seats_stand_higher() -> None:
    stand = heights([(2, 14), (0, 11), (5, 7), (1, 5), (4, 3), (3, 0)])
    assert stand == sorted(stand, reverse=True)
    assert len(set(stand)) == 6


def test_equal_points_share_a_step() -> None:
    stand = heights([(2, 14), (0, 7), (1, 7), (3, 2)])
    assert stand[1] == stand[2]
    assert stand[0] > stand[1] > stand[3]
    assert stand[3] == heights([(2, 14), (0, 9), (1, 7), (3, 2)])[3], "the next one is fourth"


def test_after_two_winners_comes_the_third_place() -> None:
    shared, apart = [(2, 14), (0, 14), (1, 7), (3, 2)], [(2, 14), (0, 13), (1, 7), (3, 2)]
    assert heights(shared, 2)[2:] == heights(apart, 1)[2:]
    assert heights(shared, 2)[0] == heights(shared, 2)[1]


def test_where_nobody_has_won_nothing_is_golden() -> None:
    scene = podium(CLOTH, [(0, 3), (1, 3)], 0)
    assert {plate.kind for plate in steps(scene).values()} == {"idle"}
    assert crowned(scene) == 0


def test_winners_stand_in_the_golden_frame_under_a_crown() -> None:
    for winners in range(1, 4):
        scene = podium(CLOTH, [(2, 14), (0, 14), (1, 14), (3, 7)], winners)
        golden = {seat for seat, plate in steps(scene).items() if plate.kind == "win"}
        assert golden == set((2, 0, 1)[:winners])
        assert crowned(scene) == winners
        gold = [part.text for part in scene.parts if isinstance(part, Number) and part.colour == "gold"]
        assert gold == ["14"] * winners


def test_the_winner_stands_in_the_middle_of_three() -> None:
    stands = steps(podium(CLOTH, [(2, 14), (0, 11), (1, 7)], 1))
    assert sorted(stands, key=lambda seat: stands[seat].x) == [1, 2, 0]
    assert stands[2].x == WIDTH / 2


def test_signed_points_have_a_plus() -> None:
    ranking = [(0, 12), (1, 0), (2, -11)]
    assert sorted(texts(podium(CLOTH, ranking, 1, signed=True))) == ["+12", "-11", "0"]
    assert sorted(texts(podium(CLOTH, ranking, 1))) == ["-11", "0", "12"]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("winners", [1, 2])
def test_all_seats_have_room_beside_each_other(seats: int, winners: int) -> None:
    scene = podium(CLOTH, [(seat, 300 - seat) for seat in range(seats)], winners)
    assert set(steps(scene)) == set(range(seats))
    plates = [part for part in scene.parts if isinstance(part, Plate)]
    for plate in plates:
        assert 0 <= plate.x - plate.width / 2 < plate.x + plate.width / 2 <= WIDTH
        assert 0 < plate.y - plate.height / 2 < plate.y + plate.height / 2 <= HEIGHT
    for one, other in combinations(plates, 2):
        assert abs(one.x - other.x) >= one.width
    for part in scene.parts:
        if isinstance(part, Sprite):
            assert part.y - part.width / 2 >= 0
    assert paint(scene, Look())
