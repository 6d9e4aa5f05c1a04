"""What a process that is killed leaves behind, and how the next one goes on with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.matches import computers, lobby, operations
from bot.store.schema import results
from engine import players
from engine.core import Tell
from tests.bot.processes import ANN, BOB, Process, counting, killing
from tests.bot.toy import Roll, State, Toy, ToyOptions

OVER_AT_ONCE = (164).to_bytes(32, "big")
"""A seed with which flip of six is over before the last seat plays, if all others play their last card."""


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    started = await Process.start(database)
    yield started
    await started.stop()


def think_for_ever(patch: pytest.MonkeyPatch) -> None:
    """Let no computer come to a choice while the process lives."""

    async def never(*_: object) -> Any:
        await asyncio.Event().wait()

    patch.setattr(computers, "QUICK", 0.0)
    patch.setattr(computers, "think", never)


async def results_of(process: Process, match_id: int) -> list[int]:
    """The scores that were kept by seat."""
    query = select(results.c.score).where(results.c.match_id == match_id).order_by(results.c.seat)
    async with process.store.engine.connect() as connection:
        return list(await connection.scalars(query))


async def another_goes_on(process: Process, database: str, match_id: int) -> None:
    """A new process finds the match's computers due, and lets them move."""
    due = await process.kept(match_id)
    assert due.computers()
    other = await Process.start(database)
    assert await other.matches.computers.resume() == 1
    await other.idle()
    after = await other.kept(match_id)
    assert len(after.steps) > len(due.steps)
    assert not after.computers()
    assert set(other.shown) == {match_id}
    assert await other.matches.computers.resume() == 0
    await other.stop()


@pytest.mark.parametrize("after_commit", [False, True])
async def test_killed_while_somebody_leaves(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch, *, after_commit: bool
) -> None:
    """The seat is still the person's, or the computer's that the next process lets move."""
    match = await process.begun(ANN, BOB)
    number = match.row.id
    await process.choose(number, ANN)
    with monkeypatch.context() as patched:
        killing(patched, after_commit=after_commit)
        with pytest.raises(KeyboardInterrupt):
            await operations.leave(process.matches, number, BOB.id)
    if after_commit:
        await another_goes_on(process, database, number)
    else:
        assert (await process.kept(number)).row.seat_of(BOB.id) is not None


async def test_killed_while_the_computer_of_a_leaver_thinks(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await process.begun(ANN, BOB)
    number = match.row.id
    await process.choose(number, ANN)
    with monkeypatch.context() as patched:
        think_for_ever(patched)
        await operations.leave(process.matches, number, BOB.id)
        await process.matches.close()
    await another_goes_on(process, database, number)


async def test_killed_while_a_computer_thinks(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        think_for_ever(patched)
        match = await process.begun(ANN)
        number = match.row.id
        await process.choose(number, ANN)
        await process.matches.close()
    assert (await process.kept(number)).row.computer_due
    await another_goes_on(process, database, number)


async def test_a_start_that_is_killed_before_it_is_written_leaves_a_lobby(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = await process.lobby(ANN)
    with monkeypatch.context() as patched:
        killing(patched)
        with pytest.raises(KeyboardInterrupt):
            await operations.start(process.matches, row.id, ANN.id)
    there = await process.store.match(row.id)
    assert there is not None
    assert there.status == "lobby"
    assert await process.store.journal(row.id) == []
    await operations.start(process.matches, row.id, ANN.id)


class LastCard:
    """Plays the last of its legal cards."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return legal[-1]


@pytest.fixture
def _over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of flip in which the computers reach the target before the person's first turn."""
    monkeypatch.setattr(secrets, "token_bytes", lambda _: OVER_AT_ONCE)
    monkeypatch.setattr(lobby, "seating", lambda: lambda seats: [*seats[1:], seats[0]])
    monkeypatch.setattr(players, "player", lambda level, slug: LastCard())


@pytest.mark.usefixtures("_over_at_once")
@pytest.mark.parametrize("after_commit", [False, True])
async def test_killed_in_the_start_of_a_match_that_is_over_before_the_person_plays(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch, *, after_commit: bool
) -> None:
    """There is a lobby, or a match whose computers are due: never one that nobody ends."""
    row = await process.lobby(ANN, slug="flip", computers=5, target=25, hand_size=3)
    with monkeypatch.context() as patched:
        written = killing(patched, after_commit=after_commit)
        with pytest.raises(KeyboardInterrupt):
            await operations.start(process.matches, row.id, ANN.id)
    assert len(written) == 1
    there = await process.store.match(row.id)
    assert there is not None
    other = await Process.start(database)
    if after_commit:
        assert there.status == "running"
        assert there.computer_due
        assert await other.matches.computers.resume() == 1
    else:
        assert there.status == "lobby"
        assert await process.store.journal(row.id) == []
        await operations.start(other.matches, row.id, ANN.id)
    await other.idle()
    after = await other.kept(row.id)
    assert after.row.status == "over"
    assert after.result() is not None
    assert not any(entry.player_id for entry in await other.store.journal(row.id))
    assert len(await results_of(other, row.id)) == 6
    await other.stop()


@pytest.mark.usefixtures("_over_at_once")
async def test_the_end_of_a_match_and_its_results_are_one_commit(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every commit of such a match it has a result, or somebody is due."""
    row = await process.lobby(ANN, slug="flip", computers=5, target=25, hand_size=3)
    written = counting(monkeypatch)
    await operations.start(process.matches, row.id, ANN.id)
    await process.idle()
    assert [change.row.status for change in written] == ["running"] * (len(written) - 1) + ["over"]
    for change in written:
        over = change.row.status == "over"
        assert over == (len(change.results) == 6)
        assert over != (change.row.computer_due or change.row.deadline is not None)


class OverAtTheDeal(Toy):
    """A game that is over when its first die has been rolled."""

    def start(self, options: ToyOptions, seats: int) -> State:
        return replace(super().start(options, seats), asked="roll")

    def resolve(self, state: State, outcome: Roll, tell: Tell) -> None:
        super().resolve(state, outcome, tell)
        state.asked = "nothing"


@pytest.mark.parametrize("after_commit", [False, True])
async def test_killed_in_the_start_of_a_match_that_chance_alone_ends(
    process: Process, monkeypatch: pytest.MonkeyPatch, *, after_commit: bool
) -> None:
    """There is a lobby, or a match that is over and has results; a start is a single commit."""
    monkeypatch.setitem(process.matches.games, "toy", OverAtTheDeal())
    row = await process.lobby(ANN, BOB, slug="toy")
    with monkeypatch.context() as patched:
        written = killing(patched, after_commit=after_commit)
        with pytest.raises(KeyboardInterrupt):
            await operations.start(process.matches, row.id, ANN.id)
    assert len(written) == 1
    there = await process.store.match(row.id)
    assert there is not None
    assert there.status == ("over" if after_commit else "lobby")
    assert len(await results_of(process, row.id)) == (2 if after_commit else 0)
