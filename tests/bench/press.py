"""What one press costs: process CPU of all threads, from dispatch to committed, answered and table edited.

It is measured in matches among people of whom only the one who presses has a hand open; what else a press may
set off has figures of its own. There are two yardsticks in the same run: a bare echo button in discord.py,
pressed without a pause, and the floor, taken between the presses, which is what no press can do without.
Discord itself costs nothing here.
"""

from __future__ import annotations

import asyncio
import contextvars
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord import ui

from bot.matches.match import Match
from bot.store import Change, JournalRow, MatchRow, Person, Store
from bot.ui import screens
from bot.ui.hands import TOKEN_LIFE
from bot.ui.layout import layout
from bot.ui.messages import Messages
from engine.core import AnyRules, Seat
from engine.games import GAMES
from tests.bench import discord_stub as stub
from tests.bench.discord_stub import CHANNEL
from tests.bench.figures import verdict
from tests.bench.soak import LeapingClock
from tests.bench.stage import Control, Hand, Stage, sqlite

BUDGET = 22
"""Times the echo."""
ABOVE_FLOOR = 1.3
"""Times the floor."""

PEOPLE = 3
"""At the table, where the game allows it."""

LOCALE = "en-US"
VEIL = 10.0
"""Seconds, more than a step is hidden."""


class Echo(ui.View):
    """A button that counts."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0
        self.done: asyncio.Event = asyncio.Event()
        self._context = contextvars.copy_context()  # in which the answers go to the echo's own stand-in
        self._client = discord.Client(intents=discord.Intents.none())

    @ui.button(label="0", custom_id="echo")
    async def press(self, interaction: discord.Interaction[Any], button: ui.Button[Any]) -> None:
        self.presses += 1
        button.label = str(self.presses)
        await interaction.response.edit_message(view=self)
        self.done.set()

    async def connect(self) -> None:
        await asyncio.create_task(stub.connect(self._client), context=self._context)
        self._client.add_view(self)

    async def costs(self, presses: int) -> float:
        """Microseconds of CPU a press."""
        return _median([await self._cost() for _ in range(presses)])

    async def _cost(self) -> float:
        payload = stub.press(stub.button("echo"), "echo", None, ephemeral=False)
        payload["message"]["flags"] = 0
        self.done.clear()
        before = time.process_time()
        self._context.run(self._client._connection.parsers["INTERACTION_CREATE"], payload)
        await self.done.wait()
        return time.process_time() - before


async def echo(presses: int) -> float:
    """The yardstick alone: microseconds a press."""
    button = Echo()
    await button.connect()
    return await button.costs(presses)


class Floor:
    """What no press can do without: one commit of the same rows, two layouts, one edit (and the echo)."""

    def __init__(self, stage: Stage, scratch: Store) -> None:
        self._display = stage.bot.display
        self._faces = stage.bot.faces
        self._messages = Messages(stage.bot)
        self._scratch = scratch
        self._twins: dict[int, MatchRow] = {}

    async def cost(self, before: MatchRow, match: Match, entries: list[JournalRow], seat: Seat) -> float:
        """Seconds of CPU for what the press has changed, in a store beside the match's own."""
        number = match.row.id
        twin = self._twins.get(number) or await self._twin(before)
        was = replace(before, id=twin.id, revision=twin.revision)
        change = Change(replace(match.row, id=twin.id), was, entries)
        drawing = self._display.drawing(match)
        hand = screens.hand(self._faces[match.row.slug], match, seat)
        begun = time.process_time()
        self._twins[number] = await self._scratch.commit(change)
        layout(hand, number, match.stamps[seat])
        await self._messages.edit(CHANNEL, number, drawing.view(number))
        return time.process_time() - begun

    async def _twin(self, row: MatchRow) -> MatchRow:
        for sitting in row.seats:
            if sitting.player_id is not None:
                await self._scratch.remember(Person(sitting.player_id, sitting.name))
        return await self._scratch.commit(Change(replace(row, rematch_of=None), None))


@dataclass
class Costs:
    """Seconds of CPU of each press, and of what no press can do without; microseconds of the echo."""

    echo: float
    presses: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)

    @property
    def press(self) -> float:
        return _median(self.presses)

    @property
    def floor(self) -> float:
        return self.echo + _median(self.floors)


