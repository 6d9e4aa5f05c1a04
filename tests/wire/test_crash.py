"""Parlour killed with SIGKILL at every moment of matches of every game, and started again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.matches.match import Match as Replayed
from engine.games import GAMES
from tests.wire.client import Bot, CannotDo, Message, Person, Sight, World
from tests.wire.conftest import soon
from tests.wire.match import ANSWERED, Database, Match, choices, errors, timeless, written

pytestmark = pytest.mark.wire

SHORT: dict[str, dict[str, Any]] = {
    "hilo": {"trading_stages": 1},
    "flip": {"target": 25, "hand_size": 4},
    "trumps": {"deck": 16},
}
KILLS, BETWEEN = 8, 3
"""How often the process ends, and how often is pressed in each match before."""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "parlour.db")


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


class Room:
    """A match of each game, all in one process that is killed again and again."""

    def __init__(self, world: World, database: Database, slugs: Sequence[str]) -> None:
        self.world, self.database = world, database
        self.bot = self.start()
        self.matches = [
            Match(world, database, slug, at=world.call("create_channel", name=slug), **SHORT.get(slug, {}))
            for slug in slugs
        ]

    def start(self) -> Bot:
        return self.world.parlour(self.database.path)

    def kill(self) -> None:
        assert not errors(self.bot)
        self.bot.kill()

    def alive(self) -> list[Match]:
        return [match for match in self.matches if not match.over]

    def settle(self) -> None:
        self.world.settle(quiet=0.15)

    def at_rest(self) -> dict[int, tuple[object, ...]]:
        """What the database has of each match; deadlines move, and who was just asked gets a new notice."""
        query = (
            "select status, message_id, host_id, ended_at, why"
            " from matches join tables on match_id = id where id = ?"
        )
        return {
            match.id: (*self.database.ask(query, match.id), *self.database.journal(match.id))
            for match in self.matches
        }


def compare(match: Match, seen: tuple[str, dict[Person, Message]], veiled: bool) -> Replayed:
    """After the restart people see what the journal says, which is what they saw before."""
    table, hands = seen
    replayed = match.check()
    assert match.shown().id == table
    if not veiled:
        for person, hand in hands.items():
            assert timeless(hand.text) == timeless(match.hands[person].text)
    return replayed


def look(match: Match) -> tuple[str, dict[Person, Message], bool]:
    """The table's id, everybody's hand, and whether a step is being held back from sight."""
    table = match.shown()
    if match.over:
        return table.id, {}, False
    hands = {person: match.hand(person) for person in match.people}
    replayed = match.database.replay(match.id)
    veiled = any(
        bool(list(choices(hand))) != bool(replayed.legal(replayed.row.seat_of(int(person.id)) or 0))
        for person, hand in hands.items()
    )
    return table.id, hands, veiled


def press_what_is_old(match: Match, before: dict[Person, Message], replayed: Replayed) -> None:
    """The old table opens hands, and an old hand chooses for its owner, once."""
    for person, hand in before.items():
        seat = replayed.row.seat_of(int(person.id))
        assert seat is not None
        controls = [c for c in choices(hand) if c["custom_id"].split(":")[2] == str(match.id)]
        if not controls or not replayed.legal(seat):
            continue
        kept = match.database.pressed(match.id, person)
        answer = match.press(person, hand)
        assert answer is not None
        assert answer.kind in ANSWERED
        assert match.database.pressed(match.id, person) in {kept, kept + 1}
        again = match.press(person, hand)
        assert again is None or again.kind in ANSWERED
        assert match.database.pressed(match.id, person) <= kept + 2
        return


def killed_at_rest(room: Room) -> None:
    """Everything is answered and shown; then the process ends and another one begins."""
    room.settle()
    seen = {match.id: look(match) for match in room.matches}
    room.settle()
    kept = room.at_rest()
    left = {match.id: match.database.row(match.id).deadline for match in room.matches}
    room.kill()
    room.bot = room.start()
    room.settle()
    assert room.at_rest() == kept
    for match in room.matches:
        table, hands, veiled = seen[match.id]
        replayed = compare(match, (table, hands), veiled)
        deadline = replayed.row.deadline
        was = left[match.id]
        assert (deadline is None) is (was is None)
        assert deadline is None or was is None or 0 <= deadline - was < 60_000
        if not replayed.row.over:
            press_what_is_old(match, hands, replayed)


def killed_in_flight(room: Room, random: Random) -> None:
    """Everybody presses, and at some moment the process ends; each choice is kept or not, and never half."""
    room.settle()
    pressing: list[tuple[Match, Person, Message]] = []
    for match in room.alive():
        pressing += [(match, p, hand) for p in match.people if list(choices(hand := match.hand(p)))]
    kept = {(match.id, person.id): match.database.pressed(match.id, person) for match, person, _ in pressing}

    def press(match: Match, person: Person, hand: Message) -> Sight | None:
        with suppress(CannotDo):
            return match.press(person, hand)
        return None

    room.world.answer_within(3)  # nobody answers what the dead one was told
    with ThreadPoolExecutor(max(1, len(pressing))) as pool:
        answers: list[Future[Sight | None]] = [pool.submit(press, *one) for one in pressing]
        time.sleep(random.uniform(0, 0.25))  # no condition: any moment is the right one
        room.kill()
    room.world.answer_within()
    room.bot = room.start()
    room.settle()
    for (match, person, _hand), future in zip(pressing, answers, strict=True):
        answer = future.result()
        more = match.database.pressed(match.id, person) - kept[match.id, person.id]
        assert more in {0, 1}
        assert answer is None or answer.kind in {*ANSWERED, "no answer"}
    for match in room.matches:
        replayed = match.database.replay(match.id)
        if not replayed.row.over:
            for person in match.people:
                shown = match.hand(person)
                words, _controls = match.expected_hand(replayed, person)
                assert timeless(written(shown)).splitlines()[:2] == timeless(words.strip()).splitlines()[:2]
        assert len(match.tables()) == 1


@pytest.mark.timeout(900)
def test_group_A_killed_in_every_phase_of_every_game(world: World, database: Database) -> None:
    """Half of the kills come while everybody is pressing."""
    room, random = Room(world, database, list(GAMES)), Random(4)
    for n in range(KILLS):
        for match in room.alive():
            for _ in range(BETWEEN):
                match.action()
        if n % 2:
            killed_in_flight(room, random)
        else:
            killed_at_rest(room)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("flight", [False, True])
def test_group_A_killed_after_every_action(world: World, database: Database, flight: bool) -> None:
    room, random = Room(world, database, list(GAMES)), Random(5)
    while room.alive():
        world.clear("transcript")
        for match in room.alive():
            match.action()
        if flight:
            killed_in_flight(room, random)
        else:
            killed_at_rest(room)
    assert all(database.replay(match.id).row.over for match in room.matches)


def test_group_A_finished_match_stays_finished_after_restart(world: World, database: Database) -> None:
    room = Room(world, database, ["hilo"])
    (match,) = room.matches
    match.finish()
    room.settle()
    table, kept = match.shown().text, room.at_rest()
    results = database.ask("select * from results")
    room.kill()
    room.bot = room.start()
    room.settle()
    assert match.shown().text == table
    assert room.at_rest() == kept
    assert database.ask("select * from results") == results
    for hand in match.hands.values():
        person = next(p for p, h in match.hands.items() if h is hand)
        answer = match.press(person, hand)
        assert answer is None or "over" in answer.message.text
    assert room.at_rest() == kept
    assert len(match.tables()) == 1


def test_group_A_outage_time_is_not_charged(world: World, database: Database) -> None:
    """The database is made an hour older while no process runs, so that its clock seems to have gone on."""
    hour = 3_600_000
    room = Room(world, database, ["hilo"])
    (match,) = room.matches
    room.settle()
    room.kill()
    deadline = database.row(match.id).deadline
    assert deadline is not None
    database.ask("update matches set deadline = deadline - ?, due = due - ?", hour, hour)
    database.ask("update pulses set at = at - ?", hour)
    room.bot = room.start()
    room.settle()
    row = database.row(match.id)
    assert row.deadline is not None
    assert 0 <= row.deadline - deadline < 60_000
    assert not any(
        line.player_id is None and "chance" not in line.entry for line in database.journal(match.id)
    )
    match.action()
    assert len(match.tables()) == 1


def test_group_A_pending_computer_moves_are_made_after_restart(world: World, database: Database) -> None:
    """The database as it is when the process ends between a person's move and the computers' answers."""
    room = Room(world, database, [])
    match = Match(world, database, "tiengow", people=["alice"])
    while not (cut := _before_the_computers(database, match)):
        assert match.action()
        room.settle()  # the computers answer in the background
    room.kill()
    database.ask("delete from journal where match_id = ? and n >= ?", match.id, cut)
    database.ask("update matches set computer_due = 1, deadline = null, due = null where id = ?", match.id)
    assert database.replay(match.id).computers()
    room.bot = room.start()
    soon(lambda: not database.row(match.id).computer_due)
    assert len(database.journal(match.id)) > cut
    match.finish()


def _before_the_computers(database: Database, match: Match) -> int:
    """The entry with which computers began to answer somebody; 0 if they have not yet."""
    lines = database.journal(match.id)
    pressed = [line.n for line in lines if line.player_id is not None]
    if not pressed or pressed[-1] + 1 == len(lines):
        return 0
    journal = lines[: pressed[-1] + 1]
    row = database.row(match.id)
    waits = Replayed.restore(row, GAMES[row.slug], journal).computers()
    return len(journal) if waits and row.status == "running" else 0
