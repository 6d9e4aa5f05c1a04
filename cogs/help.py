"""/help and /rules."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Parlour
from bot.i18n import _
from bot.screen import Line, Screen, Text
from bot.store import finding
from bot.ui import rules_pages
from bot.ui.layout import layout
from bot.ui.press import Press, command
from cogs.choices import game_choices


class Help(commands.Cog):
    """The commands that explain the games and the bot."""

    @app_commands.command(description="The rules of a game, with the options in force at your match here")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=game_choices(any_game=False))
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        async def handler(press: Press) -> None:
            face = press.desk.faces[game]
            here = await finding.in_channel(press.desk.store, press.place.channel_id, ("running", "lobby"))
            of_game = [row for row in here if row.slug == game]
            mine = [row for row in of_game if any(seat.player_id == press.person.id for seat in row.seats)]
            row = next(iter(mine or of_game), None)
            await press.show(layout(rules_pages.screen(face, 0, press.locale, row)))

        await command(interaction, handler)

    @app_commands.command(description="How to play, and what the commands do")
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        async def handler(press: Press) -> None:
            games = "\n".join(
                f"- **/play {slug}** {face.title()}: {face.pitch()}"
                for slug, face in press.desk.faces.items()
            )
            text = _(
                "- **/hand** your private cards\n"
                "- **/matches** your matches; puts a lost table up again\n"
                "- **/leave** leave a table or match\n"
                "- **/rules** the rules of a game\n"
                "- **/leaderboard**, **/stats** who wins\n"
                "- **/settings** how you are told of your turn; **/privacy** your data\n"
                "- **/server** for those who manage the server, **/end** for those who manage messages"
            )
            start = _(
                "Open a table, press **Start**: computers take the empty seats. "
                "Then press **My hand**: only you see it."
            )
            await press.show(
                layout(Screen((Text(_("### Parlour")), Text(games), Text(start), Line(), Text(text))))
            )

        await command(interaction, handler)


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Help())
