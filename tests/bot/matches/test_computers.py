"""Computer players choose from views, quick ones at once, all others in another thread."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from bot.matches import computers
from bot.matches import match as decisions
from bot.matches.match import Choice, Match
from bot.store import JournalRow, SeatRow
from engine import players
from engine.core import IllegalAction
from engine.games import GAMES
from tests.bot.kept import lobby_row
from tests.bot.toy import TOY, Bid, Toy, toy_row

ANN = SeatRow(1, None, "ann")
ADA = SeatRow(None, "normal", "Ada")
CARL = SeatRow(None, "random", "Carl")
LEFT = SeatRow(2, "normal", "bob")


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a second, and no thought is quick."""
    seconds = count()
    clock = SimpleNamespace(monotonic=lambda: float(next(seconds)), thread_time=time.thread_time)
    monkeypatch.setattr(computers, "time", clock)
    monkeypatch.setattr(computers, "QUICK", 0.0)


def begin(*seats: SeatRow, rounds: int = 3) -> Match:
    return Match.begin(toy_row(*seats, rounds=rounds), TOY)


async def answered(match: Match, at: int = 5) -> tuple[Match, list[JournalRow]]:
    """The match when computers have chosen until people are to choose, and the entries that made."""
    entries: list[JournalRow] = []
    while match.computers():
        decided = decisions.computers(match, await computers.think(match), at)
        assert decided is not None
        assert decided.match is not None
        entries += decided.change.entries
        match = decided.match
    return match, entries


async def test_computers_choose_until_a_person_is_asked() -> None:
    match, _ = await answered(begin(ANN, ADA, CARL))
    assert list(match.waiting) == [0]
    assert [seat for seat, _ in match.steps] == [1, 2]
    while match.waiting:
        assert match.computers() == [], "nobody else is waited for"
        match.play(0, match.legal(0)[0], person_id=1, at=5)
        match, _ = await answered(match)
    assert match.result() is not None


async def test_chance_is_drawn_at_once_after_a_choice() -> None:
    match = begin(ANN, ADA)
    match.play(0, Bid(1), person_id=1, at=5)
    match, entries = await answered(match)
    assert match.drawn == 1
    assert [json.loads(entry.entry).get("chance") for entry in entries[:2]] == [None, "roll"]
    assert match.state.asked == "take"
    assert match.waiting == (0,)


@pytest.mark.parametrize("slug", GAMES)
async def test_computers_alone_play_to_the_end(slug: str) -> None:
    rules = GAMES[slug]
    levels = [players.LEVELS[seat % len(players.LEVELS)] for seat in range(rules.seats[-1])]
    seats = [SeatRow(None, level, f"computer {seat}") for seat, level in enumerate(levels)]
    match = Match.begin(lobby_row(*seats, slug=slug, status="running", host_id=1), rules)
    match.draw_chance(5)
    after, entries = await answered(match)
    assert after.row.status == "over"
    restored = Match.restore(after.row, rules, [*match.entries, *entries])
    assert restored.state == after.state


async def test_what_computers_do_is_entered_as_nobody_s_choice() -> None:
    _, (entry,) = await answered(begin(ANN, LEFT), 77)
    assert json.loads(entry.entry)["seat"] == 1
    assert (entry.n, entry.player_id, entry.at) == (0, None, 77)


