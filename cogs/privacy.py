"""/privacy: what is kept about a person, to read, to take away, or to erase."""

import io
import json
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

REDRAWN = 25
"""Tables of finished matches that are drawn again without the name of who was erased."""

ATTEMPTS = 3
"""How often matches are left before an erasure, when somebody sits down again meanwhile."""


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
    """A private file with everything."""
    data = await privacy.export(press.desk.store, press.person.id)
    text = json.dumps(data, indent=1, default=str, ensure_ascii=False)
    file = discord.File(io.BytesIO(text.encode()), "parlour-data.json")
    await press.send_file(_("All that is kept about you."), file)


@handles("erase")
async def ask(press: Press) -> None:
    """Ask once more."""
    buttons = (
        Button(_("Erase everything"), Do("erased"), "bad"),
        Button(_("Keep it"), Do("kept")),
    )
    await press.show(layout(Screen((Text(_("Erase all that is kept about you?")), Row(buttons)))))


@handles("kept")
async def kept(press: Press) -> None:
    """Nothing happens."""
    await press.show(layout(Screen((Text(_("Nothing was erased.")),))))


@handles("erased")
async def erased(press: Press) -> None:
    """Leave every match, then give what is left to nobody."""
    matches = press.desk.matches
    ended = await finding.of_person(press.desk.store, press.person.id, ("over",), limit=REDRAWN)
    named = {row.id for row in ended}
    for attempt in range(1, ATTEMPTS + 1):
        named |= await _leave_all(press)
        try:
            count = await operations.erase(matches, press.person.id)
        except StillSeated:  # they have just sat down again, by another device
            if attempt == ATTEMPTS:
                raise Refused("busy") from None
        else:
            break
    for match_id in named:  # their name still stands there
        press.desk.display.show(match_id)
    text = ngettext("Erased; {n} match is somebody's now.", "Erased; {n} matches are somebody's now.", count)
    note = _(
        "Messages of matches long past may still show your name; whoever moderates there can delete them."
    )
    await press.show(layout(Screen((Text(f"{text.format(n=count)}\n-# {note}"),))))


async def _leave_all(press: Press) -> set[int]:
    """Leave every lobby and running match; which they were."""
    matches, person = press.desk.matches, press.person.id
    rows = await finding.of_person(press.desk.store, person, ("lobby", "running"), limit=1000)
    for row in rows:
        with suppress(Refused, Corrupt):  # it has ended meanwhile, they had left it before, it cannot be read
            if row.status == "lobby":
                await matches.change_lobby(row.id, lobby.leave(person))
            else:
                await operations.leave(matches, row.id, person)
            press.kept = True
    return {row.id for row in rows}


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Privacy())
