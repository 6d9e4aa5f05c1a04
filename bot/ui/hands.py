"""The private hands that people have open, and keeping them true.

A hand can be edited only by the interaction that showed it, whose token lives for 15 minutes. So refreshing
it is a favour that may fail; before the token dies the hand becomes a button that opens it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from bot.clock import Clock
from bot.face import Faces
from bot.i18n import speaking
from bot.matches.match import Match
from bot.recent import Recent
from bot.screen import Screen
from bot.ui import screens
from bot.ui.layout import Layout, layout
from bot.ui.messages import FAULTS
from engine.core import Seat

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60
"""Seconds that a hand can be edited: https://docs.discord.com/developers/interactions/receiving-and-responding"""

REST = 2.0
"""Seconds between two refreshes of the hand of somebody who only watches."""

UNKNOWN = Screen(()), (-1, -1)
"""Screen and progress of a hand of which nobody knows what it shows."""

Edit = Callable[[Layout], Awaitable[object]]


@dataclass(slots=True)
class OpenHand:
    """A hand that somebody has open: the message, how to edit it, and what it shows."""

    message_id: int | None
    edit: Edit
    locale: str
    until: float
    seat: Seat
    screen: Screen
    stamp: int
    path: tuple[int, ...]
    progress: tuple[int, int]
    refreshed: float


class Hands:
    """Every open hand by match and person."""

    def __init__(self, faces: Faces, clock: Clock) -> None:
        self._faces = faces
        self._clock = clock
        self._open: Recent[tuple[int, int], OpenHand] = Recent()
        self._pressing: Counter[tuple[int, int]] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def view(self, match: Match, seat: Seat, screen: Screen) -> Layout:
        """The message of a hand."""
        return layout(screen, match.row.id, match.stamps[seat])

    def screen(
        self, match: Match, seat: Seat, locale: str, path: tuple[int, ...] = (), note: str | None = None
    ) -> Screen:
        """A seat's hand in the reader's language."""
        with speaking(locale):
            return screens.hand(self._faces[match.row.slug], match, seat, path, note)

    @contextmanager
    def pressing(self, match_id: int, person: int) -> Iterator[None]:
        """Within this block a press of the person is being answered: its answer is not to be overtaken."""
        key = (match_id, person)
        self._pressing[key] += 1
        try:
            yield
        finally:
            self._pressing[key] -= 1
            if not self._pressing[key]:
                del self._pressing[key]

    async def opened(
        self,
        match: Match,
        seat: Seat,
        screen: Screen,
        *,
        path: tuple[int, ...],
        locale: str,
        message_id: int | None,
        edit: Edit,
    ) -> None:
        """A hand was shown; an older copy of it is closed. ``screen`` is without any note."""
        person = match.row.seats[seat].player_id
        if person is None:
            return
        now = self._clock.now()
        self._open.forget(lambda hand: hand.until < now)  # each holds on to the message that was pressed
        key = (match.row.id, person)
        old = self._open.get(key)
        self._open.put(
            key,
            OpenHand(
                message_id,
                edit,
                locale,
                now + TOKEN_LIFE,
                seat,
                screen,
                match.stamps[seat],
                path,
                match.progress,
                0.0,
            ),
        )
        if old is not None and old.message_id != message_id and old.until > now:
            await self._close(old, match, moved=True)

    def current(self, match: Match) -> set[int]:
        """The people whose open hand shows their present decision."""
        return {
            person
            for seat, sitting in enumerate(match.row.seats)
            if (person := sitting.player_id) is not None
            and (hand := self._live(match.row.id, person)) is not None
            and hand.stamp == match.stamps[seat]
        }

    async def refresh(self, match: Match) -> float | None:
        """Edit every hand whose content no longer holds; seconds until the rest may be, if any is left."""
        again: list[float] = []
        work = []
        for sitting in match.row.seats:
            hand = None if sitting.player_id is None else self._live(match.row.id, sitting.player_id)
            if hand is None or hand.progress == match.progress:
                continue
            if (wait := self._wait(match, hand)) > 0:
                again.append(wait)
            else:
                assert sitting.player_id is not None
                work.append(self._refresh(match, sitting.player_id, hand))
        if work and not all(await asyncio.gather(*work)):
            again.append(0.0)
        return min(again, default=None)

    def _wait(self, match: Match, hand: OpenHand) -> float:
        """Seconds until the hand may be refreshed; at once where something is asked, or all is over."""
        if hand.stamp != match.stamps[hand.seat] or match.over:
            return 0.0
        return hand.refreshed + REST - self._clock.now()

    async def _refresh(self, match: Match, person: int, hand: OpenHand, note: str | None = None) -> bool:
        """Edit the hand if it shows something else; False if the answer to a press was perhaps overtaken."""
        key = (match.row.id, person)
        if self._pressing[key] or match.row.seat_of(person) != hand.seat:
            return True
        path = hand.path if hand.stamp == match.stamps[hand.seat] else ()
        try:
            screen = self.screen(match, hand.seat, hand.locale, path)
        except Exception:  # the table and the other hands are shown all the same
            log.exception("match %d: the hand of seat %d cannot be made", match.row.id, hand.seat)
            self._open.drop(key)
            return True
        if screen != hand.screen or note is not None:
            shown = screen if note is None else self.screen(match, hand.seat, hand.locale, path, note)
            try:
                await hand.edit(self.view(match, hand.seat, shown))
            except FAULTS:
                if self._open.get(key) is hand:
                    self._open.drop(key)
                return True
            hand.refreshed = self._clock.now()
        hand.screen, hand.path = screen, path
        hand.stamp, hand.progress = match.stamps[hand.seat], match.progress
        newer = self._open.get(key)
        if newer is None or newer is hand or newer.message_id != hand.message_id:
            return True
        newer.screen, newer.progress = UNKNOWN
        return False

    async def remind(self, match: Match, seat: Seat, words: Callable[[], str]) -> bool:
        """Show a word in the person's open hand, in their language; False if they have none open."""
        person = match.row.seats[seat].player_id
        hand = None if person is None else self._live(match.row.id, person)
        if hand is None or person is None:
            return False
        with speaking(hand.locale):
            note = words()
        await self._refresh(match, person, hand, note)
        return self._live(match.row.id, person) is not None

    async def close_old(self) -> None:
        """Turn hands whose token is about to die into buttons that open them again."""
        now = self._clock.now()
        for key, hand in self._open.items():
            if hand.until <= now:
                self._open.drop(key)
                await self._close(hand, key[0])

    def _live(self, match_id: int, person: int) -> OpenHand | None:
        hand = self._open.get((match_id, person))
        return hand if hand is not None and hand.until > self._clock.now() else None

    async def _close(self, hand: OpenHand, match: Match | int, *, moved: bool = False) -> None:
        match_id = match if isinstance(match, int) else match.row.id
        with suppress(*FAULTS), speaking(hand.locale):
            await hand.edit(layout(screens.closed_hand(moved=moved), match_id))
