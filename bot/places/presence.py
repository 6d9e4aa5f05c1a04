"""Who may be at a table now: a member of its server who can see its channel, through whatever door they come.

What Discord has told this process by the gateway is used where it will do. For a press in a private chat, or
on another server, the person's membership is asked for.
"""

import asyncio

import aiohttp
import discord

from bot.clock import Clock
from bot.recent import Recent

GOOD_FOR = 60.0
"""Seconds for which an answer about a person is used before Discord is asked again."""

PATIENCE = 5.0
"""Seconds after which Discord counts as not answering."""

Key = tuple[int, int]
"""A person and a channel."""


class Presence:
    """The answers of the last minute, and the last one of each person for when Discord does not answer."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._answers: Recent[Key, tuple[bool, float]] = Recent()
        """By person and channel: whether they may be there, and when that was asked for."""
        self._asking: dict[Key, asyncio.Task[bool]] = {}

    async def may_be(self, user: discord.User | discord.Member, server_id: int, channel_id: int) -> bool:
        """Whether the person may be in this channel.

        If Discord does not answer, its last answer holds; without any they may: who acts has a seat there.
        """
        guild = self._client.get_guild(server_id)
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        member = user if isinstance(user, discord.Member) and user.guild.id == server_id else None
        if member is not None and isinstance(channel, discord.abc.GuildChannel):
            return channel.permissions_for(member).view_channel
        key = (user.id, channel_id)
        known = self._answers.get(key)
        if known is not None and self._clock.now() - known[1] < GOOD_FOR:
            return known[0]
        if key not in self._asking:
            task = asyncio.create_task(self._ask(key, server_id), name=f"whether {user.id} may be there")
            self._asking[key] = task
            task.add_done_callback(lambda _: self._asking.pop(key, None))
        return await asyncio.shield(self._asking[key])

    async def _ask(self, key: Key, server_id: int) -> bool:
        known = self._answers.get(key)
        last = True if known is None else known[0]
        try:
            async with asyncio.timeout(PATIENCE):
                last = await self._told(server_id, *key)
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError):
            pass
        self._answers.put(key, (last, self._clock.now()))
        return last

    async def _told(self, server_id: int, person_id: int, channel_id: int) -> bool:
        """As Discord says. Raises what a request raises if it does not say."""
        # Another process may hold the shard of this server, and only that one hears of it.
        guild = self._client.get_guild(server_id) or await self._client.fetch_guild(server_id)
        try:
            member = await guild.fetch_member(person_id)
        except discord.NotFound:
            return False
        try:
            channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return True  # the table cannot be seen by anybody, or its place not be looked up
        if not isinstance(channel, discord.Thread):
            return channel.permissions_for(member).view_channel
        parent = channel.parent or await guild.fetch_channel(channel.parent_id)
        rights = parent.permissions_for(member)
        if not channel.is_private() or rights.manage_threads:
            return rights.view_channel
        try:
            await channel.fetch_member(person_id)
        except discord.NotFound:
            return False
        return rights.view_channel
