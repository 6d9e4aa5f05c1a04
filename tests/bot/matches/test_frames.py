"""Forced steps are shown as though somebody had chosen them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from bot.clock import SystemClock
from bot.matches import frames
from bot.matches.frames import Veils
from bot.matches.match import Match
from tests.bot.kept import sitting
from tests.bot.toy import TOY, Bid, Take, toy_row

SPINS = 200
"""Turns of the event loop within which everything that needs no time has happened."""


async def nothing() -> None:
    pass


@pytest.fixture
async def hidden(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Veils]:
    """Veils that nobody lifts but who presses."""
    monkeypatch.setattr(frames, "LEAST", 3_600)
    monkeypatch.setattr(frames, "MOST", 3_600)
    made = Veils(SystemClock())
    yield made
    await made.close()


@pytest.fixture
async def lifting(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Veils]:
    """Veils that lift at the next turn of the event loop."""
    monkeypatch.setattr(frames, "LEAST", 0)
    monkeypatch.setattr(frames, "MOST", 0)
    made = Veils(SystemClock())
    yield made
    await made.close()


async def until(so: Callable[[], bool]) -> None:
    for _ in range(SPINS):
        if so():
            return
        await asyncio.sleep(0)
    assert so()


def forced(match_id: int = 1, counters: int = 2) -> Match:
    """A match in which the last counters have just been taken by force, each a step to be veiled."""
    match = Match.begin(replace(toy_row(*sitting("ann", "bob", "cat"), rounds=9), id=match_id), TOY)
    while not match.veiled:
        for seat in match.waiting:
            if match.state.asked == "bid":
                match.act(seat, Bid(0), player_id=None, at=1)
            else:
                left = match.state.pool - counters
                match.act(seat, Take(left if 0 < left <= 3 else 1), player_id=None, at=1)
        match.let_chance(1)
    assert len(match.veiled) == counters
    return match


def frame_stamp(frame: Match) -> tuple[int, int]:
    (seat,) = frame.waiting
    return seat, frame.asked[seat]


async def test_a_match_without_such_steps_is_shown_as_it_is(hidden: Veils) -> None:
    match = Match.begin(toy_row(*sitting("ann", "bob")), TOY)
    hidden.hide(match, nothing)
    assert hidden.shown(match) is match
    assert hidden.frames(1) == []
    assert not hidden.pressed(1, 0, 1)


async def test_steps_are_shown_one_by_one(lifting: Veils) -> None:
    match = forced()
    frames = list(match.veiled)
    seen: list[Match] = []

    async def lifted() -> None:
        seen.append(lifting.shown(match))

    lifting.hide(match, lifted)
    assert lifting.shown(match) is frames[0]
    assert lifting.frames(1) == frames
    await until(lambda: len(seen) == 2)
    assert seen[0] is frames[1]
    assert seen[1] is match
    assert lifting.frames(1) == []


async def test_hiding_twice_adds_no_frames(hidden: Veils) -> None:
    match = forced()
    hidden.hide(match, nothing)
    hidden.hide(match, nothing)
    assert len(hidden.frames(1)) == 2
    assert match.veiled == []


async def test_finished_match_counts_as_running_until_its_last_frame(hidden: Veils) -> None:
    match = forced()
    match.row = replace(match.row, status="over", revision=7, message_id=5)
    hidden.hide(match, nothing)
    shown = hidden.shown(match).row
    assert (shown.status, shown.revision, shown.message_id) == ("running", 7, 5)


async def test_press_by_the_awaited_seat_reveals_the_step(hidden: Veils) -> None:
    match = forced()
    first, second = match.veiled
    hidden.hide(match, nothing)
    (seat, stamp), (other, later) = frame_stamp(first), frame_stamp(second)
    assert not hidden.pressed(1, other, later), "not yet"
    assert not hidden.pressed(1, seat, stamp - 1)
    assert not hidden.pressed(1, seat, stamp + 1)
    assert not hidden.pressed(2, seat, stamp)
    assert hidden.shown(match) is first
    assert hidden.pressed(1, seat, stamp)
    assert hidden.shown(match) is second
    assert not hidden.pressed(1, seat, stamp), "twice"
    assert hidden.pressed(1, other, later)
    assert hidden.shown(match) is match
    assert not hidden.pressed(1, other, later)


async def test_pressed_step_is_not_revealed_again(lifting: Veils) -> None:
    match = forced()
    second = match.veiled[1]
    times = 0

    async def lifted() -> None:
        nonlocal times
        times += 1

    lifting.hide(match, lifted)
    assert lifting.pressed(1, *frame_stamp(lifting.shown(match)))
    assert lifting.shown(match) is second
    await until(lambda: lifting.shown(match) is match)
    assert times == 1


async def test_matches_have_nothing_to_do_with_each_other(hidden: Veils) -> None:
    one, other = forced(1), forced(2)
    hidden.hide(one, nothing)
    assert hidden.shown(other) is other
    hidden.hide(other, nothing)
    assert hidden.pressed(1, *frame_stamp(hidden.shown(one)))
    assert len(hidden.frames(1)) == 1
    assert len(hidden.frames(2)) == 2


async def test_later_steps_wait_for_the_earlier_ones(hidden: Veils) -> None:
    first, second = forced(), forced()
    frames = [*first.veiled, *second.veiled]
    hidden.hide(first, nothing)
    hidden.hide(second, nothing)
    assert hidden.frames(1) == frames
    for frame in frames:
        assert hidden.shown(second) is frame
        assert hidden.pressed(1, *frame_stamp(frame))
    assert hidden.shown(second) is second


@pytest.mark.parametrize("turns", range(12))
async def test_veiled_steps_made_just_after_the_last_reveal(lifting: Veils, turns: int) -> None:
    match, later = forced(counters=1), forced()
    lifting.hide(match, nothing)
    for _ in range(turns):
        await asyncio.sleep(0)
    lifting.hide(later, nothing)
    await until(lambda: lifting.shown(later) is later)


@pytest.mark.parametrize("turns", range(12))
async def test_veiled_steps_made_just_after_a_press(lifting: Veils, turns: int) -> None:
    match, later = forced(counters=1), forced()
    lifting.hide(match, nothing)
    assert lifting.pressed(1, *frame_stamp(lifting.shown(match)))
    for _ in range(turns):
        await asyncio.sleep(0)
    lifting.hide(later, nothing)
    await until(lambda: lifting.shown(later) is later)


async def test_a_table_that_cannot_be_drawn_holds_up_nothing(
    lifting: Veils, caplog: pytest.LogCaptureFixture
) -> None:
    match = forced()

    async def fail() -> None:
        raise RuntimeError("no table")

    lifting.hide(match, fail)
    await until(lambda: lifting.shown(match) is match)
    assert "match 1" in caplog.text


async def test_closing_leaves_no_task_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LEAST", 3_600)
    before = asyncio.all_tasks()
    made = Veils(SystemClock())
    await made.close()
    for match_id in range(3):
        made.hide(forced(match_id), nothing)
    assert len(asyncio.all_tasks() - before) == 3
    await made.close()
    assert asyncio.all_tasks() == before
