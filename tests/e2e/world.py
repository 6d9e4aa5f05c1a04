"""Parlour in a simulated Discord: a server, its channels, and people who type commands and press controls."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord
from pydantic import SecretStr
from simcord.backend.models import Interaction, Message

from bot.app import Parlour
from bot.process.settings import Settings
from bot.store import Store, bulk
from tests.bot.art.words import Words
from tests.e2e import simulator
from tests.e2e.shown import Control, Shown, match_number
from tests.e2e.simulator import Json

PATIENCE = 120.0
"""Seconds of real time that the bot has to come to rest, whatever it does."""
SHORTEST_SLEEP = 20.0


class WorldClock:
    """The bot's clock: it goes only when the test lets time pass."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def follow(self, now: float) -> None:
        """It follows nobody."""

    def now(self) -> float:
        return self.env.now().timestamp() if self.env is not None else 0.0

    async def sleep(self, seconds: float) -> None:
        """However long the test itself takes, this ends only when time is let pass.

        Never short: half an hour would be hundreds of looks at what is due.
        """
        assert self.env is not None
        await self.env.external_wait(asyncio.sleep(max(seconds, SHORTEST_SLEEP)), reason="the clock")


_empty: list[bytes] = []


async def empty_database() -> bytes:
    """A database without rows: migrated once, so that not every world has to."""
    if not _empty:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "empty.db"
            await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()
            _empty.append(path.read_bytes())
    return _empty[0]


