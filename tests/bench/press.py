"""What one press costs: process CPU of all threads, from dispatch to answered, committed and table redrawn.

The yardstick is a bare echo button in discord.py, in the same run. Discord itself costs nothing here.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from discord import ui

from bot.app import Parlour
from bot.lobby import Place
from bot.settings import Settings
from bot.store import Person
from bot.ui import commands
from bot.ui.tables import Tables
from engine.games import GAMES
from tests.bench import discord_stub as stub

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
    components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "0", "custom_id": "echo"}]}]
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
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        bot = Parlour(Settings(_env_file=None, database_url=url), shard_count=1)
        answers = await stub.connect(bot)
        commands.register = _nothing  # type: ignore[assignment]
        await bot.setup_hook()
        done = asyncio.Event()
        _watch(bot.tables, done)
        receive = bot._connection.parsers["INTERACTION_CREATE"]
        costs: list[float] = []
        while len(costs) < presses:
            row = await bot.lobbies.open(
                GAMES[slug],
                GAMES[slug].Options(),
                Person(stub.PERSON, "ann", "en-US"),
                Place(stub.GUILD, stub.CHANNEL, "en-US"),
            )
            await bot.tables.posted(row, 1, stub.CHANNEL)
            match = await bot.lobbies.start(row.id, stub.PERSON)
            seat = match.row.seat_of(stub.PERSON)
            assert seat is not None
            components: list[Any] = bot.tables.hand_view(match, seat).to_components()  # type: ignore[no-untyped-call]
            while (control := _control(components)) is not None and len(costs) < presses:
                payload = stub.press(components, *control, ephemeral=True)
                acting = ":act:" in control[0] or (control[1] is not None and control[1][0].startswith("a"))
                done.clear()
                before = time.process_time()
                receive(payload)
                if acting:
                    await done.wait()
                    costs.append(time.process_time() - before)
                else:
                    await asyncio.sleep(0.005)
                components = answers.latest["data"]["components"]
        await bot.service.close()
        await bot.store.close()
    return Cost.of(costs)


async def _nothing(*_: object) -> None: ...


def _watch(tables: Tables, done: asyncio.Event) -> None:
    changed = tables.changed

    async def watched(*args: Any, **kwargs: Any) -> None:
        await changed(*args, **kwargs)
        done.set()

    tables.changed = watched  # type: ignore[method-assign]


def _control(components: list[Any]) -> tuple[str, list[str] | None] | None:
    """The first control of a hand that leads on: its custom id, and what to choose in it."""
    for component in stub.walk(components):
        custom_id = component.get("custom_id", "")
        if component.get("disabled"):
            continue
        if custom_id.startswith(("b:act:", "b:go:")):
            return custom_id, None
        if custom_id.startswith("s:"):
            options = component["options"]
            least = max(1, component.get("min_values", 1))
            return custom_id, [option["value"] for option in options[:least]]
    return None


def report(presses: int = 600) -> bool:
    """Print each game's ratio; whether all are within the budget."""
    yardstick = asyncio.run(echo(presses))
    print(f"echo button      {yardstick.median:8.0f} µs")
    kept = True
    for slug in GAMES:
        cost = asyncio.run(parlour(slug, presses))
        ratio = cost.median / yardstick.median
        kept &= ratio <= BUDGET
        print(f"press in {slug:8}{cost.median:8.0f} µs   {ratio:5.1f} x echo   (at most {BUDGET}, aim {AIM})")
    return kept


if __name__ == "__main__":
    report()
