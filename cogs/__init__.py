"""Discord's side of Parlour: how each game looks and speaks, and the commands that all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.common import play
from cogs.games import FACES as FACES

if TYPE_CHECKING:
    from bot.app import Parlour

SHARED = ("seats", "boards", "help", "house", "moderation", "privacy")


async def setup(bot: Parlour) -> None:
    """Add everything to the bot."""
    for face in FACES.values():
        bot.add_face(face)
    bot.tree.add_command(play)
    for name in SHARED:
        await bot.load_extension(f"{__name__}.{name}")