class Complaints(logging.Handler):
    """What was logged as an error. A test that causes one takes it out again."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def take(self) -> list[str]:
        """The messages so far, which are then forgotten."""
        taken = [record.getMessage() for record in self.records]
        self.records.clear()
        return taken


class World:
    """One server, one bot, one database."""

    def __init__(self, path: Path, *, pictures: bool = False) -> None:
        self.path = path
        self.pictures = pictures
        self.clock = WorldClock()
        self.complaints = Complaints()
        self.bot = self._bot()
        self.env = self.clock.env = simcord.Env(self.bot, settle_timeout=PATIENCE)
        self.guild = self.env.create_guild("Parlour")
        self.channel = self.guild.create_text_channel("table")
        self._people: dict[str, Person] = {}
        self._left: list[Parlour] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path, *, pictures: bool = False) -> AsyncIterator[World]:
        """The world, until the block ends. It fails if the bot logged an error that no test took out."""
        if not path.exists():
            path.write_bytes(await empty_database())
        world = cls(path, pictures=pictures)
        logging.getLogger().addHandler(world.complaints)
        cogs = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
        try:
            await world.env.start()
            yield world
            await world.env.settle()
        finally:
            for bot in (*world._left, world.bot):
                await bot.close()
            await world.env.shutdown()
            logging.getLogger().removeHandler(world.complaints)
            sys.modules.update(
                cogs
            )  # discord.py drops them with the bot, and the next one would read them anew
        world.env.raise_errors()
        assert not world.complaints.records, world.complaints.take()

    def _bot(self) -> Parlour:
        settings = Settings(
            discord_token=SecretStr("token"),
            database_url=f"sqlite+aiosqlite:///{self.path}",
            dev_guild=None,
            shard_ids=None,
            shard_count=None,
        )
        bot = Parlour(settings, clock=self.clock, shard_count=1)
        bot.brings_emoji = False
        if not self.pictures:
            bot.pictures = Words()
        return bot

    async def restart(self) -> None:
        """The process ends without a word, and another one starts on the same database."""
        await self.restart_after(0)

    async def restart_after(self, seconds: float) -> None:
        """Between the end of one process and the start of the next so much time passes."""
        await self.bot.timers.close()
        self._left.append(self.bot)
        if seconds:
            await self.wait(seconds)
        self.bot = self._bot()
        await self.env.restart_bot(self.bot)

    def person(self, name: str) -> Person:
        """A member of the server."""
        if name not in self._people:
            self._people[name] = Person(self, self.guild.add_member(self.env.create_user(name)))
        return self._people[name]

    def people(self, *names: str) -> list[Person]:
        return [self.person(name) for name in names]

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.env.advance_time(seconds)

    async def skip(self, seconds: float) -> None:
        """Let time pass in which the bot's process does nothing, as though it had been stopped."""
        simulator.jump(self.env, seconds)
        await self.env.settle()

    async def later(self, milliseconds: int) -> None:
        """So much later, by a bot that was there all the time, but looks at what is due only now."""
        await bulk.beat(self.bot.store, "all", self.bot.matches.now() + milliseconds)
        await self.skip(milliseconds / 1000)
        await self.bot.timers.tick()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has nothing to do."""
        await self.env.settle()

    async def hold(self, until: asyncio.Event) -> None:
        """Called by what the bot waits for: it comes when the test says so, and is no reason to wait for."""
        if not until.is_set():
            await self.env.external_wait(until.wait(), reason="the test holds it back")

    async def until(self, so: Callable[[], Awaitable[bool]]) -> None:
        """Let the bot go on until it is so."""
        async with asyncio.timeout(PATIENCE):
            while not await so():  # noqa: ASYNC110 (what is waited for raises no event)
                await asyncio.sleep(0)

    async def at_once(self, *presses: Awaitable[Any]) -> list[Any]:
        """Let several things happen at the same time (``Person.send_press`` and the like)."""
        done = await asyncio.gather(*presses)
        await self.env.settle()
        return list(done)

    # What is to be seen

    def public(self, channel: simcord.ChannelHandle | None = None) -> list[Shown]:
        """The public messages of a channel as they are now, oldest first."""
        where = (channel or self.channel).id
        return [Shown(one) for one in simulator.stored(self.env, where) if not one.is_ephemeral]

    def tables(self, channel: simcord.ChannelHandle | None = None) -> list[Shown]:
        """The public messages that are tables."""
        return [shown for shown in self.public(channel) if shown.framed]

    def notices(self, channel: simcord.ChannelHandle | None = None) -> list[Shown]:
        """The public messages that are no tables."""
        return [shown for shown in self.public(channel) if not shown.framed]

    def now(self, shown: Shown) -> Shown:
        """A message as it is now."""
        there = [m for m in simulator.stored(self.env, shown.channel_id) if m.id == shown.id]
        assert there, f"deleted: {shown}"
        return Shown(there[0])

    def table(self, match: int) -> Shown:
        """The table of a match, of which there is exactly one."""
        found = [
            shown
            for where in self.guild.channels.values()
            for shown in self.tables(where)
            if match_number(shown) == match
        ]
        assert len(found) == 1, found
        return found[0]

    def delete(self, shown: Shown) -> None:
        """A moderator deletes a message."""
        simulator.remove(self.env, shown.message)

    def requests(self, since: int = 0) -> list[Any]:
        """What the bot asked of Discord: ``method``, ``path``, ``json``."""
        return list(self.env.http_requests[since:])


class Answer:
    """What came of a press or a command."""

    def __init__(
        self, world: World, record: Interaction, dialogue: Callable[[str], Awaitable[Answer]] | None = None
    ) -> None:
        self._world = world
        self._record = record
        self._dialogue = dialogue

    async def fill(self, text: str) -> Answer:
        """Type this into the line of the dialogue that answered."""
        assert self._dialogue is not None
        return await self._dialogue(text)

    @property
    def token(self) -> str:
        """What requests that answer it have in their paths."""
        return self._record.token

    @property
    def given(self) -> bool:
        return self._record.responded

    @property
    def thinking(self) -> bool:
        """Whether Discord still shows "thinking"."""
        return self._record.loading

    @property
    def messages(self) -> list[Shown]:
        """The messages that answered, as they are now."""
        return [Shown(message) for message in simulator.answer_to(self._world.env, self._record)]

    @property
    def private(self) -> Shown:
        """The one private message that answered."""
        found = [shown for shown in self.messages if shown.private]
        assert len(found) == 1, self.messages
        return found[0]

    @property
    def sentence(self) -> str:
        """The words of the one private message that answered, which has no controls."""
        assert self.given
        answered = [shown for shown in self.messages if shown.private]
        assert len(answered) == 1, self.messages
        assert not answered[0].controls, answered
        return answered[0].text

    @property
    def table(self) -> Shown:
        """The public message that answered."""
        found = [shown for shown in self.messages if not shown.private]
        assert len(found) == 1, self.messages
        return found[0]

    def __repr__(self) -> str:
        return f"<answer {self._record.response_kind} {self.messages}>"


class Person:
    """Somebody who plays by typing and pressing, and sees what Discord would show."""

    def __init__(self, world: World, member: simcord.MemberActor) -> None:
        self.world = world
        self.member = member

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def name(self) -> str:
        return self.member.name

    async def type(
        self, command: str, channel: simcord.ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Run a slash command."""
        result = await self.member.slash(channel or self.world.channel, command, **options)
        return Answer(self.world, simulator.record_of(result))

    async def press(self, on: Shown, label: str) -> Answer:
        """Press a button, or choose the option of a menu, as it is now: it must be there and enabled."""
        control = self.world.now(on).control(label)
        return await self.use(on, control, [control.options[label]] if control.is_menu else None)

    async def use(self, on: Shown, control: Control, values: Sequence[str] | None = None) -> Answer:
        """Press this button, or choose these values of this menu."""
        message = simcord.ResponseMessage(self.world.env, on.message)
        if values is None:
            result = await self.member.click(message, custom_id=control.custom_id)
        else:
            result = await self.member.select(message, list(values), custom_id=control.custom_id)

        async def fill(text: str) -> Answer:
            filled = await self.member.submit_modal(result, {"typed": text})
            return Answer(self.world, simulator.record_of(filled))

        return Answer(self.world, simulator.record_of(result), fill)

    async def press_old(
        self, on: Shown, control: Control | str, values: Sequence[str] | None = None
    ) -> Answer:
        """Press what was once to be seen, as a client does that has not heard of the edit."""
        answer = await self.send_press(on, control, values)
        await self.world.settle()
        return answer

    async def send_press(
        self, on: Shown, control: Control | str, values: Sequence[str] | None = None
    ) -> Answer:
        """Press, and wait for nothing."""
        known = on.control(control) if isinstance(control, str) else control
        if isinstance(control, str) and known.is_menu:
            values = [known.options[control]]
        chosen = list(values) if values is not None else None
        return self.send_raw(on, known.raw, chosen)

    def send_raw(
        self, on: Shown, control: Json, values: list[str] | None = None, components: list[Json] | None = None
    ) -> Answer:
        """Let Discord tell the bot of any press whatever."""
        seen = on.components if components is None else components
        return Answer(
            self.world, simulator.press(self.world.env, self.member, on.message, seen, control, values)
        )

    def sees(self, channel: simcord.ChannelHandle | None = None) -> list[Message]:
        """The messages of a channel that this person may see."""
        where = (channel or self.world.channel).id
        return [m for m in simulator.stored(self.world.env, where) if m.visible_to(self.id)]

    # What people do all the time

    async def play(
        self, channel: simcord.ChannelHandle | None = None, *, game: str = "hilo", **options: Any
    ) -> Shown:
        """Open a table for a game."""
        return (await self.type(f"play {game}", channel, **options)).table

    async def start(self, table: Shown) -> Shown:
        """Press Start; the own hand comes with it."""
        return (await self.press(table, "Start")).private

    async def hand(self, table: Shown) -> Shown:
        """Press My hand."""
        return (await self.press(table, "My hand")).private

    def __repr__(self) -> str:
        return f"<{self.name}>"


async def erase(person: Person) -> None:
    """They have everything erased that is kept about them."""
    asked = (await person.press((await person.type("privacy")).private, "Erase…")).private
    await person.press(asked, "Erase everything")
