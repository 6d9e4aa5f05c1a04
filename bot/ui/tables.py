"""The public message that is a match's table: where it stands, what it shows, and drawing it.

It may be lost at any time. Whoever draws a table that is gone puts up another one.
"""

import logging
from collections import deque
from dataclasses import dataclass, field, replace

from bot.art.appearance import Appearance
from bot.clock import Clock
from bot.emoji import Markup, without, written
from bot.face import Faces
from bot.i18n import speaking
from bot.matches import changes, operations, pace
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.matches.service import MatchService
from bot.recent import Recent
from bot.screen import Screen
from bot.store import MatchRow, TableRow
from bot.ui import screens
from bot.ui.layout import Layout, layout
from bot.ui.messages import LIMITS, Messages, Outcome, Sent, sent_at

log = logging.getLogger(__name__)

OLD = 55 * 60
"""Seconds after which a table is old. Discord refuses most edits of messages older than an hour."""

EDITS, WHILE = 3, 10 * 60
"""An old table is edited at most so often in so many seconds; then a new one takes its place."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a table shows. ``stamp`` makes the controls of a lobby new ones at each change."""

    screen: Screen
    stamp: int = 0
    picture: bytes | None = None
    markup: Markup = field(default=without, compare=False)

    def view(self, match_id: int) -> Layout:
        """The table's message."""
        with written(self.markup):
            return layout(self.screen, match_id, self.stamp, self.picture)


class Drawings:
    """How the tables of matches and lobbies look."""

    def __init__(self, faces: Faces, appearance: Appearance, clock: Clock) -> None:
        self._faces = faces
        self._appearance = appearance
        self._clock = clock

    async def of(self, match: Match, note: str = "", *, paint: bool = False) -> Drawing:
        """The table of a match; without ``paint`` it has its picture only if that is painted already."""
        reading = await self._appearance.of_server(match.row.server_id)
        screen = self.screen(match, note)
        picture = await reading.paint(screen) if paint else reading.painted(screen)
        return Drawing(screen, picture=picture, markup=reading.markup)

    async def of_lobby(self, row: MatchRow) -> Drawing:
        """The table of a lobby, or of what was called off."""
        reading = await self._appearance.of_server(row.server_id)
        return Drawing(self.lobby_screen(row), row.revision, markup=reading.markup)

    def screen(self, match: Match, note: str = "") -> Screen:
        """The table of a running or finished match. Where it is seen, the match is not paused."""
        if match.row.paused_at is not None:
            match = replace(match, row=changes.resumed(match.row, int(self._clock.now() * 1000)))
        with speaking(match.row.locale):
            return screens.table(self._faces[match.row.slug], match, note)

    def lobby_screen(self, row: MatchRow) -> Screen:
        """The table before the start, or of what was called off."""
        face = self._faces[row.slug]
        with speaking(row.locale):
            return screens.lobby(face, row) if row.status == "lobby" else screens.closed(face, row)


