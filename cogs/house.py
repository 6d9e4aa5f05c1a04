"""/server, for those who manage a server, and /settings, for everybody."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import house
from bot.app import Parlour
from bot.i18n import _
from bot.matches.refusals import Refused
from bot.screen import Do, Screen, Text, pages
from bot.store import preferences
from bot.ui import screens
from bot.ui.ids import number
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles
from cogs.choices import game_choices
from cogs.common import PACE, PaceName

CHANNELS = 50
"""Channels on a page of what is in force."""


class Room(app_commands.Transformer):
    """The option for a channel that may hold tables or contain such channels; the callback gets its id."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        return [
            kinds.text,
            kinds.news,
            kinds.voice,
            kinds.stage_voice,
            kinds.forum,
            kinds.media,
            kinds.category,
            kinds.news_thread,
            kinds.public_thread,
            kinds.private_thread,
        ]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:
        return int(value.id)


class Server(commands.GroupCog, name="server", description="What may be played here, and how"):
    """Discord shows this group to managers only, but servers may change that: each command checks."""

    def __init__(self) -> None:
        super().__init__()
        group = self.app_command
        assert group is not None
        group.default_permissions = discord.Permissions(manage_guild=True)
        group.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
        group.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        )

    @app_commands.command(description="What is in force on this server")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        await _change(interaction, {})

    @app_commands.command(description="How long a decision may take, unless /play says otherwise")
    @app_commands.describe(pace=PACE)
    async def pace(self, interaction: discord.Interaction[Any], pace: PaceName) -> None:
        await _change(interaction, {"pace": pace})

    @app_commands.command(description="Allow a game here, or take it off the list; no list allows all")
    @app_commands.describe(game="Which game", allowed="Whether it may be played here")
    @app_commands.choices(game=game_choices(any_game=False))
    async def game(self, interaction: discord.Interaction[Any], game: str, allowed: bool) -> None:
        await _listed(interaction, "games", game, allowed)

    @app_commands.command(
        description="Allow tables in a channel, or take it off the list; no list allows all"
    )
    @app_commands.describe(
        where="A channel, which stands for its threads too; a forum; or a whole category",
        allowed="Whether tables may stand there",
    )
    async def channel(
        self,
        interaction: discord.Interaction[Any],
        where: app_commands.Transform[int, Room],
        allowed: bool,
    ) -> None:
        await _listed(interaction, "channels", where, allowed)

    @app_commands.command(description="Mention people when it is their turn and they are away")
    @app_commands.describe(on="Whether people are mentioned here")
    async def notices(self, interaction: discord.Interaction[Any], on: bool) -> None:
        await _change(interaction, {"notices": on})

    @app_commands.command(description="How many tables a channel may have at once")
    @app_commands.describe(tables="Tables that are open or in play at the same time")
    async def limit(
        self, interaction: discord.Interaction[Any], tables: app_commands.Range[int, 1, 100]
    ) -> None:
        await _change(interaction, {"tables": tables})


async def _change(interaction: discord.Interaction[Any], chosen: dict[str, Any]) -> None:
    async def handler(press: Press) -> None:
        server = _managed(press)
        if chosen:
            await preferences.set_server(press.desk.store, server, **chosen)
        await _show(press, server)

    await command(interaction, handler)


async def _listed(interaction: discord.Interaction[Any], name: str, item: Any, allowed: bool) -> None:
    async def handler(press: Press) -> None:
        server = _managed(press)
        listed = list(getattr(await house.of(press.desk.store, server), name))
        if allowed and item not in listed:
            listed.append(item)
        elif not allowed:
            everything = list(press.desk.faces) if name == "games" and not listed else listed
            listed = [other for other in everything if other != item]
        await preferences.set_server(press.desk.store, server, **{name: listed})
        await _show(press, server)

    await command(interaction, handler)


def _managed(press: Press) -> int:
    server = press.place.server_id
    if server is None or not press.interaction.permissions.manage_guild:
        raise Refused("not_manager")
    return server


@handles("server")
async def turn_page(press: Press) -> None:
    """Another page of the channels in which tables are allowed."""
    await _show(press, _managed(press), number(press.control.rest))


async def _show(press: Press, server: int, page: int = 0) -> None:
    rules = await house.of(press.desk.store, server)
    games = ", ".join(press.desk.faces[slug].title() for slug in rules.games if slug in press.desk.faces)
    listed = pages(rules.channels, CHANNELS)
    page = min(page, len(listed) - 1)
    channels = ", ".join(f"<#{channel}>" for channel in listed[page])
    lines = [
        _("### This server"),
        _("Games: **{games}**").format(games=games or _("all")),
        _("Time for a decision: **{pace}**").format(pace=screens.pace_name(rules.pace)),
        _("Turn notices: **{state}**").format(state=_("on") if rules.notices else _("off")),
        _("Tables a channel: **{n}**").format(n=rules.tables),
        _("-# Running matches keep what they began with."),
    ]
    where = _("Channels: {channels}").format(channels=channels or _("**all**"))
    if len(listed) > 1:
        where += "\n" + _("-# Page {n} of {all}").format(n=page + 1, all=len(listed))
    turning = screens.turning(page, len(listed), lambda to: Do("server", rest=str(to)))
    await press.show(layout(Screen((Text("\n".join(lines)), Text(where), *turning))))


class Settings(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command(description="How you are told that it is your turn")
    @app_commands.describe(
        notices="Mention me at the table when it is my turn and I am away",
        direct_messages="Warn me by direct message before a computer chooses for me",
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        notices: bool | None = None,
        direct_messages: bool | None = None,
    ) -> None:
        async def handler(press: Press) -> None:
            store = press.desk.store
            chosen = {"notices": notices, "dm": direct_messages}
            changed = {name: value for name, value in chosen.items() if value is not None}
            if changed:
                await preferences.set_player(store, press.person, **changed)
            wishes = await house.wishes(store, press.person.id)
            state = {True: _("on"), False: _("off")}
            lines = [
                _("### Your settings"),
                _("Turn notices: **{state}**").format(state=state[wishes.notices]),
                _("Warnings by direct message: **{state}**").format(state=state[wishes.dm]),
            ]
            await press.show(layout(Screen((Text("\n".join(lines)),))))

        await command(interaction, handler)


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Server())
    await bot.add_cog(Settings())
