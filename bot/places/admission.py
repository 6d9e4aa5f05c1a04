"""Whether a table may be opened in a place, or brought there: the server's rules, and limits on both.

A rule for a channel holds in its threads and posts, and one for a category in its channels. A thread counts
towards the tables of the channel that it belongs to.
"""

import discord

from bot.house import House
from bot.matches import pace
from bot.matches.lobby import Place
from bot.matches.refusals import Refused
from bot.store import MatchRow, Store, finding
from bot.store.store import OPEN

TABLES_OF_ONE = 3
"""How many open tables in a channel may have the same host."""

IDLE = pace.DAY
"""Milliseconds without a press after which a match of one person against computers leaves the count.

It goes on when its owner presses; until then nobody who is present could end it.
"""


async def open_table(
    client: discord.Client, store: Store, house: House, slug: str, place: Place, host_id: int, at: int
) -> None:
    """Raise Refused (game_off, channel_off, too_many, too_many_yours) unless it may be opened here."""
    if house.games and slug not in house.games:
        raise Refused("game_off", games=house.games)
    await _allowed(client, house, place)
    there = await _counted(store, place, at)
    if len(there) >= house.tables:
        raise Refused("too_many", tables=house.tables)
    if sum(row.host_id == host_id for row in there) >= TABLES_OF_ONE:
        raise Refused("too_many_yours", tables=TABLES_OF_ONE)


async def bring_table(
    client: discord.Client, store: Store, house: House, match_id: int, place: Place, at: int
) -> None:
    """Raise Refused (channel_off, too_many) unless the table of this match may be moved here."""
    await _allowed(client, house, place)
    there = await _counted(store, place, at)
    if len(there) >= house.tables and all(row.id != match_id for row in there):
        raise Refused("too_many", tables=house.tables)


async def _allowed(client: discord.Client, house: House, place: Place) -> None:
    if house.channels and not set(house.channels) & await containers(client, place):
        raise Refused("channel_off", channels=house.channels)


async def containers(client: discord.Client, place: Place) -> set[int]:
    """The ids of the channel, of the channel that it is a thread or post of, and of the category."""
    inner = await _channel(client, place.channel_id)
    parent_id = place.parent_id or getattr(inner, "parent_id", None)
    outer = inner if parent_id is None else await _channel(client, parent_id)
    around = {place.channel_id, parent_id, getattr(outer, "category_id", None)}
    return {channel_id for channel_id in around if channel_id is not None}


async def _channel(client: discord.Client, channel_id: int) -> object | None:
    """The channel; None if Discord does not tell, so that what is known of it has to do."""
    try:
        return client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    except (discord.DiscordException, OSError):
        return None


async def _counted(store: Store, place: Place, at: int) -> list[MatchRow]:
    """The tables that count in this channel and its threads."""
    there = await finding.in_room(store, place.parent_id or place.channel_id, OPEN)
    alone = [row for row in there if row.status == "running" and row.people <= 1]
    pressed = await finding.last_presses(store, [row.id for row in alone])
    idle = {row.id for row in alone if pressed.get(row.id, row.started_at or 0) <= at - IDLE}
    return [row for row in there if row.id not in idle]
