"""Cardinality on Discord (placeholder face while the real one is written)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app import Parlour
from bot.face import Face, Field
from bot.face import Choice as Value
from bot.screen import Act, Block, Menu, Option, Text
from cogs.common import GameCog, open_table, play
from engine.games.hilo import Hilo


class HiloFace(Face[Any, Any, Any]):
    rules = Hilo()
    colour = 0x2A7A4B

    def title(self) -> str:
        return "Cardinality"

    def pitch(self) -> str:
        return "Call Higher or Lower."

    def fields(self) -> tuple[Field, ...]:
        return (Field("mode", "Mode", (Value("turn_based", "Turn"), Value("greedy", "Greedy")), str),)

    def table(self, view: Any, names: Any) -> Sequence[Block]:
        return [Text(str(view.phase))]

    def asked(self, view: Any, names: Any) -> str:
        return f"waiting for {view.to_act}"

    def hand(self, view: Any, names: Any, legal: Any, path: Any) -> Sequence[Block]:
        if not legal:
            return [Text("nothing to do")]
        return [Menu("choose", tuple(Option(str(a)[:90], Act(i)) for i, a in enumerate(legal[:25])))]

    def story(self, event: Any, names: Any) -> str | None:
        return type(event).__name__

    def end(self, view: Any, result: Any, names: Any) -> Sequence[Block]:
        return [Text(f"over {result.scores}")]

    def refused(self, error: Any, names: Any) -> str:
        return str(error)


FACE = HiloFace()


@play.command(name=FACE.slug, description="Call Higher or Lower, capture cards, then trade")
@app_commands.describe(
    mode="Who calls next: the winner of the round, or everybody in turn",
    ace="Is an ace high, low, or named anew with each call?",
    turn_order="How the first player is found",
    target="Play on until somebody has this many points (1 to 100); without it, one deal",
    trading_stages="How often cards are traded after the calls (1 to 7)",
)
@app_commands.choices(
    mode=[Choice(name="Turn by turn", value="turn_based"), Choice(name="Greedy: the winner goes on", value="greedy")],
    ace=[
        Choice(name="High", value="high"),
        Choice(name="Low", value="low"),
        Choice(name="Named with each call", value="per_turn"),
    ],
    turn_order=[Choice(name="Guess the card", value="guess"), Choice(name="By lot", value="random")],
)
async def command(
    interaction: discord.Interaction[Any],
    mode: str = "turn_based",
    ace: str = "high",
    turn_order: str = "guess",
    target: app_commands.Range[int, 1, 100] | None = None,
    trading_stages: app_commands.Range[int, 1, 7] = 3,
) -> None:
    await open_table(
        interaction,
        FACE,
        mode=mode,
        ace=ace,
        turn_order=turn_order,
        target=target,
        trading_stages=trading_stages,
    )


class HiloCog(GameCog):
    """Cardinality on Discord."""

    face = FACE
    command = command


async def setup(bot: Parlour) -> None:
    await bot.add_cog(HiloCog(bot))
