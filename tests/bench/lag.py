"""How late the event loop is while computers play many matches of all games to their ends at once.

The yardstick is the same look at an idle loop, which shows what the machine itself adds.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bot.store import finding
from tests.bench.crowd import fill
from tests.bench.figures import quantile, verdict
from tests.bench.stage import Stage

MATCHES = 150
LOOK = 0.002
"""Seconds between two looks."""
BUDGET = 0.050


class Lag(NamedTuple):
    """Seconds that the loop was late, and the CPU that the loop's own thread used between two looks."""

    late: list[float]
    used: list[float]


async def watch(until: asyncio.Event) -> Lag:
    """Look at the loop again and again."""
    lag = Lag([], [])
    while not until.is_set():
        began, cpu = time.perf_counter(), time.thread_time()
        await asyncio.sleep(LOOK)
        lag.late.append(max(0.0, time.perf_counter() - began - LOOK))
        lag.used.append(time.thread_time() - cpu)
    return lag


async def idle(seconds: float = 2.0) -> Lag:
    """The yardstick."""
    until = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, until.set)
    return await watch(until)


async def thinking(matches: int = MATCHES) -> tuple[Lag, float]:
    """All computers of so many matches think at once; also how long that took."""
    with tempfile.TemporaryDirectory() as folder:
        url = await fill(Path(folder), matches, people=False)
        began = time.perf_counter()
        async with Stage.open(url) as stage:
            until = asyncio.Event()
            watching = asyncio.create_task(watch(until))
            while await finding.count(stage.bot.store, "running"):
                assert stage.bot.matches.computers.thinking
                with suppress(TimeoutError):
                    await asyncio.wait_for(stage.bot.matches.computers.idle(), 0.5)
            until.set()
            return await watching, time.perf_counter() - began


def report(matches: int = MATCHES) -> bool:
    """Print how late the loop was; whether that is within the budget."""
    _print("idle loop", asyncio.run(idle()).late)
    lag, took = asyncio.run(thinking(matches))
    _print(f"computers in {matches} matches", lag.late)
    _print("  of it the loop's own CPU", lag.used)
    kept = quantile(lag.late, 0.99) <= BUDGET
    ratio = BUDGET / quantile(lag.late, 0.99)
    print(f"all played in {took:.1f} s; x{ratio:5.2f} of {BUDGET * 1000:.0f} ms (p99)   {verdict(kept=kept)}")
    return kept


def _print(what: str, seconds: list[float]) -> None:
    p50, p99, most = (
        value * 1000 for value in (quantile(seconds, 0.5), quantile(seconds, 0.99), max(seconds))
    )
    print(f"{what:28} p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   most {most:6.1f} ms")


if __name__ == "__main__":
    report()
