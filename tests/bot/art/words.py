"""Tables in words, for tests that have no use for pictures."""

from __future__ import annotations

from bot.art.look import Look
from bot.art.pictures import Pictures
from bot.scene import Scene


class Words(Pictures):
    """No picture can be painted: tables are shown in words, which tests can read."""

    async def of(self, scene: Scene, look: Look) -> bytes | None:
        return None