async def test_thinking_leaves_the_match_as_it_is() -> None:
    match = begin(ANN, ADA, CARL)
    state = match.state.clone()
    choices = await computers.think(match)
    assert [(choice.seat, choice.stamp) for choice in choices] == [(1, 1), (2, 1)]
    assert (match.state, match.steps, match.entries) == (state, [], [])


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("seconds", [0, 1, 2, 5, 20])
async def test_what_was_chosen_so_far_is_handed_back_when_a_batch_has_taken_its_time(
    monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    monkeypatch.setattr(computers, "BATCH", seconds)
    match = begin(ADA, CARL, rounds=50)
    choices = await computers.think(match)
    assert len(choices) == max(0, seconds - 1)
    if choices:
        decided = decisions.computers(match, choices, 5)
        assert decided is not None
        assert decided.match is not None
        assert decided.match.computers()
        assert len(await computers.think(decided.match)) == len(choices), "and goes on from there"


async def test_where_no_computer_is_asked_nobody_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    over, _ = await answered(begin(ADA, ADA, rounds=1))
    assert over.result() is not None

    def fail(*_: object) -> None:
        raise AssertionError("nobody has to think")

    monkeypatch.setattr(players, "player", fail)
    for match in (begin(ANN, replace(ANN, player_id=2)), over):
        assert computers.quick(match.fork()) == []
        assert await computers.think(match) == []


async def test_thinking_does_not_hold_up_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()

    class Watched:
        def choose(self, view: Any, legal: Any, rng: Any) -> Any:
            threads.add(threading.get_ident())
            return legal[0]

    monkeypatch.setattr(players, "player", lambda level, slug: Watched())
    await answered(begin(ADA, CARL))
    await computers.stand_ins(begin(ANN, CARL), "normal")
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


async def test_only_a_player_known_to_be_quick_chooses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Measured(monkeypatch, *[computers.QUICK / 4] * 4)
    assert computers.quick(begin(ANN, ADA, CARL)) == [], "nothing is known of it yet"
    await answered(begin(ANN, ADA, CARL))
    assert player.threads == [False, False]
    match = begin(ANN, ADA, CARL)
    choices = computers.quick(match)
    assert [choice.seat for choice in choices] == [1, 2]
    assert player.threads[2:] == [True, True]
    assert [seat for seat, _ in match.steps] == [1, 2], "the match is played on with them"


async def test_whoever_turns_out_slow_thinks_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Measured(monkeypatch, 0, computers.QUICK * 2, *[0] * 99)
    await answered(begin(ANN, ADA))
    assert len(computers.quick(begin(ANN, ADA, CARL))) == 1
    assert player.threads == [False, True], "once it has held up the loop"
    assert computers.quick(begin(ANN, ADA)) == []
    for _ in range(20):
        await answered(begin(ANN, ADA))
    assert len(computers.quick(begin(ANN, ADA))) == 1, "until it has been quick for long"


async def test_many_quick_thoughts_do_not_hold_up_the_event_loop_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = computers.QUICK / 2
    player = Measured(monkeypatch, *[short] * 999)
    await answered(begin(ANN, ADA))
    match = begin(ADA, CARL, rounds=30)
    computers.quick(match)
    assert match.computers()
    assert player.threads.count(True) == computers.SLICE / short


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
    match, _ = await answered(Match.begin(toy_row(ANN, CARL, LEFT), Rules()))
    bids = tuple(Bid(n) for n in range(4))
    assert asked == [("random", "toy", bids), ("normal", "toy", bids)]
    assert views == [1, 2]
    assert match.steps == [(1, Bid(3)), (2, Bid(3))]


async def test_stand_ins_choose_once_for_each_person_who_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []

    def player(level: str, slug: str) -> Any:
        levels.append(level)
        return SimpleNamespace(choose=lambda view, legal, rng: legal[1])

    monkeypatch.setattr(players, "player", player)
    match = begin(ANN, CARL, replace(ANN, player_id=3))
    choices = await computers.stand_ins(match, "normal")
    assert choices == [(0, 1, Bid(1)), (2, 1, Bid(1))]
    assert levels == ["normal", "normal"]
    assert match.steps == []


async def test_an_illegal_choice_is_no_choice(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither that which is found out on the copy where it was chosen, nor one that comes later."""
    match = begin(ANN, ADA)
    await answered(match)  # so that the player is known to be quick
    monkeypatch.setattr(computers, "QUICK", float("inf"))
    wrong = SimpleNamespace(choose=lambda view, legal, rng: Bid(99))
    monkeypatch.setattr(players, "player", lambda level, slug: wrong)
    assert computers.quick(match.fork()) == []
    assert "match 1: a computer could not move" in caplog.text
    with pytest.raises(IllegalAction):
        await computers.think(match)
    with pytest.raises(IllegalAction):
        decisions.computers(match, [Choice(1, 1, Bid(99))], 5)
    assert match.steps == []
    assert match.entries == []
