"""/hand, /matches, /leave: a person's own matches, from anywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour, command
from bot.i18n import _
from bot.matches.damaged import Corrupt
from bot.screen import Do, Menu, Option, Screen, Text
from bot.store import MatchRow
from bot.store.rows import Status
from bot.ui import handlers, screens, words
from bot.ui.layout import layout
from bot.ui.press import Press, handles

OPEN: tuple[Status, ...] = ("lobby", "running")


class Seats(commands.Cog):
    """The commands about one's own seats."""

    @app_commands.command(description="Show your private hand")
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            async def show(row: MatchRow) -> None:
                match = await press.bot.service.see(row.id, press.person.id)
                await handlers.show_hand(press, match)
                if not match.over:  # whoever types this may have missed the table
                    await press.bot.tables.try_again(press.bot.service.latest(match))

            rows = await _mine(press, "running")
            await _for_one(
                press, rows, "hand", _("You are in no running match. Type /play to open a table."), show
            )

        await command(interaction, handler)

    @app_commands.command(description="Your matches, with links to their tables")
    async def matches(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            bot = press.bot
            rows = (await _shown(press, *OPEN))[:10]
            waiting = {row.id: await _waits_for(press, row) for row in rows}
            await press.show(layout(screens.matches_list(bot.faces, rows, waiting)))

        await command(interaction, handler)

    @app_commands.command(description="Leave a table or a running match")
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            async def leave(row: MatchRow) -> None:
                if row.status == "running":
                    await handlers.ask_before_leaving(press, row)
                    return
                left = await press.bot.lobbies.leave(row.id, press.person.id)
                try:
                    await press.say(_("You have left the table."))
                finally:
                    await press.bot.tables.lobby_changed(left)

            rows = await _mine(press, *OPEN)
            await _for_one(press, rows, "part", _("You sit at no table."), leave)

        await command(interaction, handler)


@handles("part")
async def part(press: Press) -> None:
    """One of several tables was chosen to leave."""
    row = await press.bot.store.match(press.control.match)
    if row is not None and row.status == "running":
        await handlers.ask_before_leaving(press, row)
        return
    left = await press.bot.lobbies.leave(press.control.match, press.person.id)
    try:
        await press.show(layout(Screen((Text(_("You have left the table.")),))))
    finally:
        await press.bot.tables.lobby_changed(left)


async def _shown(press: Press, *statuses: Status) -> list[MatchRow]:
    """The person's matches as they are shown: one whose end is still hidden goes on. Latest first."""
    rows = await press.bot.store.matches_of(press.person.id, statuses)
    if "running" in statuses:
        rows += press.bot.service.still_shown(press.person.id)
    return sorted(rows, key=lambda row: -row.id)


async def _mine(press: Press, *statuses: Status) -> list[MatchRow]:
    """The person's matches, those of this channel alone if there are any."""
    rows = await _shown(press, *statuses)
    mine = [row for row in rows if row.status == "lobby" or row.seat_of(press.person.id) is not None]
    here = [row for row in mine if row.channel_id == press.place.channel_id]
    return here or mine


async def _for_one(
    press: Press, rows: list[MatchRow], verb: str, none: str, act: Callable[[MatchRow], Awaitable[None]]
) -> None:
    """Act on the one match there is, or ask which of several."""
    if not rows:
        await press.say(none)
    elif len(rows) == 1:
        await act(rows[0])
    else:
        options = tuple(Option(screens.title(press.bot.faces, row), Do(verb, row.id)) for row in rows[:25])
        await press.show(layout(Screen((Text(_("Which match?")), Menu(_("Your matches…"), options)))))


async def _waits_for(press: Press, row: MatchRow) -> str:
    if row.status == "lobby":
        return _("waiting for the host to press Start")
    try:
        match = await press.bot.service.see(row.id)
    except Corrupt:
        return words.corrupt()
    seat = row.seat_of(press.person.id)
    if row.paused_at is not None:
        return "⏸️ " + screens.paused(row)
    if seat is None:
        return _("a computer plays on in your seat")
    if seat in match.waiting:
        return _("**it is your turn**")
    face = press.bot.faces[row.slug]
    return face.asked(match.rules.view(match.state, None), screens.seat_names(row.seats))


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Seats())
