"""Turn notices and warnings: new messages for people who are not looking.

A match has one notice at a time. It is deleted when nobody whom it names is waited for any more.
"""

from collections.abc import Iterable, Sequence

from bot import names
from bot.clock import Clock
from bot.face import Faces
from bot.i18n import _, speaking
from bot.matches.match import Match
from bot.recent import Recent
from bot.screen import Button, Do
from bot.store import FAILURES, Store, preferences
from bot.ui import looking, screens
from bot.ui.hands import Hands
from bot.ui.layout import notice
from bot.ui.messages import Messages, Outcome
from bot.ui.tables import Tables
from engine.core import Seat

DELETE_AGAIN = 300.0
"""Seconds until what could not be deleted is tried again."""


class Notices:
    """What has been sent, to whom, and what is still to be deleted."""

    def __init__(self, store: Store, messages: Messages, tables: Tables, faces: Faces, clock: Clock) -> None:
        self._store = store
        self._messages = messages
        self._tables = tables
        self._faces = faces
        self._clock = clock
        self.told: Recent[int, dict[Seat, int]] = Recent()
        """By match and seat the stamp of the latest decision that it was told of."""
        self.named: Recent[int, frozenset[Seat]] = Recent()
        """By match whom its notice names."""
        self._left: Recent[int, tuple[int, float]] = Recent()
        """By message that could not be deleted: its channel, and when to try again."""

    def _note(self, match: Match, seats: Iterable[Seat]) -> None:
        """These need not be told of their present decision any more."""
        told = self.told.get(match.row.id) or {}
        self.told.put(match.row.id, told | {seat: match.stamps[seat] for seat in seats})

    async def tell(self, match: Match, seats: Sequence[Seat]) -> bool:
        """Tell people that it is their turn; False if that cannot be sent just now."""
        with speaking(match.row.locale):
            words = _("{people}: your turn in {game} · match {number} {link}")
        sent = await self._send(match, seats, words)
        if sent:
            self._note(match, seats)
        return sent

    async def warn(self, match: Match, hands: Hands) -> None:
        """Tell those who are waited for that time is running out, in public and, if possible, in private."""
        late = looking.waited_for(match)
        if not late or match.row.deadline is None or match.row.paused_at is not None:
            return
        when = screens.moment(match.row.deadline)
        self._note(match, late)
        with speaking(match.row.locale):
            public = _("⏰ {people}: a computer chooses for you {when}, in {game} · match {number} {link}.")
        await self._send(match, list(late), public, when=when)

        def private() -> str:
            return _("⏰ Your time is running out: a computer chooses for you {when}.").format(when=when)

        for seat, person in late.items():
            if not await hands.remind(match, seat, private):
                with speaking(match.row.locale):
                    await self._privately(match, person, private())

    async def _send(self, match: Match, seats: Sequence[Seat], words: str, **facts: str) -> bool:
        row = match.row
        if not (await preferences.of_server(self._store, row.server_id)).notices:
            return True
        people = {
            seat: person
            for seat in seats
            if (person := row.seats[seat].player_id) is not None
            and (await preferences.of_player(self._store, person)).notices
        }
        if not people:
            return True
        table = await self._tables.where(row.id)
        with speaking(row.locale):
            words = words.format(
                people=", ".join(names.isolated(f"<@{person}>") for person in people.values()),
                game=self._faces[row.slug].title(),
                number=row.id,
                link=screens.link(row.server_id, table),
                **facts,
            )
            view = notice(words, Button(_("My hand"), Do("called"), "main"), row.id)
        sent = await self._messages.send(table.channel_id, view, people.values())
        if sent.message_id is None:
            return sent.outcome is not Outcome.LATER  # else nobody can be told however long one waits
        try:
            await self._replace(row.id, sent.message_id)
        except FAILURES:
            await self._delete(table.channel_id, sent.message_id)
            raise
        self.named.put(row.id, frozenset(people))
        return True

    async def take_down(self, match_id: int) -> None:
        """Delete the match's notice: nobody whom it names is waited for."""
        await self._replace(match_id, None)
        self.named.drop(match_id)

    async def _replace(self, match_id: int, replacement: int | None) -> None:
        was = await self._tables.note(match_id, replacement)
        if was.notice_id is not None and was.notice_id != replacement:
            await self._delete(was.channel_id, was.notice_id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        deleted = await self._messages.delete(channel_id, message_id)
        if deleted.outcome is Outcome.LATER:
            self._left.put(message_id, (channel_id, self._clock.now() + DELETE_AGAIN))

    async def clear_away(self) -> None:
        """Try once more to delete what could not be deleted."""
        for message_id, (channel_id, at) in self._left.items():
            if at <= self._clock.now():
                self._left.drop(message_id)
                await self._delete(channel_id, message_id)

    async def _privately(self, match: Match, person: int, words: str) -> None:
        """Send a direct message to somebody who wants such."""
        if (await preferences.of_player(self._store, person)).dm:
            link = screens.link(match.row.server_id, await self._tables.where(match.row.id))
            await self._messages.privately(person, f"{words} {link}")
