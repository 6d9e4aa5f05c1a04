"""The emoji are brought by real processes, one of which is killed on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.process.emojis import drawn
from tests.wire.client import World
from tests.wire.conftest import soon
from tests.wire.match import Database, Match

pytestmark = pytest.mark.wire

WHOLE = {f"{name}_{version}" for name, version in drawn().items()}


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        world.call("delete_emoji")
        yield world
        assert not world.status()["gaps"]


def test_killed_while_bringing_emoji_and_started_again(world: World, tmp_path: Path) -> None:
    database = Database(tmp_path / "parlour.db")
    bot = world.parlour(database.path)
    soon(lambda: len(world.call("emoji")) > 20)
    bot.kill()
    brought = world.call("emoji")
    assert 20 < len(brought) < len(WHOLE)
    world.parlour(database.path)
    match = Match(world, database, "hilo")
    assert match.action(), "no match waits for emoji"
    soon(lambda: len(world.call("emoji")) >= len(WHOLE))
    there = world.call("emoji")
    assert set(there) == WHOLE
    assert len(there) == len(WHOLE), "none is brought twice"
