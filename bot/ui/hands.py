"""The private hands that people have open, and keeping them true.

A hand can be edited only by the interaction that showed it, whose token lives for 15 minutes. So refreshing
it is a favour that may fail; before the token dies the hand becomes a button that opens it again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

from bot.art.appearance import Appearance
from bot.clock import Clock
from bot.emoji import written
from bot.face import Faces
from bot.i18n import speaking
from bot.matches.match import Match
from bot.recent import Recent
from bot.screen import Screen
from bot.store import MatchRow
from bot.ui import screens
from bot.ui.layout import Layout, layout
from bot.ui.looking import Seen
from bot.ui.messages import FAULTS
from engine.core import Seat

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60
"""Seconds that a hand can be edited: https://docs.discord.com/developers/interactions/receiving-and-responding"""

REST = 2.0
"""Seconds between two refreshes of the hand of somebody who only watches."""

UNKNOWN = Screen(())
"""What a hand shows of which nobody knows."""

UNSEEN = -1
"""In place of a stamp: the person has perhaps not looked yet."""

Key = tuple[int, int]
"""A match and a person."""


@dataclass(slots=True)
class OpenHand:
    """A hand that somebody has open: the message, how to edit it, and what it shows."""

    message_id: int | None
    edit: Callable[[Layout], Awaitable[object]]
    locale: str
    seat: Seat
    path: tuple[int, ...]
    screen: Screen
    """Without the note that may stand above it."""
    picture: bytes | None
    stamp: int
    answered: int
    """The stamp when its owner last asked for it, UNSEEN if it came unasked."""
    version: object
    """Of the match, so that the same position is not looked at twice."""
    pressed: float
    """When its owner made the press that showed it, in seconds."""
    refreshed: float = 0.0


class Refreshed(NamedTuple):
    """What the seats have before them after a refresh, and in how many seconds the rest may be refreshed."""

    looks: dict[Seat, Seen]
    again: float | None


