"""Computer players answer at once, off the event loop, for as long as a person would wait."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from bot.matches import computers
from bot.matches.match import Match
from bot.store import SeatRow
from engine import players
from engine.games import GAMES
from tests.bot.kept import lobby_row
from tests.bot.toy import TOY, Bid, Toy, toy_row

ANN = SeatRow(1, None, "ann")
ADA = SeatRow(None, "normal", "Ada")
CARL = SeatRow(None, "random", "Carl")
LEFT = SeatRow(2, "normal", "bob")

FOREVER = float("inf")


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a second, and no thought is quick."""
    seconds = count()
    clock = SimpleNamespace(monotonic=lambda: float(next(seconds)), thread_time=time.thread_time)
    monkeypatch.setattr(computers, "time", clock)
    monkeypatch.setattr(computers, "QUICK", 0.0)


def begin(*seats: SeatRow, rounds: int = 3) -> Match:
    return Match.begin(toy_row(*seats, rounds=rounds), TOY)


async def test_computers_choose_until_a_person_is_asked() -> None:
    match = begin(ANN, ADA, CARL)
    await computers.answer(match, 5, FOREVER)
    assert list(match.waiting) == [0]
    assert [seat for seat, _ in match.steps] == [1, 2]
    while match.waiting:
        assert match.computers() == [], "nobody else is waited for"
        match.act(0, match.legal(0)[0], player_id=1, at=5)
        match.let_chance(5)
        await computers.answer(match, 5, FOREVER)
    assert match.result() is not None


async def test_chance_is_resolved_immediately() -> None:
    match = begin(ANN, ADA)
    match.act(0, Bid(1), player_id=1, at=5)
    await computers.answer(match, 5, FOREVER)
    assert match.drawn == 1
    assert match.state.asked == "take"
    assert match.waiting == (0,)


@pytest.mark.parametrize("slug", GAMES)
async def test_computers_alone_play_to_the_end(slug: str) -> None:
    rules = GAMES[slug]
    levels = [players.LEVELS[seat % len(players.LEVELS)] for seat in range(rules.seats[-1])]
    seats = [SeatRow(None, level, f"computer {seat}") for seat, level in enumerate(levels)]
    match = Match.begin(lobby_row(*seats, slug=slug, status="running", host_id=1), rules)
    match.let_chance(5)
    await computers.answer(match, 5, FOREVER)
    assert match.result() is not None
    restored = Match.restore(match.row, rules, match.entries)
    assert restored.state == match.state


async def test_computer_entries_name_no_person() -> None:
    match = begin(ANN, LEFT)
    await computers.answer(match, 77, FOREVER)
    (entry,) = match.entries
    assert json.loads(entry.entry)["seat"] == 1
    assert (entry.n, entry.player_id, entry.at) == (0, None, 77)


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("patience", [0, 1, 2, 5, 20])
async def test_computers_stop_when_their_time_is_up(patience: int) -> None:
    match = begin(ADA, CARL, rounds=50)
    await computers.answer(match, 5, patience)
    chosen = [seat for seat, _ in match.steps if seat is not None]
    assert len(chosen) == max(0, patience - 1)
    assert bool(match.computers())
    await computers.answer(match, 5, patience)
    assert len([seat for seat, _ in match.steps if seat is not None]) == 2 * len(chosen), "and goes on there"


async def test_no_thread_is_used_without_a_computer_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = begin(ADA, ADA, rounds=1)
    await computers.answer(over, 5, FOREVER)
    assert over.result() is not None

    def fail(*_: object) -> None:
        raise AssertionError("nobody has to think")

    monkeypatch.setattr(asyncio, "to_thread", fail)
    for match in (begin(ANN, replace(ANN, player_id=2)), over):
        steps = list(match.steps)
        await computers.answer(match, 5)
        assert match.steps == steps


async def test_thinking_does_not_hold_up_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()

    class Watched:
        def choose(self, view: Any, legal: Any, rng: Any) -> Any:
            threads.add(threading.get_ident())
            return legal[0]

    monkeypatch.setattr(players, "player", lambda level, slug: Watched())
    await computers.answer(begin(ADA, CARL), 5, FOREVER)
    assert threads
    assert threading.get_ident() not in threads


class Measured:
    """Thinks for a time that the test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *thoughts: float) -> None:
        self.threads: list[bool] = []
        """For each thought whether it held up the event loop."""
        self._loop = threading.get_ident()
        self._thoughts = iter(thoughts)
        self._now = 0.0
        monkeypatch.setattr(players, "player", lambda level, slug: self)
        clock = SimpleNamespace(monotonic=lambda: self._now, thread_time=lambda: self._now)
        monkeypatch.setattr(computers, "time", clock)
        monkeypatch.setattr(computers, "_takes", {})

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.threads.append(threading.get_ident() == self._loop)
        self._now += next(self._thoughts)
        return legal[0]


async def test_quick_computer_runs_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Measured(monkeypatch, *[computers.QUICK / 4] * 4)
    await computers.answer(begin(ANN, ADA, CARL), 5)
    assert player.threads == [False, False], "nothing is known of it yet"
    await computers.answer(begin(ANN, ADA, CARL), 5)
    assert player.threads[2:] == [True, True]


async def test_slow_computer_is_moved_to_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Measured(monkeypatch, 0, computers.QUICK * 2, *[0] * 99)
    await computers.answer(begin(ANN, ADA), 5)
    await computers.answer(begin(ANN, ADA, CARL), 5)
    assert player.threads == [False, True, False], "once it has held up the loop"
    for _ in range(20):
        await computers.answer(begin(ANN, ADA), 5)
    assert player.threads[-1], "until it has been quick for long"


async def test_many_quick_thoughts_do_not_hold_up_the_event_loop_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = computers.QUICK / 2
    player = Measured(monkeypatch, *[short] * 999)
    await computers.answer(begin(ANN, ADA), 5)
    match = begin(ADA, CARL, rounds=30)
    await computers.answer(match, 5)
    assert match.result() is not None
    assert player.threads.count(True) == computers.SLICE / short
    assert not player.threads[-1]


async def test_each_computer_is_asked_at_its_own_level_for_its_own_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str, tuple[Any, ...]]] = []
    views: list[int | None] = []

    class Rules(Toy):
        def view(self, state: Any, seat: int | None) -> Any:
            views.append(seat)
            return super().view(state, seat)

    def player(level: str, slug: str) -> Any:
        def choose(view: Any, legal: Any, rng: Any) -> Any:
            asked.append((level, slug, tuple(legal)))
            return legal[-1]

        return SimpleNamespace(choose=choose)

    monkeypatch.setattr(players, "player", player)
    match = Match.begin(toy_row(ANN, CARL, LEFT), Rules())
    await computers.answer(match, 5, FOREVER)
    bids = tuple(Bid(n) for n in range(4))
    assert asked == [("random", "toy", bids), ("normal", "toy", bids)]
    assert views == [1, 2]
    assert match.steps == [(1, Bid(3)), (2, Bid(3))]
