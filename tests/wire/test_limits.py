"""Discord's limits on requests: few are refused, and no match stands still for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wire.client import Message, World
from tests.wire.conftest import soon
from tests.wire.crowded import after_outage, paused, refused, seat
from tests.wire.match import Database, Match

pytestmark = pytest.mark.wire

TABLES = 40
TAKEN, RATE = 10, "9"
"""Requests a second that Discord takes, and that the bot makes: so few that any machine could make more."""
FEW = 10
"""Refusals; without turns there are many times more."""


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


def test_group_I_burst_after_an_outage(world: World, tmp_path: Path) -> None:
    database = tmp_path / "parlour.db"
    bot = world.parlour(database, REQUEST_RATE=RATE)
    hands = seat(world, TABLES)
    world.call("limit", everywhere=TAKEN)
    answers = after_outage(world, hands, TABLES)
    assert sum(answers.values()) == TABLES
    assert "no answer" not in answers
    world.settle(quiet=6.0, patience=60.0)
    assert refused(world) < FEW, bot.log
    assert paused(database) == 0


def test_group_I_steady_presses(world: World, tmp_path: Path) -> None:
    database = tmp_path / "parlour.db"
    bot = world.parlour(database, REQUEST_RATE=RATE)
    hands = seat(world, TABLES)
    world.call("limit", everywhere=TAKEN)
    world.call("press_on", who="alice", hands=hands, presses=200, rate=20.0)
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
    soon(lambda: len(tables := match.tables()) == 1 and tables[0].id != old)
    assert world.call("refusals")["old"] <= 1
    assert paused(database.path) == 0


def adding(table: Message) -> list[str]:
    """What to choose in the lobby's menu of computer players."""
    options = [option for control in table.controls for option in control.get("options", ())]
    return [option["value"] for option in options if option["label"].startswith("Add a computer")][:1]


def test_group_E_interaction_that_is_delivered_twice(world: World, tmp_path: Path) -> None:
    database = Database(tmp_path / "parlour.db")
    bot = world.parlour(database.path)
    world.call("redeliver")
    alice, bob = world.people["alice"], world.people["bob"]
    table = alice.slash("play flip")
    alice.select(table, *adding(table.message))
    world.settle()
    ((match, seats),) = database.ask("select match_id, count(*) from seats group by match_id")
    assert seats == 2
    bob.click(table, label="Join")
    world.settle()
    assert len(database.row(match).seats) == 3
    begun = alice.click(table, label="Start")
    world.settle()
    assert begun.again().kind == "update"
    assert database.row(match).status == "running"
    world.call("redeliver", times=0)
    assert "Traceback" not in bot.log
