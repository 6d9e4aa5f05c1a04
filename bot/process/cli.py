"""The commands of ``python -m bot``."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import aiohttp
import discord
import typer

from bot.app import Parlour
from bot.clock import SystemClock
from bot.matches import results
from bot.matches.match import Match
from bot.places.rights import NEEDED
from bot.process import doctor as doctors
from bot.process import drain, logs, metrics, probe
from bot.process import health as healths
from bot.process.settings import BadSettings, Settings, load
from bot.store import (
    FAILURES,
    JournalRow,
    MatchRow,
    NewerDatabase,
    ResultRow,
    Store,
    StoreUnusable,
    board,
    bulk,
    finding,
    opening,
    upkeep,
)
from engine.games import GAMES

app = typer.Typer(
    add_completion=False, no_args_is_help=False, help="Parlour, card and tile games on Discord."
)

UNWELL, FAILED = probe.UNWELL, 2


class CannotReplay(Exception):
    """A finished match whose results cannot be computed; the message says why."""


def fail(message: str) -> NoReturn:
    """One clear line and exit code 2."""
    typer.echo(f"parlour: {logs.redact(message)}", err=True)
    raise typer.Exit(FAILED)


def settings() -> Settings:
    """The settings in force, or the end."""
    try:
        return load()
    except BadSettings as error:
        fail(str(error))


def unusable(url: str, error: Exception) -> str:
    """What is wrong with the database, naming the setting."""
    if isinstance(error, FAILURES):
        error = opening.unusable(error)
    if isinstance(error, NewerDatabase):
        return (
            f"DATABASE_URL: the database was written by a newer version of Parlour ({error}); update the bot"
        )
    return f"DATABASE_URL: {opening.address(url)} cannot be used: {error}"


@app.callback(invoke_without_command=True)
def run(context: typer.Context) -> None:
    """Connect to Discord and play."""
    if context.invoked_subcommand is not None:
        return
    chosen = settings()
    if chosen.discord_token is None:
        fail("DISCORD_TOKEN is not set; put it into .env, or try Parlour without Discord: make play")
    token = chosen.discord_token.get_secret_value()
    logs.setup(chosen.log_level, chosen.log_format, [token])
    logging.getLogger().addHandler(metrics.Errors())
    try:
        asyncio.run(_serve(chosen, token))
    except discord.LoginFailure:
        fail("DISCORD_TOKEN: Discord does not know this token; copy it again from the developer portal")
    except (StoreUnusable, NewerDatabase, *FAILURES) as error:
        fail(unusable(chosen.database_url, error))
    except discord.ConnectionClosed as error:
        fail(
            f"DISCORD_TOKEN: Discord has closed the connection for good ({error.code}); was the token reset?"
        )
    except healths.CannotListen as error:
        fail(f"HEALTH_HOST, HEALTH_PORT: {error}")
    except (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        fail(f"Discord cannot be reached: {error}")
    except KeyboardInterrupt:
        pass


async def _serve(chosen: Settings, token: str) -> None:
    # The database first: it needs no network. It is left as it is until Discord knows the token.
    await opening.check(chosen.database_url)
    bot = Parlour(chosen)
    async with bot, healths.endpoint(bot, chosen.health_host, chosen.health_port):
        await drain.until_told(lambda: _start(bot, token), bot.drain, bot.close)


async def _start(bot: Parlour, token: str) -> None:
    await bot.login(token)
    # What is loaded by now stays: a full collection that looks through it holds everything up for 0.1 s.
    gc.collect()
    gc.freeze()
    await bot.connect()


@app.command()
def health() -> None:
    """Exit 0 if the bot is well: as it says on HEALTH_PORT, else if its database is there and sound."""
    chosen = settings()
    if chosen.health_port is not None:
        raise typer.Exit(probe.report(chosen.health_host, chosen.health_port))
    try:
        there = asyncio.run(opening.check(chosen.database_url, sound=True))
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))
    if not there:
        typer.echo("there is no database yet; the bot has not been started here")
        raise typer.Exit(UNWELL)


@app.command()
def doctor() -> None:
    """Look over database, token, commands and permissions, and say what to do; exit 1 if anything."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # its warnings are for a bot that runs
    if not asyncio.run(_examine(settings())):
        raise typer.Exit(UNWELL)


