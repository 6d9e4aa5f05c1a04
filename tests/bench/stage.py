"""The bot without Discord, and people who press what their hands show."""

from __future__ import annotations

import asyncio
import gc
import itertools
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.app import Parlour
from bot.clock import Clock
from bot.matches import operations
from bot.matches.lobby import Place, join
from bot.matches.match import Match
from bot.process import commands
from bot.process.settings import Settings
from bot.store import MatchRow, Person
from bot.ui.ids import ControlId
from engine.core import AnyRules
from tests.bench import discord_stub as stub
from tests.bench.discord_stub import CHANNEL, GUILD, Components
from tests.bot.art.words import Words


class Control(NamedTuple):
    """A control of a message, and what to choose in it if it is a menu."""

    custom_id: str
    values: list[str] | None = None

    @property
    def acts(self) -> bool:
        """Whether something happens in the match, not only on the screen."""
        return ":act:" in self.custom_id or (self.values is not None and self.values[0].startswith("a"))


class Hand:
    """What somebody has open of a match; it is edited as Discord would."""

    def __init__(self, match_id: int, person: int) -> None:
        self.match_id = match_id
        self.person = person
        self.components: Components = []
        self.answers = 0
        self.pressed = ""
        self.answered = 0.0
        """When the latest press was answered first, by ``time.perf_counter``."""

    def controls(self, rng: Random) -> list[Control]:
        """What leads on: acts and further screens, each menu with something chosen."""
        found = []
        for component in stub.walk(self.components):
            custom_id = component.get("custom_id", "")
            if component.get("disabled"):
                continue
            if custom_id.startswith(("b:act:", "b:go:")):
                found.append(Control(custom_id))
            elif custom_id.startswith("s:"):
                values = [option["value"] for option in component["options"]]
                least = max(1, component.get("min_values", 1))
                most = min(len(values), max(least, component.get("max_values", 1)))
                found.append(Control(custom_id, rng.sample(values, rng.randint(least, most))))
        return found

    def control(self, rng: Random) -> Control | None:
        """One of them, or None if nothing is asked."""
        found = self.controls(rng)
        return rng.choice(found) if found else None


class Stage:
    """A bot that is ready, and the hands that people have open."""

    def __init__(self, bot: Parlour) -> None:
        self.bot = bot
        self.hands: dict[tuple[int, int], Hand] = {}
        self._numbers = itertools.count(1)
        self._events: list[asyncio.Task[None]] = []
        """Of discord.py: each runs ``on_interaction`` of a press."""
        schedule = bot._schedule_event

        def scheduled(*args: Any, **kwargs: Any) -> asyncio.Task[None]:
            self._events.append(schedule(*args, **kwargs))
            return self._events[-1]

        bot._schedule_event = scheduled  # type: ignore[method-assign]

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str | None = None, clock: Clock | None = None, *, pictures: bool = False
    ) -> AsyncIterator[Stage]:
        """On the database, or else an empty one; until the block ends."""
        with tempfile.TemporaryDirectory() as folder:
            address = url or sqlite(Path(folder))
            bot = Parlour(Settings(_env_file=None, database_url=address), clock=clock, shard_count=1)
            bot.brings_emoji = False
            if not pictures:
                bot.pictures = Words()
            stage = cls(bot)
            (await stub.connect(bot)).answered = stage._answered
            with patch.object(commands, "register", _nothing):
                await bot.setup_hook()
            gc.collect()
            gc.freeze()  # as bot.__main__ does
            try:
                yield stage
            finally:
                gc.unfreeze()
                await bot.timers.close()
                await bot.matches.close()
                await bot.store.close()

    async def lobby(self, rules: AnyRules, people: Sequence[int]) -> MatchRow:
        """A table before the start; the first of the people is host."""
        host, *others = (Person(person, f"person {person}", "en-US") for person in people)
        row = await operations.open_lobby(
            self.bot.matches, rules, rules.Options(), host, Place(GUILD, CHANNEL, "en-US")
        )
        await self.bot.display.tables.posted(row.id, None, row.id, CHANNEL)
        for other in others:
            row = await self.bot.matches.change_lobby(row.id, join(other))
        return row

    async def deal(self, rules: AnyRules, people: Sequence[int]) -> Match:
        """A match that has begun; computers fill it up."""
        row = await self.lobby(rules, people)
        return await operations.start(self.bot.matches, row.id, people[0])

    def hand(self, match_id: int, person: int) -> Hand:
        """What the person has open; nothing at first."""
        key = (match_id, person)
        if key not in self.hands:
            self.hands[key] = Hand(match_id, person)
        return self.hands[key]

    async def look(self, match_id: int, person: int) -> Hand:
        """Press My hand at the table, and wait for the answer."""
        hand = self.hand(match_id, person)
        control = Control(ControlId("hand", match_id, 0, "").text("b", 1))
        await self.press(hand, control, stub.button(control.custom_id))
        return hand

    def press(self, hand: Hand, control: Control, public: Components | None = None) -> asyncio.Task[None]:
        """Press a control of the hand, or of a public message: the task is done when all has been shown."""
        hand.pressed = f"{next(self._numbers)}:{hand.match_id}:{hand.person}"
        payload = stub.press(
            hand.components if public is None else public,
            control.custom_id,
            control.values,
            ephemeral=public is None,
            person=hand.person,
            token=hand.pressed,
        )
        self.bot._connection.parsers["INTERACTION_CREATE"](payload)
        return self._events.pop()

    def _answered(self, token: str, components: Components | None) -> None:
        _number, match_id, person = token.split(":")
        hand = self.hands.get((int(match_id), int(person)))
        if hand is None:
            return
        if token == hand.pressed:
            hand.pressed = ""
            hand.answers += 1
            hand.answered = time.perf_counter()
        if components is not None:
            hand.components = components


def sqlite(folder: Path) -> str:
    """The address of a database in the folder."""
    return f"sqlite+aiosqlite:///{folder / 'bench.db'}"


async def _nothing(*_: object) -> None: ...
