"""/end, for those who may manage messages in a channel: a table there ends, after they were asked."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour
from bot.i18n import _
from bot.matches import operations
from bot.matches.refusals import Refused
from bot.screen import MENU_OPTIONS, Block, Button, Do, Menu, Option, Row, Screen, Text
from bot.store import MatchRow, finding
from bot.store.store import OPEN
from bot.ui import screens
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles


class Moderation(commands.Cog):
    """Discord shows the command to those who may manage messages; each press looks again."""

    @app_commands.command(description="End a table in this channel; it counts for nobody")
    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            _moderators_only(press)
            rows = await finding.in_channel(press.desk.store, press.place.channel_id, OPEN)
            if not rows:
                await press.say(_("No open table stands in this channel."))
            elif len(rows) == 1:
                await _ask(press, rows[0])
            else:
                await press.show(layout(_which(press, rows)))

        await command(interaction, handler)


def _which(press: Press, rows: list[MatchRow]) -> Screen:
    blocks: list[Block] = [Text(_("Which table is to end?"))]
    options = [Option(screens.title(press.desk.faces, row), Do("close", row.id)) for row in rows]
    for first in range(0, len(options), MENU_OPTIONS):
        some = tuple(options[first : first + MENU_OPTIONS])
        blocks.append(Menu(_("Tables in this channel…"), some))
    return Screen(tuple(blocks))


async def _ask(press: Press, row: MatchRow) -> None:
    text = _("End {game}? It counts for nobody, and cannot be taken back.")
    buttons = (
        Button(_("End the table"), Do("closed", row.id), "bad"),
        Button(_("Keep it"), Do("spare", row.id)),
    )
    asked = text.format(game=screens.title(press.desk.faces, row))
    await press.show(layout(Screen((Text(asked), Row(buttons))), row.id))


@handles("close")
async def close(press: Press) -> None:
    """One of several tables was chosen."""
    await _ask(press, await _here(press))


@handles("closed")
async def closed(press: Press) -> None:
    """End the table, after having asked."""
    row = await _here(press)
    await operations.end(press.desk.matches, row.id)
    await press.show(layout(Screen((Text(_("The table has ended.")),))))


@handles("spare")
async def spare(press: Press) -> None:
    """Nothing happens."""
    await press.show(layout(Screen((Text(_("The table stays.")),))))


def _moderators_only(press: Press) -> None:
    if not press.interaction.permissions.manage_messages:
        raise Refused("not_moderator")


async def _here(press: Press) -> MatchRow:
    """The table that was pressed for. Raises Refused unless it stands here, where the person moderates."""
    _moderators_only(press)
    rows = await finding.in_channel(press.desk.store, press.place.channel_id, OPEN)
    for row in rows:
        if row.id == press.control.match:
            return row
    raise Refused("gone")


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Moderation())
