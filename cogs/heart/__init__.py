"""Heart of the Cards on Discord: its command, and its face."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app import Parlour
from cogs.common import PACE, GameCog, PaceName, open_table, play
from cogs.heart.face import HeartFace

FACE = HeartFace()


@play.command(name=FACE.slug, description="Pick the heart apart, play your Wildcard, and hope for the Queen")
@app_commands.describe(
    rounds="How many hearts are played (1 to 9)",
    size="How many cards lie around the Queen",
    wildcards="Are there Kings and Jacks, which change a hand at the end?",
    reveal="Which cards of the heart lie face up",
    pace=PACE,
)
@app_commands.choices(
    size=[
        Choice(name="Small: 12 cards", value="small"),
        Choice(name="Medium: 24 cards", value="medium"),
        Choice(name="Large: 32 cards", value="large"),
    ],
    reveal=[
        Choice(name="Every second card", value="half"),
        Choice(name="All cards", value="all"),
        Choice(name="No card: a game of nerve", value="none"),
    ],
)
async def _play(
    interaction: discord.Interaction[Any],
    rounds: app_commands.Range[int, 1, 9] = 1,
    size: str = "medium",
    wildcards: bool = True,
    reveal: str = "half",
    pace: PaceName | None = None,
) -> None:
    await open_table(
        interaction, FACE, rounds=rounds, size=size, wildcards=wildcards, reveal=reveal, pace=pace
    )


class HeartCog(GameCog):
    """Heart of the Cards on Discord."""

    face = FACE
    command: app_commands.Command[Any, ..., Any] = _play


async def setup(bot: Parlour) -> None:
    await bot.add_cog(HeartCog(bot))
