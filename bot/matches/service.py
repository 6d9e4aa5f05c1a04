"""The one way to change a match or lobby, and the matches that are kept in memory.

Every change is made by one function: take the match's lock, load it, let a pure decision say what is to be
written, write that in one transaction, and show it. Between processes the database decides which of two
changes was first; the other one is decided again. Nothing thinks while a lock is held.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from bot import recent
from bot.clock import Clock
from bot.matches import computers, deliveries
from bot.matches import match as decisions
from bot.matches.errors import Corrupt, Refused
from bot.matches.frames import Frames
from bot.matches.lobby import Lobby
from bot.matches.match import Choice, Decided, Match
from bot.store import FAILURES, Conflict, MatchRow, Store
from engine.core import AnyRules

log = logging.getLogger(__name__)

CACHED = 256 << 20
"""Bytes of matches kept in memory; any other one is replayed from its journal when it is needed."""

ATTEMPTS = 8
"""How often a change is decided when other processes change the match; each time one of them got on."""

Subject = TypeVar("Subject")
Load: TypeAlias = Callable[[bool], Awaitable[Subject]]
"""Loads what a decision is about; with True what the database has, else what is in memory will do."""
Decide: TypeAlias = Callable[[Subject, int], Decided | None]


def weigh(match: Match) -> int:
    """About how many bytes a match takes, by measurements of all games; most of it are its steps."""
    return 8_000 + 300 * len(match.steps)


def _delivery() -> deliveries.Delivery | None:
    """The interaction that this task answers; what that sets off in other tasks is not its own change."""
    delivery = deliveries.DELIVERY.get()
    return delivery if delivery is not None and delivery.task is asyncio.current_task() else None


class MatchService:
    """All matches and lobbies of one store. ``show`` is told the id of each that has changed."""

    def __init__(self, store: Store, clock: Clock, games: dict[str, AnyRules], cached: int = CACHED) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.show: Callable[[int], None] = lambda _match_id: None
        self.computers = computers.Computers(self)
        self.frames = Frames(clock)
        self.closing = False
        """The process is about to end: nothing new begins."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: recent.Recent[int, Match] = recent.Recent(cached, weigh)
        self._corrupt: set[int] = set()

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        return int(self.clock.now() * 1000)

    # The two ways to get a match

    async def match(self, match_id: int, *, fresh: bool = True) -> Match:
        """The match as it is, running or over.

        With ``fresh`` a copy in memory is used only if the database has no later revision. Raises Refused
        (gone; lobby, cancelled or pruned with the ``row``), or Corrupt.
        """
        match = self._cache.get(match_id)
        if match is None or (fresh and match.row.revision != await self.store.revision(match_id)):
            return await self._restore(match_id)
        kept = self._cache.get(match_id)  # a choice may have been written while the database was asked
        if kept is not None:
            self._cache.put(match_id, kept)  # used last, so forgotten last
        return kept or match

    async def see(self, match_id: int, person_id: int | None = None, *, fresh: bool = True) -> Match:
        """The match as it may be shown now. Raises what ``match`` raises.

        ``person_id`` has pressed something: if a computer kept their seat, they have it back.
        """
        match = await self.match(match_id, fresh=fresh)
        if person_id is not None and match.row.keeps_seat_of(person_id):
            await self.change_match(match_id, lambda there, at: decisions.take_back(there, person_id, at))
            match = await self.match(match_id, fresh=False)
        return self.frames.current.get(match_id, match)

    async def _restore(self, match_id: int) -> Match:
        row = await self._row(match_id)
        if row.status in {"lobby", "cancelled"}:
            raise Refused(row.status, row=row)
        journal = await self.store.journal(match_id)
        if row.status == "over" and not journal:
            raise Refused("pruned", row=row)
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

    async def _row(self, match_id: int, _fresh: bool = True) -> MatchRow:
        row = await self.store.match(match_id)
        if row is None:
            raise Refused("gone")
        kept = self._cache.get(match_id)
        return kept.row if kept is not None and kept.row == row else row

    async def _lobby(self, match_id: int, _fresh: bool = True) -> Lobby:
        row = await self._row(match_id)
        if row.status != "lobby":
            raise Refused(row.status, row=row)
        return Lobby(row, self.games.get(row.slug))

    def _keep(self, match: Match) -> None:
        """Hold the match in memory, unless another task has already cached a newer copy."""
        kept = self._cache.get(match.row.id)
        if kept is None or kept.row.revision <= match.row.revision:
            self._cache.put(match.row.id, match)

    def forget(self) -> None:
        """Load every match anew when it is next needed: the store was changed at large."""
        self._cache.forget()

    # The one way to change one

    async def transact(
        self, key: int, load: Load[Subject], decide: Decide[Subject], *, fresh: bool = True, show: bool = True
    ) -> Subject | MatchRow:
        """Lock, load, decide, commit once, decide again after a conflict, show.

        The row that was written, or what was loaded if nothing is to be changed. Without ``fresh`` it is
        decided from what is in memory, and again if that was refused or too old. ``key`` names the lock: the
        match's id. An interaction that has been delivered before changes nothing: the row as it is then.
        """
        delivery = _delivery()
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            for attempt in range(ATTEMPTS):
                if delivery is not None and delivery.repeats is not None:
                    return await self._row(delivery.repeats)
                look = fresh or attempt > 0
                subject = await load(look)
                try:
                    decided = decide(subject, self.now())
                except Refused:
                    if look and not await deliveries.repeated(delivery, self.store):
                        raise
                    continue  # what is in memory may be older than what another process has shown
                if decided is None:
                    return subject
                try:
                    row = await self.store.commit(
                        decided.change, None if delivery is None or delivery.kept else delivery.id
                    )
                except Conflict:
                    self._cache.drop(key)
                    await deliveries.repeated(delivery, self.store)
                    continue
                if delivery is not None:
                    delivery.kept = True
                self._written(decided, row)
                break
            else:
                raise Refused("busy")
        if show:
            self.show(row.id)
        return row

    async def change(self, match_id: int, decide: Decide[MatchRow], *, show: bool = True) -> MatchRow:
        """Change a match or lobby by its row alone; the row then. Raises Refused."""
        return await self.transact(match_id, lambda look: self._row(match_id, look), decide, show=show)

    async def change_lobby(self, match_id: int, decide: Decide[Lobby]) -> MatchRow:
        """Change a lobby, or start it; its row then. Raises Refused."""
        there = await self.transact(match_id, lambda look: self._lobby(match_id, look), decide)
        return there if isinstance(there, MatchRow) else there.row

    async def change_match(self, match_id: int, decide: Decide[Match], *, fresh: bool = True) -> MatchRow:
        """Change a match by its position; its row then. Raises Refused or Corrupt."""
        there = await self.transact(
            match_id, lambda look: self.match(match_id, fresh=look), decide, fresh=fresh
        )
        return there if isinstance(there, MatchRow) else there.row

    def _written(self, decided: Decided, row: MatchRow) -> None:
        """Keep in memory what has been written."""
        match, kept = decided.match, self._cache.get(row.id)
        if match is not None:
            match.row = row
            self._keep(match)
            if match.frames:
                self.frames.hide(match, self._frame_passed)
        elif kept is not None and kept.row is decided.change.was and row.status != "cancelled":
            self._cache.put(row.id, replace(kept, row=row))  # who has the match goes on seeing it as it was
        else:
            self._cache.drop(row.id)
        if row.computer_due:
            self.computers.think(row.id)

    # A choice

    async def act(self, match_id: int, person_id: int, stamp: int, choice: int) -> Match:
        """Play option ``choice`` of the seat's decision ``stamp``; the match as it may be shown then.

        Refused: not_seated, over, stale (another decision is due), waiting (none is); or as ``match``.
        """
        match = await self.match(match_id, fresh=False)
        if match.row.keeps_seat_of(person_id):
            match = await self.see(match_id, person_id)
        frame, seat = self.frames.current.get(match_id), match.row.seat_of(person_id)
        if frame is not None and seat is not None and self.frames.pressed(match_id, seat, stamp):
            await self._frame_passed(match_id)
            return await self.see(match_id, fresh=False)
        answers = self._answers(match, person_id, stamp, choice)

        def decide(match: Match, at: int) -> Decided:
            shown = self.frames.current.get(match_id)
            if shown is not None:  # what is hidden is not told by a refusal either
                seat = shown.row.seat_of(person_id)
                if seat is None:
                    raise Refused("not_seated", match=shown)
                raise Refused("stale" if shown.legal(seat) else "waiting", match=shown)
            return decisions.act(match, person_id, stamp, choice, at, answers)

        await self.change_match(match_id, decide, fresh=False)
        return await self.see(match_id, fresh=False)

    def _answers(self, match: Match, person_id: int, stamp: int, choice: int) -> list[Choice]:
        """What computers would answer to the person's choice, where that is known at once.

        So one transaction keeps both. It is thought out on a copy before anything is locked.
        """
        if match.row.id in self.frames.current or not any(seat.computer for seat in match.row.seats):
            return []
        try:
            decided = decisions.act(match, person_id, stamp, choice, self.now())
        except Refused:
            return []
        assert decided.match is not None
        return computers.quick(decided.match)

    async def _frame_passed(self, match_id: int) -> None:
        """A frame has been shown for long enough."""
        with suppress(Corrupt, Refused, *FAILURES):  # it is shown all the same
            if match_id not in self.frames.current:
                await self.change_match(match_id, decisions.restart_clock)
        self.show(match_id)

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
