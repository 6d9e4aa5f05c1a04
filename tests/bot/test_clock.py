"""Time goes by as it really passes, whatever the machine's clock is set to."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from bot import clock
from bot.clock import DRAWN, SystemClock


class Machine:
    """A machine whose clocks a test sets."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.elapsed = 50.0

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.elapsed += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(time, "time", lambda: made.wall)
    monkeypatch.setattr(clock, "_elapsed", lambda: made.elapsed)
    return made


def test_it_begins_with_the_time_of_the_machine(machine: Machine) -> None:
    shown = SystemClock()
    assert shown.now() == machine.wall
    machine.passes(3600)  # in suspend, say
    assert shown.now() == machine.wall


@pytest.mark.parametrize("seconds", [3600.0, -3600.0, 1e9, -1e9])
def test_setting_the_machine_moves_nothing_by_more_than_what_passed(machine: Machine, seconds: float) -> None:
    shown = SystemClock()
    before = shown.now()
    machine.wall += seconds
    assert shown.now() == before
    for _ in range(100):
        machine.passes(1.0)
        after = shown.now()
        assert after - before + 1e-6 >= 1 - DRAWN
        assert after - before - 1e-6 <= 1 + DRAWN
        before = after


@pytest.mark.parametrize("seconds", [30.0, -30.0])
def test_in_time_it_is_right_again(machine: Machine, seconds: float) -> None:
    shown = SystemClock()
    machine.wall += seconds
    for _ in range(10):
        machine.passes(600)
        shown.now()
    assert shown.now() == pytest.approx(machine.wall)


def test_a_clock_that_others_share_sets_it_once_and_then_draws_it(machine: Machine) -> None:
    shown = SystemClock()
    shown.follow(2_000_000.0)
    assert shown.now() == 2_000_000.0
    machine.wall += 777
    machine.passes(10)
    assert shown.now() == 2_000_010.0
    shown.follow(2_000_310.0)
    assert shown.now() == 2_000_010.0
    machine.passes(100)
    assert shown.now() == pytest.approx(2_000_110.0 + 100 * DRAWN)


def test_it_goes_on_by_itself() -> None:
    shown = SystemClock()
    moments = [shown.now() for _ in range(1000)]
    assert moments == sorted(moments)


def test_without_a_clock_that_counts_suspend_there_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    elapsed: Callable[[], float] = clock._elapsed
    assert elapsed() <= elapsed()
