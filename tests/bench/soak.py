"""A long life in one process: 20,000 matches, half of them abandoned in the lobby. Is memory flat?

A short life has caches that are smaller in proportion, so that they are full as early.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import time
import tracemalloc
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from bot import recent
from bot.matches import service
from bot.matches.pace import HOUR, SECOND
from bot.store import bulk, finding
from engine.core import AnyRules
from engine.games import GAMES
from tests.bench.figures import verdict
from tests.bench.stage import Stage

WHOLE_LIFE = 20_000
LOADED = 1_000
"""Matches that are kept in memory, so that it is soon known whether more pile up."""
ROUND = 50
"""Matches at a time, and as many lobbies that nobody starts."""
BY_HAND = 5
"""One match in so many is played by pressing; in the others two people begin and do nothing."""
FLAT = 0.05
VEIL = 6.0
"""Seconds after which every veiled step has been shown."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class LeapingClock:
    """Time that goes only when it is told to."""

    def __init__(self) -> None:
        self._now = 1_800_000_000.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    def follow(self, now: float) -> None:
        """It follows nobody."""

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._sleeping.append((self._now + seconds, waiting))
        await waiting

    def leap(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds
        for until, waiting in self._sleeping:
            if until <= self._now and not waiting.done():
                waiting.set_result(None)
        self._sleeping = [(until, waiting) for until, waiting in self._sleeping if not waiting.done()]

    @property
    def sleeping(self) -> bool:
        """Whether anybody waits for time to pass."""
        return any(not waiting.done() for _until, waiting in self._sleeping)


class Kept(NamedTuple):
    """What the process holds on to at a moment."""

    tasks: int
    views: int
    """Views and messages in discord.py's store."""
    passing: int
    """Entries of our own that belong to what is going on."""


@dataclass
class Life:
    """The matches of one process."""

    stage: Stage
    clock: LeapingClock
    rng: Random
    matches: int = 0
    by_hand: int = 0
    people: int = 1000

    def someone(self) -> int:
        """Somebody who has not played before."""
        self.people += 1
        return self.people

    async def round(self, size: int = ROUND) -> None:
        """Lobbies that nobody starts, and as many matches, until all of them are over."""
        games = list(GAMES.values())
        for number in range(size):
            await self.stage.lobby(
                games[number % len(games)], [self.someone() for _ in range(1 + number % 2)]
            )
        for number in range(size):
            rules = games[number // BY_HAND % len(games)]
            if number % BY_HAND == 0:
                await self._played_by_hand(rules, [self.someone() for _ in range(1 + self.by_hand % 2)])
            else:
                await self.stage.deal(rules, [self.someone(), self.someone()])
        self.matches += 2 * size
        await self.quiet()
        # Those who do not press are stood in for, then kept seats for, and the lobbies close.
        while await finding.count(self.stage.bot.store, "running") or await finding.count(
            self.stage.bot.store, "lobby"
        ):
            await self.pass_time(HOUR // SECOND + 1)
        self.stage.hands.clear()

    async def _played_by_hand(self, rules: AnyRules, people: list[int]) -> None:
        match = await self.stage.deal(rules, people)
        self.by_hand += 1
        hands = [await self.stage.look(match.row.id, person) for person in people]
        while True:
            for hand in hands:
                if (control := hand.control(self.rng)) is not None:
                    await self.stage.press(hand, control)
                    break
            else:
                if (await self.stage.bot.matches.match(match.row.id)).row.over:
                    return
                await self.quiet()
                for hand in hands:
                    await self.stage.look(match.row.id, hand.person)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and what is due by then happen."""
        bot = self.stage.bot
        self.clock.leap(seconds)
        await bulk.beat(bot.store, "all", bot.matches.now())  # else the process would seem to have been down
        while await bot.timers.tick():
            pass
        await self.quiet()

    async def quiet(self) -> None:
        """Until nothing is going on."""
        matches, display = self.stage.bot.matches, self.stage.bot.display
        while True:
            await matches.computers.idle()
            await display.idle()
            if not matches.computers.thinking and not matches.frames.current:
                return
            self.clock.leap(VEIL)
            await asyncio.sleep(0.001)

    def kept(self) -> Kept:
        """What there is now."""
        bot = self.stage.bot
        store = bot._connection._view_store
        passing = bot.matches.computers.thinking + len(bot.matches.frames.current)
        return Kept(
            len(asyncio.all_tasks()),
            len(store._views) + len(store._synced_message_views) + len(store._modals),
            passing,
        )


class Moment(NamedTuple):
    """How things stood after so many matches."""

    matches: int
    megabytes: float
    kept: Kept


async def live(whole: int, looks: int = 20, *, trace: bool = False) -> list[Moment]:
    """So many matches; how things stood at the start and at so many moments after it."""
    share = min(1.0, whole / WHOLE_LIFE)
    size = max(BY_HAND, int(ROUND * min(1.0, 10 * share)))
    moments = []
    with (
        patch.object(service, "weigh", lambda _match: service.CACHED // int(LOADED * share)),
        patch.object(recent, "REMEMBERED", int(recent.REMEMBERED * share)),
    ):
        clock = LeapingClock()
        async with Stage.open(clock=clock) as stage:
            await stage.bot.timers.close()  # its turns are taken here
            life = Life(stage, clock, Random(5))
            moments.append(Moment(0, resident(), life.kept()))
            _print(moments[-1])
            while life.matches < whole:
                await life.round(size)
                if life.matches * looks >= whole * len(moments):
                    moments.append(Moment(life.matches, resident(), life.kept()))
                    if len(moments) % 4 == 1:
                        _print(moments[-1])
                    if trace and len(moments) == looks // 4:
                        tracemalloc.start(10)
                        first = tracemalloc.take_snapshot()
            if trace:
                for line in tracemalloc.take_snapshot().compare_to(first, "lineno")[:12]:
                    print(f"  {line}")
                tracemalloc.stop()
    return moments


def resident() -> float:
    """Megabytes of memory of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def growth(moments: list[Moment]) -> float:
    """By what share memory grows from a quarter of the life to its end, by the line that fits best."""
    late = moments[len(moments) // 4 :]
    xs, ys = [moment.matches for moment in late], [moment.megabytes for moment in late]
    slope, start = statistics.linear_regression(xs, ys)
    return slope * (xs[-1] - xs[0]) / (start + slope * xs[0])


def _print(moment: Moment) -> None:
    kept = moment.kept
    print(
        f"{moment.matches:>7,} matches {moment.megabytes:6.1f} MB   tasks {kept.tasks}, views {kept.views},"
        f" under way {kept.passing}",
        flush=True,
    )


def report(whole: int = WHOLE_LIFE, *, trace: bool = False) -> bool:
    """Print how memory goes; whether it was flat and everything went back to what it was at the start."""
    began = time.perf_counter()
    moments = asyncio.run(live(whole, trace=trace))
    first, last = moments[0].kept, moments[-1].kept
    back = last[:3] == first[:3]
    grown = growth(moments)
    print(
        f"growth from a quarter to the end {grown:+.1%} of at most {FLAT:.0%}   {verdict(kept=grown <= FLAT)}"
        f"   tasks, views and what is under way are back   {verdict(kept=back)}"
        f"   ({time.perf_counter() - began:.0f} s)"
    )
    return grown <= FLAT and back


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else WHOLE_LIFE
    sys.exit(not report(many, trace="trace" in sys.argv))
