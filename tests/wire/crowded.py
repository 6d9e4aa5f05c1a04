"""Many tables in many channels, whose hands are pressed faster than Discord takes requests."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from tests.wire.client import World

EACH = 2
"""Tables in a channel."""


def seat(world: World, tables: int) -> list[str]:
    """Alice begins so many matches alone; her hands."""
    alice, hands = world.people["alice"], []
    for n in range(tables):
        if n % EACH == 0:
            channel = world.call("create_channel", name=f"table-{n}")
        table = alice.slash("play hilo", at=channel)
        start = alice.click(table, label="Start")
        hands.append(
            start.followups[0].id if start.followups else alice.click(table, label="My hand").message.id
        )
    world.settle()
    return hands


def after_outage(world: World, hands: list[str], presses: int) -> dict[str, int]:
    """All press while the gateway is away, and it comes back; how many got which kind of answer."""
    world.drop_gateway(how="cut", hold=600.0)
    with ThreadPoolExecutor() as threads:
        answers = threads.submit(world.call, "press_on", who="alice", hands=hands, presses=presses)
        world.settle(quiet=0.5)
        world.call("open_gateway")
        return dict(answers.result())


def paused(database: Path) -> int:
    """How many matches stand still since their tables could not be shown."""
    with closing(sqlite3.connect(database)) as connection:
        return int(
            connection.execute("select count(*) from matches where paused_at is not null").fetchone()[0]
        )


def refused(world: World) -> int:
    """How many requests Discord has refused that count towards a ban."""
    return sum(n for scope, n in world.call("refusals").items() if scope in {"user", "global"})
