"""One loop over what is due: warnings, deadlines, lobbies that nobody starts, tables to try again.

Everything it knows is in the database. The time that the process was down, or that this loop was late by more
than a moment, is charged to nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeAlias

from bot.matches import changes, lobby, operations
from bot.matches.match import Decided
from bot.matches.pace import DAY, RETRY, SECOND
from bot.matches.refusals import Corrupt, Refused
from bot.matches.service import MatchService
from bot.process import logs
from bot.store import FAILURES, MatchRow, bulk, finding, overview
from bot.store.store import Shards

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two looks."""

DOWN = 30 * SECOND
"""A longer silence of the process than this is given back to those who were waited for."""

LATELY = 15 * SECOND
"""What happened so shortly before the process died was perhaps not shown."""

AT_ONCE = 5
"""Matches for which the database is asked at the same time; presses want it, too."""

DISPLAY = 0
"""Key of the task that lets the display catch up; those of matches are their ids."""

Work: TypeAlias = Callable[[], Awaitable[None]]


class Display(Protocol):
    """Where matches and lobbies are shown."""

    def show(self, match_id: int, *, anew: bool = False, warn: bool = False) -> None: ...
    async def catch_up(self) -> None: ...
    async def settled(self, match_id: int) -> None: ...


class Timers:
    """The loop, and one turn of it."""

    def __init__(
        self,
        matches: MatchService,
        display: Display,
        *,
        shards: Shards | None = None,
        process: str = "all",
    ) -> None:
        self._matches = matches
        self._display = display
        self._shards = shards
        self._process = process
        self.waiting: str | None = None
        """What the database said when the latest turn failed; None if it went well."""
        self._task: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._few = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Give back the time that the process was down, then look again and again.

        What happened just before is shown once more: the process may have died before it could do so.
        """
        store = self._matches.store
        last = await self.beat(int(TICK * SECOND))
        if last is not None:
            rested = await bulk.last_beat(store, f"{self._process} rested") or 0
            since = max(last - LATELY, rested + 1)
            for match_id in await finding.touched(store, since, self._shards):
                self._display.show(match_id, anew=True)
        self._task = asyncio.create_task(self._run(), name="timers")

    async def beat(self, moment: int = DOWN) -> int | None:
        """Record a heartbeat; when the last one was. Deadlines move by a gap of more than ``moment`` ms.

        The clock follows that of a database which processes on other machines may share.
        """
        if (shared := await overview.shared_time(self._matches.store)) is not None:
            self._matches.clock.follow(shared)
        last = await operations.beat(self._matches, self._process, moment, self._shards)
        gap = 0 if last is None else self._matches.now() - last
        if gap > moment:
            log.info("%d s of silence are charged to nobody", gap // SECOND)
        return last

    async def _run(self) -> None:
        while True:
            async with self._looking:
                try:
                    await self.tick()
                    self.waiting = None
                except FAILURES as error:
                    self.waiting = self._matches.store.complaint(error)
                    log.error("the timers wait for the database: %s", self.waiting)  # noqa: TRY400
                except Exception:
                    log.exception("the timers stumbled; they go on")
            await self._matches.clock.sleep(TICK)

    async def tick(self) -> int:
        """See to all that is due; how many matches and lobbies that was.

        Where Discord is slow to take a table, the others are not kept waiting.
        """
        await self.beat()
        due = await finding.due(self._matches.store, self._matches.now(), self._shards)
        for match_id in due:
            self._do(match_id, partial(self._look, match_id))
        self._do(DISPLAY, self._display.catch_up)
        await self._wait()
        return len(due)

    def _do(self, key: int, work: Work) -> None:
        """Start the work, unless that of this key is under way already."""
        if key in self._under_way:
            return
        task = asyncio.create_task(self._guarded(key, work), name=f"timer of match {key}")
        self._under_way[key] = task
        task.add_done_callback(lambda _: self._under_way.pop(key, None))

    async def _wait(self) -> None:
        if self._under_way:
            await asyncio.wait(list(self._under_way.values()), timeout=TICK)

    async def _guarded(self, match_id: int, work: Work) -> None:
        with logs.about(match_id):
            try:
                await work()
            except Refused:
                log.info("match %d: somebody was quicker than its timer", match_id)
            except FAILURES as error:
                what = self._matches.store.complaint(error)
                log.error("match %d: its timer waits for the database: %s", match_id, what)  # noqa: TRY400
            except Exception:
                log.exception("match %d: its timer failed; it is tried again", match_id)
                with suppress(Refused, *FAILURES):
                    await self._matches.change(match_id, lambda row, at: changes.look_again(row, RETRY, at))

    async def _look(self, match_id: int) -> None:
        """Do what is due about a match or lobby, and wait until it is shown."""
        async with self._few:
            row = await self._matches.store.match(match_id)
            if row is None:
                return
            if row.status == "running":
                await self._look_at_match(row)
            elif row.status == "lobby":
                await self._matches.change(match_id, lobby.expire)
            elif row.ended_at is not None and self._matches.now() - row.ended_at < DAY:
                self._display.show(match_id, anew=True)
        await self._display.settled(match_id)
        if row.status in {"over", "cancelled"}:  # unless the end could not be shown, and has a new time
            await self._matches.change(
                match_id, lambda there, _: changes.end_shown(there, row.due), show=False
            )

    async def _look_at_match(self, row: MatchRow) -> None:
        matches, match_id = self._matches, row.id
        warned = False

        def warn(there: MatchRow, at: int) -> Decided | None:
            nonlocal warned
            decided = changes.warn(there, at)
            warned = decided is not None
            return decided

        try:
            if row.paused_at is not None:
                there = await matches.change(match_id, changes.give_up)
                if there.status == "running":
                    await matches.see(match_id)
                    self._display.show(match_id, anew=True)
            elif not await operations.stand_in(matches, match_id):
                await matches.change(match_id, warn, show=False)
                if warned:
                    self._display.show(match_id, warn=True)
        except Corrupt:
            await operations.pause(matches, match_id, "unreadable")

    async def finish(self) -> bool:
        """Stop looking, after what is being looked at; False if something was cut off."""
        async with self._looking:
            await self._wait()
            done = not self._under_way
            await self.close()
            return done

    async def rest(self) -> None:
        """Note that all that happened was shown: the next start need not show it again."""
        await bulk.beat(self._matches.store, f"{self._process} rested", self._matches.now())

    async def close(self) -> None:
        """Stop looking at once."""
        tasks = [*self._under_way.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
