"""/play, with a command for each game."""

import inspect
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from pydantic import ValidationError

from bot.face import AnyFace
from bot.i18n import _
from bot.matches import lobby, operations
from bot.places import admission, rights
from bot.store.preferences import PaceName
from bot.ui.messages import FAULTS
from bot.ui.press import Press, command
from cogs.games import FACES
from cogs.parameters import Parameter, parameters, settled

play = app_commands.Group(
    name="play",
    description="Open a table for a game",
)
"""The group of the games' commands."""

PACE = "Time for a decision: 1 minute (live), 10 minutes (relaxed), a day (daily), no hurry (none)"
"""The description of every game's option ``pace``."""


async def open_table(
    interaction: discord.Interaction[Any], face: AnyFace, pace: str | None = None, **options: Any
) -> None:
    """Open a lobby for a game here, with these options; without a ``pace`` the server's counts."""

    async def handler(press: Press) -> None:
        press.public = True
        try:
            chosen = face.rules.Options(**options)
        except ValidationError as error:
            name = ".".join(map(str, error.errors()[0]["loc"]))
            await press.say(
                _("{option} cannot have that value; choose one from the list.").format(option=name)
            )
            return
        rights.check(interaction)
        desk, place, at = press.desk, press.place, press.desk.matches.now()
        server = await admission.open_table(
            interaction.client, desk.store, face.slug, place, press.person.id, at
        )
        row = await operations.open_lobby(
            desk.matches, face.rules, chosen, press.person, place, pace or server.pace
        )
        try:
            drawing = await desk.display.drawings.of_lobby(row)
            message_id = await press.post(drawing.view(row.id))
        except FAULTS:  # the table was not posted, or another process has answered already
            await desk.matches.change_lobby(row.id, lobby.leave(press.person.id))
            raise
        if message_id is not None:
            await desk.display.tables.posted(row.id, None, message_id, place.channel_id, place.parent_id)
        desk.arrivals.sat_down(row.id, press)

    await command(interaction, handler)


def _command(face: AnyFace) -> app_commands.Command[Any, ..., None]:
    """``/play x`` for this game, with an option for each of the game's and for the pace."""
    offered = [*parameters(face), Parameter("pace", PaceName, None, locale_str(PACE), [])]

    async def callback(interaction: discord.Interaction[Any], pace: str | None = None, **typed: Any) -> None:
        await open_table(interaction, face, pace, **settled(face, typed))

    # discord.py reads the command's options from the signature of its callback.
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    first = inspect.Parameter("interaction", kind, annotation=discord.Interaction)
    others = [inspect.Parameter(one.name, kind, default=one.usual, annotation=one.kind) for one in offered]
    callback.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
    added: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=face.slug, description=face.command(), callback=callback
    )
    app_commands.describe(**{one.name: one.about for one in offered})(added)
    app_commands.choices(**{one.name: one.choices for one in offered if one.choices})(added)
    return added


for _slug in sorted(FACES):
    play.add_command(_command(FACES[_slug]))
