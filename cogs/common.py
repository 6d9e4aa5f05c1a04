"""What every game's command shares."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot.app import Parlour, command
from bot.faces import AnyFace
from bot.i18n import _
from bot.pace import DEFAULT
from bot.ui.press import Press

play = app_commands.Group(name="play", description="Open a table for a game")
"""The group of the games' commands, each defined in its own module."""


class GameCog(commands.Cog):
    """The cog of one game: it brings the game's face, and its ``command`` under /play."""

    face: AnyFace
    command: app_commands.Command[Any, ..., Any]

    def __init__(self, bot: Parlour) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self.bot.add_face(self.face)


async def _pace(press: Press) -> str:
    """The pace that the server's managers have chosen for its tables."""
    server = press.place.server_id
    chosen = {} if server is None else await press.bot.store.server_settings(server)
    return str(chosen.get("pace", DEFAULT))


async def open_table(interaction: discord.Interaction[Any], face: AnyFace, **options: Any) -> None:
    """Open a lobby here for a game with these options."""

    async def handler(press: Press) -> None:
        try:
            chosen = face.rules.Options(**options)
        except ValidationError as error:
            name = ".".join(map(str, error.errors()[0]["loc"]))
            await press.say(
                _("{option} cannot have that value; choose one from the list.").format(option=name)
            )
            return
        row = await press.bot.lobbies.open(face.rules, chosen, press.person, press.place, await _pace(press))
        view = press.bot.tables.lobby_view(row)
        answer = await press.interaction.response.send_message(view=view)
        message_id = answer.message_id
        if message_id is not None:
            await press.bot.tables.posted(row, message_id, row.channel_id)

    await command(interaction, handler)
