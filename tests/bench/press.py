"""What one press costs: process CPU of all threads, from dispatch to committed, answered and table edited.

It is measured in matches among people of whom only the one who presses has a hand open; what else a press may
set off, turn notices too, has figures of its own. Discord itself costs nothing here. The yardsticks are taken
in the same run, between the presses:

- the echo: discord.py alone, pressed without a pause: a button whose number the answer counts up;
- the floor: the echo, one commit of the same rows, two layouts, one edit;
- the floor as large: the same, but its echo is a press on the very message that was pressed, which discord.py
  parses, and its answer is the very hand, which discord.py writes down. With messages of this size no bot can
  do with less.

The layouts of a floor are made of screens that are there already: the rules of the game, and what a screen
says, are no part of it.
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
from unittest.mock import patch

import discord
from discord import ui

from bot.matches.match import Match
from bot.store import Change, JournalRow, MatchRow, Person, Store
from bot.ui import screens
from bot.ui.hands import TOKEN_LIFE
from bot.ui.layout import Layout, layout
from bot.ui.messages import Messages, Sent
from engine.core import AnyRules, Seat
from engine.games import GAMES
from tests.bench import discord_stub as stub
from tests.bench.discord_stub import CHANNEL
from tests.bench.figures import verdict
from tests.bench.soak import LeapingClock
from tests.bench.stage import Control, Hand, Stage, sqlite
from tests.bot.kept import remember

BUDGET = 22
"""Times the echo."""
ABOVE_FLOOR = 1.3
"""Times the floor as large."""

BURST = 40
"""Echoes without a pause."""
EVERY = 20
"""Presses between two bursts, so that both meet the same load of the machine."""

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

    async def costs(self, presses: int) -> list[float]:
        """Seconds of CPU of each press."""
        return [await self._cost() for _ in range(presses)]

    async def _cost(self) -> float:
        payload = stub.press(stub.button("echo"), "echo", None, ephemeral=False)
        payload["message"]["flags"] = 0
        self.done.clear()
        before = time.process_time()
        self._context.run(self._client._connection.parsers["INTERACTION_CREATE"], payload)
        await self.done.wait()
        return time.process_time() - before


class Reply(discord.Client):
    """The echo of any message: each press is answered with the view that is given."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self._view: Layout | None = None
        self._done = asyncio.Event()
        self._context = contextvars.copy_context()  # as in Echo

    async def prepare(self) -> None:
        await asyncio.create_task(stub.connect(self), context=self._context)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=self._view)
        self._done.set()

    async def cost(self, payload: dict[str, Any], view: Layout) -> float:
        """Seconds of CPU of a press."""
        self._view = view
        self._done.clear()
        before = time.process_time()
        self._context.run(self._connection.parsers["INTERACTION_CREATE"], payload)
        await self._done.wait()
        return time.process_time() - before


async def echo(presses: int) -> float:
    """The yardstick alone: microseconds a press."""
    button = Echo()
    await button.connect()
    return _median(await button.costs(presses))


class Floor:
    """What no press can do without beside an echo: one commit of the same rows, two layouts, one edit."""

    def __init__(self, stage: Stage, scratch: Store, reply: Reply) -> None:
        self._reply = reply
        self._display = stage.bot.display
        self._faces = stage.bot.faces
        self._messages = Messages(stage.bot)
        self._scratch = scratch
        self._twins: dict[int, MatchRow] = {}

    async def cost(
        self, before: MatchRow, match: Match, entries: list[JournalRow], seat: Seat, pressed: dict[str, Any]
    ) -> tuple[float, float]:
        """Seconds of CPU for what the press has changed, in a store beside the match's own; of the reply."""
        number = match.row.id
        twin = self._twins.get(number) or await self._twin(before)
        was = replace(before, id=twin.id, revision=twin.revision)
        change = Change(replace(match.row, id=twin.id), was, entries)
        drawing = await self._display.drawings.of(match)
        hand = screens.hand(self._faces[match.row.slug], match, seat)
        begun = time.process_time()
        self._twins[number] = await self._scratch.commit(change)
        answer = layout(hand, number, match.stamps[seat])
        await self._messages.edit(CHANNEL, number, drawing.view(number))
        beside = time.process_time() - begun
        return beside, await self._reply.cost(pressed, answer)

    async def _twin(self, row: MatchRow) -> MatchRow:
        for sitting in row.seats:
            if sitting.player_id is not None:
                await remember(self._scratch, Person(sitting.player_id, sitting.name))
        return await self._scratch.commit(Change(replace(row, rematch_of=None), None))


