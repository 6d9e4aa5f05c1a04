"""/leaderboard and /stats: figures from finished matches."""

import re
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot import names
from bot.app import Parlour
from bot.i18n import _, ngettext
from bot.screen import Block, Button, Do, Row, Screen, Text
from bot.store import Standing, board
from bot.store.board import Board
from bot.ui import screens
from bot.ui.ids import Malformed
from bot.ui.layout import layout
from bot.ui.press import Press, command, handles
from cogs.choices import ANY_GAME, game_choices

PAGE = 10
DAY = 24 * 60 * 60 * 1000
PERIODS = {"week": 7 * DAY, "month": 30 * DAY, "all": None}

_WHICH = re.compile(r"[a-z]+-(week|month|all)-(server|everywhere)-(people|computers)-[0-9]{1,9}")

Where: TypeAlias = Literal["server", "everywhere"]
Period: TypeAlias = Literal["week", "month", "all"]
Against: TypeAlias = Literal["people", "computers"]


class Boards(commands.Cog):
    """The commands about results."""

    @app_commands.command(description="Who wins most")
    @app_commands.describe(
        game="One game, or all of them",
        period="Matches of the last 7 or 30 days, or of all time",
        where="This server, or everywhere",
        against="Matches among people, or of one person against computers",
    )
    @app_commands.choices(game=game_choices())
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        game: str = ANY_GAME,
        period: Period = "all",
        where: Where = "server",
        against: Against = "people",
    ) -> None:
        async def handler(press: Press) -> None:
            await _show(press, f"{game}-{period}-{where}-{against}-0")

        await command(interaction, handler)

    @app_commands.command(description="Somebody's figures, or your own")
    @app_commands.describe(user="Whose figures")
    async def stats(self, interaction: discord.Interaction[Any], user: discord.User | None = None) -> None:
        async def handler(press: Press) -> None:
            person = user or press.interaction.user
            store = press.desk.store
            called = names.alone(names.readable(person.display_name, person.name), f"`{person.id}`")
            blocks: list[Block] = [Text(_("### Figures of {name}").format(name=called))]
            for solo, title in ((False, _("Among people")), (True, _("Against computers"))):
                tallies = await board.tallies(store, person.id, solo=solo)
                lines = [
                    "- "
                    + _("**{game}**: {won} of {played} won ({rate:.0%}), {points} points").format(
                        game=press.desk.faces[tally.slug].title()
                        if tally.slug in press.desk.faces
                        else tally.slug,
                        won=wins(tally.wins),
                        played=tally.matches,
                        rate=tally.wins / tally.matches,
                        points=tally.points,
                    )
                    for tally in tallies
                ]
                blocks.append(Text(f"**{title}**\n" + ("\n".join(lines) or _("no finished match yet"))))
            await press.show(layout(Screen((*blocks, Text(_rule())))))

        await command(interaction, handler)


@handles("board")
async def turn_page(press: Press) -> None:
    """Another page of a leaderboard; ``rest`` says which board and page."""
    game = press.control.rest.partition("-")[0]
    if _WHICH.fullmatch(press.control.rest) is None or game not in {ANY_GAME, *press.desk.faces}:
        raise Malformed(press.control.rest)
    await _show(press, press.control.rest)


async def _show(press: Press, which: str) -> None:
    game, period, where, against, number = which.split("-")
    server = press.interaction.guild_id if where == "server" else None
    since = None if (span := PERIODS[period]) is None else press.desk.matches.now() - span
    chosen = Board(server, None if game == ANY_GAME else game, against == "computers", since)
    store = press.desk.store
    page = await board.page(store, chosen, size=PAGE, number=int(number), mine=press.person.id)
    lines = [_line(standing, chosen) for standing in page.lines]
    last = (page.people - 1) // PAGE
    title = press.desk.faces[game].title() if game in press.desk.faces else _("All games")
    blocks: list[Block] = [
        Text(f"### {_('Leaderboard')} · {title}\n-# {_which(chosen, period)}\n{_rule()}"),
        Text("\n".join(lines) or _empty(chosen)),
    ]
    if page.mine is not None and page.mine not in page.lines:
        blocks.append(Text(_("You: {line}").format(line=_line(page.mine, chosen))))
    stem = f"{game}-{period}-{where}"
    buttons = [
        Button(_("Among people"), Do("board", rest=f"{stem}-people-0"))
        if chosen.solo
        else Button(_("Against computers"), Do("board", rest=f"{stem}-computers-0"))
    ]
    turning = screens.turning(page.number, last + 1, lambda to: Do("board", rest=f"{stem}-{against}-{to}"))
    blocks += [Row(tuple(buttons)), *turning]
    await press.show(layout(Screen(tuple(blocks))))


def _empty(chosen: Board) -> str:
    if chosen.solo:
        return _("Nobody yet. Play a match against computers to be the first.")
    return _(
        "Nobody yet. Play a match with others to be the first; those against computers are counted apart."
    )


def _which(chosen: Board, period: str) -> str:
    spans = {"week": _("last 7 days"), "month": _("last 30 days"), "all": _("all time")}
    where = _("this server") if chosen.server_id is not None else _("everywhere")
    against = _("against computers") if chosen.solo else _("among people")
    return f"{spans[period]} · {where} · {against}"


def _rule() -> str:
    return _("-# What a computer won for somebody who left, or was away at the end, counts for nobody.")


def _line(standing: Standing, chosen: Board) -> str:
    called = names.alone(standing.name, f"#{standing.player_id % 1000}")
    figures = ngettext(
        "{won} won of {played} match ({rate:.0%})",
        "{won} won of {played} matches ({rate:.0%})",
        standing.matches,
    ).format(won=wins(standing.wins), played=standing.matches, rate=standing.rate)
    if chosen.slug is not None:
        figures += " · " + ngettext("{n} point", "{n} points", standing.points).format(n=standing.points)
    return f"`{standing.rank}` **{called}** {figures}"


def wins(number: float) -> str:
    """Wins with at most two decimals: 3, 2.5, 1.33."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


async def setup(bot: Parlour) -> None:
    await bot.add_cog(Boards())
