"""``python -m bot``: the bot with a token, and what its operator needs beside it."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from typing import Annotated, NoReturn

import discord
import typer

from bot import results
from bot.app import Parlour
from bot.match import Match
from bot.settings import BadSettings, Settings, load
from bot.store import JournalRow, MatchRow, NewerDatabase, ResultRow, Store, StoreUnusable
from engine.games import GAMES

app = typer.Typer(
    add_completion=False, no_args_is_help=False, help="Parlour, card and tile games on Discord."
)

FAILED = 2
UNREADABLE = 1
_PASSWORD = re.compile(r"(?<=://)([^:/@]*):.*(?=@)")


class CannotReplay(Exception):
    """A finished match whose results cannot be computed; the message says why."""


def fail(message: str) -> NoReturn:
    """One clear line and exit code 2."""
    typer.echo(f"parlour: {message}", err=True)
    raise typer.Exit(FAILED)


def settings() -> Settings:
    """The settings in force, or the end."""
    try:
        return load()
    except BadSettings as error:
        fail(str(error))


def unusable(url: str, error: Exception) -> str:
    """What is wrong with the database, naming the setting."""
    if isinstance(error, NewerDatabase):
        return (
            f"DATABASE_URL: the database was written by a newer version of Parlour ({error}); update the bot"
        )
    shown = _PASSWORD.sub(r"\1:***", url)
    return f"DATABASE_URL: {shown} cannot be used: {error}"


@app.callback(invoke_without_command=True)
def run(context: typer.Context) -> None:
    """Connect to Discord and play."""
    if context.invoked_subcommand is not None:
        return
    chosen = settings()
    if chosen.discord_token is None:
        fail("DISCORD_TOKEN is not set; put it into .env, or try Parlour without Discord: make play")
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[chosen.log_level])
    try:
        asyncio.run(_serve(chosen, chosen.discord_token.get_secret_value()))
    except discord.LoginFailure:
        fail("DISCORD_TOKEN: Discord does not know this token; copy it again from the developer portal")
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))
    except (OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        fail(f"Discord cannot be reached: {error}")
    except KeyboardInterrupt:
        pass


async def _serve(chosen: Settings, token: str) -> None:
    # The database first: it needs no network, and a bad one should be told of at once.
    await (await Store.open(chosen.database_url)).close()
    async with Parlour(chosen) as bot:
        await bot.start(token)


@app.command()
def health() -> None:
    """Exit 0 if the database can be opened and is of this version."""
    chosen = settings()
    try:
        asyncio.run(_check(chosen.database_url))
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))


async def _check(url: str) -> None:
    await (await Store.open(url)).close()


@app.command()
def rebuild(
    quiet: Annotated[bool, typer.Option(help="Print only the number of matches that differed.")] = False,
) -> None:
    """Compute all results again from the matches' journals; nothing should change.

    A match that cannot be replayed keeps its results; the exit code is then 1.
    """
    chosen = settings()
    try:
        differed, unreadable = asyncio.run(_rebuild(chosen.database_url))
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))
    if not quiet:
        for match_id in differed:
            typer.echo(f"match {match_id}: its results were other ones")
    for match_id, reason in unreadable.items():
        typer.echo(f"parlour: match {match_id} cannot be replayed: {reason}", err=True)
    typer.echo(f"{len(differed)} matches differed")
    if unreadable:
        raise typer.Exit(UNREADABLE)


async def _rebuild(url: str) -> tuple[list[int], dict[int, str]]:
    """The matches whose results were other ones, and why others could not be replayed."""
    store = await Store.open(url)
    differed = []
    unreadable = {}
    try:
        for match_id in await store.finished():
            row = await store.match(match_id)
            assert row is not None
            try:
                outcome = _outcome(row, await store.journal(match_id))
            except CannotReplay as error:
                unreadable[match_id] = str(error)
                continue
            if await store.replace_results(row, outcome):
                differed.append(match_id)
    finally:
        await store.close()
    return differed, unreadable


def _outcome(row: MatchRow, journal: list[JournalRow]) -> list[ResultRow]:
    """A finished match's results. Raises CannotReplay."""
    rules = GAMES.get(row.slug)
    if rules is None:
        raise CannotReplay(f"no game is called {row.slug}")
    try:
        result = Match.restore(row, rules, journal).result()
    except Exception as error:
        # What a damaged journal trips over can be anything.
        raise CannotReplay(" ".join(str(error).split()) or type(error).__name__) from error
    if result is None:
        raise CannotReplay("its journal ends before the match does")
    return results.outcome(row, result)


if __name__ == "__main__":
    sys.exit(app())