class Bench:
    """A stage whose time passes only when it is told to."""

    def __init__(self, stage: Stage, clock: LeapingClock, button: Echo, floor: Floor) -> None:
        self.stage = stage
        self._clock = clock
        self._echo = button
        self._floor = floor
        self._rng = Random(1)
        self._edited = asyncio.Event()
        edit = stage.bot.http.edit_message

        async def noticed(*args: Any, **kwargs: Any) -> Any:
            self._edited.set()
            return await edit(*args, **kwargs)

        stage.bot.http.edit_message = noticed  # type: ignore[method-assign]

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[Bench]:
        button, clock = Echo(), LeapingClock()
        await button.connect()
        with tempfile.TemporaryDirectory() as folder:
            scratch = await Store.open(sqlite(Path(folder)))
            async with Stage.open(clock=clock) as stage:
                await stage.bot.timers.close()  # they would take each leap of the clock for a downtime
                yield cls(stage, clock, button, Floor(stage, scratch))
            await scratch.close()

    async def measure(
        self, rules: AnyRules, people: int, presses: int, *, open_hands: bool = False, whole: bool = False
    ) -> Costs:
        """Presses that act, ``whole`` with all that follows from them; ``open_hands``: everybody's are."""
        costs = Costs(await self._echo.costs(presses))
        while len(costs.presses) < presses:
            match = await self.stage.deal(rules, range(stub.PERSON, stub.PERSON + people))
            while not match.row.over and len(costs.presses) < presses:
                if not open_hands:
                    self._clock.leap(TOKEN_LIFE + 1)
                match = await self._turn(match, costs, open_hands=open_hands, whole=whole)
        costs.echo = min(costs.echo, await self._echo.costs(presses))  # the disturbed one would flatter us
        return costs

    async def _turn(self, match: Match, costs: Costs, *, open_hands: bool, whole: bool) -> Match:
        number = match.row.id
        await self._quiet()
        match = await self.stage.bot.matches.match(number)
        seat = next((seat for seat in match.waiting if not match.row.seats[seat].computer), None)
        if seat is None:
            return match
        persons = [sitting.player_id for sitting in match.row.seats if sitting.player_id is not None]
        for person in persons if open_hands else ():
            await self.stage.look(number, person)
        hand = await self.stage.look(number, match.row.seats[seat].player_id or 0)
        await self._quiet()
        while (control := hand.control(self._rng)) is not None:
            row, steps = match.row, len(match.steps)
            cost = await self._press(hand, control, whole=whole)
            await self._quiet()
            match = await self.stage.bot.matches.match(number)
            if control.acts:
                costs.presses.append(cost)
                if not match.row.over:
                    entries = (await self.stage.bot.store.journal(number))[steps:]
                    costs.floors.append(await self._floor.cost(row, match, entries, seat))
                break
        return match

    async def _press(self, hand: Hand, control: Control, *, whole: bool) -> float:
        bot = self.stage.bot
        self._edited.clear()
        begun = time.process_time()
        await self.stage.press(hand, control)
        if whole:
            await bot.display.idle()
            await bot.matches.computers.idle()
            await bot.display.idle()
        else:
            shown = asyncio.create_task(bot.display.idle())  # not every press changes the table
            shown.add_done_callback(lambda _: self._edited.set())
            await self._edited.wait()
        return time.process_time() - begun

    async def _quiet(self) -> None:
        bot = self.stage.bot
        await bot.display.idle()
        while bot.matches.frames.current:
            self._clock.leap(VEIL)
            await asyncio.sleep(0.001)
            await bot.display.idle()


def _median(seconds: list[float]) -> float:
    return statistics.median(seconds) * 1e6


async def _games(presses: int) -> bool:
    kept = True
    for slug, rules in GAMES.items():
        people = min(max(PEOPLE, rules.seats[0]), rules.seats[-1])
        async with Bench.open() as bench:
            costs = await bench.measure(rules, people, presses)
            further = {
                "turn notices": await bench.measure(rules, people, presses // 4, whole=True),
                f"{people} open hands": await bench.measure(
                    rules, people, presses // 4, whole=True, open_hands=True
                ),
                "computers": await bench.measure(rules, 1, presses // 4, whole=True),
            }
        by_echo, by_floor = costs.press / costs.echo, costs.press / costs.floor
        well = by_echo <= BUDGET and by_floor <= ABOVE_FLOOR
        kept &= well
        print(
            f"{f'press in {slug}':22}{costs.press:6.0f} µs   {by_echo:5.1f} x echo ({costs.echo:.0f} µs;"
            f" at most {BUDGET})   {by_floor:4.2f} x floor ({costs.floor:.0f} µs; at most {ABOVE_FLOOR})"
            f"   {verdict(kept=well)}"
        )
        for name, other in further.items():
            print(f"{f'  with {name}':22}{other.press:6.0f} µs   {other.press / other.echo:5.1f} x echo")
    return kept


def report(presses: int = 400) -> bool:
    """Print each game's figures; whether all are within the budgets."""
    return asyncio.run(_games(presses))


if __name__ == "__main__":
    report()
