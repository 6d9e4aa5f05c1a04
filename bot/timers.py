"""One loop over what is due: warnings, deadlines, lobbies that nobody starts, tables to try again.

Everything it knows is in the database. The time that the process was down, or that this loop was late by more
than a moment, is charged to nobody.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from bot import logs
from bot.lobby import Lobbies
from bot.match import Match
from bot.matches import MatchService
from bot.pace import SECOND
from bot.store import FAILURES, Conflict, MatchRow
from bot.store.store import Shards

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two looks."""

DOWN = 30 * SECOND
"""A longer silence of the process than this is given back to those who were waited for."""


class Display(Protocol):
    """Where what happened is shown."""

    async def changed(self, match: Match, presser: int | None = None) -> None: ...
    async def warn(self, match: Match) -> None: ...
    async def lobby_changed(self, row: MatchRow) -> None: ...
    async def try_again(self, match: Match) -> None: ...


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

    async def start(self) -> None:
        """Give back the time that the process was down, then look again and again."""
        await self.beat(TICK * SECOND)
        self._task = asyncio.create_task(self._run(), name="timers")

    async def beat(self, moment: float = DOWN) -> None:
        """Note that the process is alive. A silence before it that was longer than a moment is given back."""
        now = self._service.now()
        last = await self._service.store.pulse(self._process, now)
        if last is not None and now - last > moment:
            log.info("%d s of silence are charged to nobody", (now - last) // SECOND)
            await self._service.store.allow(now - last, self._shards)
            self._service.forget()

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
        """Do all that is due; how many matches and lobbies that was."""
        await self.beat()
        due = await self._service.store.due(self._service.now(), self._shards)
        for match_id in due:
            with logs.about(match_id):
                try:
                    await self._look(match_id)
                except Conflict:
                    log.info("match %d: somebody was quicker than its timer", match_id)
                except FAILURES:
                    raise
                except Exception:
                    log.exception("match %d: its timer failed; it is tried again", match_id)
                    await self._service.postpone(match_id)
        return len(due)

    async def _look(self, match_id: int) -> None:
        row = await self._service.store.match(match_id)
        if row is None:
            return
        if row.status == "lobby":
            if (closed := await self._lobbies.expire(match_id)) is not None:
                await self._display.lobby_changed(closed)
        elif row.paused_at is not None:
            given_up = await self._service.give_up(match_id)
            await self._display.try_again(given_up or await self._service.see(match_id))
        elif (match := await self._service.stand_in(match_id)) is not None:
            await self._display.changed(match)
        elif (match := await self._service.warned(match_id)) is not None:
            await self._display.warn(match)

    async def finish(self) -> None:
        """Stop looking, after what is being looked at."""
        async with self._looking:
            await self.close()

    async def close(self) -> None:
        """Stop looking at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
