"""Live luck: every outcome of chance of a match follows from its secret seed.

Outcome number ``i`` of a match (from 0, chance outcomes only) is drawn from the stream of 32-bit
big-endian words that HMAC-SHA256 (RFC 2104) yields with the match's 256-bit seed as key over the
ASCII messages ``i:0``, ``i:1``, ... A number below ``n`` is the next word that is less than the
greatest multiple of ``n`` not above 2**32, modulo ``n``; other words are passed over, so no value
is favoured. A shuffle is Fisher and Yates's, from the last place down to the second.

Whoever is given the seed after a match can draw it all again with these few lines.
"""

import hashlib
import hmac
from collections.abc import Iterator, MutableSequence
from random import Random
from typing import Any

SEED_BYTES = 32
_WORDS = 1 << 32


class SealedRandom(Random):
    """The draws of one outcome. Only ``randrange(n)`` and ``shuffle`` are defined."""

    def __init__(self, seed: bytes, outcome: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._words = _stream(seed, outcome)
        super().__init__(0)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A number from 0 to ``start`` - 1, all equally likely."""
        if stop is not None or step != 1 or not 0 < start <= _WORDS:
            raise ValueError("sealed luck draws below one bound")
        limit = _WORDS - _WORDS % start
        for word in self._words:
            if word < limit:
                return word % start
        raise AssertionError("the stream has no end")

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place, all orders equally likely."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]

    def random(self) -> float:
        raise NotImplementedError("sealed luck draws whole numbers only")

    def getrandbits(self, k: int, /) -> int:
        raise NotImplementedError("sealed luck draws below a bound only")


def _stream(seed: bytes, outcome: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(seed, b"%d:%d" % (outcome, block), hashlib.sha256)
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1
