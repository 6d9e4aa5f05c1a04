"""Steps that the rules have made but that must look to the others like somebody's choice.

Such a step, and all that followed from it, is in the journal at once; it is shown a natural while later,
or when the seat presses. Nothing is kept of this: after a restart the match is shown as it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import SystemRandom

from bot.clock import Clock
from bot.matches import pace
from bot.matches.match import Match
from bot.store import MatchRow
from engine.core import Seat

log = logging.getLogger(__name__)

LEAST, MOST = 3.5, 6.0
"""Seconds that somebody may take to choose the only thing they can do."""

_luck = SystemRandom()


class Veils:
    """The matches that are shown as they were a moment ago."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._frames: dict[int, deque[Match]] = {}
        self._lifting: dict[int, asyncio.Task[None]] = {}
        self._ended = False

    def shown(self, match: Match) -> Match:
        """What may be shown of the match now."""
        frames = self._frames.get(match.row.id)
        return frames[0] if frames else match

    def frames(self, match_id: int) -> list[Match]:
        """What is still to be shown of the match before it is shown as it is."""
        return list(self._frames.get(match_id, ()))

    def hide(self, match: Match, lifted: Callable[[], Awaitable[None]]) -> None:
        """Show the veiled steps of the match one after the other, calling ``lifted`` after each."""
        if not match.veiled or self._ended:
            match.veiled = []
            return
        match_id = match.row.id
        for frame in match.veiled:
            frame.row = replace(match.row, status="running", ended_at=None, why=None)
        frames = self._frames.setdefault(match_id, deque())
        new, match.veiled = match.veiled, []
        frames.extend(new)
        if len(frames) == len(new):
            self._ask(frames[0])
        if match_id not in self._lifting:
            self._lifting[match_id] = asyncio.create_task(
                self._lift(match_id, lifted), name=f"veils of match {match_id}"
            )

    def pressed(self, match_id: int, seat: Seat, stamp: int) -> bool:
        """The seat presses what it was to press anyhow: the step is shown. False if it is not so."""
        frames = self._frames.get(match_id)
        if not frames or seat not in frames[0].waiting or frames[0].asked[seat] != stamp:
            return False
        self._next(match_id)
        return True

    def _ask(self, frame: Match) -> None:
        """From now on the seat seems to be asked; its time seems to run."""
        at = int(self._clock.now() * 1000)
        frame.row = replace(frame.row, deadline=pace.times(frame.row, asked=True, waits=True, at=at).deadline)

    def rows(self) -> list[MatchRow]:
        """Of all matches that are shown as they were."""
        return [frames[0].row for frames in self._frames.values()]

    async def _lift(self, match_id: int, lifted: Callable[[], Awaitable[None]]) -> None:
        while frames := self._frames.get(match_id):
            frame = frames[0]
            await self._clock.sleep(_luck.uniform(LEAST, MOST))
            if (frames := self._frames.get(match_id)) and frames[0] is frame:
                self._next(match_id)
                try:
                    await lifted()
                except Exception:
                    log.exception("match %d could not be shown", match_id)
        # At once, not when the task is done: steps that are hidden in between would stay so for ever.
        self._lifting.pop(match_id, None)

    def _next(self, match_id: int) -> None:
        frames = self._frames[match_id]
        frames.popleft()
        if frames:
            self._ask(frames[0])
        else:
            del self._frames[match_id]

    async def end(self) -> list[int]:
        """Show everything as it is from now on; which matches were not, or were just being shown."""
        self._ended = True
        hidden = list({**self._frames, **self._lifting})
        self._frames.clear()
        await self.close()
        return hidden

    async def close(self) -> None:
        """Show nothing more."""
        tasks = list(self._lifting.values())
        self._lifting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
