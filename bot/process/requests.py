"""What goes before and comes after each request to Discord, also when discord.py makes it again by itself.

Discord takes 50 requests a second of a bot, over all routes, and bans an address for a while after 10,000
refusals in ten minutes; discord.py minds the routes' own limits alone. What answers an interaction is not
bound to the limit over all: https://docs.discord.com/developers/topics/rate-limits
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from types import TracebackType
from typing import Self

import aiohttp

AT_ONCE = 5
"""Requests that may leave together after a rest."""

PATIENCE = 10.0
"""Seconds, from its first sending, for a request that is not to be repeated for long."""

OLD_MESSAGE = 30046
"""Too many edits of a message older than an hour; discord.py would wait and edit it again, to no avail."""

_UNBOUND = re.compile(r".*/(?:interactions/\d+|webhooks/\d+/[^/]+)/?")
_PLACE = re.compile(r".*/channels/(\d+)")


class Turns:
    """A queue in which the channels take turns, each with its oldest request; ``rate`` leave in a second."""

    def __init__(self, rate: float) -> None:
        self._every = 1 / rate
        self._next = 0.0
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, place: str) -> None:
        """Come back when it is the turn of a request to this place."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._waiting and self._next <= now:
            self._leave(now)
            return
        turn = loop.create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        if self._timer is None:
            self._timer = loop.call_at(self._next, self._give)
        await turn

    def _leave(self, now: float) -> None:
        self._next = max(self._next, now - AT_ONCE * self._every) + self._every

    def _give(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        while self._waiting and self._next <= loop.time():
            place = next(iter(self._waiting))
            line = self._waiting.pop(place)
            turn = line.popleft()
            if line:
                self._waiting[place] = line
            if not turn.done():  # else whoever waited has given up
                turn.set_result(None)
                self._leave(loop.time())
        if self._waiting:
            self._timer = loop.call_at(self._next, self._give)


class Attempt:
    """Within this block a request is given up after ``PATIENCE``, with TimeoutError.

    The time begins when it is first sent, not while it waits for its turn.
    """

    def __init__(self) -> None:
        self.refused: int | None = None
        """Discord's code if the request was too much for one of its limits; 0 if it gave none."""
        self._limit = asyncio.timeout(None)

    async def __aenter__(self) -> Self:
        await self._limit.__aenter__()
        self._before = _attempt.set(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _attempt.reset(self._before)
        await self._limit.__aexit__(kind, error, trace)

    def sent(self) -> None:
        """The request leaves."""
        if self._limit.when() is None:
            self._limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)

    def refuse(self, code: int) -> None:
        """Discord has answered with 429."""
        self.refused = code
        if code == OLD_MESSAGE:
            self._limit.reschedule(asyncio.get_running_loop().time())


_attempt: ContextVar[Attempt | None] = ContextVar("attempt", default=None)


def trace(turns: Turns, config: aiohttp.TraceConfig, code_of: Callable[[str], int]) -> aiohttp.TraceConfig:
    """For Discord's client: lets its requests take turns; added to what ``config`` does.

    ``code_of`` reads Discord's number for what is wrong from an answer.
    """

    async def begins(_session: object, _context: object, begin: aiohttp.TraceRequestStartParams) -> None:
        path = begin.url.path
        if _UNBOUND.match(path) is None:
            place = _PLACE.match(path)
            await turns.wait("" if place is None else place[1])
        if (attempt := _attempt.get()) is not None:
            attempt.sent()

    async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        if end.response.status == 429 and (attempt := _attempt.get()) is not None:
            attempt.refuse(code_of(await end.response.text()))

    config.on_request_start.append(begins)
    config.on_request_end.append(ended)
    return config
