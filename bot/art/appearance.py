"""How its reader wants a message to look: with which emoji, and with which picture.

Private messages look as their reader has chosen, tables as the server's managers have.
"""

from dataclasses import dataclass, fields
from typing import Literal

from bot.art.look import TWO_COLOURS, Look
from bot.art.pictures import Pictures
from bot.clock import Clock
from bot.emoji import Markup, without
from bot.recent import Recent
from bot.screen import Picture, Screen
from bot.store import FAILURES, Store, preferences


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader has chosen, and what comes of it: the emoji in texts, the picture of a screen."""

    look: Look
    markup: Markup
    pictures: Pictures

    def painted(self, screen: Screen) -> bytes | None:
        """The screen's picture if it has one that is painted already: no press waits for one."""
        if self.look.pictures:
            for block in screen.blocks:
                if isinstance(block, Picture):
                    return self.pictures.ready(block.scene, self.look)
        return None

    async def paint(self, screen: Screen) -> bytes | None:
        """The screen's picture if it has one; None also if it cannot be painted."""
        if self.look.pictures:
            for block in screen.blocks:
                if isinstance(block, Picture):
                    return await self.pictures.of(block.scene, self.look)
        return None


KNOWN = 60.0
"""Seconds for which what somebody has chosen is not asked for again: another process may have changed it."""

_LOOK = tuple(field.name for field in fields(Look))


class Appearance:
    """What readers have chosen, the emoji that Discord has, and the pictures."""

    def __init__(self, store: Store, clock: Clock, emoji: Markup, pictures: Pictures) -> None:
        self._store = store
        self._clock = clock
        self._emoji = emoji
        self._pictures = pictures
        self._known: Recent[tuple[str, int], tuple[float, Reading]] = Recent()

    async def of_person(self, person_id: int) -> Reading:
        """How the person wants private messages."""
        known = self._known.get(("person", person_id))
        if known is not None and known[0] > self._clock.now():
            return known[1]
        try:
            chosen = await preferences.of_player(self._store, person_id)
        except FAILURES:  # the answer itself says what is wrong, if it needs the database
            return self._reading(Look())
        return self._learn("person", person_id, chosen)

    async def of_server(self, server_id: int | None) -> Reading:
        """How the server's managers want tables; in a private chat they look as usual."""
        known = self._known.get(("server", server_id or 0))
        if known is not None and known[0] > self._clock.now():
            return known[1]
        try:
            chosen = await preferences.of_server(self._store, server_id)
        except FAILURES:
            return self._reading(Look())
        return self._learn("server", server_id or 0, chosen)

    def forget(self, kind: Literal["person", "server"], number: int) -> None:
        """Ask again: something else has been chosen."""
        self._known.drop((kind, number))

    def _learn(self, kind: str, number: int, chosen: preferences.LookPreferences) -> Reading:
        reading = self._reading(Look(**{name: getattr(chosen, name) for name in _LOOK}))
        self._known.put((kind, number), (self._clock.now() + KNOWN, reading))
        return reading

    def _reading(self, look: Look) -> Reading:
        return Reading(look, self._markup(look), self._pictures)

    def _markup(self, look: Look) -> Markup:
        if not look.emoji:
            return without
        if not look.two_colours:
            return self._emoji

        def two_colours(name: str) -> str | None:
            return self._emoji(name + TWO_COLOURS) or self._emoji(name)

        return two_colours
