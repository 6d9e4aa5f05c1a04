"""The Discord client: puts the parts together and keeps commands, presses and the store connected."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.art.appearance import Appearance
from bot.art.pictures import Pictures
from bot.clock import Clock, SystemClock
from bot.face import Faces
from bot.i18n import _
from bot.matches.service import MatchService
from bot.matches.timers import Timers
from bot.places.losses import Losses
from bot.places.presence import Presence
from bot.process import commands as registration
from bot.process import drain, metrics, requests
from bot.process.emojis import Bringer, Emojis, drawn
from bot.process.settings import Settings
from bot.store import Store, StoreUnusable, finding, overview
from bot.store.store import Shards
from bot.ui import handlers, restarting
from bot.ui.display import Display
from bot.ui.messages import Messages
from bot.ui.press import Desk, Press, command, pressed
from engine.games import GAMES

log = logging.getLogger(__name__)

COGS = "cogs"
"""The package whose ``setup`` adds every cog."""

INTENTS = discord.Intents(guilds=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""How the commands may be installed and where they are offered, unless one says otherwise.

Not in chats among people: a table there could not be shown.
"""

LOOKS_WITHIN = 3.0
"""Seconds that a start waits for the list of emoji; without it, text stands in for them for a while."""

ANSWERS_WITHIN = 2.0
"""Seconds in which the database of a well bot answers."""

# Parlour does not speak, so that nobody has to be warned that the libraries for it are missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Parlour(commands.AutoShardedBot):
    """The bot. ``store`` is given by tests that look into it; otherwise it is opened at start."""

    store: Store
    matches: MatchService
    display: Display
    timers: Timers
    desk: Desk

    def __init__(
        self, settings: Settings, *, clock: Clock | None = None, shard_count: int | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_count=shard_count or settings.shard_count,
            shard_ids=settings.shards(),  # type: ignore[arg-type]  # None is documented
            tree_cls=Tree,
            allowed_installs=INSTALLS,
            allowed_contexts=CONTEXTS,
            http_trace=requests.trace(requests.Turns(settings.rate()), metrics.http_trace(), metrics.code_of),
        )
        self.settings = settings
        self.clock = clock or SystemClock()
        self.faces: Faces = {}
        """The games that are offered; the cogs add theirs."""
        self.pictures = Pictures()
        self.own_emoji = Emojis(drawn())
        self.brings_emoji = True
        """Tests have no use for all those uploads."""
        self._bringing: asyncio.Task[None] | None = None
        self.work = drain.Work()
        self._connected: set[int] = set()

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.settings.database_url)
        self.matches = MatchService(self.store, self.clock, GAMES, self.settings.cache_mb << 20)
        messages = Messages(self)
        appearance = Appearance(self.store, self.clock, self.own_emoji, self.pictures)
        self.display = Display(self.matches, self.faces, self.clock, messages, appearance)
        self.matches.show = self.display.show
        self.desk = Desk(
            self.store,
            self.matches,
            self.faces,
            self.display,
            self.work,
            Presence(self, self.clock),
            appearance,
        )
        shards = self.settings.held_shards()
        self.timers = Timers(
            self.matches, self.display, shards=shards, process=self.settings.shard_ids or "all"
        )
        self.add_listener(pressed, "on_interaction")
        await self.add_cog(Losses(self.store, self.display, messages.lost))
        await self.load_extension(COGS)
        await registration.register(self, self.store, self.settings.dev_guild)
        await self.timers.start()
        if self.brings_emoji:
            await self._bring_emoji(shards)
        due = await self.matches.computers.resume(shards)
        running = await finding.count(self.store, "running", shards)
        log.info("%d matches resumed; computers are due in %d", running, due)

    async def _bring_emoji(self, shards: Shards | None) -> None:
        """Know which emoji there are; one process, the one with shard 0, brings what is missing meanwhile."""
        bringer = Bringer(self, self.own_emoji, self.clock)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKS_WITHIN):
                await bringer.look()
        first = shards is None or 0 in shards[0]
        self._bringing = asyncio.create_task(
            bringer.bring() if first else bringer.watch(), name="bring emoji"
        )

    # How the bot is

    async def on_shard_ready(self, shard: int) -> None:
        self._connected.add(shard)

    on_shard_resumed = on_shard_ready

    async def on_shard_disconnect(self, shard: int) -> None:
        self._connected.discard(shard)

    async def unwell(self) -> str | None:
        """Why the bot cannot serve; None if it can."""
        if not hasattr(self, "matches"):
            return "starting: Discord has not let us in yet"
        if self.matches.closing:
            return "ending"
        lost = set(self.shards) - self._connected
        if lost or not self.is_ready():
            return f"the gateway is not connected (shards {', '.join(map(str, sorted(lost))) or 'none'})"
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await overview.ping(self.store)
        except TimeoutError:
            return f"the database has not answered for {ANSWERS_WITHIN:.0f} s"
        except StoreUnusable as error:
            return f"the database: {error}"
        return self.timers.waiting  # reading alone does not tell of a full disk

    async def figures(self) -> tuple[dict[str, int], int]:
        """How many matches there are by status, and in how many of them computers are choosing."""
        return await overview.counts(self.store), self.matches.computers.thinking

    async def drain(self) -> None:
        """Let nothing new begin, say so where people are looking, and finish what is under way."""
        if not hasattr(self, "timers"):
            return
        log.info("ending: no new tables; what is under way is finished")
        await drain.finish(self._finish(), drain.WITHIN)

    async def _finish(self) -> None:
        _, done, _ = await asyncio.gather(
            self.matches.finish(),
            self.timers.finish(),
            restarting.announce(self.matches, self.display, self.clock),
        )
        await self.display.idle()
        for shard in self.shards.values():
            await shard.disconnect()  # else a press could still come in while everything is being closed
        await self.work.finished()
        if done and not self.display.behind:
            await self.timers.rest()
        log.info("%d matches kept for the next start", await finding.count(self.store, "running"))

    async def close(self) -> None:
        await super().close()
        if self._bringing is not None:
            self._bringing.cancel()
        if hasattr(self, "matches"):
            await self.timers.close()
            await self.matches.close()
            await self.display.close()
            await self.store.close()


class Tree(app_commands.CommandTree[Parlour]):
    """Commands under the same error boundary as presses."""

    async def on_error(
        self, interaction: discord.Interaction[Parlour], error: app_commands.AppCommandError, /
    ) -> None:
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no choices for an option of a command: %s", original)
            await interaction.response.autocomplete([])
            return

        async def fail(press: Press) -> None:
            if isinstance(original, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                await press.say(
                    _(
                        "This command is from another version of Parlour. Reload Discord and type it again; "
                        "/help lists what there is."
                    )
                )
                return
            raise original

        await command(interaction, fail)


__all__ = ["Parlour", "handlers"]
