"""Discord's limits on requests: few are refused, and no match stands still for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wire.client import World
from tests.wire.conftest import soon
from tests.wire.crowded import after_outage, paused, refused, seat
from tests.wire.match import Database, Match

pytestmark = pytest.mark.wire

TABLES = 120
FEW = 30
"""Refusals; without turns there are hundreds."""


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


def test_group_I_burst_after_an_outage(world: World, tmp_path: Path) -> None:
    database = tmp_path / "parlour.db"
    bot = world.parlour(database)
    hands = seat(world, TABLES)
    world.call("limit")
    answers = after_outage(world, hands, TABLES)
    assert sum(answers.values()) == TABLES
    assert "no answer" not in answers
    world.settle(quiet=6.0, patience=60.0)
    assert refused(world) < FEW, bot.log
    assert paused(database) == 0


def test_group_I_steady_presses(world: World, tmp_path: Path) -> None:
    database = tmp_path / "parlour.db"
    bot = world.parlour(database)
    hands = seat(world, TABLES)
    world.call("limit")
    world.call("press_on", who="alice", hands=hands, presses=600, rate=75.0)
    world.settle(quiet=6.0, patience=60.0)
    assert refused(world) < FEW, bot.log
    assert paused(database) == 0


@pytest.mark.parametrize("scope", ["user", "global", "shared"])
def test_group_I_refused_edit_pauses_nothing_and_is_made_later(
    world: World, tmp_path: Path, scope: str
) -> None:
    database = Database(tmp_path / "parlour.db")
    bot = world.parlour(database.path)
    match = Match(world, database)
    fault = {"status": 429, "times": 6, "retry_after": 0.05, "scope": scope}
    world.inject("PATCH", "/channels/*/messages/*", **fault)
    before = match.shown().text
    match.action()
    soon(lambda: match.shown().text != before)
    assert paused(database.path) == 0
    assert "cannot be edited" not in bot.log or "limits" in bot.log


def test_group_I_table_older_than_an_hour(world: World, tmp_path: Path) -> None:
    """A new table takes its place, before Discord has refused an edit for longer than a moment."""
    database = Database(tmp_path / "parlour.db")
    world.parlour(database.path)
    world.call("send_back", seconds=2 * 3600.0)
    match = Match(world, database)
    old = match.shown().id
    world.call("send_back", seconds=0.0)
    world.call("limit")
    for _ in range(8):
        match.action()
    soon(lambda: match.shown().id != old)
    assert world.call("refusals")["old"] <= 1
    assert paused(database.path) == 0
