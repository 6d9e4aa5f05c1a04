"""Hi-Lo Flip on Discord: its command, and its face."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import Parlour
from cogs.common import PACE, GameCog, PaceName, open_table, play
from cogs.flip.face import FlipFace

FACE = FlipFace()


@play.command(name=FACE.slug, description="Play above or below the last card, as the chip says")
@app_commands.describe(
    target="Play on until somebody has this many points (25 to 300)",
    hand_size="Cards dealt to each player in a round (3 to 12)",
    pace=PACE,
)
async def _play(
    interaction: discord.Interaction[Any],
    target: app_commands.Range[int, 25, 300] = 75,
    hand_size: app_commands.Range[int, 3, 12] = 7,
    pace: PaceName | None = None,
) -> None:
    await open_table(interaction, FACE, target=target, hand_size=hand_size, pace=pace)


class FlipCog(GameCog):
    """Hi-Lo Flip on Discord."""

    face = FACE
    command: app_commands.Command[Any, ..., Any] = _play


async def setup(bot: Parlour) -> None:
    await bot.add_cog(FlipCog(bot))