class Tables:
    """Where tables stand and what they show, as far as this process knows, and how to change them."""

    def __init__(self, matches: MatchService, messages: Messages) -> None:
        self._matches = matches
        self._store = matches.store
        self._messages = messages
        self.standing: Recent[int, TableRow] = Recent()
        """Where each table stands; of those that are not known here the database knows."""
        self.shown: Recent[int, Drawing] = Recent()
        """What each table shows; whoever does not know drops it."""
        self._wordy: Recent[int, bool] = Recent()
        """Matches whose table Discord does not take with a picture."""
        self._edits: Recent[int, deque[float]] = Recent()
        """When each message was last edited."""

    async def where(self, match_id: int, *, fresh: bool = False) -> TableRow:
        """Where the table stands; with ``fresh`` as the database has it: another process may move it."""
        table = None if fresh else self.standing.get(match_id)
        if table is None:
            table = await self._store.table(match_id)
            assert table is not None, "every match has the row from its lobby's first moment"
            self.standing.put(match_id, table)
        return table

    async def draw(self, row: MatchRow, drawing: Drawing) -> bool:
        """Show this at the table; whether it is shown. A pause of the match ends then, or begins."""
        if self.shown.get(row.id) == drawing and row.paused_at is None:
            return True
        table = self.standing.get(row.id) or await self.where(row.id)
        if table.message_id is None or self._worn(table.message_id):
            return await self.put_up(row, drawing)
        sent = await self._edit(row.id, table.channel_id, table.message_id, drawing)
        if sent.outcome is Outcome.GONE:
            there = await self.where(row.id, fresh=True)
            if there.message_id is None or there.message_id == table.message_id:
                return await self.put_up(row, drawing)
            sent = await self._edit(row.id, there.channel_id, there.message_id, drawing)
        return await self._settle(row, drawing, sent)

    async def _edit(self, match_id: int, channel_id: int, message_id: int, drawing: Drawing) -> Sent:
        """Edit a table; without its picture if Discord does not take that one, from then on."""
        if self._wordy.get(match_id) is None:
            sent = await self._messages.edit(channel_id, message_id, drawing.view(match_id))
            if drawing.picture is None or sent.why != "discord" or sent.outcome is not Outcome.REFUSED:
                return sent
            log.warning("match %d: Discord does not take the picture; it goes on in words", match_id)
            self._wordy.put(match_id, True)
        words = replace(drawing, picture=None)
        return await self._messages.edit(channel_id, message_id, words.view(match_id))

    def _worn(self, message_id: int) -> bool:
        """Whether Discord is about to refuse edits of this message; if not, this is one."""
        now = self._matches.clock.now()
        edits = self._edits.get(message_id)
        if edits is None:
            edits = deque(maxlen=EDITS)
            self._edits.put(message_id, edits)
        often = len(edits) == EDITS and edits[0] > now - WHILE
        if often and now - sent_at(message_id) > OLD:
            self._edits.drop(message_id)
            return True
        edits.append(now)
        return False

    async def put_up(self, row: MatchRow, drawing: Drawing, place: Place | None = None) -> bool:
        """Send a new table, in place of the old one, there or in its channel; False if it cannot be sent.

        If another one was first, that one is the table, and shows the same.
        """
        view = (replace(drawing, picture=None) if self._wordy.get(row.id) else drawing).view(row.id)
        old = await self.where(row.id, fresh=True)
        to = place or old
        channel, parent = to.channel_id, to.parent_id
        sent = await self._messages.send(channel, view)
        if sent.message_id is None:
            if place is None:  # else the old place may still do
                await self._settle(row, drawing, sent)
            return False
        try:
            placed = await self.posted(row.id, old.message_id, sent.message_id, channel, parent)
        except BaseException:
            await self._messages.delete(channel, sent.message_id)
            raise
        if not placed:
            await self._messages.delete(channel, sent.message_id)
            there = await self.where(row.id, fresh=True)
            if there.message_id is None:
                return False
            sent = await self._edit(row.id, there.channel_id, there.message_id, drawing)
        elif old.message_id is not None:
            await self._messages.delete(old.channel_id, old.message_id)
        return await self._settle(row, drawing, sent)

    async def posted(
        self, match_id: int, was: int | None, message_id: int, channel_id: int, parent_id: int | None = None
    ) -> bool:
        """Keep that the table is now this message; False if another one was put up since ``was``."""
        if not await self._store.place(match_id, was, message_id, channel_id, parent_id):
            return False
        table = self.standing.get(match_id)
        notice = None if table is None else table.notice_id
        self.standing.put(match_id, TableRow(match_id, channel_id, message_id, notice, parent_id))
        return True

    async def pressed_at(self, match_id: int, message_id: int, channel_id: int) -> bool:
        """Whether this public message is the table; an old copy is deleted."""
        table = self.standing.get(match_id)
        if table is not None and table.message_id == message_id:
            return True
        table = await self.where(match_id, fresh=True)  # another process may have put up the table
        if table.message_id is None:  # the process ended before it had kept where the table is
            return await self.posted(match_id, None, message_id, channel_id, table.parent_id)
        if table.message_id == message_id:
            return True
        await self._messages.delete(channel_id, message_id)
        return False

    async def note(self, match_id: int, notice_id: int | None) -> TableRow:
        """Keep which message is the latest turn notice; the row as it was before."""
        table = await self.where(match_id)
        if table.notice_id != notice_id:
            await self._store.note(match_id, notice_id)
            self.standing.put(match_id, replace(await self.where(match_id), notice_id=notice_id))
        return table

    async def _settle(self, row: MatchRow, drawing: Drawing, sent: Sent) -> bool:
        """What follows for the match from whether its table could be shown."""
        if sent.outcome is Outcome.DONE:
            self.shown.put(row.id, drawing)
            if row.paused_at is not None:
                await self._matches.change(row.id, changes.resume, show=False)
            return True
        self.shown.drop(row.id)
        log.warning("match %d: its table cannot be shown: %s", row.id, sent.why)
        if row.status == "running":
            if sent.why != LIMITS:  # those pass by themselves
                await operations.pause(self._matches, row.id, sent.why)
        elif sent.why != "gone":
            now = self._matches.now()
            after = pace.RETRY if sent.outcome is Outcome.LATER else pace.retry(row.ended_at or now, now)
            await self._matches.change(
                row.id, lambda there, at: changes.show_end_later(there, after, at), show=False
            )
        return False
