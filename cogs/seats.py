"""/hand, /matches, /leave: a person's own matches, from anywhere."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour
from bot.i18n import _
from bot.matches import lobby, operations, pace
from bot.matches.refusals import Corrupt
from bot.screen import MENU_OPTIONS, Block, Do, Menu, Option, Screen, Text
from bot.store import MatchRow, finding
from bot.store.rows import Status
from bot.ui import handlers, screens, words
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles

OPEN: tuple[Status, ...] = ("lobby", "running")


class Seats(commands.Cog):
    """The commands about one's own seats."""

    @app_commands.command(description="Show your private hand")
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            async def show(row: MatchRow) -> None:
                await press.come_to(row.id)
                match = await press.desk.matches.see(row.id, press.person.id)
                await handlers.show_hand(press, match)
                # Whoever types this may have missed the table.
                press.desk.display.show(row.id, anew=not match.row.over)

            rows = await _mine(press, "running")
            await _for_one(
                press, rows, "hand", _("You are in no running match. Type /play to open a table."), show
            )

        await command(interaction, handler)

    @app_commands.command(description="Your matches, with links to their tables")
    async def matches(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            rows = (await _shown(press, *OPEN))[:10]
            tables = await finding.tables(press.desk.store, [row.id for row in rows])
            waiting = {row.id: await _waits_for(press, row) for row in rows}
            shown = screens.matches_list(press.desk.faces, rows, tables, waiting)
            await press.show(layout(Screen((*shown.blocks, *await _ended(press)))))

        await command(interaction, handler)

    @app_commands.command(description="Leave a table or a running match")
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            async def leave(row: MatchRow) -> None:
                if row.status == "running":
                    await handlers.ask_before_leaving(press, row)
                    return
                await press.desk.matches.change_lobby(row.id, lobby.leave(press.person.id))
                await press.say(_("You have left the table."))

            rows = await _mine(press, *OPEN)
            await _for_one(press, rows, "part", _("You sit at no table."), leave)

        await command(interaction, handler)


@handles("part", anywhere=True)
async def part(press: Press) -> None:
    """One of several tables was chosen to leave."""
    row = await press.desk.store.match(press.control.match)
    if row is not None and row.status == "running":
        await handlers.ask_before_leaving(press, row)
        return
    await press.desk.matches.change_lobby(press.control.match, lobby.leave(press.person.id))
    await press.show(layout(Screen((Text(_("You have left the table.")),))))


async def _shown(press: Press, *statuses: Status) -> list[MatchRow]:
    """The person's matches as they are shown: one whose end is still hidden goes on. Latest first."""
    rows = await finding.of_person(press.desk.store, press.person.id, statuses)
    if "running" in statuses:
        rows += await operations.still_shown(press.desk.matches, press.person.id)
    return sorted(rows, key=lambda row: -row.id)


async def _ended(press: Press) -> list[Block]:
    """A menu of the results of the last day: the tables may be where the person cannot see them any more."""
    since = press.desk.matches.now() - pace.DAY
    ended = await finding.of_person(press.desk.store, press.person.id, ["over"], limit=MENU_OPTIONS)
    hidden = press.desk.matches.frames.current
    options = tuple(
        Option(screens.title(press.desk.faces, row), Do("hand", row.id))
        for row in ended
        if (row.ended_at or 0) > since
        and row.id not in hidden
        and row.slug in press.desk.faces
        and row.seat_of(press.person.id) is not None
    )
    return [Menu(_("Results of the last day…"), options)] if options else []


async def _mine(press: Press, *statuses: Status) -> list[MatchRow]:
    """The person's matches, those of this channel alone if there are any."""
    rows = await _shown(press, *statuses)
    mine = [row for row in rows if row.status == "lobby" or row.seat_of(press.person.id) is not None]
    tables = await finding.tables(press.desk.store, [row.id for row in mine])
    here = [row for row in mine if tables[row.id].channel_id == press.place.channel_id]
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
        options = tuple(Option(screens.title(press.desk.faces, row), Do(verb, row.id)) for row in rows[:25])
        await press.show(layout(Screen((Text(_("Which match?")), Menu(_("Your matches…"), options)))))


async def _waits_for(press: Press, row: MatchRow) -> str:
    if row.status == "lobby":
        return _("waiting for the host to press Start")
    try:
        match = await press.desk.matches.see(row.id)
    except Corrupt:
        return words.corrupt()
    seat = row.seat_of(press.person.id)
    if row.paused_at is not None:
        return "⏸️ " + screens.paused(row)
    if seat is None:
        return _("a computer plays on in your seat")
    if seat in match.waiting:
        return _("**it is your turn**")
    face = press.desk.faces[row.slug]
    return face.asked(match.rules.view(match.state, None), screens.seat_names(row.seats))


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Seats())
