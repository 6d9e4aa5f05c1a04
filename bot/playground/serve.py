"""One playground, from its start to its end."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable, Sequence

import discord

from bot.playground.table import Table
from bot.playground.world import LiveEnv, Person


@contextlib.asynccontextmanager
async def playground(
    make_bot: Callable[[], discord.Client], people: Sequence[Person], *, port: int, key: str
) -> AsyncIterator[Table]:
    """The bot in a world of its own, and its table on a web page, until the block ends."""
    bot = make_bot()
    env = LiveEnv(bot)
    channel, members = env.found(people)
    try:
        await env.start()
        async with Table(env, channel, members, port, key) as table:
            yield table
    finally:
        await bot.close()
        await env.shutdown()


async def serve(
    make_bot: Callable[[], discord.Client],
    people: Sequence[Person],
    *,
    port: int,
    key: str,
    ready: Callable[[str], None],
) -> None:
    """Keep a playground open until SIGINT or SIGTERM. `ready` is told its address."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(
            NotImplementedError
        ):  # Windows, where Ctrl-C raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with playground(make_bot, people, port=port, key=key) as table:
        ready(table.url)
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait([stopped, table.following], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
