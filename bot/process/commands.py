"""Telling Discord of the commands: exactly one of each, and only when something has changed."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord.ext import commands
from discord.http import Route

from bot.store import Store, overview, preferences

log = logging.getLogger(__name__)

Json = dict[str, Any]

OWN = "own_commands"
"""The setting of a server that was given commands of its own, and may have to be relieved of them."""

_DEFAULTS: Json = {"type": 1, "dm_permission": True, "integration_types": [0]}
"""What Discord fills in: https://docs.discord.com/developers/interactions/application-commands"""
_READ_ONLY = {"id", "application_id", "guild_id", "version", "name_localized", "description_localized"}


async def wanted(bot: commands.AutoShardedBot) -> list[Json]:
    """The commands of this version, as they are sent to Discord."""
    tree, translator = bot.tree, bot.tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def registered(bot: commands.AutoShardedBot, server: int | None = None) -> list[Json]:
    """The commands that Discord has, everywhere or in one server alone."""
    there: list[Json] = await bot.http.request(_route("GET", bot, server), params={"with_localizations": 1})
    return there


def differences(want: Sequence[Json], have: Sequence[Json]) -> list[str]:
    """The names of the commands that Discord lacks, has in excess, or knows otherwise."""
    wants, has = _by_name(want), _by_name(have)
    return sorted(name for name in wants.keys() | has.keys() if wants.get(name) != has.get(name))


async def register(bot: commands.AutoShardedBot, store: Store, only: int | None = None) -> None:
    """Give Discord the commands of this version, for everywhere or for ``only`` one server.

    Who has both at once sees each command twice; so the others are taken away. That Discord does not take
    them is no reason not to play on: those of before still work.
    """
    try:
        want = await wanted(bot)
        if only is not None:
            await preferences.set_server(store, only, **{OWN: True})
            await _put(bot, only, want)
        await _put(bot, None, want if only is None else [])
    except discord.HTTPException as error:
        if only is not None and isinstance(error, discord.Forbidden):
            log.warning("DEV_GUILD=%d: the bot is not in that server, so it has no commands there", only)
        else:
            told = "the commands could not be registered (%s): python -m bot doctor tells more"
            log.error(told, error)  # noqa: TRY400
    else:
        for server in await overview.servers_with(store, OWN):
            if server != only:
                await _relieve(bot, store, server)


async def _relieve(bot: commands.AutoShardedBot, store: Store, server: int) -> None:
    """Take a server's own commands away; one that the bot has left, Discord has relieved already."""
    try:
        await _put(bot, server, [])
    except discord.Forbidden:
        log.info("the bot is not in server %d any more, which had commands of its own", server)
    except discord.HTTPException as error:
        log.warning("the own commands of server %d could not be removed: %s", server, error)
        return
    await preferences.set_server(store, server, **{OWN: False})


async def _put(bot: commands.AutoShardedBot, server: int | None, want: list[Json]) -> None:
    changed = differences(want, await registered(bot, server))
    where = "everywhere" if server is None else f"in server {server}"
    if not changed:
        log.info("%d commands are registered %s, as they should be", len(want), where)
        return
    await bot.http.request(_route("PUT", bot, server), json=want)
    log.info("%d commands registered %s; changed: %s", len(want), where, ", ".join(changed))


def _route(method: str, bot: commands.AutoShardedBot, server: int | None) -> Route:
    path = "/applications/{application_id}/commands"
    if server is not None:
        path = "/applications/{application_id}/guilds/{guild_id}/commands"
    return Route(method, path, application_id=bot.application_id, guild_id=server)


def _by_name(listed: Sequence[Json]) -> dict[str, Any]:
    return {f"{command['name']}": _plain(command) for command in listed}


def _plain(thing: Any, *, top: bool = True) -> Any:
    """Without what Discord adds, and without what is as it is when nothing is said."""
    if isinstance(thing, Mapping):
        said = {
            key: plain
            for key, value in thing.items()
            if not (top and (key in _READ_ONLY or _DEFAULTS.get(key) == value))
            and (plain := _plain(value, top=False)) is not None
        }
        if top and "default_member_permissions" in said:
            said["default_member_permissions"] = str(said["default_member_permissions"])
        return said or None
    if isinstance(thing, list | tuple):
        return [_plain(value, top=False) for value in thing] or None
    return None if thing is None or thing is False else thing
