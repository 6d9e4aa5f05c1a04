"""Requests to Discord take turns, and none is repeated for long."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from aiohttp import web

from bot.process import metrics, requests
from bot.process.requests import AT_ONCE, Attempt, Turns


async def test_channels_take_turns() -> None:
    turns, order = Turns(200.0), []

    async def ask(place: str) -> None:
        await turns.wait(place)
        order.append(place)

    crowd = [ask("a") for _ in range(40)]
    await asyncio.gather(*crowd, ask("b"), ask("c"))
    assert order[0] == "a"
    # At the second turn after those that may leave at once; a machine that pauses lets a few more leave.
    assert max(order.index("b"), order.index("c")) < 4 * AT_ONCE


async def test_no_more_leave_than_the_rate_allows() -> None:
    loop, turns, left = asyncio.get_running_loop(), Turns(100.0), []

    async def ask(n: int) -> None:
        await turns.wait(str(n))
        left.append(loop.time())

    await asyncio.gather(*(ask(n) for n in range(60)))
    for n, at in enumerate(left[AT_ONCE + 1 :]):
        assert at - left[0] >= n / 100.0


async def test_who_gave_up_takes_no_turn() -> None:
    turns = Turns(50.0)
    for _ in range(AT_ONCE + 1):
        await turns.wait("a")
    gone = asyncio.create_task(turns.wait("a"))
    other = asyncio.create_task(turns.wait("b"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait_for(other, 60)
    await asyncio.wait_for(turns.wait("a"), 60)


class Asked(Turns):
    def __init__(self) -> None:
        super().__init__(45.0)
        self.places: list[str] = []

    async def wait(self, place: str) -> None:
        self.places.append(place)


@pytest.fixture
def turns() -> Asked:
    return Asked()


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/api/v10/channels/12/messages", "12"),
        ("/api/v10/channels/12/messages/34", "12"),
        ("/api/v10/users/@me/channels", ""),
        ("/api/v10/interactions/1/token/callback", None),
        ("/api/v10/webhooks/1/token/messages/@original", None),
        ("/api/v10/webhooks/1/token", None),
    ],
)
async def test_answers_to_interactions_do_not_queue(turns: Asked, path: str, place: str | None) -> None:
    async with server(200, {}) as address, session(turns) as client:
        await client.get(address + path)
    assert turns.places == ([] if place is None else [place])


@pytest.mark.parametrize("code", [0, requests.OLD_MESSAGE])
async def test_request_that_is_refused_for_long_is_given_up(
    turns: Asked, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.2 if code == 0 else 3600.0)
    attempt = Attempt()
    async with server(429, {"code": code}) as address, session(turns) as client:

        async def edit() -> None:
            async with attempt:
                while True:  # as discord.py does
                    await client.get(address + "/channels/1/messages/2")
                    await asyncio.sleep(0.01 if code == 0 else 3600)

        with pytest.raises(TimeoutError):
            await edit()
    assert attempt.refused == code


def session(turns: Turns) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        trace_configs=[requests.trace(turns, aiohttp.TraceConfig(), metrics.code_of)]
    )


class server:  # noqa: N801
    """Answers everything with this status and body."""

    def __init__(self, status: int, body: object) -> None:
        app = web.Application()

        async def answer(_request: web.Request) -> web.Response:
            return web.json_response(body, status=status)

        app.router.add_route("*", "/{path:.*}", answer)
        self._runner = web.AppRunner(app)

    async def __aenter__(self) -> str:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
