"""One loop over what is due: warnings, deadlines, lobbies that nobody starts, tables to try again.

Everything it knows is in the database. The time that the process was down, or that this loop was late by more
than a moment, is charged to nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeAlias

from bot.matches import damaged
from bot.matches.damaged import Corrupt
from bot.matches.lobby import Lobbies
from bot.matches.match import Match
from bot.matches.pace import DAY, SECOND
from bot.matches.service import MatchService
from bot.process import logs
from bot.store import FAILURES, Conflict, MatchRow
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


NO_MATCH = 0
"""Stands for what concerns no match in particular."""


Work: TypeAlias = Callable[[], Awaitable[None]]


class Display(Protocol):
    """Where what happened is shown."""

    async def changed(self, match: Match, presser: int | None = None) -> None: ...
    async def warn(self, match: Match) -> None: ...
    async def lobby_changed(self, row: MatchRow) -> None: ...
    async def try_again(self, match: Match) -> None: ...
    async def ended(self, row: MatchRow) -> None: ...
    async def catch_up(self) -> None: ...
    def forget(self) -> None: ...


class Timers:
    """The loop, and one turn of it."""

    def __init__(
        self,
        service: MatchService,
        lobbies: Lobbies,
        display: Display,
        *,
        shards: Shards | None = None,
        process: str = "all",
    ) -> None:
        self._service = service
        self._lobbies = lobbies
        self._display = display
        self._shards = shards
        self._process = process
        self._task: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._few = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Give back the time that the process was down, then look again and again.

        What happened just before is shown once more: the process may have died before it could do so.
        """
        last = await self.beat(int(TICK * SECOND))
        if last is not None:
            rested = await self._service.store.last_pulse(f"{self._process} rested") or 0
            since = max(last - LATELY, rested + 1)
            for match_id in await self._service.store.touched(since, self._shards):
                self._do(match_id, partial(self._reveal, match_id))
        self._task = asyncio.create_task(self._run(), name="timers")

    async def beat(self, moment: int = DOWN) -> int | None:
        """Note that the process is alive; when it last was. A silence longer than a moment is given back."""
        now = self._service.now()
        last = await self._service.store.pulse(self._process, now, moment, self._shards)
        if last is not None and now - last > moment:
            log.info("%d s of silence are charged to nobody", (now - last) // SECOND)
            self._service.forget()
            self._display.forget()
        return last

    async def _run(self) -> None:
        while True:
            async with self._looking:
                try:
                    await self.tick()
                except FAILURES as error:
                    what = self._service.store.complaint(error)
                    log.error("the timers wait for the database: %s", what)  # noqa: TRY400
                except Exception:
                    log.exception("the timers stumbled; they go on")
            await self._service.clock.sleep(TICK)

    async def tick(self) -> int:
        """See to all that is due; how many matches and lobbies that was.

        Where Discord is slow to take a table, the others are not kept waiting.
        """
        await self.beat()
        due = await self._service.store.due(self._service.now(), self._shards)
        for match_id in due:
            self._do(match_id, partial(self._look, match_id))
        self._do(NO_MATCH, self._display.catch_up)
        await self._wait()
        return len(due)

    def _do(self, match_id: int, work: Work) -> None:
        """See to a match, unless that is under way already."""
        if match_id in self._under_way:
            return
        task = asyncio.create_task(self._guarded(match_id, work), name=f"timer of match {match_id}")
        self._under_way[match_id] = task
        task.add_done_callback(lambda _: self._under_way.pop(match_id, None))

    async def _wait(self) -> None:
        if self._under_way:
            await asyncio.wait(list(self._under_way.values()), timeout=TICK)

    async def _guarded(self, match_id: int, work: Work) -> None:
        with logs.about(match_id):
            try:
                await work()
            except Conflict:
                log.info("match %d: somebody was quicker than its timer", match_id)
            except FAILURES as error:
                what = self._service.store.complaint(error)
                log.error("match %d: its timer waits for the database: %s", match_id, what)  # noqa: TRY400
            except Exception:
                log.exception("match %d: its timer failed; it is tried again", match_id)
                with suppress(*FAILURES):
                    await self._service.postpone(match_id)

    async def _look(self, match_id: int) -> None:
        async with self._few:
            show = await self._due(match_id)
        if show is not None:
            await show()

    async def _reveal(self, match_id: int) -> None:
        async with self._few:
            row = await self._service.store.match(match_id)
        with suppress(Corrupt):
            if row is not None and row.status != "cancelled":
                await self._display.try_again(await self._service.see(match_id))
            elif row is not None:
                await self._display.ended(row)

    async def _due(self, match_id: int) -> Callable[[], Awaitable[None]] | None:
        """Do what is due in the store; how to show it, if there is anything to show."""
        row = await self._service.store.match(match_id)
        if row is None:
            return None
        if row.status == "lobby":
            closed = await self._lobbies.expire(match_id)
            return None if closed is None else partial(self._display.lobby_changed, closed)
        if row.status != "running":
            return partial(self._end, row)
        try:
            return await self._look_at_match(row)
        except Corrupt:
            shelved = await damaged.shelve(self._service.store, match_id, self._service.now())
            return None if shelved is None else partial(self._display.lobby_changed, shelved)

    async def _end(self, row: MatchRow) -> None:
        """Show the end of a match or lobby, unless it is long ago; if that fails, it has a new time."""
        if row.ended_at is not None and self._service.now() - row.ended_at < DAY:
            await self._display.ended(row)
        latest = await self._service.store.match(row.id)
        if latest is not None and latest.due == row.due:
            await self._service.store.change(latest, due=None)

    async def _look_at_match(self, row: MatchRow) -> Callable[[], Awaitable[None]] | None:
        match_id = row.id
        if row.paused_at is not None:
            given_up = await self._service.give_up(match_id)
            return partial(self._display.try_again, given_up or await self._service.see(match_id))
        if (match := await self._service.stand_in(match_id)) is not None:
            return partial(self._display.changed, match)
        if (match := await self._service.warned(match_id)) is not None:
            return partial(self._display.warn, match)
        return None

    async def finish(self) -> bool:
        """Stop looking, after what is being looked at; False if something was cut off."""
        async with self._looking:
            await self._wait()
            done = not self._under_way
            await self.close()
            return done

    async def rest(self) -> None:
        """Note that all that happened was shown: the next start need not show it again."""
        await self._service.store.pulse(f"{self._process} rested", self._service.now())

    async def close(self) -> None:
        """Stop looking at once."""
        tasks = [*self._under_way.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
