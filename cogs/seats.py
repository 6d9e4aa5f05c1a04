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
from bot.screen import MENU_OPTIONS, Block, Do, Menu, Option, Screen, Text, pages
from bot.store import MatchRow, finding
from bot.store.rows import Status
from bot.ui import handlers, screens, words
from bot.ui.ids import Malformed, number
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles

OPEN: tuple[Status, ...] = ("lobby", "running")

PAGE = 8
"""Matches on a page of /matches: more may not fit into a message when names are long."""


class Seats(commands.Cog):
    """The commands about one's own seats."""

    @app_commands.command(description="Show your private hand")
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            async def show(row: MatchRow) -> None:
                await press.come_to(row.id)
                match = await press.desk.matches.see(row.id, press.person.id)
                await handlers.show_hand(press, match)
                # Whoever types this may not have found the table: it is put up again if it is gone.
                press.desk.display.show(row.id, anew=not match.row.over)

            rows = await _mine(press, "running")
            if not rows and (waiting := await _mine(press, "lobby")):
                await press.say(await _not_started(press, waiting[0]))
                return
            await _for_one(
                press, rows, "hand", _("You are in no running match. Type /play to open a table."), show
            )

        await command(interaction, handler)

    @app_commands.command(description="Your matches, with links to their tables")
    async def matches(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            await _list(press, 0)

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


@handles("matches")
async def turn_page(press: Press) -> None:
    """Another page of the person's matches."""
    await _list(press, number(press.control.rest))


async def _list(press: Press, page: int) -> None:
    rows = pages(await _shown(press, *OPEN), PAGE)
    page = min(page, len(rows) - 1)
    tables = await finding.tables(press.desk.store, [row.id for row in rows[page]])
    waiting = {row.id: await _waits_for(press, row) for row in rows[page]}
    turning = screens.turning(page, len(rows), lambda to: Do("matches", rest=str(to)))
    shown = screens.matches_list(press.desk.faces, rows[page], tables, waiting, buttons=turning)
    await press.show(layout(Screen((*shown.blocks, *await _ended(press)))))


@handles("part", anywhere=True)
async def part(press: Press) -> None:
    """Leave the table that was chosen from several."""
    row = await press.desk.store.match(press.control.match)
    if row is not None and row.status == "running":
        await handlers.ask_before_leaving(press, row)
        return
    await press.desk.matches.change_lobby(press.control.match, lobby.leave(press.person.id))
    await press.show(layout(Screen((Text(_("You have left the table.")),))))


async def _shown(press: Press, *statuses: Status) -> list[MatchRow]:
    """The person's matches, latest first; one that is over counts as running until its end has been shown."""
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
    """The lobbies and matches in which the person has a seat: only this channel's, if there are any."""
    rows = await _shown(press, *statuses)
    mine = [row for row in rows if row.status == "lobby" or row.seat_of(press.person.id) is not None]
    tables = await finding.tables(press.desk.store, [row.id for row in mine])
    here = [row for row in mine if tables[row.id].channel_id == press.place.channel_id]
    return here or mine


async def _for_one(
    press: Press, rows: list[MatchRow], verb: str, none: str, act: Callable[[MatchRow], Awaitable[None]]
) -> None:
    """Call ``act`` with the only one of these matches, ask which of several, or say ``none``."""
    if not rows:
        await press.say(none)
    elif len(rows) == 1:
        await act(rows[0])
    else:
        await _ask_which(press, rows, verb, 0)


@handles("which")
async def turn_choice(press: Press) -> None:
    """Show another page of "Which match?"; ``rest`` is ``verb-page``, and choosing a match does the verb."""
    verb, _dash, page = press.control.rest.partition("-")
    if verb not in ("hand", "part"):
        raise Malformed(verb)
    rows = await _mine(press, *(("running",) if verb == "hand" else OPEN))
    await _ask_which(press, rows, verb, number(page))


async def _ask_which(press: Press, rows: list[MatchRow], verb: str, page: int) -> None:
    listed = pages(rows, MENU_OPTIONS)
    page = min(page, len(listed) - 1)
    options = tuple(Option(screens.title(press.desk.faces, row), Do(verb, row.id)) for row in listed[page])
    turning = screens.turning(page, len(listed), lambda to: Do("which", rest=f"{verb}-{to}"))
    menu = [Menu(_("Your matches…"), options)] if options else []
    await press.show(layout(Screen((Text(_("Which match?")), *menu, *turning))))


async def _not_started(press: Press, row: MatchRow) -> str:
    """Why there is no hand in a lobby, what the person has to do for its start, and where."""
    link = screens.link(row.server_id, await press.desk.display.tables.where(row.id))
    if row.host_id == press.person.id:
        text = _("Match {number} has not started, so nobody has a hand yet. Press Start at its table: {link}")
    elif any(seat.player_id == press.person.id and not seat.ready for seat in row.seats):
        text = _("Match {number} has not started, and you are invited. Press Join at its table: {link}")
    else:
        text = _("Match {number} has not started: it does when its host presses Start. The table: {link}")
    return text.format(number=row.id, link=link)


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
