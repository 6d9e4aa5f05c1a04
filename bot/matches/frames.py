"""What is shown of a match may be behind what is committed: a queue of frames, each shown for a while.

A step that the rules force but that must look like somebody's choice is in the journal at once, with all that
followed from it. It is shown some seconds later, or when the seat presses. Frames are kept in memory alone:
after a restart the match is shown as it is.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import SystemRandom

from bot.clock import Clock
from bot.matches import pace
from bot.matches.match import Match
from engine.core import Seat

log = logging.getLogger(__name__)

LEAST, MOST = 3.5, 6.0
"""Seconds that somebody may take to choose the only thing they can do."""

_luck = SystemRandom()


class Frames:
    """The matches that are shown as they were a moment ago."""

    def __init__(self, clock: Clock) -> None:
        self.current: dict[int, Match] = {}
        """What is shown of each match that is shown as it was, by its id."""
        self._clock = clock
        self._frames: dict[int, deque[Match]] = {}
        self._showing: dict[int, asyncio.Task[None]] = {}
        self._ended = False

    def hide(self, match: Match, passed: Callable[[int], Awaitable[None]]) -> None:
        """Show the new frames of the match one by one, then the match; ``passed`` is called after each."""
        if not match.frames or self._ended:
            match.frames = []
            return
        match_id = match.row.id
        for frame in match.frames:
            frame.row = replace(match.row, status="running", ended_at=None, why=None)
        frames = self._frames.setdefault(match_id, deque())
        new, match.frames = match.frames, []
        frames.extend(new)
        if len(frames) == len(new):
            self._ask(frames[0])
        if match_id not in self._showing:
            self._showing[match_id] = asyncio.create_task(
                self._show(match_id, passed), name=f"frames of match {match_id}"
            )

    def pressed(self, match_id: int, seat: Seat, stamp: int) -> bool:
        """If the press answers the decision in the frame that is shown, the frame ends; whether it does."""
        frame = self.current.get(match_id)
        if frame is None or seat not in frame.waiting or frame.stamps[seat] != stamp:
            return False
        self._next(match_id)
        return True

    def _ask(self, frame: Match) -> None:
        """The seat seems to be asked from now on: the frame shows a deadline counted from now."""
        at = int(self._clock.now() * 1000)
        deadline, _due = pace.times(frame.row.tempo, None, None, None, asked=True, at=at)
        frame.row = replace(frame.row, deadline=deadline)
        self.current[frame.row.id] = frame

    async def _show(self, match_id: int, passed: Callable[[int], Awaitable[None]]) -> None:
        while frames := self._frames.get(match_id):
            frame = frames[0]
            await self._clock.sleep(_luck.uniform(LEAST, MOST))
            if (frames := self._frames.get(match_id)) and frames[0] is frame:
                self._next(match_id)
                try:
                    await passed(match_id)
                except Exception:
                    log.exception("match %d could not be shown", match_id)
        # At once, not when the task is done: steps that are hidden in between would stay so for ever.
        self._showing.pop(match_id, None)

    def _next(self, match_id: int) -> None:
        frames = self._frames[match_id]
        frames.popleft()
        if frames:
            self._ask(frames[0])
        else:
            del self._frames[match_id], self.current[match_id]

    async def end(self) -> list[int]:
        """Show everything as it is from now on; which matches were not, or were just being shown."""
        self._ended = True
        hidden = list({**self._frames, **self._showing})
        self._frames.clear()
        self.current.clear()
        await self.close()
        return hidden

    async def close(self) -> None:
        """Show nothing more."""
        tasks = list(self._showing.values())
        self._showing.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
