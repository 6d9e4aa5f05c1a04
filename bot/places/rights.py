"""What the bot may do where something is typed or pressed.

An answer to an interaction needs no rights, so a table could be put up where it can never be changed.
Discord tells with each interaction what the bot may do there:
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

from typing import Any

import discord

from bot.matches.refusals import Refused

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
"""What the bot needs in a server, and all that its invitation asks for."""


def check(interaction: discord.Interaction[Any]) -> None:
    """Raise Refused (not_invited, cannot_write) where the bot could not go on showing a table."""
    if _stranger(interaction):
        link = discord.utils.oauth_url(interaction.application_id, permissions=NEEDED)
        raise Refused("not_invited", link=link)
    if interaction.guild_id is None:
        return
    may = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if thread else may.send_messages
    if not (may.view_channel and writes):
        raise Refused("cannot_write")


def _stranger(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot itself is not there: only its commands are, or somebody brought them along."""
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)  # among people; not the chat with the bot
    brought = interaction.is_user_integration() and not interaction.is_guild_integration()
    return brought or interaction.client.get_guild(interaction.guild_id) is None
