"""Forced steps are shown as though somebody had chosen them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from bot.clock import SystemClock
from bot.matches import frames
from bot.matches.frames import Frames
from bot.matches.match import Match
from tests.bot.kept import sitting
from tests.bot.toy import TOY, Bid, Take, toy_row

SPINS = 200
"""Turns of the event loop within which everything that needs no time has happened."""


async def nothing(_match_id: int) -> None:
    pass


@pytest.fixture
async def hidden(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Frames]:
    """Frames that pass only when somebody presses."""
    monkeypatch.setattr(frames, "LEAST", 3_600)
    monkeypatch.setattr(frames, "MOST", 3_600)
    made = Frames(SystemClock())
    yield made
    await made.close()


@pytest.fixture
async def passing(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Frames]:
    """Frames that pass at the next turn of the event loop."""
    monkeypatch.setattr(frames, "LEAST", 0)
    monkeypatch.setattr(frames, "MOST", 0)
    made = Frames(SystemClock())
    yield made
    await made.close()


async def until(so: Callable[[], bool]) -> None:
    for _ in range(SPINS):
        if so():
            return
        await asyncio.sleep(0)
    assert so()


def forced(match_id: int = 1, counters: int = 2) -> Match:
    """A match in which the last counters have just been taken by force, each a frame of its own."""
    match = Match.begin(replace(toy_row(*sitting("ann", "bob", "cat"), rounds=9), id=match_id), TOY)
    while not match.frames:
        for seat in match.waiting:
            if match.state.asked == "bid":
                match.play(seat, Bid(0), at=1)
            else:
                left = match.state.pool - counters
                match.play(seat, Take(left if 0 < left <= 3 else 1), at=1)
    assert len(match.frames) == counters
    return match


def frame_stamp(frame: Match) -> tuple[int, int]:
    (seat,) = frame.waiting
    return seat, frame.stamps[seat]


def passed_by_presses(hidden: Frames, match: Match) -> list[Match]:
    """The frames in the order in which they are shown to somebody who presses for each."""
    seen = []
    while (frame := hidden.current.get(match.row.id, match)) is not match:
        seen.append(frame)
        assert hidden.pressed(match.row.id, *frame_stamp(frame))
    return seen


async def test_a_match_without_such_steps_is_shown_as_it_is(hidden: Frames) -> None:
    match = Match.begin(toy_row(*sitting("ann", "bob")), TOY)
    hidden.hide(match, nothing)
    assert hidden.current.get(match.row.id, match) is match
    assert 1 not in hidden.current
    assert not hidden.pressed(1, 0, 1)


async def test_steps_are_shown_one_by_one(passing: Frames) -> None:
    match = forced()
    frames = list(match.frames)
    seen: list[Match] = []

    async def passed(match_id: int) -> None:
        assert match_id == match.row.id
        seen.append(passing.current.get(match.row.id, match))

    passing.hide(match, passed)
    assert passing.current.get(match.row.id, match) is frames[0]
    assert 1 in passing.current
    await until(lambda: len(seen) == 2)
    assert seen[0] is frames[1]
    assert seen[1] is match
    assert 1 not in passing.current


async def test_what_is_hidden_once_is_not_hidden_again(hidden: Frames) -> None:
    match = forced()
    frames = list(match.frames)
    hidden.hide(match, nothing)
    hidden.hide(match, nothing)
    assert match.frames == []
    assert passed_by_presses(hidden, match) == frames


async def test_a_match_that_is_over_runs_on_until_its_last_steps_are_shown(hidden: Frames) -> None:
    match = forced()
    match.row = replace(match.row, status="over", revision=7, why="taken", ended_at=5)
    hidden.hide(match, nothing)
    shown = hidden.current.get(match.row.id, match).row
    assert (shown.status, shown.revision, shown.why, shown.ended_at) == ("running", 7, None, None)
    assert list(hidden.current) == [1]


async def test_a_frame_ends_when_its_seat_presses(hidden: Frames) -> None:
    match = forced()
    first, second = match.frames
    hidden.hide(match, nothing)
    (seat, stamp), (other, later) = frame_stamp(first), frame_stamp(second)
    assert not hidden.pressed(1, other, later), "not yet"
    assert not hidden.pressed(1, seat, stamp - 1)
    assert not hidden.pressed(1, seat, stamp + 1)
    assert not hidden.pressed(2, seat, stamp)
    assert hidden.current.get(match.row.id, match) is first
    assert hidden.pressed(1, seat, stamp)
    assert hidden.current.get(match.row.id, match) is second
    assert not hidden.pressed(1, seat, stamp), "twice"
    assert hidden.pressed(1, other, later)
    assert hidden.current.get(match.row.id, match) is match
    assert not hidden.pressed(1, other, later)


async def test_a_frame_that_was_ended_by_a_press_does_not_pass_again(passing: Frames) -> None:
    match = forced()
    second = match.frames[1]
    times = 0

    async def passed(match_id: int) -> None:
        nonlocal times
        times += 1

    passing.hide(match, passed)
    assert passing.pressed(1, *frame_stamp(passing.current.get(match.row.id, match)))
    assert passing.current.get(match.row.id, match) is second
    await until(lambda: passing.current.get(match.row.id, match) is match)
    assert times == 1


async def test_matches_have_nothing_to_do_with_each_other(hidden: Frames) -> None:
    one, other = forced(1), forced(2)
    hidden.hide(one, nothing)
    assert hidden.current.get(other.row.id, other) is other
    hidden.hide(other, nothing)
    assert hidden.pressed(1, *frame_stamp(hidden.current.get(one.row.id, one)))
    assert len(passed_by_presses(hidden, one)) == 1
    assert len(passed_by_presses(hidden, other)) == 2


async def test_later_steps_wait_for_the_earlier_ones(hidden: Frames) -> None:
    first, second = forced(), forced()
    frames = [*first.frames, *second.frames]
    hidden.hide(first, nothing)
    hidden.hide(second, nothing)
    assert passed_by_presses(hidden, second) == frames


@pytest.mark.parametrize("turns", range(12))
async def test_steps_that_come_just_when_the_last_one_was_shown(passing: Frames, turns: int) -> None:
    match, later = forced(counters=1), forced()
    passing.hide(match, nothing)
    for _ in range(turns):
        await asyncio.sleep(0)
    passing.hide(later, nothing)
    await until(lambda: passing.current.get(later.row.id, later) is later)


@pytest.mark.parametrize("turns", range(12))
async def test_steps_that_come_just_when_somebody_pressed(passing: Frames, turns: int) -> None:
    match, later = forced(counters=1), forced()
    passing.hide(match, nothing)
    assert passing.pressed(1, *frame_stamp(passing.current.get(match.row.id, match)))
    for _ in range(turns):
        await asyncio.sleep(0)
    passing.hide(later, nothing)
    await until(lambda: passing.current.get(later.row.id, later) is later)


async def test_a_table_that_cannot_be_drawn_holds_up_nothing(
    passing: Frames, caplog: pytest.LogCaptureFixture
) -> None:
    match = forced()

    async def fail(_match_id: int) -> None:
        raise RuntimeError("no table")

    passing.hide(match, fail)
    await until(lambda: passing.current.get(match.row.id, match) is match)
    assert "match 1" in caplog.text


async def test_at_the_end_every_match_is_shown_as_it_is_from_then_on(hidden: Frames) -> None:
    match, later = forced(), forced(2)
    hidden.hide(match, nothing)
    assert await hidden.end() == [1]
    assert hidden.current.get(match.row.id, match) is match
    hidden.hide(later, nothing)
    assert hidden.current.get(later.row.id, later) is later
    assert later.frames == []


async def test_the_time_of_a_frame_is_counted_from_when_it_is_shown(hidden: Frames) -> None:
    match = forced()
    first, second = match.frames
    match.row = replace(match.row, deadline=1)
    before = int(SystemClock().now() * 1000)
    hidden.hide(match, nothing)
    assert first.row.deadline is not None
    assert first.row.deadline > before
    assert second.row.deadline == 1, "it is not shown yet"
    assert hidden.pressed(1, *frame_stamp(first))
    assert second.row.deadline >= first.row.deadline


async def test_closing_leaves_no_task_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LEAST", 3_600)
    before = asyncio.all_tasks()
    made = Frames(SystemClock())
    await made.close()
    for match_id in range(3):
        made.hide(forced(match_id), nothing)
    assert len(asyncio.all_tasks() - before) == 3
    await made.close()
    assert asyncio.all_tasks() == before
