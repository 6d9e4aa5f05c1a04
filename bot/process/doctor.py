"""Looks over what the bot needs, and says what to do about what is missing."""

from collections.abc import AsyncIterator

import aiohttp
import discord

from bot import names
from bot.app import COGS, INTENTS, Parlour
from bot.places.rights import NEEDED
from bot.process import commands
from bot.process.emojis import Emojis, drawn
from bot.process.settings import Settings
from bot.store import upkeep
from bot.store.upkeep import Finding

SERVERS = 50
"""How many servers are looked over: each takes five requests."""

PRIVILEGED = {
    "members": ("gateway_guild_members", "Server Members"),
    "presences": ("gateway_presence", "Presence"),
    "message_content": ("gateway_message_content", "Message Content"),
}
"""Intents that have to be granted, the flag that says so, and their names in the developer portal."""


class Visitor(Parlour):
    """The bot with its commands, but without a gateway, a database and matches."""

    async def setup_hook(self) -> None:
        await self.load_extension(COGS)


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Everything that was found, in the order in which it is needed."""
    async for finding in upkeep.examine(settings.database_url):
        yield finding
    if settings.discord_token is None:
        yield Finding("token", "DISCORD_TOKEN is not set", "Copy it from the developer portal, page Bot.")
        return
    async with Visitor(settings) as visitor:
        try:
            await visitor.login(settings.discord_token.get_secret_value())
            async for finding in _on_discord(visitor):
                yield finding
        except discord.LoginFailure:
            yield Finding(
                "token", "Discord does not know it", "Copy it again from the developer portal, page Bot."
            )
        except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
            yield Finding("Discord", f"no good answer: {error}", "Try again; see https://discordstatus.com.")


async def _on_discord(visitor: Visitor) -> AsyncIterator[Finding]:
    application = await visitor.application_info()
    yield Finding("token", f"is that of {names.plain(str(visitor.user))}, application {application.id}")
    yield _intents(application)
    if application.interactions_endpoint_url:
        yield Finding(
            "presses",
            f"Discord sends them to {application.interactions_endpoint_url}",
            "Clear Interactions Endpoint URL in the developer portal, page General Information.",
        )
    try:
        emojis = Emojis(drawn())
        emojis.learn(await visitor.fetch_application_emojis())
        rest = "; the running bot uploads the rest" if emojis.missing else ""
        yield Finding("emoji", f"{emojis.up} of {len(emojis.versions)} are uploaded{rest}")
    except discord.HTTPException as error:
        yield Finding("emoji", f"cannot be read: {error}", "Try again; without them cards are shown as text.")
    yield await _commands(visitor, visitor.settings.dev_guild)
    servers = [server async for server in visitor.fetch_guilds(limit=None)]
    yield Finding(
        "servers",
        f"the bot is in {len(servers)}" + (f"; the first {SERVERS} follow" if len(servers) > SERVERS else ""),
        "" if servers else "Invite it with the link below.",
    )
    for server in servers[:SERVERS]:
        yield await _server(visitor, server)
    yield Finding("invitation", discord.utils.oauth_url(application.id, permissions=NEEDED))


def _intents(application: discord.AppInfo) -> Finding:
    needed = [key for key in PRIVILEGED if getattr(INTENTS, key)]
    missing = []
    for key in needed:
        flag, called = PRIVILEGED[key]
        if not getattr(application.flags, flag) and not getattr(application.flags, f"{flag}_limited"):
            missing.append(called)
    if missing:
        return Finding(
            "intents",
            f"not granted: {', '.join(missing)}",
            "Switch them on in the developer portal, page Bot, Privileged Gateway Intents.",
        )
    return Finding("intents", "granted" if needed else "none has to be granted")


async def _commands(visitor: Visitor, server: int | None) -> Finding:
    changed = commands.differences(await commands.wanted(visitor), await commands.registered(visitor, server))
    if changed:
        return Finding(
            "commands", f"not as in this version: {', '.join(changed)}", "Start the bot: it registers them."
        )
    return Finding("commands", f"{len(visitor.tree.get_commands())} are registered")


async def _server(visitor: Visitor, known: discord.Guild) -> Finding:
    """Whether the bot may play there, as far as can be seen without the gateway."""
    what = f"server {names.plain(known.name)} ({known.id})"
    assert visitor.user is not None
    try:
        server = await visitor.fetch_guild(known.id, with_counts=False)
        me = await server.fetch_member(visitor.user.id)
        channels = [each for each in await server.fetch_channels() if isinstance(each, discord.TextChannel)]
        own = await commands.registered(visitor, known.id)
    except discord.HTTPException as error:
        return Finding(what, f"cannot be looked at: {error}", "Invite the bot again with the link below.")
    if own and known.id != visitor.settings.dev_guild:
        return Finding(
            what,
            f"has commands of its own, so that people see {len(own)} twice",
            f"Start the bot once with DEV_GUILD={known.id}, then without.",
        )
    missing = [name for name, needed in NEEDED if needed and not getattr(me.guild_permissions, name)]
    fit = sum(each.permissions_for(me) >= NEEDED for each in channels)
    says = f"the bot may play in {fit} of {len(channels)} text channels"
    if me.is_timed_out():
        return Finding(what, "the bot is timed out", "Ask a moderator to end the time-out.")
    if missing:
        wording = ", ".join(name.replace("_", " ").title() for name in missing)
        return Finding(what, f"{says}; it lacks {wording}", "Give its role these permissions.")
    if channels and not fit:
        return Finding(
            what, says, "Give its role View Channel and Send Messages in the channels of your choice."
        )
    return Finding(what, says)
