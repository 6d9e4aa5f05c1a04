"""Things are matched with places wherever that is possible at all."""

from engine.matching import matched


def test_a_place_moves_on_so_that_another_can_be_filled() -> None:
    assert matched([lambda n: n < 3, lambda n: n == 1], [1, 2]) == [2, 1]


def test_early_things_come_first() -> None:
    assert matched([lambda n: True, lambda n: True], [5, 3, 4]) == [5, 3]


def test_no_match_is_told() -> None:
    assert matched([lambda n: n == 1, lambda n: n == 1], [1, 2]) is None
    assert matched([], [1]) == []
