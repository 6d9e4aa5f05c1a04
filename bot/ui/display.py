"""``show(match)``: the one way to show what has become of a match or lobby, whoever asks.

A show brings the table, the open hands and the notices up to date with what may be shown now. Shows of one
match follow each other, those that come meanwhile are one, and what could not be shown is shown later.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager, suppress

from bot.art.appearance import Appearance
from bot.clock import Clock
from bot.face import Faces
from bot.matches.errors import Corrupt, Refused
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.matches.service import MatchService
from bot.process import logs
from bot.recent import Recent
from bot.store import FAILURES
from bot.ui import looking
from bot.ui.hands import Hands
from bot.ui.looking import Seen
from bot.ui.messages import Messages
from bot.ui.notices import Notices
from bot.ui.tables import Drawing, Drawings, Tables
from engine.core import Seat

log = logging.getLogger(__name__)

AGAIN = 60.0
"""Seconds until what could not be shown is shown."""


SOON = 5.0
"""Seconds until a table is drawn that was too much for Discord's limits."""


class Meanwhile:
    """Refreshes open hands while a table waits for Discord: their requests have limits of their own."""

    def __init__(self, matches: MatchService, hands: Hands) -> None:
        self._matches = matches
        self._hands = hands
        self._drawing: set[int] = set()
        self.refreshing: dict[int, asyncio.Task[None]] = {}

    async def draw(self, match_id: int, drawing: Awaitable[bool]) -> bool:
        """Come back when the table is drawn, or cannot be, and no hand is being refreshed."""
        self._drawing.add(match_id)
        try:
            return await drawing
        finally:
            self._drawing.discard(match_id)
            if (refreshing := self.refreshing.get(match_id)) is not None:
                await asyncio.wait([refreshing])

    def changed(self, match_id: int) -> None:
        """If the match's table is being drawn, refresh its hands now."""
        if match_id in self._drawing and match_id not in self.refreshing:
            task = asyncio.create_task(self._refresh(match_id), name=f"hands of match {match_id}")
            self.refreshing[match_id] = task

    async def _refresh(self, match_id: int) -> None:
        seen: object = None
        try:
            with suppress(Corrupt, Refused, *FAILURES):  # the table's turn comes and tells
                while match_id in self._drawing:
                    match = await self._matches.see(match_id, fresh=False)
                    if match.version is seen:
                        return
                    seen = match.version
                    await self._hands.refresh(match)
        finally:
            del self.refreshing[match_id]


