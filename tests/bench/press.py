"""What one press costs: process CPU of all threads, from dispatch to answered, committed and table redrawn.

The yardstick is a bare echo button in discord.py, in the same run. Discord itself costs nothing here.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import discord
from discord import ui

from engine.games import GAMES
from tests.bench import discord_stub as stub
from tests.bench.figures import verdict
from tests.bench.stage import Stage

BUDGET = 35
AIM = 20


@dataclass(frozen=True)
class Cost:
    """Microseconds of CPU a press: the median, and the mean."""

    median: float
    mean: float

    @classmethod
    def of(cls, seconds: list[float]) -> Cost:
        return cls(statistics.median(seconds) * 1e6, statistics.fmean(seconds) * 1e6)


class Echo(ui.View):
    """A button that counts."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0
        self.done: asyncio.Event = asyncio.Event()

    @ui.button(label="0", custom_id="echo")
    async def press(self, interaction: discord.Interaction[Any], button: ui.Button[Any]) -> None:
        self.presses += 1
        button.label = str(self.presses)
        await interaction.response.edit_message(view=self)
        self.done.set()


async def echo(presses: int) -> Cost:
    """The yardstick."""
    client = discord.Client(intents=discord.Intents.none())
    await stub.connect(client)
    view = Echo()
    client.add_view(view)
    receive = client._connection.parsers["INTERACTION_CREATE"]
    components = stub.button("echo")
    costs = []
    for _ in range(presses):
        payload = stub.press(components, "echo", None, ephemeral=False)
        payload["message"]["flags"] = 0
        view.done.clear()
        before = time.process_time()
        receive(payload)
        await view.done.wait()
        costs.append(time.process_time() - before)
    return Cost.of(costs)


async def parlour(slug: str, presses: int) -> Cost:
    """Presses that act, in matches of one person against computers."""
    rules = GAMES[slug]
    rng = Random(1)
    costs: list[float] = []
    async with Stage.open() as stage:
        while len(costs) < presses:
            match = await stage.deal(rules, [stub.PERSON])
            hand = await stage.look(match.row.id, stub.PERSON)
            while (control := hand.control(rng)) is not None and len(costs) < presses:
                before = time.process_time()
                await stage.press(hand, control)
                if control.acts:
                    costs.append(time.process_time() - before)
    return Cost.of(costs)


def report(presses: int = 400) -> bool:
    """Print each game's ratio; whether all are within the budget."""
    kept = True
    for slug in GAMES:
        before = asyncio.run(echo(presses)).median
        cost = asyncio.run(parlour(slug, presses))
        yardstick = min(before, asyncio.run(echo(presses)).median)  # the disturbed one would flatter us
        ratio = cost.median / yardstick
        kept &= ratio <= BUDGET
        print(
            f"press in {slug:8}{cost.median:8.0f} µs   {ratio:5.1f} x echo ({yardstick:.0f} µs)"
            f"   (at most {BUDGET}, aim {AIM})   {verdict(kept=ratio <= BUDGET)}"
        )
    return kept


if __name__ == "__main__":
    report()
