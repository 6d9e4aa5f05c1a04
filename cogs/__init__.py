"""Discord's side of Parlour: how each game looks and speaks, and the commands that all games share."""

from bot.app import Parlour
from cogs.common import play
from cogs.games import FACES

SHARED = ("seats", "leaderboard", "help", "preferences", "moderation", "privacy")


async def setup(bot: Parlour) -> None:
    """Add everything to the bot."""
    bot.faces.update(FACES)
    bot.tree.add_command(play)
    for name in SHARED:
        await bot.load_extension(f"{__name__}.{name}")
