"""Tien Gow on Discord: its command, and its face."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app import Parlour
from cogs.common import PACE, GameCog, PaceName, open_table, play
from cogs.tiengow.face import TiengowFace

FACE = TiengowFace()

_LENGTHS = {"one": (1, 0), "four": (4, 0), "to_30": (20, 30)}


@play.command(name=FACE.slug, description="Take tricks with Chinese dominoes, and above all the last one")
@app_commands.describe(
    length="A usual length of match",
    deals="Or exactly: how many deals at most (1 to 20)",
    target="Stop after a deal that leaves somebody with this many points (5 to 200)",
    pace=PACE,
)
@app_commands.choices(
    length=[
        Choice(name="One deal", value="one"),
        Choice(name="Four deals", value="four"),
        Choice(name="First to 30 points, 20 deals at most", value="to_30"),
    ]
)
async def _play(
    interaction: discord.Interaction[Any],
    length: str = "one",
    deals: app_commands.Range[int, 1, 20] | None = None,
    target: app_commands.Range[int, 5, 200] | None = None,
    pace: PaceName | None = None,
) -> None:
    usual_deals, usual_target = _LENGTHS[length]
    await open_table(
        interaction,
        FACE,
        deals=usual_deals if deals is None else deals,
        target=usual_target if target is None else target,
        pace=pace,
    )


class TiengowCog(GameCog):
    """Tien Gow on Discord."""

    face = FACE
    command: app_commands.Command[Any, ..., Any] = _play


async def setup(bot: Parlour) -> None:
    await bot.add_cog(TiengowCog(bot))