class Hands:
    """Every open hand by match and person; ``show`` is told the matches that are to be shown once more."""

    def __init__(
        self, faces: Faces, clock: Clock, appearance: Appearance, show: Callable[[int], None]
    ) -> None:
        self._faces = faces
        self._appearance = appearance
        self._clock = clock
        self._show = show
        self._open: Recent[Key, OpenHand] = Recent()
        self._pressing: Counter[Key] = Counter()
        self._passed_over: set[Key] = set()
        """Hands that were not refreshed, since a press was being answered."""

    def __len__(self) -> int:
        return len(self._open)

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
                if key in self._passed_over:
                    self._passed_over.discard(key)
                    self._show(match_id)

    async def opened(self, match_id: int, person: int, hand: OpenHand) -> None:
        """A hand was shown by a press; an older copy of it is closed."""
        now = self._clock.now()
        # Each holds on to the message that was pressed.
        self._open.forget(lambda old: old.pressed + TOKEN_LIFE < now)
        old = self._live(match_id, person)
        self._open.put((match_id, person), hand)
        if old is not None and old.message_id != hand.message_id:
            await self._close(match_id, old, moved=True)

    async def refresh(self, match: Match) -> Refreshed:
        """Edit every hand whose content no longer holds."""
        looks: dict[Seat, Seen] = {}
        again: list[float] = []
        stale = []
        for seat, sitting in enumerate(match.row.seats):
            if sitting.player_id is None:
                continue
            hand = self._live(match.row.id, sitting.player_id)
            if hand is not None and hand.seat != seat:
                continue
            if self._pressing[match.row.id, sitting.player_id]:
                self._passed_over.add((match.row.id, sitting.player_id))
                answered = UNSEEN if hand is None else match.stamps[seat]
                looks[seat] = Seen(match.stamps[seat], answered, self._clock.now())
                continue
            if hand is None:
                continue
            if hand.version is not match.version:
                wait = self._wait(match, hand)
                if wait > 0:
                    again.append(wait)
                else:
                    stale.append((sitting.player_id, hand))
            looks[seat] = Seen(hand.stamp, hand.answered, hand.pressed)
        if stale:
            await asyncio.gather(*(self._refresh(match, person, hand) for person, hand in stale))
            for person, hand in stale:
                if self._live(match.row.id, person) is hand:
                    looks[hand.seat] = Seen(hand.stamp, hand.answered, hand.pressed)
                else:
                    del looks[hand.seat]
        return Refreshed(looks, min(again, default=None))

    def _wait(self, match: Match, hand: OpenHand) -> float:
        """Seconds until the hand may be refreshed; none where something is asked, or all is over."""
        if hand.stamp != match.stamps[hand.seat] or match.row.over:
            return 0.0
        return hand.refreshed + REST - self._clock.now()

    async def _refresh(self, match: Match, person: int, hand: OpenHand, note: str | None = None) -> None:
        """Edit the hand if it shows something else, or to show a note."""
        key = (match.row.id, person)
        if self._pressing[key]:
            self._passed_over.add(key)
            return
        path = hand.path if hand.stamp == match.stamps[hand.seat] else ()
        reading = await self._appearance.of_person(person)
        try:
            with speaking(hand.locale):
                screen = screens.hand(self._faces[match.row.slug], match, hand.seat, path)
                shown = screen if note is None else self._with_note(match, hand, path, note)
            picture = await reading.paint(shown)
        except Exception:  # the table and the other hands are shown all the same
            log.exception("match %d: the hand of seat %d cannot be made", match.row.id, hand.seat)
            self._open.drop(key)
            return
        if shown != hand.screen or picture != hand.picture:
            with speaking(hand.locale), written(reading.markup):
                view = layout(shown, match.row.id, match.stamps[hand.seat], picture)
            if not await self._edited(key, hand, view):
                return
        hand.path, hand.screen, hand.picture = path, screen, picture
        hand.stamp, hand.version = match.stamps[hand.seat], match.version
        newer = self._open.get(key)
        if newer is not None and newer is not hand and newer.message_id == hand.message_id:
            newer.screen, newer.version = UNKNOWN, None  # the answer to a press was perhaps overtaken
            self._show(match.row.id)

    def _with_note(self, match: Match, hand: OpenHand, path: tuple[int, ...], note: str) -> Screen:
        return screens.hand(self._faces[match.row.slug], match, hand.seat, path, note)

    async def _edited(self, key: Key, hand: OpenHand, view: Layout) -> bool:
        """Whether the hand shows this now; one that cannot be edited is open no more."""
        try:
            await hand.edit(view)
        except FAULTS:
            if self._open.get(key) is hand:
                self._open.drop(key)
            return False
        hand.refreshed = self._clock.now()
        return True

    async def call_off(self, row: MatchRow) -> None:
        """Say in the open hands of a match why it was called off."""
        for (match_id, person), hand in self._open.items():
            if match_id == row.id:
                self._open.drop((match_id, person))
                with suppress(*FAULTS), speaking(hand.locale):
                    await hand.edit(layout(screens.closed(self._faces[row.slug], row), match_id))

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

    def has(self, match_id: int, person: int) -> bool:
        """Whether the person has a hand open in the match."""
        return self._live(match_id, person) is not None

    def look_anew(self, person: int) -> list[int]:
        """The matches whose hands the person has open; each is to be drawn anew, whatever it shows."""
        theirs = []
        for (match_id, owner), hand in self._open.items():
            if owner == person:
                hand.screen, hand.version = UNKNOWN, None
                theirs.append(match_id)
        return theirs

    def lately(self, seconds: float) -> list[int]:
        """The matches in which somebody pressed so short a time ago."""
        since = self._clock.now() - seconds
        return list(
            dict.fromkeys(match_id for (match_id, _), hand in self._open.items() if hand.pressed > since)
        )

    async def close_old(self) -> None:
        """Turn hands whose token is about to die into buttons that open them again."""
        for (match_id, person), hand in self._open.items():
            if self._live(match_id, person) is None:
                self._open.drop((match_id, person))
                await self._close(match_id, hand)

    def _live(self, match_id: int, person: int) -> OpenHand | None:
        hand = self._open.get((match_id, person))
        return hand if hand is not None and hand.pressed + TOKEN_LIFE > self._clock.now() else None

    async def _close(self, match_id: int, hand: OpenHand, *, moved: bool = False) -> None:
        with suppress(*FAULTS), speaking(hand.locale):
            await hand.edit(layout(screens.closed_hand(moved=moved), match_id))
