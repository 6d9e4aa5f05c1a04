"""Parlour itself at the playground's table, and what of it outlives the playground."""

import asyncio
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
DATABASE = "parlour.db"
AT_ONCE = 9
"""Playgrounds that may be open in one directory, each with a folder of its own."""


def run(
    people: Sequence[tuple[str, discord.Locale]], port: int, *, fresh: bool, ready: Callable[[str], None]
) -> None:
    """Keep the playground open until it is told to stop. `ready` is told its address."""
    seats = [Person(*person) for person in people]
    try:
        with folder() as home:
            settings = Settings(
                discord_token=SecretStr("playground"),
                database_url=f"sqlite+aiosqlite:///{home / DATABASE}",
                dev_guild=None,
                shard_ids=None,
                shard_count=None,
            )
            secret = prepare(home, fresh=fresh)
            asyncio.run(serve(lambda: Parlour(settings), seats, port=port, key=secret, ready=ready))
    except (StoreUnusable, NewerDatabase, OSError) as error:
        raise CannotStart(f"{HOME} cannot be used: {error}. --fresh begins a new one.") from None


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is this playground's alone within the block.

    Two on one database would play each other's matches.
    """
    HOME.mkdir(exist_ok=True)
    for home in (HOME, *(HOME / f"{number}" for number in range(2, AT_ONCE + 1))):
        home.mkdir(exist_ok=True)
        with (home / "lock").open("w") as lock:
            if _locked(lock.fileno()):
                if home != HOME:
                    sys.stdout.write(
                        f"Another playground is open here, so this one keeps its matches in {home}.\n"
                    )
                yield home
                return
    raise OSError(f"{AT_ONCE} playgrounds are open here")


def _locked(file: int) -> bool:
    """Whether the lock on the file is ours now; it ends with the file, or with the process."""
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def prepare(home: Path, *, fresh: bool) -> str:
    """Fill the folder, and return the key in it: what the address ends with, and whoever knows it may play.

    It is kept, so that open tabs know it after a restart as well.
    """
    (HOME / ".gitignore").write_text("*\n")
    if fresh:
        for file in home.glob(f"{DATABASE}*"):
            file.unlink()
    key = home / "key"
    if not key.exists():
        key.touch(mode=0o600)
        key.write_text(secrets.token_urlsafe(16))
    return key.read_text()
