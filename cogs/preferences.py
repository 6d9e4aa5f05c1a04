"""/server, for those who manage a server, and /settings, for everybody."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour
from bot.art.look import Look
from bot.i18n import _
from bot.matches.errors import Refused
from bot.screen import Do, Screen, Text, pages
from bot.store import finding, preferences
from bot.store.preferences import PaceName
from bot.ui import screens
from bot.ui.ids import Malformed, number
from bot.ui.layout import layout
from bot.ui.press import Press, answers, handles
from cogs import looks
from cogs.common import PACE
from cogs.games import game_choices

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
    @answers
    async def show(self, press: Press) -> None:
        await _change(press, {})

    @app_commands.command(description="How long a decision may take, unless /play says otherwise")
    @app_commands.describe(pace=PACE)
    @answers
    async def pace(self, press: Press, pace: PaceName) -> None:
        await _change(press, {"pace": pace})

    @app_commands.command(description="Allow a game here, or take it off the list; no list allows all")
    @app_commands.describe(game="Which game", allowed="Whether it may be played here")
    @app_commands.choices(game=game_choices(any_game=False))
    @answers
    async def game(self, press: Press, game: str, allowed: bool) -> None:
        await _listed(press, "games", game, allowed)

    @app_commands.command(
        description="Allow tables in a channel, or take it off the list; no list allows all"
    )
    @app_commands.describe(
        where="A channel, which stands for its threads too; a forum; or a whole category",
        allowed="Whether tables may stand there",
    )
    @answers
    async def channel(
        self,
        press: Press,
        where: app_commands.Transform[int, Room],
        allowed: bool,
    ) -> None:
        await _listed(press, "channels", where, allowed)

    @app_commands.command(description="Mention people when it is their turn and they are away")
    @app_commands.describe(on="Whether people are mentioned here")
    @answers
    async def notices(self, press: Press, on: bool) -> None:
        await _change(press, {"notices": on})

    @app_commands.command(description="How tables look here: pictures, emoji, colours")
    @answers
    async def look(self, press: Press) -> None:
        _managed(press)
        await _show_look(press)

    @app_commands.command(description="How many tables a channel may have at once")
    @app_commands.describe(tables="Tables that are open or in play at the same time")
    @answers
    async def limit(self, press: Press, tables: app_commands.Range[int, 1, 100]) -> None:
        await _change(press, {"tables": tables})


async def _change(press: Press, chosen: dict[str, Any]) -> None:
    server = _managed(press)
    if chosen:
        await preferences.set_server(press.desk.store, server, **chosen)
    await _show(press, server)


async def _listed(press: Press, name: str, item: Any, allowed: bool) -> None:
    server = _managed(press)
    listed = list(getattr(await preferences.of_server(press.desk.store, server), name))
    if allowed and item not in listed:
        listed.append(item)
    elif not allowed:
        everything = list(press.desk.faces) if name == "games" and not listed else listed
        listed = [other for other in everything if other != item]
    await _change(press, {name: listed})


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
    chosen = await preferences.of_server(press.desk.store, server)
    games = ", ".join(press.desk.faces[slug].title() for slug in chosen.games if slug in press.desk.faces)
    listed = pages(chosen.channels, CHANNELS)
    page = min(page, len(listed) - 1)
    channels = ", ".join(f"<#{channel}>" for channel in listed[page])
    lines = [
        _("### This server"),
        _("Games: **{games}**").format(games=games or _("all")),
        _("Time for a decision: **{pace}**").format(pace=screens.pace_name(chosen.pace)),
        _("Turn notices: **{state}**").format(state=_("on") if chosen.notices else _("off")),
        _("Tables a channel: **{n}**").format(n=chosen.tables),
        _("-# Running matches keep what they began with."),
    ]
    where = _("Channels: {channels}").format(channels=channels or _("**all**"))
    if len(listed) > 1:
        where += "\n" + _("-# Page {n} of {all}").format(n=page + 1, all=len(listed))
    turning = screens.turning(page, len(listed), lambda to: Do("server", rest=str(to)))
    await press.show(layout(Screen((Text("\n".join(lines)), Text(where), *turning))))


async def _show_look(press: Press) -> None:
    chosen = await preferences.of_server(press.desk.store, _managed(press))
    head = Text(_("### How tables look on this server"))
    await looks.answer(press, Screen((head, *looks.blocks(_look(chosen), "server"))), "server")


class Settings(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command(description="How hands look, and how you are told that it is your turn")
    @app_commands.describe(
        notices="Mention me at the table when it is my turn and I am away",
        direct_messages="Warn me by direct message before a computer chooses for me",
    )
    @answers
    async def settings(
        self,
        press: Press,
        notices: bool | None = None,
        direct_messages: bool | None = None,
    ) -> None:
        chosen = {"notices": notices, "dm": direct_messages}
        changed = {name: value for name, value in chosen.items() if value is not None}
        if changed:
            await preferences.set_player(press.desk.store, press.person, **changed)
        await _show_settings(press)


async def _show_settings(press: Press) -> None:
    wishes = await preferences.of_player(press.desk.store, press.person.id)
    state = {True: _("on"), False: _("off")}
    head = "\n".join(
        (
            _("### Your settings"),
            _("Turn notices: **{state}**").format(state=state[wishes.notices]),
            _("Warnings by direct message: **{state}**").format(state=state[wishes.dm]),
            _("-# How your hands look; tables look as the server has chosen."),
        )
    )
    await looks.answer(press, Screen((Text(head), *looks.blocks(_look(wishes), "mine"))), "mine")


def _look(chosen: preferences.LookPreferences) -> Look:
    return Look(
        chosen.pictures,
        chosen.emoji,
        chosen.two_colours,
        chosen.contrast,
        chosen.grain,
        chosen.temperature,
    )


@handles("look")
async def set_look(press: Press) -> None:
    """Change how hands look for the presser, or tables on the server; ``rest`` is ``whose-setting-value``."""
    whose, _dash, rest = press.control.rest.partition("-")
    setting, _dash, value = rest.partition("-")
    try:
        changed = looks.chosen(setting, number(value))
    except KeyError:
        raise Malformed(press.control.rest) from None
    desk, display = press.desk, press.desk.display
    if whose == "server":
        server = _managed(press)
        await preferences.set_server(desk.store, server, **changed)
        desk.appearance.forget("server", server)
        for row in await finding.in_server(desk.store, server, ("lobby", "running")):
            display.show(row.id, anew=True)
        await _show_look(press)
        return
    await preferences.set_player(desk.store, press.person, **changed)
    desk.appearance.forget("person", press.person.id)
    for match_id in display.hands.look_anew(press.person.id):
        display.show(match_id)
    await _show_settings(press)


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Server())
    await bot.add_cog(Settings())
