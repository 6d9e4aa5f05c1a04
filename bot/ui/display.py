"""``show(match)``: the one way to show what has become of a match or lobby, whoever asks.

A show brings the table, the open hands and the notices up to date with what may be shown now. Shows of one
match follow each other, those that come meanwhile are one, and what could not be shown is shown later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.face import Faces
from bot.i18n import _, speaking
from bot.matches import pace
from bot.matches.match import Match
from bot.matches.refusals import Corrupt, Refused
from bot.matches.service import MatchService
from bot.process import logs
from bot.recent import Recent
from bot.screen import Screen
from bot.store import FAILURES, MatchRow
from bot.ui import looking, screens
from bot.ui.hands import Hands
from bot.ui.layout import Layout, layout
from bot.ui.messages import Messages
from bot.ui.notices import Notices
from bot.ui.tables import Tables
from engine.core import Seat

log = logging.getLogger(__name__)

AGAIN = 60.0
"""Seconds until what could not be shown is shown."""

TOLD_OF_RESTART = 25
"""How many tables are told of a restart at most: Discord takes about 50 requests a second from a bot."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a table shows. ``stamp`` makes the controls of a lobby new ones at each change."""

    screen: Screen
    stamp: int = 0

    def view(self, match_id: int) -> Layout:
        return layout(self.screen, match_id, self.stamp)


