"""Cardinality on Discord: its command, and its face."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app import Parlour
from cogs.common import PACE, GameCog, PaceName, open_table, play
from cogs.hilo.face import HiloFace

FACE = HiloFace()


@play.command(name=FACE.slug, description="Call Higher or Lower, capture cards, then trade")
@app_commands.describe(
    mode="Who calls next: the winner of the round, or everybody in turn",
    ace="Is an ace high, low, or named anew with each call?",
    turn_order="How the first player is found",
    target="Play on until somebody has this many points (1 to 100); without it, one deal",
    trading_stages="How often cards are traded after the calls (1 to 7)",
    pace=PACE,
)
@app_commands.choices(
    mode=[
        Choice(name="Turn by turn", value="turn_based"),
        Choice(name="Greedy: the winner goes on", value="greedy"),
    ],
    ace=[
        Choice(name="High", value="high"),
        Choice(name="Low", value="low"),
        Choice(name="Named with each call", value="per_turn"),
    ],
    turn_order=[Choice(name="Guess the card", value="guess"), Choice(name="By lot", value="random")],
)
async def _play(
    interaction: discord.Interaction[Any],
    mode: str = "turn_based",
    ace: str = "high",
    turn_order: str = "guess",
    target: app_commands.Range[int, 1, 100] | None = None,
    trading_stages: app_commands.Range[int, 1, 7] = 3,
    pace: PaceName | None = None,
) -> None:
    await open_table(
        interaction,
        FACE,
        mode=mode,
        ace=ace,
        turn_order=turn_order,
        target=target,
        trading_stages=trading_stages,
        pace=pace,
    )


class HiloCog(GameCog):
    """Cardinality on Discord."""

    face = FACE
    command: app_commands.Command[Any, ..., Any] = _play


async def setup(bot: Parlour) -> None:
    await bot.add_cog(HiloCog(bot))
