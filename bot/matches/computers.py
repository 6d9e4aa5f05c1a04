"""Computer players choose here, from views, and never while anything is locked.

What a choice is worth is decided when it is written: it counts only if its decision is still the one due.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import Protocol

from bot.clock import Clock
from bot.matches import match as decisions
from bot.matches.match import Choice, Decided, Match
from bot.matches.refusals import Corrupt, Refused
from bot.process import logs
from bot.store import FAILURES, MatchRow, Store, finding
from bot.store.store import Shards
from engine import players
from engine.core import Seat

log = logging.getLogger(__name__)

QUICK = 0.001
"""Seconds of a thought that another thread is not worth: the way there and back takes a fifth of it."""

SLICE = 0.002
"""Seconds that quick thoughts may hold up the event loop in all."""

BATCH = 0.3
"""Seconds after which the choices made so far are written."""

THINKING = 2
"""Matches whose computers think at the same time; more would slow presses and be ready no sooner."""

PAUSE, LONGEST_PAUSE = 5.0, 3600.0
"""Seconds until a computer that could not move tries again, at first and at most."""

_FADES = 0.9
_takes: dict[type, float] = {}
"""By kind of player: seconds of CPU of its longest latest thought, which fades with every shorter one."""


def quick(match: Match) -> list[Choice]:
    """The choices of computers that take no time worth speaking of; ``match`` is played on with them."""
    try:
        return _choose(match, SLICE, only_quick=True)
    except Exception:
        log.exception("match %d: a computer could not move", match.row.id)
        return []


async def think(match: Match) -> list[Choice]:
    """The choices of the computers that are due, and of those that are due then."""
    return await asyncio.to_thread(_choose, match.fork(), BATCH)


async def stand_ins(match: Match, level: str) -> list[Choice]:
    """What a computer of this level would choose for each person who is to choose."""

    def choose() -> list[Choice]:
        late = [seat for seat in match.waiting if not match.row.seats[seat].computer]
        return [_choice(match, seat, level, random.Random()) for seat in late]

    return await asyncio.to_thread(choose)


def _choose(match: Match, seconds: float, *, only_quick: bool = False) -> list[Choice]:
    rng = random.Random()
    until = time.monotonic() + seconds
    choices: list[Choice] = []
    while (seats := match.computers()) and time.monotonic() < until:
        level = match.row.seats[seats[0]].level
        assert level is not None
        if only_quick and _takes.get(type(players.player(level, match.rules.slug)), QUICK) >= QUICK:
            break
        choice = _choice(match, seats[0], level, rng)
        match.play(choice.seat, choice.action, at=0)
        choices.append(choice)
    return choices


def _choice(match: Match, seat: Seat, level: str, rng: random.Random) -> Choice:
    began = time.thread_time()
    player = players.player(level, match.rules.slug)
    action = player.choose(match.rules.view(match.state, seat), match.legal(seat), rng)
    _takes[type(player)] = max(time.thread_time() - began, _FADES * _takes.get(type(player), 0.0))
    return Choice(seat, match.stamps[seat], action)


class Matches(Protocol):
    """What computers need of the matches they play in."""

    store: Store
    clock: Clock
    closing: bool

    async def match(self, match_id: int) -> Match: ...

    async def change_match(
        self, match_id: int, decide: Callable[[Match, int], Decided | None]
    ) -> MatchRow: ...


class Computers:
    """The matches in which computers are choosing in the background."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._due: set[int] = set()
        """Matches whose computers fell due since their task last looked."""
        self._resting: set[int] = set()
        """Matches whose computers failed and wait before they try again."""
        self._places = asyncio.Semaphore(THINKING)

    async def resume(self, shards: Shards | None = None) -> int:
        """Let the computers move that were due when the process ended; how many matches that are."""
        due = await finding.computers_due(self._matches.store, shards)
        for match_id in due:
            self.think(match_id)
        return len(due)

    def think(self, match_id: int) -> None:
        """Let the computers of a match choose in the background; when closing, after the next start."""
        if self._matches.closing:
            return
        self._due.add(match_id)
        if match_id not in self._tasks:
            task = asyncio.create_task(self._go_on(match_id), name=f"computers of match {match_id}")
            self._tasks[match_id] = task
            task.add_done_callback(lambda _: self._ended(match_id))

    def _ended(self, match_id: int) -> None:
        del self._tasks[match_id]
        if match_id in self._due:  # it fell due when the task had looked for the last time
            self.think(match_id)

    @property
    def thinking(self) -> int:
        """In how many matches computers are choosing in the background."""
        return len(self._tasks)

    async def idle(self) -> None:
        """Come back when no computer is choosing."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _go_on(self, match_id: int) -> None:
        """Choose until people are to choose. It never gives up, since that would stall the match."""
        pause = PAUSE
        with logs.about(match_id):
            while True:
                try:
                    while await self._choose(match_id):
                        pass
                except (Corrupt, Refused):
                    return
                except FAILURES as error:
                    what = self._matches.store.complaint(error)
                    log.error("match %d: a computer's move was not kept: %s", match_id, what)  # noqa: TRY400
                except Exception:
                    log.exception("match %d: a computer could not move; it tries again", match_id)
                else:
                    return
                self._resting.add(match_id)
                try:
                    await self._matches.clock.sleep(pause)
                finally:
                    self._resting.discard(match_id)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _choose(self, match_id: int) -> bool:
        """Let the computers that are due choose once; False if none is."""
        self._due.discard(match_id)
        match = await self._matches.match(match_id)
        if self._matches.closing or match.row.over or not match.computers():
            return False
        async with self._places:
            choices = await think(match)
        await self._matches.change_match(match_id, lambda there, at: decisions.computers(there, choices, at))
        return True

    async def finish(self) -> None:
        """Let what is being thought about come to its end; nothing new begins when matches are closing."""
        for match_id in self._resting:
            self._tasks[match_id].cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop thinking."""
        self._due.clear()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
