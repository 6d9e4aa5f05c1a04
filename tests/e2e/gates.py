"""Requests to Discord that are held back while something else happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from tests.e2e.simulator import network
from tests.e2e.world import World


class Gate:
    """Holds the first request that ``matches`` back until ``open`` is set."""

    def __init__(self, world: World, method: str, ending: str) -> None:
        self.world, self.method, self.ending = world, method, ending
        self.reached, self.open = asyncio.Event(), asyncio.Event()

    async def __call__(self, method: str, path: str) -> None:
        if not self.reached.is_set() and method == self.method and path.endswith(self.ending):
            self.reached.set()
            await self.world.hold(self.open)


class Aside(Gate):
    """Holds back what the test itself has called."""

    async def __call__(self, method: str, path: str) -> None:
        if not self.reached.is_set() and method == self.method and path.endswith(self.ending):
            self.reached.set()
            await self.open.wait()


async def overtaken(world: World, gate: Gate, first: Awaitable[object], second: Awaitable[object]) -> None:
    """While a request of the first is on its way, the second happens wholly."""
    with network(gate):
        slow = asyncio.ensure_future(first)
        await gate.reached.wait()
        await second
        for _ in range(3000):
            await asyncio.sleep(0)
        gate.open.set()
        await slow
    await world.settle()
