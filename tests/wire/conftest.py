from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from tests.wire.client import PATIENCE, Bot, Person, Sight, World

DEMO = [sys.executable, "-m", "tests.wire.demo"]

T = TypeVar("T")


def run_demo(world: World, **env: str) -> Bot:
    return world.run(DEMO, env={"DISCORD_TOKEN": world.token} | env)


def soon(what: Callable[[], T], within: float = PATIENCE) -> T:
    """The first true value of what(), asked again and again."""
    end = time.monotonic() + within
    while not (value := what()) and time.monotonic() < end:
        time.sleep(0.02)
    assert value, "it did not happen"
    return value


@pytest.fixture(scope="session")
def shared() -> Iterator[tuple[World, Bot]]:
    with World.start(users=["alice", "bob:de"]) as world:
        yield world, run_demo(world)


@pytest.fixture
def world(shared: tuple[World, Bot]) -> Iterator[World]:
    """A world with the demo bot in it. Many tests share it, and leave it as they found it."""
    world, bot = shared
    world.clear()
    yield world
    world.answer_within()
    world.clear("faults")
    assert bot.running, bot.log
    assert not world.status()["gaps"]


@pytest.fixture
def alice(world: World) -> Person:
    return world.people["alice"]


@pytest.fixture
def bob(world: World) -> Person:
    return world.people["bob"]


@pytest.fixture
def table(alice: Person) -> Sight:
    return alice.slash("table")


def answered(entries: list[dict[str, Any]]) -> list[tuple[int, int | None]]:
    """Status and code of the requests that have an answer."""
    return [(entry["status"], entry["code"]) for entry in entries if entry["status"]]
