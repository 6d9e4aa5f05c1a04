"""The end in good order: what is under way is finished, and nothing new is let in."""

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

log = logging.getLogger(__name__)

WITHIN = 10.0
"""Seconds in which what is under way should be finished."""

LEAVING = 5.0
"""Seconds that taking leave of Discord may last after that."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Work:
    """What is under way."""

    def __init__(self) -> None:
        self._doing = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def doing(self) -> Iterator[None]:
        """Within this block something is under way."""
        self._doing += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._doing -= 1
            if self._doing == 0:
                self._idle.set()

    async def finished(self) -> None:
        """Come back when nothing is under way."""
        await self._idle.wait()


async def finish(work: Awaitable[object], within: float) -> None:
    """Let it come to its end, but wait no longer than ``within``."""
    try:
        async with asyncio.timeout(within):
            await work
    except TimeoutError:
        log.warning("not everything was finished within %.0f s; what people were told is kept anyway", within)
    except Exception:
        log.exception("not everything could be finished; what people were told is kept anyway")


Step = Callable[[], Coroutine[Any, Any, None]]


async def until_told(run: Step, drain: Step, close: Step) -> None:
    """Run until it ends by itself, or until SIGTERM or SIGINT: then drain and close.

    A second signal ends the process at once.
    """
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell() -> None:
        for each in SIGNALS:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        told.set()

    with suppress(NotImplementedError):  # Windows: Ctrl-C interrupts, and nothing is lost by it either
        for each in SIGNALS:
            loop.add_signal_handler(each, tell)
    task = asyncio.create_task(run())
    signalled = asyncio.create_task(told.wait())
    await asyncio.wait({task, signalled}, return_when=asyncio.FIRST_COMPLETED)
    if not told.is_set():
        signalled.cancel()
        await task
        return
    await drain()
    _, kept = await asyncio.wait({asyncio.create_task(close())}, timeout=LEAVING)
    if kept:
        # Everything is on the disk; only a network that does not answer holds us back.
        logging.shutdown()
        os._exit(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