class Display:
    """Everything that is on display."""

    def __init__(self, matches: MatchService, faces: Faces, clock: Clock, messages: Messages) -> None:
        self._matches = matches
        self._faces = faces
        self._clock = clock
        self.tables = Tables(matches, messages)
        self.hands = Hands(faces, clock)
        self._notices = Notices(matches.store, messages, self.tables, faces, clock)
        self._messages = messages
        self._pressed: Recent[tuple[int, int], float] = Recent()
        self._drawn: Recent[int, Drawing] = Recent()
        self._drawn_at: Recent[int, tuple[int, int]] = Recent()
        """The progress of matches whose tables show it."""
        self._wanted: dict[int, bool] = {}
        """Matches to be shown, and whether those who are waited for are to be warned."""
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._answering: Counter[int] = Counter()
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
            self._note(match_id, None)
        self._wanted[match_id] = warn or self._wanted.get(match_id, False)
        if match_id not in self._workers and not self._answering[match_id]:
            task = asyncio.create_task(self._work(match_id), name=f"show match {match_id}")
            self._workers[match_id] = task

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
                    await self._try(match_id, warn=self._wanted.pop(match_id))
            finally:
                del self._workers[match_id]

    async def _try(self, match_id: int, *, warn: bool) -> None:
        try:
            await self._show(match_id, warn=warn)
        except Corrupt:
            pass
        except FAILURES as error:
            log.error("match %d is shown later: %s", match_id, self._matches.store.complaint(error))  # noqa: TRY400
            self._later(match_id, AGAIN)
        except Exception:
            log.exception("match %d could not be shown; it is tried again", match_id)
            self._later(match_id, AGAIN)

    async def _show(self, match_id: int, *, warn: bool) -> None:
        try:
            match = await self._matches.see(match_id, fresh=False)
        except Refused as refused:
            row = refused.facts.get("row")
            if row is not None and row.slug in self._faces:
                await self._draw(row, self._lobby(row))
            if row is not None and row.status == "cancelled":
                await self._notices.clear(match_id)
            return
        wait = await self.hands.refresh(match)
        drawn = await self._draw_match(match)
        after = await self._matches.see(match_id, fresh=False)
        if after.progress != match.progress:  # drawing may end or begin a pause
            match, wait = after, await self.hands.refresh(after)
        if wait is not None:
            self._wake(match_id, wait)
        if warn and drawn:
            await self._warn(match)
        await self._tell(match, drawn=drawn)

    async def _draw_match(self, match: Match) -> bool:
        if self._drawn_at.get(match.row.id) == match.progress:
            return True
        drawn = await self._draw(match.row, self.drawing(match))
        if drawn:
            self._drawn_at.put(match.row.id, match.progress)
        return drawn

    async def _draw(self, row: MatchRow, drawing: Drawing) -> bool:
        if self._drawn.get(row.id) == drawing and row.paused_at is None:
            return True
        drawn = await self.tables.draw(row, drawing.view(row.id))
        self._note(row.id, drawing if drawn else None)
        return drawn

    def _note(self, match_id: int, drawing: Drawing | None) -> None:
        """The table shows this now; None: nobody knows what."""
        self._drawn_at.drop(match_id)
        if drawing is None:
            self._drawn.drop(match_id)
        else:
            self._drawn.put(match_id, drawing)

    def drawing(self, match: Match, note: str = "") -> Drawing:
        """The table of a running or finished match. Where it is seen, the match is not paused."""
        row = pace.resumed(match.row, self._matches.now())
        with speaking(row.locale):
            return Drawing(screens.table(self._faces[row.slug], replace(match, row=row), note))

    def _lobby(self, row: MatchRow) -> Drawing:
        face = self._faces[row.slug]
        with speaking(row.locale):
            screen = screens.lobby(face, row) if row.status == "lobby" else screens.closed(face, row)
        return Drawing(screen, row.revision)

    def lobby_view(self, row: MatchRow) -> Layout:
        """The table of a lobby."""
        return self._lobby(row).view(row.id)

    async def put_up(self, match_id: int, channel_id: int | None = None) -> bool:
        """Send a new table in place of the old one, here or in its channel; False if it cannot be sent."""
        try:
            match = await self._matches.see(match_id)
            row, drawing = match.row, self.drawing(match)
        except Refused as refused:
            if "row" not in refused.facts:
                raise
            row = refused.facts["row"]
            drawing = self._lobby(row)
        if not await self.tables.put_up(row, drawing.view(match_id), channel_id):
            return False
        self._note(match_id, drawing)
        self.show(match_id)
        return True

    # Presses

    def look(self, match_id: int, person: int) -> None:
        """Somebody is looking at this match."""
        self._pressed.put((match_id, person), self._clock.now())

    async def seen(self, match: Match, seat: Seat) -> None:
        """The person of the seat has been shown this position; what came meanwhile is shown again."""
        if seat in match.waiting:
            self._notices.note(match, [seat])
        if (await self._matches.see(match.row.id, fresh=False)).progress != match.progress:
            self.show(match.row.id)

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
                if match_id in self._wanted or overtaking:
                    self.show(match_id, anew=overtaking)

    def answered(self, row: MatchRow, drawing: Drawing | None = None) -> None:
        """The table shows this since the answer to a press."""
        self._note(row.id, drawing or self._lobby(row))

    # People

    async def _tell(self, match: Match, *, drawn: bool) -> None:
        match_id, now = match.row.id, self._clock.now()
        pressed = {
            sitting.player_id: at
            for sitting in match.row.seats
            if sitting.player_id is not None and (at := self._pressed.get((match_id, sitting.player_id)))
        }
        plan = looking.plan(match, self._notices.told(match_id), self.hands.current(match), pressed, now)
        if plan.again is not None:
            self._later(match_id, plan.again)
        if plan.tell and drawn and not await self._notices.tell(match, plan.tell):
            self._later(match_id, AGAIN)
        await self._notices.settle(match)

    async def _warn(self, match: Match) -> None:
        """Tell those who are waited for that time is running out, in public and, if possible, in private."""
        late = looking.waited_for(match)
        if not late or match.row.deadline is None or match.row.paused_at is not None:
            return
        when = screens.moment(match.row.deadline)
        self._notices.note(match, list(late))
        await self._notices.warn(match, list(late), when)

        def words() -> str:
            return _("⏰ Your time is running out: a computer chooses for you {when}.").format(when=when)

        for seat, person in late.items():
            if not await self.hands.remind(match, seat, words):
                with speaking(match.row.locale):
                    await self._notices.privately(match, person, words())

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

    async def restarting(self) -> None:
        """Say at the tables where somebody pressed a moment ago that the bot restarts.

        Nobody is looking at the others, and each edit for them would be missing for a press. The line holds a
        time, so that it stays true until the next change of the match redraws the table.
        """
        now = self._clock.now()
        lately = dict.fromkeys(
            match_id for (match_id, _), at in self._pressed.items() if now - at < looking.AWAY
        )
        when = screens.moment(int(now * 1000))
        await asyncio.gather(
            *(self._say_restarting(match_id, when) for match_id in [*lately][:TOLD_OF_RESTART])
        )

    async def _say_restarting(self, match_id: int, when: str) -> None:
        with logs.about(match_id):
            try:
                match = await self._matches.see(match_id)
            except (Refused, Corrupt):
                return
            table = await self.tables.where(match_id)
            if match.over or table.message_id is None:
                return
            with speaking(match.row.locale):
                note = _("-# 🔄 Parlour restarts {when}. Nothing is lost; if a press fails, press again.")
                drawing = self.drawing(match, note.format(when=when))
            await self._messages.edit(table.channel_id, table.message_id, drawing.view(match_id))
            self._note(match_id, None)
            if (await self._matches.see(match_id, fresh=False)).progress != match.progress:
                self.show(match_id)

    async def close(self) -> None:
        """Show nothing more."""
        tasks = [*self._workers.values(), *self._waking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
