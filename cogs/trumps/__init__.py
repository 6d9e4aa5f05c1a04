"""Your trumps on Discord: its command, and its face."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app import Parlour
from cogs.common import PACE, GameCog, PaceName, open_table, play
from cogs.trumps.face import TrumpsFace

FACE = TrumpsFace()


@play.command(name=FACE.slug, description="A card duel: everybody has a trump suit of their own")
@app_commands.describe(
    deck="How many cards the pack has",
    deal="Shuffled, or hands that mirror each other (for two players)",
    trumps="How everybody comes by a trump suit",
    pick_up="May you pick up although you could beat?",
    low_trumps="Does the lowest card of each trump suit go to its player?",
    hands="Are all hands shown at the table?",
    deals="How many deals are played (1 to 10)",
    turn_limit="After how many turns a deal is a draw (50 to 500)",
    pace=PACE,
)
@app_commands.choices(
    deck=[
        Choice(name="16: jack to ace", value=16),
        Choice(name="24: nine to ace", value=24),
        Choice(name="32: seven to ace", value=32),
        Choice(name="36: six to ace", value=36),
        Choice(name="52: two to ace", value=52),
    ]
)
@app_commands.choices(
    deal=[Choice(name="Shuffled", value="random"), Choice(name="Mirror: equal hands", value="mirror")],
    trumps=[Choice(name="Chosen in turn", value="choose"), Choice(name="By lot", value="random")],
    pick_up=[Choice(name="Only if unable to beat", value="unable"), Choice(name="At will", value="free")],
    hands=[Choice(name="Hidden", value="hidden"), Choice(name="Open to all", value="open")],
)
async def _play(
    interaction: discord.Interaction[Any],
    deck: int = 36,
    deal: str = "random",
    trumps: str = "choose",
    pick_up: str = "unable",
    low_trumps: bool = False,
    hands: str = "hidden",
    deals: app_commands.Range[int, 1, 10] = 1,
    turn_limit: app_commands.Range[int, 50, 500] = 200,
    pace: PaceName | None = None,
) -> None:
    await open_table(
        interaction,
        FACE,
        deck=deck,
        deal=deal,
        trumps=trumps,
        pick_up=pick_up,
        low_trumps=low_trumps,
        hands=hands,
        deals=deals,
        turn_limit=turn_limit,
        pace=pace,
    )


class TrumpsCog(GameCog):
    """Your trumps on Discord."""

    face = FACE
    command: app_commands.Command[Any, ..., Any] = _play


async def setup(bot: Parlour) -> None:
    await bot.add_cog(TrumpsCog(bot))
