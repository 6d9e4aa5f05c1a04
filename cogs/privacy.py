"""/privacy: what is kept about a person, to read, to take away, or to erase."""

import asyncio
import io
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour
from bot.i18n import _, ngettext
from bot.matches import lobby, operations
from bot.matches.refusals import Corrupt, Refused
from bot.screen import Button, Do, Row, Screen, Text
from bot.store import finding, privacy
from bot.store.bulk import StillSeated
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles
from cogs import archive

REDRAWN = 25
"""Tables of finished matches that are drawn again without the name of who was erased."""

ATTEMPTS = 3
"""How often an erasure is tried: between leaving all matches and erasing, the person may join another."""

LARGEST = 8_000_000
"""Bytes of a file, which Discord takes everywhere. Interactions of some people and servers promise more, but
that is not always true: https://github.com/discord/discord-api-docs/issues/7603
"""


class Privacy(commands.Cog):
    """The command about one's own data."""

    @app_commands.command(description="What is kept about you: read it, export it, erase it")
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            kept = _(
                "### What is kept about you\n"
                "Your Discord id, your name as last seen, your language, your settings; the matches you sat "
                "in, what you pressed in them and when, and their results. No messages, no presence. "
                "It is used to play and to count wins, and given to nobody."
            )
            erase = _(
                "-# Erasing: you leave your matches, and what you played stays as somebody's, so that the "
                "others' figures stay right. It cannot be undone."
            )
            buttons = (
                Button(_("Export"), Do("export"), "main"),
                Button(_("Erase…"), Do("erase"), "bad"),
            )
            await press.show(layout(Screen((Text(kept), Text(erase), Row(buttons)))))

        await command(interaction, handler)


@handles("export")
async def export(press: Press) -> None:
    """Everything in a private file, or in as many as it takes."""
    data = await privacy.export(press.desk.store, press.person.id)
    most = min(press.interaction.filesize_limit, LARGEST)
    packed = await asyncio.to_thread(archive.files, data, most)
    text = _("All that is kept about you.")
    if len(packed) > 1:
        text = _("All that is kept about you, in {n} files: each has a part of the rows.").format(
            n=len(packed)
        )
    await press.send_files(text, [discord.File(io.BytesIO(file.content), file.name) for file in packed])


@handles("erase")
async def ask(press: Press) -> None:
    """Ask for confirmation."""
    buttons = (
        Button(_("Erase everything"), Do("erased"), "bad"),
        Button(_("Keep it"), Do("kept")),
    )
    await press.show(layout(Screen((Text(_("Erase all that is kept about you?")), Row(buttons)))))


@handles("kept")
async def kept(press: Press) -> None:
    """Answer that nothing was erased."""
    await press.show(layout(Screen((Text(_("Nothing was erased.")),))))


@handles("erased")
async def erased(press: Press) -> None:
    """Leave every match, then replace the person by an anonymous stand-in everywhere."""
    matches = press.desk.matches
    ended = await finding.of_person(press.desk.store, press.person.id, ("over",), limit=REDRAWN)
    named = {row.id for row in ended}
    for attempt in range(1, ATTEMPTS + 1):
        named |= await _leave_all(press)
        try:
            count = await operations.erase(matches, press.person.id)
        except StillSeated:  # they have joined another table meanwhile
            if attempt == ATTEMPTS:
                raise Refused("busy") from None
        else:
            break
    for match_id in named:  # the tables still show the name
        press.desk.display.show(match_id)
    text = ngettext("Erased; {n} match is somebody's now.", "Erased; {n} matches are somebody's now.", count)
    note = _(
        "Messages of matches long past may still show your name; whoever moderates there can delete them."
    )
    await press.show(layout(Screen((Text(f"{text.format(n=count)}\n-# {note}"),))))


async def _leave_all(press: Press) -> set[int]:
    """Leave every lobby and running match; the ids of all of them."""
    matches, person = press.desk.matches, press.person.id
    rows = await finding.of_person(press.desk.store, person, ("lobby", "running"))
    for row in rows:
        with suppress(Refused, Corrupt):  # over by now, left before, or unreadable: then the seat is given up
            if row.status == "lobby":
                await matches.change_lobby(row.id, lobby.leave(person))
            else:
                await operations.leave(matches, row.id, person)
            press.kept = True
    return {row.id for row in rows}


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Privacy())
