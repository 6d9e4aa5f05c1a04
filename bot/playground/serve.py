"""One playground, from its start to its end."""

import asyncio
import contextlib
import signal
from collections.abc import Callable

import discord

from bot.playground.table import Table
from bot.playground.world import LiveEnv, Person


async def serve(
    make_bot: Callable[[], discord.Client],
    people: list[Person],
    *,
    port: int,
    key: str,
    ready: Callable[[str], None],
) -> None:
    """Run the bot in a world of its own until SIGINT or SIGTERM; `ready` is told the address."""
    env = LiveEnv(bot := make_bot())
    channel, members = env.found(people)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl-C raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        await env.start()
        async with Table(env, channel, members, port, key) as table:
            ready(table.url)
            ends = [asyncio.create_task(work) for work in (table.follow(), table.wait_closed(), stop.wait())]
            done, running = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            for task in done:
                task.result()
    finally:
        await bot.close()
        await env.shutdown()