@dataclass
class Costs:
    """Seconds of CPU of each press, and of what no press can do without; the properties in microseconds."""

    presses: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    """What a floor has beside an echo or a reply."""

    @property
    def press(self) -> float:
        return _median(self.presses)

    @property
    def echo(self) -> float:
        return _median(self.echoes)

    @property
    def floor(self) -> float:
        return self.echo + _median(self.beside)

    @property
    def large_floor(self) -> float:
        return _median(self.replies) + _median(self.beside)


class Bench:
    """A stage whose time passes only when it is told to."""

    def __init__(self, stage: Stage, clock: LeapingClock, button: Echo, floor: Floor) -> None:
        self.stage = stage
        self._clock = clock
        self._echo = button
        self._floor = floor
        self._rng = Random(1)
        self._edited = asyncio.Event()
        self._edited_at = 0.0
        edit = Messages.edit

        async def noticed(*args: Any) -> Sent:
            sent = await edit(*args)
            self._edited_at = time.process_time()
            self._edited.set()
            return sent

        self.noticing = patch.object(Messages, "edit", noticed)
        """In which the end of a press is seen."""

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[Bench]:
        button, reply, clock = Echo(), Reply(), LeapingClock()
        await button.connect()
        await reply.prepare()
        with tempfile.TemporaryDirectory() as folder:
            scratch = await Store.open(sqlite(Path(folder)))
            async with Stage.open(clock=clock) as stage:
                await stage.bot.timers.close()  # they would take each leap of the clock for a downtime
                bench = cls(stage, clock, button, Floor(stage, scratch, reply))
                with bench.noticing:
                    yield bench
            await scratch.close()

    async def measure(
        self, rules: AnyRules, people: int, presses: int, *, open_hands: bool = False, whole: bool = False
    ) -> Costs:
        """Presses that act, ``whole`` with all that follows from them; ``open_hands``: everybody's are."""
        costs = Costs()
        while len(costs.presses) < presses:
            match = await self.stage.deal(rules, range(stub.PERSON, stub.PERSON + people))
            while not match.row.over and len(costs.presses) < presses:
                if not open_hands:
                    self._clock.leap(TOKEN_LIFE + 1)
                match = await self._turn(match, costs, open_hands=open_hands, whole=whole)
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
            row, steps, components = match.row, len(match.steps), hand.components
            cost = await self._press(hand, control, whole=whole)
            await self._quiet()
            match = await self.stage.bot.matches.match(number)
            if control.acts:
                costs.presses.append(cost)
                if len(costs.presses) % EVERY == 1:
                    costs.echoes += await self._echo.costs(BURST)
                if not match.row.over:
                    entries = (await self.stage.bot.store.journal(number))[steps:]
                    pressed = stub.press(components, control.custom_id, control.values, ephemeral=True)
                    beside, reply = await self._floor.cost(row, match, entries, seat, pressed)
                    costs.beside.append(beside)
                    costs.replies.append(reply)
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
            return time.process_time() - begun
        answered = time.process_time()
        if not self._edited.is_set():
            shown = asyncio.create_task(bot.display.idle())  # not every press changes the table
            shown.add_done_callback(lambda _: self._edited.set())
            await self._edited.wait()
        return max(answered, self._edited_at) - begun

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
        by_echo, by_floor = costs.press / costs.echo, costs.press / costs.large_floor
        well = by_echo <= BUDGET and by_floor <= ABOVE_FLOOR
        kept &= well
        print(
            f"{f'press in {slug}':22}{costs.press:6.0f} µs   {by_echo:5.1f} x echo ({costs.echo:.0f} µs;"
            f" at most {BUDGET})   {costs.press / costs.floor:4.2f} x floor ({costs.floor:.0f} µs)"
            f"   {by_floor:4.2f} x floor as large ({costs.large_floor:.0f} µs; at most {ABOVE_FLOOR})"
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
