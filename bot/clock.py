"""Time, injected: nothing else asks the operating system what time it is."""

import asyncio
import time
from typing import Protocol

DRAWN = 0.01
"""Seconds a second by which a clock that is wrong is drawn towards the right one."""


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC. Never less than before."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Come back when so much time has passed."""
        ...

    def follow(self, now: float) -> None:
        """Be drawn towards another clock, which shows ``now`` at this moment."""
        ...


class SystemClock:
    """The machine's time at the start, and from then on what has really passed.

    The machine's clock may be set while the bot runs, and then every deadline would come at once or not for
    hours. So it only draws this one towards it, by ``DRAWN``; the first clock that is followed (a database's)
    sets it. The time in which the machine was suspended counts as passed.
    """

    def __init__(self) -> None:
        self._at = _elapsed()
        self._now = time.time()
        self._followed: float | None = None  # what the other clock showed when nothing had elapsed

    def now(self) -> float:
        at = _elapsed()
        passed = at - self._at
        right = time.time() if self._followed is None else self._followed + at
        wrong_by = right - (self._now + passed)
        self._now += passed + min(max(wrong_by, -DRAWN * passed), DRAWN * passed)
        self._at = at
        return self._now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def follow(self, now: float) -> None:
        if self._followed is None:
            self._at, self._now = _elapsed(), now
        self._followed = now - _elapsed()


def _elapsed() -> float:
    """Seconds since some moment, by a clock that nobody sets; where there is one, it goes on in suspend."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)
