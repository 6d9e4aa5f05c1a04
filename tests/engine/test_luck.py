"""Sealed luck: fixed for a seed, fair over seeds, and drawn again by anybody from the description."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.luck import SEED_BYTES, SealedRandom

SEED = bytes(range(SEED_BYTES))


def words(seed: bytes, outcome: int) -> Iterator[int]:
    """The stream once more, from its description alone."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{outcome}:{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    return next(word % n for word in stream if word < 2**32 // n * n)


def test_group_O_fixed_vectors() -> None:
    rng = SealedRandom(SEED, 0)
    assert [rng.randrange(1000) for _ in range(6)] == [897, 972, 724, 299, 427, 720]
    order = list(range(10))
    SealedRandom(SEED, 7).shuffle(order)
    assert order == [9, 7, 8, 0, 6, 1, 2, 4, 5, 3]


@pytest.mark.parametrize("outcome", [0, 1, 12, 1000])
def test_group_O_anybody_can_draw_it_again(outcome: int) -> None:
    rng, stream = SealedRandom(SEED, outcome), words(SEED, outcome)
    for n in [1, 2, 3, 52, 1000, 2**31 + 1, 2**32] * 5:
        assert rng.randrange(n) == below(n, stream)
    order = list(range(52))
    SealedRandom(SEED, outcome).shuffle(order)
    stream, again = words(SEED, outcome), list(range(52))
    for last in range(51, 0, -1):
        other = below(last + 1, stream)
        again[last], again[other] = again[other], again[last]
    assert order == again


def chi_square(counts: Counter[int], cells: int, draws: int) -> float:
    mean = draws / cells
    return sum((counts[cell] - mean) ** 2 / mean for cell in range(cells))


@pytest.mark.parametrize("n", [2, 3, 6, 13, 52])
def test_group_O_numbers_are_equally_likely(n: int) -> None:
    draws = 20_000
    rng = SealedRandom(SEED, 3)
    counts = Counter(rng.randrange(n) for _ in range(draws))
    freedom = n - 1
    assert chi_square(counts, n, draws) < freedom + 4 * (2 * freedom) ** 0.5 + 8


def test_group_O_no_modulo_bias() -> None:
    """Below 3 * 2**30, taking words modulo n would draw the lower third twice as often."""
    n = 3 * 2**30
    rng = SealedRandom(SEED, 4)
    thirds = Counter(rng.randrange(n) // 2**30 for _ in range(9_000))
    assert chi_square(thirds, 3, 9_000) < 20


def test_group_O_orders_are_equally_likely() -> None:
    draws = 12_000
    counts: Counter[int] = Counter()
    for outcome in range(draws):
        order = [0, 1, 2]
        SealedRandom(SEED, outcome).shuffle(order)
        counts[order[0] * 2 + (order[1] > order[2])] += 1
    assert chi_square(counts, 6, draws) < 30


def test_group_O_outcomes_and_seeds_differ() -> None:
    drawn = {
        SealedRandom(seed, outcome).randrange(2**32) for seed in (SEED, SEED[::-1]) for outcome in range(50)
    }
    assert len(drawn) == 100


def test_group_O_only_what_is_defined_can_be_drawn() -> None:
    rng = SealedRandom(SEED, 0)
    with pytest.raises(ValueError, match="32 bytes"):
        SealedRandom(b"short", 0)
    for wrong in (0, -1, 2**32 + 1):
        with pytest.raises(ValueError, match="one bound"):
            rng.randrange(wrong)
    with pytest.raises(ValueError, match="one bound"):
        rng.randrange(1, 5)
    with pytest.raises(NotImplementedError):
        rng.random()
    with pytest.raises(NotImplementedError):
        rng.getrandbits(8)
