"""Presses a second that one process holds with 1,000 open matches over all games.

First people press without a pause, then fifty times a second, which is about as often as Discord lets a bot
redraw tables. The yardstick is a bare echo button, pressed without a pause.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.store import finding
from tests.bench import press
from tests.bench.crowd import fill
from tests.bench.figures import quantile, verdict
from tests.bench.stage import Hand, Stage

OPEN = 1_000
AT_ONCE = 32
"""People who press at the same moment when nobody pauses."""
RATE = 50
"""https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
SLOW = 1.0
"""Seconds after which an answer feels late."""


class Held(NamedTuple):
    """Presses, seconds that they took in all, by clock and CPU, and the seconds until each was answered."""

    presses: int
    seconds: float
    cpu: float
    latencies: list[float]


class Crowd:
    """The people of all matches, and who of them is asked something."""

    def __init__(self, stage: Stage, rng: Random) -> None:
        self._stage = stage
        self._rng = rng
        self._hands: list[Hand] = []
        self._busy: set[Hand] = set()
        self.latencies: list[float] = []

    async def sit_down(self, matches: int) -> None:
        """Everybody opens their hand."""
        for match_id in range(1, matches + 1):
            match = await self._stage.bot.matches.match(match_id)
            for sitting in match.row.seats:
                if sitting.player_id is not None:
                    self._hands.append(await self._stage.look(match_id, sitting.player_id))

    async def press(self) -> bool:
        """Somebody who is asked presses something; False if nobody was found."""
        for _attempt in range(200):
            hand = self._rng.choice(self._hands)
            if hand not in self._busy and (control := hand.control(self._rng)) is not None:
                break
        else:
            return False
        self._busy.add(hand)
        began = time.perf_counter()
        answers = hand.answers
        await self._stage.press(hand, control)
        assert hand.answers > answers, control
        self.latencies.append(hand.answered - began)
        self._busy.discard(hand)
        return True


async def measure(seconds: float, rate: int | None, matches: int = OPEN) -> tuple[Held, int]:
    """Presses for so long, at this rate or else without a pause; and how many matches stayed open."""
    with tempfile.TemporaryDirectory() as folder:
        url = await fill(Path(folder), matches)
        async with Stage.open(url) as stage:
            crowd = Crowd(stage, Random(3))
            await crowd.sit_down(matches)
            began, cpu = time.perf_counter(), time.process_time()
            if rate is None:
                await asyncio.gather(*(_again(crowd, began + seconds) for _ in range(AT_ONCE)))
            else:
                await _at_rate(crowd, rate, seconds)
            took, cpu = time.perf_counter() - began, time.process_time() - cpu
            running = await finding.count(stage.bot.store, "running")
            return Held(len(crowd.latencies), took, cpu, crowd.latencies), running


async def _again(crowd: Crowd, until: float) -> None:
    while time.perf_counter() < until:
        if not await crowd.press():
            await asyncio.sleep(0.001)


async def _at_rate(crowd: Crowd, rate: int, seconds: float) -> None:
    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            group.create_task(crowd.press())


def report(seconds: float = 6.0) -> bool:
    """Print what is held; whether no answer at Discord's own pace took longer than a second."""
    began = time.perf_counter()
    asyncio.run(press.echo(2_000))
    yardstick = 2_000 / (time.perf_counter() - began)
    print(f"echo button, one at a time  {yardstick:7,.0f} presses/s")
    held, running = asyncio.run(measure(seconds, None))
    _print(f"{AT_ONCE} at once, {running:,} matches open", held, yardstick)
    paced, running = asyncio.run(measure(seconds, RATE))
    slow = _print(f"{RATE} a second, {running:,} matches open", paced, yardstick)
    print(f"share over {SLOW:.0f} s at {RATE} a second: none wanted   {verdict(kept=not slow)}")
    return not slow


def _print(what: str, held: Held, yardstick: float) -> int:
    rate = held.presses / held.seconds
    slow = sum(latency > SLOW for latency in held.latencies)
    p50, p99 = (quantile(held.latencies, share) * 1000 for share in (0.5, 0.99))
    print(
        f"{what:34}{rate:6.0f} presses/s (1/{yardstick / rate:.0f} of echo;"
        f" CPU alone would hold {held.presses / held.cpu:.0f})"
        f"   p50 {p50:.1f} ms   p99 {p99:.1f} ms   over {SLOW:.0f} s {slow / held.presses:.2%}"
    )
    return slow


if __name__ == "__main__":
    report()
