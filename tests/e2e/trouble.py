"""Discord and the database out of order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy.exc import OperationalError

from tests.e2e.simulator import network, take_errors
from tests.e2e.world import World

EDIT = ("PATCH", "/channels/*/messages/*")
SEND = ("POST", "/channels/*/messages")
DELETE = ("DELETE", "/channels/*/messages/*")
ANSWER = ("POST", "/interactions/*/*/callback")
LATER = ("*", "/webhooks/*")


def refuse(world: World, status: int, code: int, *where: tuple[str, str]) -> None:
    """From now on Discord refuses such requests; by default to show a table in any way."""
    for method, path in where or (EDIT, SEND, ("PATCH", "/channels/*")):
        world.env.inject_error(method, path, status=status, code=code, times=None)


def heal(world: World) -> None:
    """Discord takes everything again."""
    world.env.backend.faults.clear()


def broken(*_: object, **__: object) -> Any:
    """In place of a method that reads or writes: the database does not serve."""
    raise OperationalError("UPDATE", {}, Exception("disk I/O error"))


async def dies_at(world: World, method: str, ending: str, press: Callable[[], Any]) -> None:
    """While the press is being seen to the process dies at a request, and another one starts."""
    dead = asyncio.Event()

    async def stop(sent: str, path: str) -> None:
        if dead.is_set() or (sent == method and path.endswith(ending)):
            dead.set()
            raise asyncio.CancelledError

    with network(stop):
        await press()
        await world.until(lambda: _is_set(dead))
        for _ in range(200):
            await asyncio.sleep(0)
    await world.restart()
    take_errors(world.env)
    world.complaints.take()
    await world.settle()


async def _is_set(event: asyncio.Event) -> bool:
    return event.is_set()


@contextmanager
def by_hand(world: World) -> Iterator[sqlite3.Connection]:
    """Somebody works on the database with another tool."""
    with closing(sqlite3.connect(world.path)) as connection:
        yield connection
        connection.commit()
