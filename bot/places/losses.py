"""Places that Discord says are gone: their matches pause at once, and nothing more is asked for there.

Requests that are refused count towards a ban of the whole bot:
https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

from collections.abc import Iterable
from typing import Protocol

import discord
from discord.ext import commands

from bot.recent import Recent
from bot.store import MatchRow, Store, finding
from bot.store.store import OPEN


class Display(Protocol):
    """Where matches are shown."""

    def show(self, match_id: int, *, anew: bool = False) -> None: ...
    async def settled(self, match_id: int) -> None: ...


class Losses(commands.Cog):
    """Listens for servers that the bot is put out of, and for channels that are deleted.

    ``lost`` has by channel why nothing is sent there, as a match's ``paused_why``.
    """

    def __init__(self, store: Store, display: Display, lost: Recent[int, str]) -> None:
        self._store = store
        self._display = display
        self._lost = lost

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._lose(await finding.in_server(self._store, guild.id, OPEN), "left")

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._find(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._find(guild)  # discord.py takes a server that is joined again for one after an outage

    async def _find(self, guild: discord.Guild) -> None:
        """The bot is there again, perhaps with the same channels."""
        if all(why != "left" for _, why in self._lost.items()):
            return  # as at every start, when each server is told of
        rows = await finding.in_server(self._store, guild.id, OPEN)
        for table in (await finding.tables(self._store, [row.id for row in rows])).values():
            if self._lost.get(table.channel_id) == "left":
                self._lost.drop(table.channel_id)
        await self._show(rows)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._lose(await finding.in_room(self._store, channel.id, OPEN), "gone")

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._lose(await finding.in_channel(self._store, thread.thread_id, OPEN), "gone")

    async def _lose(self, rows: list[MatchRow], why: str) -> None:
        for table in (await finding.tables(self._store, [row.id for row in rows])).values():
            self._lost.put(table.channel_id, why)
        await self._show(rows)

    async def _show(self, rows: Iterable[MatchRow]) -> None:
        """One after the other: there may be many."""
        for row in rows:
            self._display.show(row.id, anew=True)
            await self._display.settled(row.id)
