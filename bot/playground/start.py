"""Parlour itself at the playground's table, and what of it outlives the playground."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import discord
from pydantic import SecretStr

from bot.app import Parlour
from bot.playground.serve import serve
from bot.playground.world import Person
from bot.settings import Settings

HOME = Path(".playground")
DATABASE = HOME / "parlour.db"
KEY = HOME / "key"


def run(
    people: Sequence[tuple[str, discord.Locale]], port: int, *, fresh: bool, ready: Callable[[str], None]
) -> None:
    """Keep the playground open until it is told to stop. `ready` is told its address."""
    HOME.mkdir(exist_ok=True)
    (HOME / ".gitignore").write_text("*\n")
    if fresh:
        for file in HOME.glob(f"{DATABASE.name}*"):
            file.unlink()
    settings = Settings(
        discord_token=SecretStr("playground"),
        database_url=f"sqlite+aiosqlite:///{DATABASE}",
        dev_guild=None,
        shard_ids=None,
        shard_count=None,
    )
    seats = [Person(*person) for person in people]
    asyncio.run(serve(lambda: Parlour(settings), seats, port=port, key=key(), ready=ready))


def key() -> str:
    """What the address ends with; whoever knows it may play. Open tabs know it after a restart as well."""
    if not KEY.exists():
        KEY.touch(mode=0o600)
        KEY.write_text(secrets.token_urlsafe(16))
    return KEY.read_text()
