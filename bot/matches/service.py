"""The one way to change a match or lobby, and the matches that are kept in memory.

Every change is made by one function: take the match's lock, load it, let a pure decision say what is to be
written, write that in one transaction, and show it. Between processes the database decides which of two
changes was first; the other one is decided again. Nothing thinks while a lock is held.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from bot import recent
from bot.clock import Clock
from bot.matches import changes, computers, lobby, pace
from bot.matches.changes import Decided
from bot.matches.frames import Frames
from bot.matches.lobby import Lobby, Place
from bot.matches.match import Choice, Match
from bot.matches.refusals import Corrupt, Refused
from bot.store import FAILURES, Conflict, MatchRow, Person, Store, bulk, finding
from bot.store.store import Shards
from engine.core import AnyRules, Options

log = logging.getLogger(__name__)

CACHED = 1000
"""Matches kept in memory; any other one is replayed from its journal when it is needed."""

ATTEMPTS = 8
"""How often a change is decided when other processes change the match; each time one of them got on."""

Subject = TypeVar("Subject")
Load: TypeAlias = Callable[[bool], Awaitable[Subject]]
"""Loads what a decision is about; with True what the database has, else what is in memory will do."""
Decide: TypeAlias = Callable[[Subject, int], Decided | None]


class MatchService:
    """All matches and lobbies of one store. ``show`` is told the id of each that has changed."""

    def __init__(self, store: Store, clock: Clock, games: dict[str, AnyRules]) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.show: Callable[[int], None] = lambda _match_id: None
        self.computers = computers.Computers(self)
        self.frames = Frames(clock)
        self.closing = False
        """The process is about to end: nothing new begins."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: recent.Recent[int, Match] = recent.Recent(CACHED)
        self._corrupt: set[int] = set()

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        return int(self.clock.now() * 1000)

    # The two ways to get a match

    async def match(self, match_id: int, *, fresh: bool = True) -> Match:
        """The match as it is, running or over.

        With ``fresh`` a copy in memory is used only if the database has no later revision. Raises Refused
        (gone; lobby or cancelled with the ``row``), or Corrupt.
        """
        match = self._cache.get(match_id)
        if match is None or (fresh and match.row.revision != await self.store.revision(match_id)):
            return await self._restore(match_id)
        self._cache.put(match_id, match)  # used last, so forgotten last
        return match

    async def see(self, match_id: int, person_id: int | None = None, *, fresh: bool = True) -> Match:
        """The match as it may be shown now. Raises what ``match`` raises.

        ``person_id`` has pressed something: if a computer kept their seat, they have it back.
        """
        match = await self.match(match_id, fresh=fresh)
        if person_id is not None and changes.kept_for(match.row, person_id) is not None:
            await self.change_match(match_id, lambda there, at: changes.take_back(there, person_id, at))
            match = await self.match(match_id, fresh=False)
        return self.frames.shown(match)

    # The one way to change one

    async def change(self, match_id: int, decide: Decide[MatchRow], *, show: bool = True) -> MatchRow:
        """Change a match or lobby by its row alone; the row then. Raises Refused."""
        return await self._transact(match_id, lambda _fresh: self._row(match_id), decide, show=show)

    async def change_lobby(self, match_id: int, decide: Decide[Lobby]) -> MatchRow:
        """Change a lobby, or start it; its row then. Raises Refused."""
        there = await self._transact(match_id, lambda _fresh: self._lobby(match_id), decide)
        return there if isinstance(there, MatchRow) else there.row

    async def change_match(self, match_id: int, decide: Decide[Match], *, fresh: bool = True) -> MatchRow:
        """Change a match by its position; its row then. Raises Refused or Corrupt.

        Without ``fresh`` it is decided from the copy in memory, and again if that was refused or too old.
        """
        there = await self._transact(
            match_id, lambda look: self.match(match_id, fresh=look), decide, fresh=fresh
        )
        return there if isinstance(there, MatchRow) else there.row

    async def open(
        self, rules: AnyRules, options: Options, host: Person, place: Place, pace_name: str = pace.DEFAULT
    ) -> MatchRow:
        """A new lobby with the host seated; ``pace_name`` is one of ``pace.PACES``. Refused: restarting."""
        self._open_for_business()

        async def new(_fresh: bool) -> None: ...

        def decide(_new: None, at: int) -> Decided:
            return lobby.opened(rules, options, host, place, pace_name, at)

        row = await self._transact(-host.id, new, decide, show=False)
        assert isinstance(row, MatchRow)
        return row

    async def rematch(self, match_id: int, person: Person, place: Place) -> tuple[MatchRow, bool]:
        """Ask for, or agree to, the same match again; the lobby, and whether it is new.

        Refused: not_yours, running, restarting.
        """
        self._open_for_business()
        finished = await self.match(match_id)
        new = False

        async def asked_for(_fresh: bool) -> MatchRow | None:
            return await finding.rematch(self.store, match_id)

        def decide(asked: MatchRow | None, at: int) -> Decided | None:
            nonlocal new
            new = asked is None
            return lobby.rematch(finished, asked, person, place, at)

        row = await self._transact(match_id, asked_for, decide, show=False)
        assert isinstance(row, MatchRow)
        if not new:
            self.show(row.id)
        return row, new

    async def _transact(
        self, key: int, load: Load[Subject], decide: Decide[Subject], *, fresh: bool = True, show: bool = True
    ) -> Subject | MatchRow:
        """Lock, load, decide, commit once, decide again after a conflict, show.

        The row that was written, or what was loaded if nothing is to be changed.
        """
        async with self._lock(key):
            for attempt in range(ATTEMPTS):
                look = fresh or attempt > 0
                subject = await load(look)
                try:
                    decided = decide(subject, self.now())
                except Refused:
                    if look:
                        raise
                    continue  # what is in memory may be older than what another process has shown
                if decided is None:
                    return subject
                try:
                    row = await self.store.commit(decided.change)
                except Conflict:
                    self._cache.drop(key)
                    continue
                self._written(decided, row)
                break
            else:
                raise Refused("busy")
        if show:
            self.show(row.id)
        return row

    def _written(self, decided: Decided, row: MatchRow) -> None:
        """Keep in memory what has been written."""
        match, kept = decided.match, self._cache.get(row.id)
        if match is not None:
            match.row = row
            self._keep(match)
            self.frames.hide(match, self._frame_passed)
        elif kept is not None and kept.row is decided.change.was and row.status != "cancelled":
            self._cache.put(row.id, replace(kept, row=row))  # who has the match goes on seeing it as it was
        else:
            self._cache.drop(row.id)
        if row.computer_due:
            self.computers.think(row.id)

    def _keep(self, match: Match) -> None:
        """Hold the match in memory, unless another task has already cached a newer copy."""
        kept = self._cache.get(match.row.id)
        if kept is None or kept.row.revision <= match.row.revision:
            self._cache.put(match.row.id, match)

    def _lock(self, key: int) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def _row(self, match_id: int) -> MatchRow:
        row = await self.store.match(match_id)
        if row is None:
            raise Refused("gone")
        kept = self._cache.get(match_id)
        return kept.row if kept is not None and kept.row == row else row

    async def _lobby(self, match_id: int) -> Lobby:
        row = await self._row(match_id)
        if row.status != "lobby":
            raise Refused(row.status, row=row)
        return Lobby(row, self.games.get(row.slug))

    async def _restore(self, match_id: int) -> Match:
        row = await self._row(match_id)
        if row.status in {"lobby", "cancelled"}:
            raise Refused(row.status, row=row)
        journal = await self.store.journal(match_id)
        try:
            match = Match.restore(row, self.games[row.slug], journal)
        except Exception as error:
            # What a damaged journal trips over can be anything. The match is left as it is.
            if match_id not in self._corrupt:
                self._corrupt.add(match_id)
                log.exception("match %d: its journal cannot be replayed", match_id)
            raise Corrupt(match_id) from error
        self._keep(match)
        return match

    def _open_for_business(self) -> None:
        if self.closing:
            raise Refused("restarting")

    # What people and computers do

    async def start(self, match_id: int, by: int) -> Match:
        """Begin the match: whoever has not agreed gives way, computers fill up to the least number of seats.

        Refused: not_host, bad_options, restarting.
        """
        self._open_for_business()
        order = lobby.seating()
        await self.change_lobby(match_id, lambda there, at: lobby.start(there, by, order, at))
        return await self.see(match_id, fresh=False)

    async def act(self, match_id: int, person_id: int, stamp: int, choice: int) -> Match:
        """Play option ``choice`` of the seat's decision ``stamp``; the match as it may be shown then.

        Refused: not_seated, over, stale (another decision is due), waiting (none is); or as ``match``.
        """
        match = await self.match(match_id, fresh=False)
        if changes.kept_for(match.row, person_id) is not None:
            match = await self.see(match_id, person_id)
        seat = match.row.seat_of(person_id)
        if seat is not None and self.frames.pressed(match_id, seat, stamp):
            await self._frame_passed(match_id)
            return await self.see(match_id, fresh=False)
        answers = self._answers(match, person_id, stamp, choice)

        def decide(match: Match, at: int) -> Decided:
            shown = self.frames.shown(match)
            if shown is not match:  # what is hidden is not told by a refusal either
                seat = changes.seat_of(match, person_id)
                raise Refused("stale" if shown.legal(seat) else "waiting", match=shown)
            return changes.act(match, person_id, stamp, choice, at, answers)

        await self.change_match(match_id, decide, fresh=False)
        return await self.see(match_id, fresh=False)

    def _answers(self, match: Match, person_id: int, stamp: int, choice: int) -> list[Choice]:
        """What computers would answer to the person's choice, where that is known at once.

        So one transaction keeps both. It is thought out on a copy before anything is locked.
        """
        if not any(sitting.computer for sitting in match.row.seats) or self.frames.hides(match.row.id):
            return []
        try:
            decided = changes.act(match, person_id, stamp, choice, self.now())
        except Refused:
            return []
        assert decided.match is not None
        return computers.quick(decided.match)

    async def leave(self, match_id: int, person_id: int) -> MatchRow:
        """A computer takes the person's seat, or the match is called off; its row then.

        Refused: not_seated, over, busy. Raises Corrupt if it cannot be replayed, after giving up the seat.
        """

        def decide(match: Match, at: int) -> Decided:
            if match.over:
                # Of an end that is not shown yet nobody is told.
                raise Refused("over" if self.frames.shown(match) is match else "busy", match=match)
            return changes.leave(match, person_id, at)

        def decide_unreadable(row: MatchRow, at: int) -> Decided:
            return changes.leave_unreadable(row, person_id, at)

        try:
            return await self.change_match(match_id, decide)
        except Corrupt:
            await self.change(match_id, decide_unreadable)
            raise

    # Time

    async def stand_in(self, match_id: int) -> bool:
        """Let computers choose for the people whose time is over; whether any did. May raise Corrupt."""
        match = await self.match(match_id)
        if not changes.overdue(match, self.now()):
            return False
        choices = await computers.stand_ins(match, changes.STAND_IN)
        row = await self.change_match(match_id, lambda there, at: changes.stand_in(there, choices, at))
        return row.revision != match.row.revision

    async def _frame_passed(self, match_id: int) -> None:
        """A frame has been shown for long enough."""
        with suppress(Corrupt, Refused, *FAILURES):  # it is shown all the same
            if not self.frames.hides(match_id):
                await self.change_match(match_id, changes.restart_clock)
        self.show(match_id)

    async def pause(self, match_id: int, why: str) -> None:
        """Stop the match's clock: it cannot be shown, for this reason."""
        await self.change(match_id, lambda row, at: changes.pause(row, why, at), show=False)

    async def beat(self, process: str, moment: int, shards: Shards | None) -> int | None:
        """Record that the process is alive; when it last was. After a longer gap all deadlines move by it."""
        last = await bulk.beat(self.store, process, self.now(), moment, shards)
        if last is not None and self.now() - last > moment:
            self.forget()
        return last

    async def erase(self, person_id: int) -> int:
        """Make everything about a person an anonymous stand-in's; how many matches that were.

        Raises StillSeated if the person has not left all running matches and lobbies.
        """
        erased = await bulk.erase(self.store, person_id)
        self.forget()
        return erased

    def forget(self) -> None:
        """Load every match anew when it is next needed: the store was changed at large."""
        self._cache.forget()

    def still_shown(self, person_id: int) -> Iterable[MatchRow]:
        """The person's matches that are over, though their last steps are still to be shown."""
        for row in self.frames.rows():
            kept = self._cache.get(row.id)
            if row.seat_of(person_id) is not None and kept is not None and kept.over:
                yield row

    # The end

    async def finish(self) -> None:
        """Let nothing new begin, and what is being thought about come to its end."""
        self.closing = True
        await self.computers.finish()
        for match_id in await self.frames.end():
            self.show(match_id)

    async def close(self) -> None:
        """Stop thinking; what is committed stays, the rest is done again at the next start."""
        await self.frames.close()
        await self.computers.close()
