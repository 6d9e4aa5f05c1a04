"""Tables and open hands: projections of matches that may be lost at any time.

A table is one message, edited in place through its channel. A private hand can be refreshed only while
its interaction token lives (15 minutes), so every refresh is a favour that may fail.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord

from bot.i18n import _, speaking
from bot.matches import pace
from bot.matches.damaged import Corrupt
from bot.matches.match import Match
from bot.matches.refusals import Refused
from bot.process import logs
from bot.recent import Recent
from bot.screen import Screen
from bot.store import FAILURES, Conflict, MatchRow
from bot.ui import screens
from bot.ui.layout import NO_MENTIONS, Layout, layout
from bot.ui.notices import Notices
from bot.ui.trouble import (
    FAULTS,
    THREAD_ARCHIVED,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    code,
    passing,
)
from engine.core import Seat

if TYPE_CHECKING:
    from bot.app import Parlour

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60
"""Seconds that a hand can be refreshed: https://docs.discord.com/developers/interactions/receiving-and-responding"""

AWAY = 120
"""Seconds without a press after which a person is told of the turn by a notice."""

TOLD_OF_RESTART = 25
"""How many tables are told of a restart at most: Discord takes about 50 requests a second from a bot."""

AGAIN = 60.0
"""Seconds until somebody who could not be told of their turn is told."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A private hand that somebody has open: how to edit it, what it shows, until when."""

    edit: Callable[[Layout], Awaitable[object]]
    stamp: int | None
    """Of the decision; None at the end of the match."""
    until: float


