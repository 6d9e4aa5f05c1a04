"""SimCord without a bot in it: the bot is another process, and what it does arrives over the wire."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import simcord
from simcord.backend import Backend, serializers
from simcord.backend.models import Message

from bot.playground.world import WallClock
from bot.process.emojis import drawn

Json = dict[str, Any]

DRAWN = drawn()
"""The version of each emoji by name."""


def dumps(value: Any) -> str:
    return json.dumps(value, default=str, separators=(",", ":"))


class TurnedClock(WallClock):
    """The clock on the wall, or one that is behind it, so that what is made has an age."""

    behind = 0.0

    def now(self) -> datetime:
        return super().now() - timedelta(seconds=self.behind)


class World(simcord.Env):
    """SimCord's Env where nothing has to be waited for and time is real."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()))
        self.turned = TurnedClock()
        self.backend = Backend(clock=self.turned)

    async def _settle_internal(self, **_: Any) -> None:
        return None


class Pulse:
    """Beats whenever the world may have changed, for those who wait until something is so."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def beat(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    async def until(self, done: Callable[[], bool], within: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not done():
                    await self._next.wait()
        return done()


class Stage:
    """Servers, channels and people, and the names by which a test speaks of them.

    Ids are strings, as in Discord's JSON. A channel left out is the first one of the first server, "dm" is
    the person's own. Servers are numbered from 0, and server i lands on shard i modulo the number of shards.
    """

    def __init__(self, guilds: int, users: list[str], shards: int) -> None:
        self.world, self.pulse, self.shards = World(), Pulse(), shards
        backend = self.backend = self.world.backend
        owner = base64.b64encode(str(backend.bot_user.id).encode()).decode().rstrip("=")
        self.token = f"{owner}.wire.{secrets.token_urlsafe(20)}"
        self.address = ""
        self.guilds = [
            backend.create_guild(f"Guild {i}", shard_id=i % shards, shard_count=shards) for i in range(guilds)
        ]
        for name, version in DRAWN.items():  # another process has brought them long ago
            backend.create_application_emoji(f"{name}_{version}")
        self.people: dict[str, simcord.UserHandle] = {}
        self.locales: dict[int, str] = {}
        for name, _, locale in (user.partition(":") for user in users):
            person = self.people[name] = simcord.UserHandle(self.world, backend.make_user(name))
            self.locales[person.id] = locale or "en-US"
        for guild in self.guilds:
            backend.create_channel(guild.id, "general")
            for person in self.people.values():
                backend.add_member(guild.id, person.id)

    @property
    def gateway_address(self) -> str:
        return self.address.replace("http", "ws", 1) + "/gateway/"

    def channel(self, ref: Any, who: str = "") -> int:
        if ref == "dm":
            return self.people[who].dm_channel.id
        return self.backend.get_channel(int(ref or self.guilds[0].channel_ids[0])).id

    def find(self, message: str) -> Message:
        for shelf in self.backend.messages.values():
            if int(message) in shelf:
                return shelf[int(message)]
        raise simcord.SetupError(f"there is no message {message}")

    def show(self, message: Message | None) -> Json | None:
        if message is None:
            return None
        return {**serializers.message_payload(self.backend, message), "ephemeral": message.is_ephemeral}
