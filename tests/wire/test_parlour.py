"""Parlour itself as a process: killed in the middle of a match, and pressed fifty times at once."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.wire.client import BUTTON, Bot, Message, Person, Sight, World
from tests.wire.match import timeless

pytestmark = pytest.mark.wire

NOT_OF_THE_GAME = {"Refresh", "Rematch"}


class Match:
    """A match of two people, played by pressing what their hands offer."""

    def __init__(self, world: World, database: Path) -> None:
        self.world, self.database = world, database
        self.people: list[Person] = [world.people["alice"], world.people["bob"]]
        self.table = self.people[0].slash("play hilo")
        self.people[1].click(self.table, label="Join")
        self.people[0].click(self.table, label="Start")

    def hand(self, person: Person) -> Sight:
        return person.click(self.table, label="My hand")

    def turn(self) -> bool:
        """One choice by whoever may choose; False when the match is over."""
        self.world.settle(quiet=0.02)
        if "My hand" not in self.table.again().message.labels:
            return False
        for person in self.people:
            hand = self.hand(person)
            for control in choices(hand.message):
                assert use(person, hand, control).kind in {"update", "message"}
                return True
        raise AssertionError(f"nobody can do anything: {self.table.again().message.text}")

    def journal(self, person: Person | None = None) -> int:
        """How many entries the database has, of all or of one person."""
        with closing(sqlite3.connect(self.database)) as connection:
            where = "" if person is None else f" where player_id = {person.id}"
            return int(connection.execute("select count(*) from journal" + where).fetchone()[0])


def choices(hand: Message) -> Iterator[dict[str, Any]]:
    for control in hand.controls:
        if not control.get("disabled") and control.get("label") not in NOT_OF_THE_GAME:
            yield control


def use(person: Person, hand: Sight, control: dict[str, Any]) -> Sight:
    if control["type"] == BUTTON:
        return person.click(hand, custom_id=control["custom_id"])
    least = max(1, control.get("min_values", 1))
    values = [option["value"] for option in control["options"][:least]]
    return person.select(hand, *values, custom_id=control["custom_id"])


def errors(bot: Bot) -> list[str]:
    return re.findall(r".*(?:ERROR|Traceback).*", bot.log)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


def test_killed_in_the_middle_of_a_match(world: World, database: Path) -> None:
    bot = world.parlour(database)
    match = Match(world, database)
    for _ in range(9):
        match.turn()
    world.settle()
    table, journal = match.table.again().message, match.journal()
    hands = {person: match.hand(person) for person in match.people}
    os.kill(bot.pid, 9)
    bot.process.wait()
    world.call("settings", answer_within=0.4)
    assert match.hand(match.people[0]).kind == "no answer"
    world.call("settings", answer_within=3)

    again = world.parlour(database)
    world.settle()
    assert match.journal() == journal
    assert match.table.again().message.text == table.text
    for person, hand in hands.items():
        assert timeless(match.hand(person).message.text) == timeless(hand.message.text)
    # A hand that the dead process has shown, and its table, go on as if nothing had been.
    person, control = next((p, c) for p, hand in hands.items() for c in choices(hand.message))
    assert use(person, hands[person], control).kind == "update"
    assert match.journal(person) > 0
    while match.turn():
        pass
    assert "Rematch" in match.table.again().message.labels
    assert not errors(again), again.log


@pytest.mark.parametrize("fingers", [1, 2])
def test_fifty_presses_at_once(world: World, database: Path, fingers: int) -> None:
    """Of one button, by its owner and by the other one: it counts once, and everybody is answered."""
    bot = world.parlour(database)
    match = Match(world, database)
    for _ in range(2):
        match.turn()  # the guesses for the first turn
    world.settle()
    owner = next(person for person in match.people if list(choices(match.hand(person).message)))
    hand = match.hand(owner)
    control = next(choices(hand.message))
    before = match.journal(owner)
    people = [owner, *(person for person in match.people if person is not owner)][:fingers]
    pressing = [people[i % fingers] for i in range(50)]

    def press(person: Person) -> str:
        # The other one cannot see this hand; from the table they press what is their own.
        if person is owner:
            return person.click(hand, custom_id=control["custom_id"], stale=True).kind
        return match.hand(person).kind

    with ThreadPoolExecutor(16) as pool:
        kinds = list(pool.map(press, pressing))
    assert set(kinds) <= {"update", "message"}
    world.settle()
    assert match.journal(owner) == before + 1
    assert not errors(bot), bot.log
