"""Turn notices and warnings: new messages for people who are not looking.

A match has one notice at a time. It is taken down when nobody whom it names is waited for any more.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot import house
from bot.i18n import _, speaking
from bot.matches.match import Match
from bot.recent import Recent
from bot.store import FAILURES
from bot.ui import screens
from bot.ui.trouble import FAULTS, passing
from engine.core import Seat

if TYPE_CHECKING:
    from bot.app import Parlour

log = logging.getLogger(__name__)

AGAIN = 300.0
"""Seconds until what could not be deleted is tried again."""


class Notices:
    """What has been sent, to whom, and what is still to be taken down."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._told: Recent[tuple[int, Seat], int] = Recent()
        self._named: Recent[int, frozenset[Seat]] = Recent()
        self._left: Recent[int, tuple[int, float]] = Recent()
        """By message that could not be deleted: its channel, and when to try again."""

    def told(self, match: Match, seat: Seat) -> bool:
        """Whether the seat was told of its present decision."""
        return self._told.get((match.row.id, seat)) == match.asked[seat]

    async def tell(self, match: Match, seats: Sequence[Seat]) -> bool:
        """Tell people that it is their turn; False if that cannot be sent just now."""
        with speaking(match.row.locale):
            words = _("{people}: your turn in {game} · match {number} {link}. Press **My hand**.")
        sent = await self._send(match, seats, words)
        if sent:
            self.note(match, seats)
        return sent

    def note(self, match: Match, seats: Sequence[Seat]) -> None:
        """These need not be told of their present decision any more."""
        for seat in seats:
            self._told.put((match.row.id, seat), match.asked[seat])

    async def warn(self, match: Match, seats: Sequence[Seat], when: str) -> None:
        """Tell people that their time runs out."""
        with speaking(match.row.locale):
            words = _("⏰ {people}: a computer chooses for you {when}, in {game} · match {number} {link}.")
        await self._send(match, seats, words, when=when)

    async def _send(self, match: Match, seats: Sequence[Seat], words: str, **facts: str) -> bool:
        row = match.row
        if not (await house.of(self._bot.store, row.server_id)).notices:
            return True
        people = {seat: person for seat in seats if (person := row.seats[seat].player_id) is not None}
        for seat, person in list(people.items()):
            if not (await house.wishes(self._bot.store, person)).notices:
                del people[seat]
        if not people:
            return True
        with speaking(row.locale):
            words = words.format(
                people=", ".join(f"<@{person}>" for person in people.values()),
                game=self._bot.faces[row.slug].title(),
                number=row.id,
                link=screens.link(row),
                **facts,
            )
        users = discord.AllowedMentions(users=[discord.Object(person) for person in people.values()])
        try:
            notice = await self._channel(row.channel_id).send(words, allowed_mentions=users)
        except FAULTS as error:
            log.warning("match %d: no turn notice can be sent: %s", row.id, error)
            return not passing(error)  # else nobody can be told however long one waits
        try:
            await self._replace(match, notice.id)
        except FAILURES:
            await self._delete(row.channel_id, notice.id)
            raise
        self._named.put(row.id, frozenset(people))
        return True

    async def settle(self, match: Match) -> None:
        """Take the notice down if nobody whom it names is waited for."""
        named = self._named.get(match.row.id)
        over = match.row.status != "running"
        if over or (named is not None and named.isdisjoint(match.waiting)):
            await self._replace(match, None)
            self._named.drop(match.row.id)

    async def _replace(self, match: Match, replacement: int | None) -> None:
        service = self._bot.service
        async with service.lock(match.row.id):  # else a press under way would keep the old one's id
            row = service.latest(match).row
            if row.notice_id == replacement:
                return
            await self._bot.store.note(row.id, replacement)
            service.noticed(row.id, replacement)
        if row.notice_id is not None:
            await self._delete(row.channel_id, row.notice_id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        try:
            await self._channel(channel_id).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):  # gone, or not ours to remove any more
            pass
        except FAULTS:
            self._left.put(message_id, (channel_id, self._bot.clock.now() + AGAIN))

    async def clear_away(self) -> None:
        """Try once more to delete what could not be deleted."""
        for message_id, (channel_id, at) in self._left.items():
            if at <= self._bot.clock.now():
                self._left.drop(message_id)
                await self._delete(channel_id, message_id)

    async def privately(self, match: Match, person: int, words: str) -> None:
        """Send a direct message to somebody who wants such."""
        if (await house.wishes(self._bot.store, person)).dm:
            with suppress(*FAULTS):  # closed to us after all
                channel = await self._bot.http.start_private_message(person)
                await self._channel(int(channel["id"])).send(f"{words} {screens.link(match.row)}")

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)
