"""Parlour itself as a process: killed in the middle of a match, and pressed fifty times at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.wire.client import Person, World
from tests.wire.match import timeless
from tests.wire.pressing import Match, choices, errors, use

pytestmark = pytest.mark.wire


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
    world.answer_within(0.4)
    assert match.hand(match.people[0]).kind == "no answer"
    world.answer_within()

    again = world.parlour(database)
    world.settle()
    assert match.journal() == journal
    assert timeless(match.table.again().message.text) == timeless(table.text)
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