class Tables:
    """Everything that is on display."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._hands: Recent[tuple[int, int], OpenHand] = Recent()
        self._pressed: Recent[tuple[int, int], float] = Recent()
        self._notices = Notices(bot)
        self._pending: dict[int, tuple[Match, int | None]] = {}
        self._drawing: set[int] = set()
        self._drawn: Recent[int, tuple[int, int]] = Recent()
        self._again: Recent[int, float] = Recent()
        """When to look again whether everybody has been told of a match."""

    def pressed(self, match_id: int, person_id: int) -> None:
        """Somebody is looking at this match."""
        self._pressed.put((match_id, person_id), self._bot.clock.now())

    async def opened(self, match: Match, seat: Seat, edit: Callable[[Layout], Awaitable[object]]) -> None:
        """A seat's hand was shown; if the match has gone on while it was on its way, it is shown anew."""
        person = match.row.seats[seat].player_id
        if person is None:
            return
        now = self._bot.clock.now()
        self._hands.forget(lambda hand: hand.until < now)  # each holds on to the message that was pressed
        self._hands.put((match.row.id, person), OpenHand(edit, _stamp(match, seat), now + TOKEN_LIFE))
        if self._bot.service.latest(match) is not match:
            await self._refresh(match, seat, person)

    def view_of(self, match: Match) -> Layout:
        """The table of a running or finished match; where it is seen, the match is not paused."""
        face = self._bot.faces[match.row.slug]
        if match.row.paused_at is not None:
            match = replace(match, row=pace.resumed(match.row, self._bot.service.now()))
        with speaking(match.row.locale):
            if match.row.status == "cancelled":
                return layout(screens.closed(face, match.row), match.row.id)
            return layout(screens.table(face, match), match.row.id)

    def lobby_view(self, row: MatchRow) -> Layout:
        """The table of a lobby."""
        face = self._bot.faces[row.slug]
        with speaking(row.locale):
            show: Screen = screens.lobby(face, row) if row.status == "lobby" else screens.closed(face, row)
            # The revision makes every control a new one, so that no client keeps what was chosen before.
            return layout(show, row.id, row.revision)

    async def first_seen(self, match: Match, presser: int) -> None:
        """Draw the table if, as far as this process knows, it shows something else: others may have ended."""
        if self._drawn.get(match.row.id) != match.progress:
            await self.changed(match, presser)

    async def changed(self, match: Match, presser: int | None = None) -> None:
        """Redraw what the change touches; changes that come meanwhile are drawn together.

        ``presser`` has been shown their hand already. Changes arrive here in any order, so the latest
        position is what is drawn. If something goes wrong, ``catch_up`` tries once more.
        """
        match_id = match.row.id
        latest = self._bot.service.latest(match)
        self._pending[match_id] = latest, presser if latest is match else None
        if match_id in self._drawing:
            return
        self._drawing.add(match_id)
        try:
            while (pending := self._pending.pop(match_id, None)) is not None:
                try:
                    await self._show(*pending)
                except Exception:
                    self._look_again(match_id, AGAIN)
                    if match_id not in self._pending:
                        raise
                    log.exception("match %d could not be shown", match_id)
        finally:
            self._drawing.discard(match_id)

    async def _show(self, match: Match, presser: int | None) -> None:
        drawn = self._drawn.get(match.row.id) == match.progress or await self.draw(match)
        if match.row.id not in self._pending:
            await self._tell(match, presser, notify=drawn)

    async def draw(self, match: Match) -> bool:
        """Show the match at its table, or put that up again; whether it is shown. A pause ends then."""
        drawn = await self._edit(match.row, self.view_of(match))
        if drawn:
            self._drawn.put(match.row.id, match.progress)
        return drawn

    async def try_again(self, match: Match, presser: int | None = None) -> None:
        """Draw a table anew that perhaps shows something else, or nothing, and tell whoever waits for it."""
        self._drawn.drop(match.row.id)
        await self.changed(match, presser)

    async def catch_up(self) -> None:
        """Tell those who were not told: something was out of order, or they seemed to be looking."""
        now = self._bot.clock.now()
        for match_id, at in self._again.items():
            if at <= now:
                self._again.drop(match_id)
                with logs.about(match_id):
                    await self._catch_up(match_id)
        await self._notices.clear_away()

    async def _catch_up(self, match_id: int) -> None:
        try:
            await self.changed(await self._bot.service.see(match_id))
        except (Refused, Corrupt):
            pass
        except FAILURES as error:
            log.error("match %d is shown later: %s", match_id, self._bot.store.complaint(error))  # noqa: TRY400
            self._look_again(match_id, AGAIN)
        except Exception:
            log.exception("match %d could not be shown; it is tried again", match_id)
            self._look_again(match_id, AGAIN)

    @property
    def behind(self) -> bool:
        """Whether something is being shown, or could not be."""
        return bool(self._drawing) or any(at <= self._now() + AGAIN for _, at in self._again.items())

    def _look_again(self, match_id: int, seconds: float) -> None:
        at = self._bot.clock.now() + seconds
        self._again.put(match_id, min(at, self._again.get(match_id) or at))

    async def pressed_at(self, row: MatchRow, message: discord.Message | None) -> bool:
        """Whether the public message is the table, as far as anybody knows; an old copy is taken away."""
        if message is None or message.flags.ephemeral or row.message_id == message.id:
            return True
        service = self._bot.service
        there = await self._bot.store.match(row.id)  # another process may have put up the table
        if there is None:
            return True
        if there.message_id is None:  # the process ended before it had noted where the table is
            return await self.posted(there, message.id, message.channel.id)
        service.placed(row.id, there.message_id, there.channel_id)
        if there.message_id == message.id:
            return True
        await _delete(self._channel(message.channel.id), message.id)
        return False

    async def lobby_changed(self, row: MatchRow) -> None:
        """Draw the lobby, or what has become of it meanwhile.

        Edits of the same moment may arrive in another order than they were sent, so each is looked at again.
        """
        while (latest := await self._bot.store.match(row.id)) is not None and latest.slug in self._bot.faces:
            if latest.status in {"running", "over"}:
                await self.try_again(await self._bot.service.see(row.id))
                return
            if not await self._edit(latest, self.lobby_view(latest)):
                return
            if await self._bot.store.revision(row.id) == latest.revision:
                return

    async def lobby_answered(self, row: MatchRow) -> None:
        """The table shows the lobby as in ``row``; if it has changed since, it is drawn again."""
        if await self._bot.store.revision(row.id) != row.revision:
            await self.lobby_changed(row)

    async def answered(self, match: Match, presser: int | None) -> None:
        """The table shows the match already; see to hands and notices."""
        self._drawn.put(match.row.id, match.progress)
        await self.changed(match, presser)

    async def put_up(self, row: MatchRow, view: Layout, channel_id: int | None = None) -> bool:
        """Send a new table, in place of the old one; False if it cannot be sent.

        If another one was first, that one is the table, and shows the same.
        """
        channel = self._channel(row.channel_id if channel_id is None else channel_id)
        try:
            message = await channel.send(view=view)
        except FAULTS as error:
            log.warning("match %d: no table can be put up: %s", row.id, error)
            if channel_id is None:  # the old place may still do
                await self._pause(row, error)
            return False
        try:
            noted = await self.posted(row, message.id, channel.id)
        except BaseException:
            await _delete(channel, message.id)
            raise
        if not noted:
            await _delete(channel, message.id)
            there = await self._bot.store.match(row.id)
            if there is None or there.message_id is None:
                return False
            return await self._redraw(there, there.message_id, view, again=False)
        if row.message_id is not None:
            await _delete(self._channel(row.channel_id), row.message_id)
        await self._resume(row)
        return True

    async def posted(self, row: MatchRow, message_id: int, channel_id: int) -> bool:
        """Note where the table now is; False if another one was put up meanwhile."""
        service = self._bot.service
        async with service.lock(row.id):
            if not await self._bot.store.post(row.id, row.message_id, message_id, channel_id):
                there = await self._bot.store.match(row.id)
                if there is not None and there.message_id is not None:
                    service.placed(row.id, there.message_id, there.channel_id)
                return False
            service.placed(row.id, message_id, channel_id)
            return True

    async def _edit(self, row: MatchRow, view: Layout) -> bool:
        if row.message_id is None:
            return await self.put_up(row, view)
        return await self._redraw(row, row.message_id, view)

    async def _resume(self, row: MatchRow) -> None:
        """The table is shown: a paused match goes on."""
        if row.paused_at is not None:
            with suppress(Conflict):  # somebody has moved meanwhile, and the table is drawn again for that
                await self._bot.service.unpause(row.id)

    async def _redraw(self, row: MatchRow, message_id: int, view: Layout, *, again: bool = True) -> bool:
        """Edit the table, or put it up anew where that helps; whether it is shown."""
        channel = self._channel(row.channel_id)
        try:
            await channel.get_partial_message(message_id).edit(view=view, allowed_mentions=NO_MENTIONS)
        except FAULTS as error:
            if again and code(error) in (UNKNOWN_MESSAGE, TOO_MANY_EDITS):
                return await self.put_up(row, view)
            if again and code(error) == THREAD_ARCHIVED and await self._reopen(row.channel_id):
                return await self._redraw(row, message_id, view, again=False)
            log.warning("match %d: its table cannot be edited: %s", row.id, error)
            await self._pause(row, error)
            return False
        await self._resume(row)
        return True

    async def _reopen(self, channel_id: int) -> bool:
        """Open an archived thread; it stays shut if it is locked."""
        try:
            await self._bot.http.edit_channel(channel_id, archived=False)
        except FAULTS:
            return False
        return True

    async def _pause(self, row: MatchRow, error: Exception) -> None:
        """Stop the clock of a running match whose table cannot be shown; the end of one is shown later."""
        if row.status != "running":
            if not isinstance(error, discord.NotFound):
                with suppress(Conflict):
                    await self._bot.service.show_later(row.id, pace.RETRY if passing(error) else pace.HOUR)
            return
        if code(error) == UNKNOWN_CHANNEL:
            why = "gone"
        elif code(error) == THREAD_ARCHIVED:
            why = "archived"
        else:
            why = "forbidden" if isinstance(error, discord.Forbidden) else "discord"
        with suppress(Conflict):  # somebody has moved meanwhile, and the table is tried again for that
            await self._bot.service.pause(row.id, why)

    async def moved(self, row: MatchRow) -> None:
        """The table was put up elsewhere; it shows what was so before, and nobody has been told there."""
        if row.status == "lobby":
            await self.lobby_answered(row)
        else:
            await self.try_again(await self._bot.service.see(row.id))

    async def ended(self, row: MatchRow) -> None:
        """Show the end of a match or lobby that could not be shown before."""
        if row.status == "over":
            await self.try_again(await self._bot.service.see(row.id))
        else:
            await self.lobby_changed(row)

    def forget(self) -> None:
        """The tables may show deadlines that have been moved."""
        self._drawn.forget()

    async def warn(self, match: Match) -> None:
        """Tell those who are waited for that time is running out, in public and, if possible, in private.

        Where the table cannot be shown the match pauses instead.
        """
        match = self._bot.service.latest(match)
        late = [
            seat
            for seat, sitting in enumerate(match.row.seats)
            if seat in match.waiting and sitting.player_id is not None and not sitting.computer
        ]
        if not late or match.row.deadline is None:
            return
        self._notices.note(match, late)
        await self.try_again(match)  # the deadline that it shows may have been moved
        if self._bot.service.latest(match).row.paused_at is not None:
            return
        when = screens.moment(match.row.deadline)
        await self._notices.warn(match, late, when)
        with speaking(match.row.locale):
            words = _("⏰ Your time is running out: a computer chooses for you {when}.").format(when=when)
        for seat in late:
            await self._warn_privately(match, seat, words)

    async def _warn_privately(self, match: Match, seat: Seat, words: str) -> None:
        person = match.row.seats[seat].player_id
        assert person is not None
        hand = self._hands.get((match.row.id, person))
        if hand is not None and hand.until >= self._bot.clock.now():
            with suppress(*FAULTS):
                await hand.edit(self.hand_view(match, seat, note=words))
                return
        await self._notices.privately(match, person, words)

    async def _tell(self, match: Match, presser: int | None, *, notify: bool) -> None:
        over = match.row.status != "running"
        people = [each for each in match.row.seats if each.player_id and (each.away or not each.computer)]
        absent: list[Seat] = []
        for seat, sitting in enumerate(match.row.seats):
            person = sitting.player_id
            if person is None or sitting.computer or person == presser:
                continue
            if over:
                await self._refresh(match, seat, person)
            elif seat in match.waiting:
                shown = await self._refresh(match, seat, person)
                if self._notices.told(match, seat):
                    continue
                if len(people) == 1:  # nobody is kept waiting
                    continue
                if shown and (since := self._pressed.get((match.row.id, person)) or 0) + AWAY > self._now():
                    self._look_again(match.row.id, since + AWAY - self._now())  # they may have closed it
                else:
                    absent.append(seat)
        if absent and notify and not await self._notices.tell(match, absent):
            self._look_again(match.row.id, AGAIN)
        await self._notices.settle(match)

    def _now(self) -> float:
        return self._bot.clock.now()

    async def _refresh(self, match: Match, seat: Seat, person: int) -> bool:
        """Whether the person's open hand shows the present decision."""
        key = (match.row.id, person)
        while (hand := self._hands.get(key)) is not None and hand.until >= self._bot.clock.now():
            match = self._bot.service.latest(match)
            if match.row.seat_of(person) != seat:
                return False
            stamp = _stamp(match, seat)
            if hand.stamp == stamp:
                return True
            try:
                await hand.edit(self.hand_view(match, seat))
            except FAULTS:
                self._hands.drop(key)
                return False
            if self._hands.get(key) is hand:  # else they opened another one, and that is looked at next
                self._hands.put(key, replace(hand, stamp=stamp))
        return False

    def hand_view(
        self,
        match: Match,
        seat: Seat,
        path: tuple[int, ...] = (),
        note: str | None = None,
        locale: str | None = None,
    ) -> Layout:
        """A seat's hand, in ``locale`` or else the table's."""
        face = self._bot.faces[match.row.slug]
        with speaking(locale or match.row.locale):
            return layout(screens.hand(face, match, seat, path, note), match.row.id, match.asked[seat])

    async def restarting(self) -> None:
        """Say at the tables where somebody pressed a moment ago that the bot restarts.

        Nobody is looking at the others, and each edit for them would be missing for a press. The line
        holds a time, so that it stays true until the next change of the match redraws the table.
        """
        now = self._bot.clock.now()
        lately = dict.fromkeys(match_id for (match_id, _), at in self._pressed.items() if now - at < AWAY)
        at = screens.moment(int(now * 1000))
        await asyncio.gather(
            *(self._say_restarting(match_id, at) for match_id in [*lately][:TOLD_OF_RESTART])
        )

    async def _say_restarting(self, match_id: int, when: str) -> None:
        with suppress(discord.HTTPException, Refused, Corrupt), logs.about(match_id):
            match = await self._bot.service.see(match_id)
            if match.row.status == "running" and match.row.message_id is not None:
                with speaking(match.row.locale):
                    note = _("-# 🔄 Parlour restarts {when}. Nothing is lost; if a press fails, press again.")
                    show = screens.table(self._bot.faces[match.row.slug], match, note.format(when=when))
                view = layout(show, match_id)
                message = self._channel(match.row.channel_id).get_partial_message(match.row.message_id)
                await message.edit(view=view, allowed_mentions=NO_MENTIONS)
                self._drawn.drop(match_id)
                if (latest := self._bot.service.latest(match)) is not match:
                    await self.changed(latest)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)


def _stamp(match: Match, seat: Seat) -> int | None:
    """What a hand of this position shows."""
    return match.asked[seat] if match.row.status == "running" else None


async def _delete(channel: discord.PartialMessageable, message_id: int) -> None:
    with suppress(*FAULTS):  # already gone, or not ours to remove
        await channel.get_partial_message(message_id).delete()
