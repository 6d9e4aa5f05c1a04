"""The Discord client: puts the parts together and keeps commands, presses and the store connected."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock, SystemClock
from bot.faces import AnyFace, Faces
from bot.lobby import Lobbies
from bot.matches import MatchService
from bot.settings import Settings
from bot.store import Store
from bot.timers import Timers
from bot.ui import handlers
from bot.ui.ids import ControlId
from bot.ui.press import Handler, Press, Pressed, dispatch, unknown
from bot.ui.tables import Tables
from engine.games import GAMES

log = logging.getLogger(__name__)

COGS = "cogs"
"""The package whose ``setup`` adds every cog."""


class Parlour(commands.AutoShardedBot):
    """The bot. ``store`` is given by tests that look into it; otherwise it is opened at start."""

    store: Store
    service: MatchService
    lobbies: Lobbies
    tables: Tables
    timers: Timers

    def __init__(
        self, settings: Settings, *, clock: Clock | None = None, shard_count: int | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_count=shard_count or settings.shard_count,
            shard_ids=settings.shards(),  # type: ignore[arg-type]  # None is documented
            tree_cls=Tree,
        )
        self.settings = settings
        self.clock = clock or SystemClock()
        self.faces: Faces = {}

    def add_face(self, face: AnyFace) -> None:
        """Offer a game."""
        self.faces[face.slug] = face

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.settings.database_url)
        self.service = MatchService(self.store, self.clock, GAMES)
        self.lobbies = Lobbies(self.service)
        self.tables = Tables(self)
        self.service.on_change = self.tables.changed
        shards = self.settings.held_shards()
        self.timers = Timers(
            self.service,
            self.lobbies,
            self.tables,
            shards=shards,
            process=self.settings.shard_ids or "all",
        )
        self.add_dynamic_items(Pressed)
        await self.load_extension(COGS)
        await self._register_commands()
        await self.timers.start()
        resumed = await self.service.resume(shards)
        running = await self.store.count("running")
        log.info("%d matches are running; computers are due in %d", running, resumed)

    async def _register_commands(self) -> None:
        """Tell Discord the commands; a development server gets them at once, and alone."""
        guild = discord.Object(self.settings.dev_guild) if self.settings.dev_guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the presses that discord.py passes over.

        These are controls of another version, which no template matches, and controls that an edit has
        taken off their message while they were being pressed.
        """
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        found = Pressed.__discord_ui_compiled_template__.fullmatch(custom_id)
        if found is None:
            await Press(interaction, ControlId("", 0, 0, ""), []).answer(unknown)
        elif not _holds(getattr(interaction.message, "components", ()), custom_id):
            await dispatch(interaction, ControlId.of(found), data.get("values", []))

    async def close(self) -> None:
        await super().close()
        if hasattr(self, "service"):
            await self.timers.close()
            await self.service.close()
            await self.store.close()


def _holds(components: Iterable[Any], custom_id: str) -> bool:
    return any(
        getattr(component, "custom_id", None) == custom_id
        or _holds(getattr(component, "children", ()), custom_id)
        for component in components
    )


class Tree(app_commands.CommandTree[Parlour]):
    """Commands under the same error boundary as presses."""

    async def on_error(
        self, interaction: discord.Interaction[Parlour], error: app_commands.AppCommandError, /
    ) -> None:
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error

        async def fail(_press: Press) -> None:
            raise original

        await Press(interaction, ControlId("command", 0, 0, ""), []).answer(fail)


async def command(interaction: discord.Interaction[Any], handler: Handler) -> None:
    """Run a command's handler as a press is run: answered in time, whatever happens."""
    await Press(interaction, ControlId("command", 0, 0, ""), []).answer(handler)


__all__ = ["Parlour", "command", "handlers"]
