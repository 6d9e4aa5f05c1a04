"""Discord and the database out of order."""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import OperationalError

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
