"""Discord's side of Parlour: one cog a game, listed once, and the commands that all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.common import play

from . import flip, heart, hilo, tiengow, trumps

if TYPE_CHECKING:
    from bot.app import Parlour
    from bot.face import Faces

GAMES = (hilo, flip, heart, trumps, tiengow)

FACES: Faces = {module.FACE.slug: module.FACE for module in GAMES}
"""How each game looks and speaks, by slug."""

SHARED = ("seats", "boards", "help", "house", "privacy")


async def setup(bot: Parlour) -> None:
    """Add every cog to the bot."""
    for module in GAMES:
        await module.setup(bot)
    bot.tree.add_command(play)
    for name in SHARED:
        await bot.load_extension(f"{__name__}.{name}")
