"""The one door to a running match: seat, act, leave, resume.

Each match has a lock in this process; between processes the store decides. What an action returned
from is on the disk, with the outcomes of chance and the computers' answers that followed at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.clock import Clock
from bot.matches import computers, damaged, pace, results
from bot.matches.damaged import Corrupt
from bot.matches.frames import Veils
from bot.matches.match import Match
from bot.matches.refusals import Refused
from bot.process import logs
from bot.store import FAILURES, Conflict, MatchRow, SeatRow, Store
from bot.store.store import Shards
from engine.core import AnyRules, Seat

log = logging.getLogger(__name__)

CACHED = 1000
"""Matches kept in memory; any other one is replayed from its journal when it is needed."""

LEVEL_OF_LEAVERS = "normal"

THINKING = 2
"""Matches whose computers think in the background at once; more would slow presses and be ready no sooner."""

ATTEMPTS = 8
"""How often an action is tried when other processes act on the match; each time one of them got on."""

PAUSE, LONGEST_PAUSE = 5.0, 3600.0
"""Seconds until a computer that could not move tries again, at first and at most."""

Changed = Callable[[Match], Awaitable[None]]


class MatchService:
    """All running matches of one store."""

    def __init__(self, store: Store, clock: Clock, games: dict[str, AnyRules]) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.on_change: Changed | None = None
        """Told of matches that changed although nobody pressed."""
        self.closing = False
        """The process is about to end: nothing new begins."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[int, Match] = OrderedDict()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._thinkers = asyncio.Semaphore(THINKING)
        self._corrupt: set[int] = set()
        self._veils = Veils(clock)

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        return int(self.clock.now() * 1000)

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock of a match or lobby."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def load(self, match_id: int, *, fresh: bool = False) -> Match:
        """The match, running or over. Raises Refused (gone, lobby, cancelled) or Corrupt.

        With ``fresh`` a copy in memory is used only if the database has no later revision.
        """
        match = self._cache.get(match_id)
        if match is None or (fresh and match.row.revision != await self.store.revision(match_id)):
            match = await self._restore(match_id)
        # What was kept meanwhile may be later, or know of a new table or notice, which make no new revision.
        match = self._newer(match)
        self.keep(match)
        return match

    async def see(self, match_id: int, person_id: int | None = None) -> Match:
        """The match as it may be shown now. Raises what ``load`` raises.

        ``person_id`` has pressed something: if a computer kept their seat, they have it back.
        """
        match = await self.load(match_id, fresh=True)
        if person_id is not None and self._kept(match, person_id) is not None:
            async with self.lock(match_id):
                match = await self.load(match_id, fresh=True)
                if (seat := self._kept(match, person_id)) is not None:
                    try:
                        match = await self._back(match, seat)
                    except Conflict:  # the next press tries it again
                        match = await self.load(match_id, fresh=True)
        return self.shown(match)

    @staticmethod
    def _kept(match: Match, person_id: int) -> Seat | None:
        """The person's seat, if a computer keeps it while they are away."""
        seat = match.row.seat_of(person_id)
        return seat if seat is not None and match.row.seats[seat].away and not match.over else None

    def shown(self, match: Match) -> Match:
        """What may be shown of the match: as it is, or before a step that must not look forced."""
        return self._veils.shown(match)

    def keep(self, match: Match) -> None:
        """Hold the match in memory as the latest position."""
        self._cache[match.row.id] = match
        self._cache.move_to_end(match.row.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)

    def latest(self, match: Match) -> Match:
        """The same match as it may be shown now, as far as this process knows."""
        return self.shown(self._newer(match))

    def _newer(self, match: Match) -> Match:
        kept = self._cache.get(match.row.id)
        return kept if kept is not None and kept.row.revision >= match.row.revision else match

    def placed(self, match_id: int, message_id: int, channel_id: int) -> None:
        """The match's table is now this message."""
        for match in self._held(match_id):
            match.row = replace(match.row, message_id=message_id, channel_id=channel_id)

    def noticed(self, match_id: int, notice_id: int | None) -> None:
        """The match's latest turn notice is now this message."""
        for match in self._held(match_id):
            match.row = replace(match.row, notice_id=notice_id)

    def _held(self, match_id: int) -> list[Match]:
        kept = self._cache.get(match_id)
        return [*self._veils.frames(match_id), *([kept] if kept is not None else [])]

    async def _restore(self, match_id: int) -> Match:
        row = await self.store.match(match_id)
        if row is None:
            raise Refused("gone")
        if row.status == "lobby":
            raise Refused("lobby", row=row)
        if row.started_at is None:
            raise Refused("cancelled")
        journal = await self.store.journal(match_id)
        try:
            return Match.restore(row, self.games[row.slug], journal)
        except Exception as error:
            # What a damaged journal trips over can be anything. The match is left as it is.
            if match_id not in self._corrupt:
                self._corrupt.add(match_id)
                log.exception("match %d: its journal cannot be replayed", match_id)
            raise Corrupt(match_id) from error

    def due(self, match: Match, person_id: int) -> tuple[Seat, int]:
        """The person's seat and its stamp. Raises Refused (not_seated)."""
        seat = match.row.seat_of(person_id)
        if seat is None:
            raise Refused("not_seated", match=match)
        return seat, match.asked[seat]

    async def act(self, match_id: int, person_id: int, stamp: int, choice: int) -> Match:
        """Do the ``choice``-th of what the decision ``stamp`` of the person's seat offered.

        Raises Refused: not_seated, over, stale (another decision is due, or none), or what ``load`` raises.
        """
        async with self.lock(match_id):
            for attempt in range(ATTEMPTS):
                # What is in memory may be older than what another process has shown: a refusal looks again.
                match = await self.load(match_id, fresh=attempt > 0)
                try:
                    if (kept := self._kept(match, person_id)) is not None:
                        match = await self._back(match, kept)
                    seat, action = self._chosen(match, person_id, stamp, choice)
                except Refused:
                    if attempt > 0:
                        raise
                    continue
                except Conflict:
                    self._cache.pop(match_id, None)
                    continue
                if action is None:
                    return self.shown(await self._asked_now(match))
                after = match.fork()
                at = self.now()
                after.reseat(seat, level=None, misses=0, away=False)
                after.act(seat, action, player_id=person_id, at=at)
                try:
                    return self.shown(await self._follow_up(after, at))
                except Conflict:
                    self._cache.pop(match_id, None)
            raise Refused("busy")

    def _chosen(self, match: Match, person_id: int, stamp: int, choice: int) -> tuple[Seat, Any]:
        """The person's seat and the action; None if it was made already, and that may not be told."""
        seat, asked = self.due(match, person_id)
        if self._veils.pressed(match.row.id, seat, stamp):
            return seat, None
        if (shown := self.shown(match)) is not match:  # what is hidden is not told by a refusal either
            raise Refused("stale" if shown.legal(seat) else "waiting", match=shown)
        if match.row.status != "running":
            raise Refused("over", match=match)
        legal = match.legal(seat)
        if asked != stamp or not 0 <= choice < len(legal):
            raise Refused("stale" if legal else "waiting", match=match)
        return seat, legal[choice]

    async def _follow_up(self, after: Match, at: int) -> Match:
        """Chance and the computers' answers, then everything that is new in one transaction."""
        after.let_chance(at)
        after = await computers.answered(after, at)
        before = self._cache.get(after.row.id)
        seated = None if before is not None and before.row.seats == after.row.seats else after.row.seats
        result = after.result()
        if result is not None:
            outcome = results.outcome(after.row, result)
            after.row = await self.store.finish(
                after.row, after.entries, outcome, why=result.why, at=at, seated=seated
            )
        else:
            await self._go_on(before, after, seated, at)
        after.entries = []
        self.keep(after)
        self.veil(after)
        return after

    async def _go_on(
        self, before: Match | None, after: Match, seated: Sequence[SeatRow] | None, at: int
    ) -> None:
        if seated is None and not after.entries:
            return
        asked = before is None or any(after.asked[seat] != before.asked[seat] for seat in after.waiting)
        times = pace.times(after.row, asked=asked, waits=bool(after.waiting), at=at)
        due = bool(after.computers())
        if seated is None:
            after.row = await self.store.append(
                after.row, after.entries, computer_due=due, deadline=times.deadline, due=times.due
            )
        else:
            after.row = await self.store.change(
                after.row,
                seated=seated,
                entries=after.entries,
                computer_due=due,
                deadline=times.deadline,
                due=times.due,
            )
        if due:
            self.think(after.row.id)

    def veil(self, match: Match) -> None:
        """Show the match's latest veiled steps one by one."""

        async def lifted() -> None:
            with suppress(Corrupt, Refused, *FAILURES):  # it is shown all the same
                async with self.lock(match.row.id):
                    await self._asked_now(await self.load(match.row.id, fresh=True))
            if self.on_change is not None:
                await self.on_change(self.latest(match))

        self._veils.hide(match, lifted)

    async def _asked_now(self, match: Match) -> Match:
        """The match with the time of the decision that was hidden until now: it begins when it is seen."""
        row = match.row
        if self._veils.frames(row.id) or row.deadline is None or row.paused_at is not None:
            return match
        times = pace.times(row, asked=True, waits=True, at=self.now())
        with suppress(Conflict, *FAILURES):  # then its time began when it was hidden
            await self._change(match, deadline=times.deadline, due=times.due)
        return match

    def still_shown(self, person_id: int) -> list[MatchRow]:
        """The person's matches that are over, though their last steps are still to be shown."""
        rows = (row for row in self._veils.rows() if row.seat_of(person_id) is not None)
        return [row for row in rows if (kept := self._cache.get(row.id)) is not None and kept.over]

    async def leave(self, match_id: int, person_id: int) -> Match | None:
        """A computer takes the person's seat; None if nobody is left and the match is called off.

        Raises Refused (not_seated, over), or Corrupt; then, too, the seat is given up.
        """
        async with self.lock(match_id):
            for _attempt in range(ATTEMPTS):
                try:
                    match = await self.load(match_id, fresh=True)
                except Corrupt:
                    await damaged.leave(self.store, match_id, person_id, LEVEL_OF_LEAVERS, self.now())
                    raise
                if match.row.status != "running":
                    # Of an end that is not shown yet nobody is told.
                    raise Refused("over" if self.shown(match) is match else "busy", match=match)
                seat, _ = self.due(match, person_id)
                after = match.fork()
                after.reseat(seat, level=LEVEL_OF_LEAVERS, misses=0, away=False)
                try:
                    return await self._left(after)
                except Conflict:
                    self._cache.pop(match_id, None)
            raise Refused("busy")

    async def _left(self, after: Match) -> Match | None:
        row = after.row
        if all(sitting.computer and not sitting.away for sitting in row.seats):
            after.row = await self.store.call_off(row, "abandoned", self.now())
            self.keep(after)
            return None
        heirs = [sitting.player_id for sitting in row.seats if sitting.player_id and not sitting.computer]
        host = heirs[0] if heirs and row.host_id not in heirs else row.host_id
        due = bool(after.computers())
        after.row = await self.store.change(row, seated=row.seats, host_id=host, computer_due=due)
        self.keep(after)
        if not due:
            return self.shown(after)
        try:
            return self.shown(await self._follow_up(after.fork(), self.now()))
        except (Conflict, *FAILURES):  # the seat is given up all the same, and its computer tries again
            self.think(row.id)
            return self.shown(after)

    # People who are absent

    async def _back(self, match: Match, seat: Seat) -> Match:
        """The match after the person of the seat has it back from the computer that kept it."""
        after = match.fork()
        after.reseat(seat, level=None, misses=0, away=False)
        after.row = await self.store.change(after.row, seated=after.row.seats)
        self.keep(after)
        return after

    async def warned(self, match_id: int) -> Match | None:
        """Note that those who are waited for are being warned; None if it is not the time for it."""
        async with self.lock(match_id):
            match = await self.load(match_id, fresh=True)
            row = match.row
            if row.status != "running" or row.paused_at is not None:
                return None
            if row.due is None or row.deadline is None or not row.due <= self.now() < row.deadline:
                return None
            match.row = await self.store.change(row, due=row.deadline)
            return match

    async def stand_in(self, match_id: int) -> Match | None:
        """Computers choose for the people whose time is over; None if it is not.

        After ``pace.MISSES`` such decisions in a row the computer keeps the seat until its owner presses.
        """
        async with self.lock(match_id):
            match = await self.load(match_id, fresh=True)
            row, at = match.row, self.now()
            if row.status != "running" or row.paused_at is not None or not row.deadline or row.deadline > at:
                return None
            after = match.fork()
            for seat in match.waiting:
                sitting = row.seats[seat]
                if not sitting.computer and seat in after.waiting:
                    misses = sitting.misses + 1
                    await computers.stand_in(after, seat, LEVEL_OF_LEAVERS, at)
                    away = misses >= pace.MISSES
                    after.reseat(seat, level=LEVEL_OF_LEAVERS if away else None, misses=misses, away=away)
            return self.shown(await self._follow_up(after, at))

    # Matches that cannot be shown

    async def pause(self, match_id: int, why: str) -> None:
        """Stop the match's clock: its table cannot be shown, for this reason."""
        async with self.lock(match_id):
            match = await self.load(match_id, fresh=True)
            now = self.now()
            if match.row.status == "running":
                since = match.row.paused_at or now
                await self._change(match, paused_at=since, paused_why=why, due=now + pace.RETRY)

    async def unpause(self, match_id: int) -> None:
        """The table is shown again: the clock goes on, and the pause is charged to nobody."""
        async with self.lock(match_id):
            match = await self.load(match_id, fresh=True)
            row = pace.resumed(match.row, self.now())
            if row.status == "running" and row is not match.row:
                await self._change(match, paused_at=None, paused_why=None, deadline=row.deadline, due=row.due)

    async def give_up(self, match_id: int) -> Match | None:
        """Call off a match that could not be shown for ``pace.GIVEN_UP``; None if it is not so."""
        async with self.lock(match_id):
            match = await self.load(match_id, fresh=True)
            row = match.row
            if row.paused_at is None or self.now() - row.paused_at < pace.GIVEN_UP:
                return None
            after = match.fork()
            after.row = await self.store.call_off(row, "unreachable", self.now())
            self.keep(after)
            return after

    async def show_later(self, match_id: int, after: int) -> None:
        """The end of the match or lobby could not be shown; that is tried again for a day."""
        row = await self.store.match(match_id)
        if row is not None and row.ended_at is not None and self.now() - row.ended_at < pace.DAY:
            await self.store.change(row, due=self.now() + after)

    async def postpone(self, match_id: int) -> None:
        """Look at the match later: something about it does not work now."""
        if (row := await self.store.match(match_id)) is not None:
            with suppress(Conflict):  # somebody acts on it, so that it will fall due again
                await self.store.change(row, due=self.now() + pace.RETRY)
            self._cache.pop(match_id, None)

    def forget(self) -> None:
        """Load every match anew when it is next needed: the store was changed at large."""
        self._cache.clear()

    async def _change(self, match: Match, **values: Any) -> None:
        match.row = await self.store.change(match.row, **values)

    # Computers that need longer

    async def resume(self, shards: Shards | None = None) -> int:
        """Let the computers move that were due when the process ended; how many matches that are."""
        due = await self.store.computers_due(shards)
        for match_id in due:
            self.think(match_id)
        return len(due)

    def think(self, match_id: int) -> None:
        """Let the computers of a match choose in the background; when closing, after the next start."""
        if match_id not in self._thinking and not self.closing:
            task = asyncio.create_task(self._think(match_id), name=f"computers of match {match_id}")
            self._thinking[match_id] = task
            task.add_done_callback(lambda _: self._thinking.pop(match_id, None))

    @property
    def thinking(self) -> int:
        """In how many matches computers are choosing in the background."""
        return len(self._thinking)

    async def _think(self, match_id: int) -> None:
        with logs.about(match_id):
            await self._think_on(match_id)

    async def _think_on(self, match_id: int) -> None:
        """Until all have moved: who gave up would leave the match waiting for a computer for ever."""
        pause = PAUSE
        while True:
            try:
                while (match := await self._computed(match_id)) is not None:
                    await self._tell(match)
            except (Corrupt, Refused):
                return
            except FAILURES as error:
                what = self.store.complaint(error)
                log.error("match %d: a computer's move was not kept: %s", match_id, what)  # noqa: TRY400
            except Exception:
                log.exception("match %d: a computer could not move; it tries again", match_id)
            else:
                return
            await self.clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _computed(self, match_id: int) -> Match | None:
        """The match after the computers that are due have moved; None if none is."""
        while True:
            async with self._thinkers, self.lock(match_id):
                match = await self.load(match_id, fresh=True)
                if self.closing or match.row.status != "running" or not match.computers():
                    return None
                after = match.fork()
                at = self.now()
                await computers.answer(after, at)
                try:
                    return self.shown(await self._follow_up(after, at))
                except Conflict:
                    self._cache.pop(match_id, None)

    async def _tell(self, match: Match) -> None:
        if self.on_change is not None:
            try:
                await self.on_change(match)
            except Exception:
                log.exception("match %d could not be shown", match.row.id)

    async def finish(self) -> None:
        """Let nothing new begin, and what is being thought about come to its end."""
        self.closing = True
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        for match_id in await self._veils.end():
            await self._tell(await self.load(match_id))

    async def close(self) -> None:
        """Stop thinking; what is committed stays, the rest is done again at the next start."""
        await self._veils.close()
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
