"""Parlour itself at the playground's table, and what of it outlives the playground."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import discord
from pydantic import SecretStr

from bot.app import Parlour
from bot.playground import CannotStart
from bot.playground.serve import serve
from bot.playground.world import Person
from bot.process.settings import Settings
from bot.store import NewerDatabase, StoreUnusable

HOME = Path(".playground")
DATABASE = HOME / "parlour.db"
KEY = HOME / "key"


def run(
    people: Sequence[tuple[str, discord.Locale]], port: int, *, fresh: bool, ready: Callable[[str], None]
) -> None:
    """Keep the playground open until it is told to stop. `ready` is told its address."""
    settings = Settings(
        discord_token=SecretStr("playground"),
        database_url=f"sqlite+aiosqlite:///{DATABASE}",
        dev_guild=None,
        shard_ids=None,
        shard_count=None,
    )
    seats = [Person(*person) for person in people]
    try:
        secret = prepare(fresh=fresh)
        asyncio.run(serve(lambda: Parlour(settings), seats, port=port, key=secret, ready=ready))
    except (StoreUnusable, NewerDatabase, OSError) as error:
        raise CannotStart(f"{HOME} cannot be used: {error}. --fresh begins a new one.") from None


def prepare(*, fresh: bool) -> str:
    """Make the folder, and return the key in it: what the address ends with, and whoever knows it may play.

    It is kept, so that open tabs know it after a restart as well.
    """
    HOME.mkdir(exist_ok=True)
    (HOME / ".gitignore").write_text("*\n")
    if fresh:
        for file in HOME.glob(f"{DATABASE.name}*"):
            file.unlink()
    if not KEY.exists():
        KEY.touch(mode=0o600)
        KEY.write_text(secrets.token_urlsafe(16))
    return KEY.read_text()
