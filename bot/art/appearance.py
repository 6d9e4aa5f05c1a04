"""How its reader wants a message to look: with which emoji, and with which picture.

Private messages look as their reader has chosen, tables as the server's managers have.
"""

from dataclasses import dataclass

from bot.art.look import TWO_COLOURS, Look
from bot.art.pictures import Pictures
from bot.emoji import Markup, without
from bot.screen import Picture, Screen


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


class Appearance:
    """What readers have chosen, the emoji that Discord has, and the pictures."""

    def __init__(self, emoji: Markup, pictures: Pictures) -> None:
        self._emoji = emoji
        self._pictures = pictures

    async def of_person(self, person_id: int) -> Reading:
        """How the person wants private messages."""
        return self._reading(Look())

    async def of_server(self, server_id: int | None) -> Reading:
        """How the server's managers want tables."""
        return self._reading(Look())

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
