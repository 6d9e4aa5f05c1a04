"""Starting on a database with 10,000 open matches, and the first press on a match that is not in memory."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from tests.bench.crowd import fill, person
from tests.bench.figures import quantile, verdict
from tests.bench.stage import Stage

OPEN = 10_000
COMPUTERS_DUE = 200
"""In so many of them a computer was just thinking when the process ended."""
COLD = 200
READY = 2.0
FIRST = 0.050


async def measure(matches: int = OPEN) -> tuple[float, float, list[float]]:
    """Seconds until ready, by the clock and of CPU; seconds of each first press."""
    with tempfile.TemporaryDirectory() as folder:
        url = await fill(Path(folder), matches, computers_due=min(matches, COMPUTERS_DUE))
        began, cpu = time.perf_counter(), time.process_time()
        async with Stage.open(url) as stage:
            ready, cpu = time.perf_counter() - began, time.process_time() - cpu
            first = []
            for match_id in range(1, matches, max(1, matches // COLD)):
                began = time.perf_counter()
                hand = await stage.look(match_id, person(match_id, 0))
                first.append(hand.answered - began)
                assert hand.components, match_id
    return ready, cpu, first


def report(matches: int = OPEN) -> bool:
    """Print both times beside their budgets; whether both are kept."""
    ready, cpu, first = asyncio.run(measure(matches))
    median, late = quantile(first, 0.5), quantile(first, 0.99)
    print(
        f"ready with {matches:,} open matches {ready:6.2f} s  ({cpu:.2f} s of CPU)"
        f"   x{READY / ready:5.2f} of {READY:.0f} s   {verdict(kept=ready <= READY)}"
    )
    print(
        f"first press on a cold match   {median * 1000:6.1f} ms (p99 {late * 1000:.1f} ms)"
        f"   x{FIRST / median:5.2f} of {FIRST * 1000:.0f} ms   {verdict(kept=median <= FIRST)}"
    )
    return ready <= READY and median <= FIRST


if __name__ == "__main__":
    report()