class Display:
    """Everything that is on display."""

    def __init__(
        self, matches: MatchService, faces: Faces, clock: Clock, messages: Messages, appearance: Appearance
    ) -> None:
        self._matches = matches
        self._faces = faces
        self._clock = clock
        self.tables = Tables(matches, messages)
        self.drawings = Drawings(faces, appearance, clock)
        self.hands = Hands(faces, clock, appearance, self.show)
        self._notices = Notices(matches.store, messages, self.tables, faces, clock)
        self._versions: Recent[int, object] = Recent()
        """Which version of a match its table shows."""
        self._wanted: dict[int, bool] = {}
        """Matches to be shown, and whether those who are waited for are to be warned."""
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._meanwhile = Meanwhile(matches, self.hands)
        self._answering: Counter[int] = Counter()
        self._overtaken: set[int] = set()
        """Matches whose tables were changed by an answer while they were being drawn."""
        self._again: Recent[int, float] = Recent()
        """When to show a match once more."""
        self._waking: dict[int, asyncio.Task[None]] = {}

    # Showing

    def show(self, match_id: int, *, anew: bool = False, warn: bool = False) -> None:
        """Bring all that shows the match up to date, soon.

        ``anew`` draws a table also if it should show this already; ``warn`` tells those who are waited for
        that their time runs out.
        """
        if anew or warn:
            self._forget(match_id)
        self._wanted[match_id] = warn or self._wanted.get(match_id, False)
        if match_id not in self._workers and not self._answering[match_id]:
            task = asyncio.create_task(self._work(match_id), name=f"show match {match_id}")
            self._workers[match_id] = task
        else:
            self._meanwhile.changed(match_id)

    def _forget(self, match_id: int) -> None:
        """Nobody knows what the table shows."""
        self._versions.drop(match_id)
        self.tables.shown.drop(match_id)

    async def settled(self, match_id: int) -> None:
        """Come back when the match is shown, or cannot be."""
        while (task := self._workers.get(match_id)) is not None:
            await asyncio.wait([task])

    async def idle(self) -> None:
        """Come back when nothing is being shown."""
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def _work(self, match_id: int) -> None:
        with logs.about(match_id):
            try:
                while match_id in self._wanted and not self._answering[match_id]:
                    if match_id in self._overtaken:
                        self._overtaken.discard(match_id)
                        self._forget(match_id)
                    await self._try(match_id, warn=self._wanted.pop(match_id))
            finally:
                del self._workers[match_id]

    async def _try(self, match_id: int, *, warn: bool) -> None:
        try:
            await self._show(match_id, warn=warn)
        except (Corrupt, Refused):  # it was called off meanwhile, which is shown next
            pass
        except FAILURES as error:
            log.error("match %d is shown later: %s", match_id, self._matches.store.complaint(error))  # noqa: TRY400
            self._later(match_id, AGAIN)
        except Exception:
            log.exception("match %d could not be shown; it is tried again", match_id)
            self._later(match_id, AGAIN)

    async def _show(self, match_id: int, *, warn: bool) -> None:
        # Where nobody knows what the table shows, another process may have shown more than is in memory.
        fresh = self._versions.get(match_id) is None
        try:
            match = await self._matches.see(match_id, fresh=fresh)
        except Refused as refused:
            row = refused.facts.get("row")
            if row is not None and row.status != "over" and row.slug in self._faces:
                await self.tables.draw(row, await self.drawings.of_lobby(row))
            if row is not None and row.status == "cancelled":
                if row.slug in self._faces:
                    await self.hands.call_off(row)
                await self._notices.take_down(match_id)
            return
        looks, again = await self.hands.refresh(match)
        drawn = self._versions.get(match_id) is match.version
        if not drawn:
            drawing = await self.drawings.of(match, paint=True)
            if drawing.picture is not None:  # another process may have gone on while it was painted
                match = await self._matches.see(match_id)
                drawing = await self.drawings.of(match, paint=True)
            drawn = await self._meanwhile.draw(match_id, self.tables.draw(match.row, drawing))
            self._versions.put(match_id, match.version if drawn else None)
        if match.row.paused_at is not None or not drawn:  # a pause has begun or ended
            match = await self._matches.see(match_id, fresh=False)
            looks, again = await self.hands.refresh(match)
        if not drawn and match.row.status == "running" and match.row.paused_at is None:
            again = SOON
        if again is not None:
            self._wake(match_id, again)
        if warn and drawn:
            await self._notices.warn(match, self.hands)
        await self._tell(match, looks, drawn=drawn)

    async def _tell(self, match: Match, looks: Mapping[Seat, Seen], *, drawn: bool) -> None:
        match_id, notices = match.row.id, self._notices
        told = notices.told.get(match_id) or {}
        seen = {seat: look.answered for seat, look in looks.items() if look.answered == match.stamps[seat]}
        if not seen.items() <= told.items():
            told = told | seen
            notices.told.put(match_id, told)
        if any(told.get(seat) != match.stamps[seat] for seat in match.waiting):
            plan = looking.plan(match, told, looks, self._clock.now())
            if plan.again is not None:
                self._later(match_id, plan.again)
            if plan.tell and drawn and not await notices.tell(match, plan.tell):
                self._later(match_id, AGAIN)
        named = notices.named.get(match_id)
        if match.row.over or (named is not None and named.isdisjoint(match.waiting)):
            await notices.take_down(match_id)

    # Tables

    async def put_up(self, match_id: int, place: Place | None = None) -> bool:
        """Send a new table in place of the old one, here or in its channel; False if it cannot be sent."""
        try:
            match = await self._matches.see(match_id)
            row, drawing = match.row, await self.drawings.of(match, paint=True)
        except Refused as refused:
            if "row" not in refused.facts:
                raise
            row = refused.facts["row"]
            drawing = await self.drawings.of_lobby(row)
        put_up = await self.tables.put_up(row, drawing, place)
        self._versions.drop(match_id)
        self.show(match_id)
        return put_up

    @contextmanager
    def answering(self, match_id: int) -> Iterator[None]:
        """Within this block the table is changed by the answer to a press, which nothing may overtake."""
        overtaking = match_id in self._workers
        self._answering[match_id] += 1
        try:
            yield
        finally:
            self._answering[match_id] -= 1
            if not self._answering[match_id]:
                del self._answering[match_id]
                if overtaking:
                    self._overtaken.add(match_id)
                if match_id in self._wanted or overtaking:
                    self.show(match_id)

    def answered(self, match_id: int, drawing: Drawing) -> None:
        """The table shows this since the answer to a press."""
        self._versions.drop(match_id)
        self.tables.shown.put(match_id, drawing)

    # Later

    def _later(self, match_id: int, seconds: float) -> None:
        at = self._clock.now() + seconds
        self._again.put(match_id, min(at, self._again.get(match_id) or at))

    def _wake(self, match_id: int, seconds: float) -> None:
        """Show the match once more, sooner than ``catch_up`` would."""
        if match_id in self._waking:
            return

        async def wake() -> None:
            await self._clock.sleep(seconds)
            del self._waking[match_id]
            self.show(match_id)

        self._waking[match_id] = asyncio.create_task(wake(), name=f"show match {match_id} again")

    async def catch_up(self) -> None:
        """Show what could not be shown, tell those who seemed to be looking, close hands that get too old."""
        now = self._clock.now()
        due = [match_id for match_id, at in self._again.items() if at <= now]
        for match_id in due:
            self._again.drop(match_id)
            self.show(match_id)
        await asyncio.gather(*map(self.settled, due))
        await self._notices.clear_away()
        await self.hands.close_old()

    @property
    def behind(self) -> bool:
        """Whether something is being shown, or could not be."""
        soon = self._clock.now() + AGAIN
        return bool(self._workers or self._wanted) or any(at <= soon for _, at in self._again.items())

    async def close(self) -> None:
        """Show nothing more."""
        tasks = [*self._workers.values(), *self._meanwhile.refreshing.values(), *self._waking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