async def _examine(chosen: Settings) -> bool:
    typer.echo("ok   settings: can be read")
    well = True
    async for found in doctors.examine(chosen):
        well = well and found.well
        typer.echo(logs.redact(f"{'ok  ' if found.well else 'BAD '} {found.what}: {found.says}"))
        if found.do:
            typer.echo(f"     → {found.do}")
    return well


@app.command()
def invite(application: Annotated[int, typer.Argument(help="The application's id, from its page.")]) -> None:
    """Print the link that brings the bot to a server, with the least permissions."""
    typer.echo(discord.utils.oauth_url(application, permissions=NEEDED))


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The copy; it must not exist yet.")]) -> None:
    """Copy the database, also while the bot runs."""
    try:
        upkeep.back_up(settings().database_url, file)
    except upkeep.CannotBackUp as error:
        fail(str(error))
    typer.echo(f"{file}: {file.stat().st_size} bytes")


@app.command()
def rebuild(
    quiet: Annotated[bool, typer.Option(help="Print only the number of matches that differed.")] = False,
) -> None:
    """Compute all results again from the matches' journals, and the leaderboards; nothing should change.

    A match that cannot be replayed keeps its results; the exit code is then 1. So does one that was pruned.
    """
    chosen = settings()
    try:
        differed, people, unreadable = asyncio.run(_rebuild(chosen.database_url))
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))
    if not quiet:
        for match_id in differed:
            typer.echo(f"match {match_id}: its results were other ones")
        if people:
            typer.echo(f"the sums of {people} people on the leaderboards were other ones")
    for match_id, reason in unreadable.items():
        typer.echo(f"parlour: match {match_id} cannot be replayed: {reason}", err=True)
    typer.echo(f"{len(differed)} matches differed")
    if unreadable:
        raise typer.Exit(UNWELL)


@app.command()
def prune(
    days: Annotated[int, typer.Option(min=1, help="How long ago a match must have ended.")] = 365,
) -> None:
    """Forget the moves of matches that ended long ago; who won stays, and so do leaderboards.

    Lobbies and matches that were called off go wholly. The bot may run meanwhile.
    """
    chosen = settings()
    try:
        pruned = asyncio.run(_prune(chosen.database_url, days))
    except (StoreUnusable, NewerDatabase) as error:
        fail(unusable(chosen.database_url, error))
    typer.echo(f"{pruned} matches pruned")


async def _prune(url: str, days: int) -> int:
    before = int(SystemClock().now() * 1000) - days * 24 * 60 * 60 * 1000
    pruned = 0
    async with _existing(url) as store:
        after: int | None = 0
        while after is not None:
            number, after = await bulk.prune(store, before, after)
            pruned += number
    return pruned


@asynccontextmanager
async def _existing(url: str) -> AsyncIterator[Store]:
    """The store of a sound database that is there already. Raises StoreUnusable or NewerDatabase."""
    if not await opening.check(url, sound=True):
        raise StoreUnusable("there is no such database")
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def _rebuild(url: str) -> tuple[list[int], int, dict[int, str]]:
    """The matches whose results were other ones, the number of people whose sums were, and failed replays."""
    differed = []
    unreadable = {}
    async with _existing(url) as store:
        for match_id in await finding.finished(store):
            row = await store.match(match_id)
            assert row is not None
            journal = await store.journal(match_id)
            if not journal:  # it was pruned
                continue
            try:
                outcome = _outcome(row, journal)
            except CannotReplay as error:
                unreadable[match_id] = str(error)
                continue
            if await board.replace_results(store, row, outcome):
                differed.append(match_id)
        people = await board.recount(store)
    return differed, people, unreadable


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
