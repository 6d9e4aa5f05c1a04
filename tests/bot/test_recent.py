"""What is remembered of a mapping."""

from __future__ import annotations

from bot.recent import Recent


def test_the_oldest_is_forgotten() -> None:
    kept: Recent[str, int] = Recent(2)
    for key in "abac":
        kept.put(key, 0)
    assert [key for key, _ in kept.items()] == ["c", "a"]


def test_weights_count_not_numbers() -> None:
    kept: Recent[int, str] = Recent(10, len)
    for number in range(5):
        kept.put(number, "xxx")
    assert [number for number, _ in kept.items()] == [4, 3, 2]
    kept.put(3, "x")
    kept.put(5, "xxx")
    assert [number for number, _ in kept.items()] == [5, 3, 4, 2]
    kept.drop(5)
    kept.forget(lambda item: len(item) == 3)
    assert [number for number, _ in kept.items()] == [3]
    for number in range(6, 9):
        kept.put(number, "xxx")
    assert [number for number, _ in kept.items()] == [8, 7, 6, 3]


def test_what_is_too_heavy_is_kept_alone() -> None:
    kept: Recent[int, str] = Recent(3, len)
    kept.put(1, "x")
    kept.put(2, "xxxxx")
    assert kept.items() == [(2, "xxxxx")]
