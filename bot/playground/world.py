"""SimCord's world, made live."""

import asyncio
import base64
import contextlib
import hashlib
from collections import deque
from collections.abc import Mapping, Sequence

# SimCord replaces `time.monotonic` for the bot by its own clock, which is this one: keep the real function.
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple

import discord
import simcord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel, GuildEmoji, Interaction, User
from simcord.env import Env

ANSWER_WITHIN = 3.0  # seconds that Discord, and a person, wait for an answer
CALM_WITHIN = (
    0.25  # seconds that an action then waits for the bot to come to rest, so that one page shows all it did
)
GLANCE = 0.005  # seconds between two looks at what is waited for
REMEMBERED = 1000  # entries of SimCord's logs that are kept


class Person(NamedTuple):
    """Somebody who may sit down at the playground."""

    name: str
    locale: discord.Locale = discord.Locale.american_english


class WallClock(Clock):
    """SimCord's clock stands still until a test moves it; people need the one on the wall."""

    @property
    def elapsed(self) -> float:
        return monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """SimCord's constructor sets it to zero."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Time passes by itself."""


class Log(deque[Any]):
    """The last entries of a log, and how many it has ever had."""

    def __init__(self) -> None:
        super().__init__(maxlen=REMEMBERED)
        self.appended = 0

    def append(self, entry: Any) -> None:
        self.appended += 1
        super().append(entry)


def stable_id(name: str) -> int:
    """An id like Discord's, the same at every start: so matches find their people again."""
    return 1 << 59 | int.from_bytes(hashlib.sha256(name.encode()).digest()[:7])


class LiveBackend(Backend):
    """The store of servers, messages and people."""

    def __init__(self) -> None:
        self._next_id: int | None = None
        self.locales: dict[int, str] = {}
        super().__init__(clock=WallClock())
        self.bot_user.name = "Parlour"
        self.transcript = self.happenings = Log()  # type: ignore[assignment]
        self.http_requests = Log()  # type: ignore[assignment]

    def snowflake(self) -> int:
        fixed, self._next_id = self._next_id, None
        return super().snowflake() if fixed is None else self.reserve_id(fixed)

    def make_user(self, name: str, **fields: Any) -> User:
        self._next_id = stable_id(f"user {name}")
        return super().make_user(name, **fields)

    def create_channel(self, guild_id: int | None, name: str | None, **fields: Any) -> Channel:
        self._next_id = stable_id(f"channel {guild_id} {name}")
        return super().create_channel(guild_id, name, **fields)

    def create_application_emoji(self, name: str, *, animated: bool = False) -> GuildEmoji:
        """Keep the picture, which SimCord throws away: the request that brings it has just been logged."""
        emoji = super().create_application_emoji(name, animated=animated)
        request: Any = self.http_requests[-1].json
        _, _, picture = request["image"].partition(",")
        kind = "gif" if animated else "png"
        self.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.{kind}"] = base64.b64decode(picture)
        return emoji

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":  # SimCord's people all speak English
            user = payload.get("member", payload)["user"]
            payload = {**payload, "locale": self.locales.get(int(user["id"]), "en-US")}
        super().emit(event, payload)


class LiveEnv(Env):
    """The bot in its world. An action ends when its person has an answer, not when the bot is done."""

    def __init__(self, bot: discord.Client) -> None:
        one_shard = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        super().__init__(bot, check_errors=False, shard_count=1 if one_shard else None)
        self.backend: LiveBackend = LiveBackend()
        self._asked: Interaction | None = None

    def found(self, people: Sequence[Person]) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
        """The one server, its channel and its people. Before the start, so that the bot finds them there."""
        guild = self.create_guild("Parlour", id=stable_id("guild Parlour"))
        channel = guild.create_text_channel("table", topic="Type /play and choose a game")
        members = [guild.add_member(self.create_user(person.name)) for person in people]
        self.backend.locales = {m.id: p.locale.value for m, p in zip(members, people, strict=True)}
        return channel, members

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        self._asked = interaction
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait for the bot, but not for long, and without complaint.

        SimCord itself joins all the bot's work here, and fails where that takes its time. People at a table
        go on meanwhile: what a computer player does after a pause is seen when it is done.
        """
        asked, self._asked = self._asked, None
        if asked is not None:
            until = monotonic() + ANSWER_WITHIN
            while not asked.responded and monotonic() < until:  # noqa: ASYNC110 (SimCord raises no event)
                await asyncio.sleep(GLANCE)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(
                timeout=CALM_WITHIN if timeout is None else timeout, idle=GLANCE, dispatch=dispatch
            )
