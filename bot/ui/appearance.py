"""How its reader wants a message to look: with which emoji, and with which picture.

Private messages look as their reader has chosen, tables as the server's managers have.
"""

from bot.art.look import TWO_COLOURS, Look
from bot.art.pictures import Pictures
from bot.emoji import Markup, without
from bot.screen import Screen


class Appearance:
    """What readers have chosen, the emoji that Discord has, and the pictures."""

    def __init__(self, emoji: Markup, pictures: Pictures) -> None:
        self._emoji = emoji
        self._pictures = pictures

    async def of_person(self, person_id: int) -> Look:
        """How the person wants private messages."""
        return Look()

    async def of_server(self, server_id: int | None) -> Look:
        """How the server's managers want tables."""
        return Look()

    def markup(self, look: Look) -> Markup:
        """The emoji for such a reader."""
        if not look.emoji:
            return without
        if not look.two_colours:
            return self._emoji

        def two_colours(name: str) -> str | None:
            return self._emoji(name + TWO_COLOURS) or self._emoji(name)

        return two_colours

    def painted(self, screen: Screen, look: Look) -> bytes | None:
        """The screen's picture if it has one that is painted already: no press waits for one."""
        if screen.scene is None or not look.pictures:
            return None
        return self._pictures.ready(screen.scene, look)

    async def paint(self, screen: Screen, look: Look) -> bytes | None:
        """The screen's picture if it has one; None also if it cannot be painted."""
        if screen.scene is None or not look.pictures:
            return None
        return await self._pictures.of(screen.scene, look)
