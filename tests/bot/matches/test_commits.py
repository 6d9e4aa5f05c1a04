"""Every change is one commit, checked where it is written, and nobody thinks while a match is locked."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bot.matches import changes, computers, lobby, operations, pace
from bot.store import Change
from engine import players
from engine.games.hilo.model import Offer
from tests.bot.processes import ANN, BOB, CAT, PLACE, Process, counting

Do = Callable[[], Awaitable[object]]


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    started = await Process.start(database)
    yield started
    await started.stop()


@pytest.fixture
def written(process: Process, monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    """The changes that are written; computers that think for longer do not add to them."""
    monkeypatch.setattr(process.matches.computers, "think", lambda _match_id: None)
    return counting(monkeypatch)


async def written_by(written: list[Change], doing: Awaitable[object]) -> list[Change]:
    """What this alone writes."""
    before = len(written)
    await doing
    return written[before:]


# One commit a change


async def test_every_command_of_a_lobby_is_one_commit(process: Process, written: list[Change]) -> None:
    row = await process.lobby(ANN)
    assert len(written) == 1, "opening it"
    for decide in (
        lobby.join(BOB),
        lobby.join(CAT),
        lobby.leave(CAT.id),
        lobby.add_computer(ANN.id, "random"),
        lobby.remove_computer(ANN.id),
        lobby.set_option(ANN.id, "trading_stages", 1),
        lobby.set_pace(ANN.id, "live"),
        lobby.hand_over(ANN.id, BOB.id),
    ):
        assert len(await written_by(written, process.matches.change_lobby(row.id, decide))) == 1
    process.clock.seconds += pace.LOBBY / 1000
    assert len(await written_by(written, process.matches.change(row.id, lobby.expire))) == 1
    assert len(await written_by(written, process.matches.change(row.id, lobby.expire))) == 0, "it is closed"


@pytest.mark.parametrize("slug", ["flip", "heart", "hilo", "tiengow", "trumps"])
async def test_a_start_is_one_commit(process: Process, written: list[Change], slug: str) -> None:
    row = await process.lobby(ANN, slug=slug)
    (change,) = await written_by(written, operations.start(process.matches, row.id, ANN.id))
    assert change.row.status == "running"
    assert change.row.seats != row.seats, "computers have filled up the seats"
    assert change.row.computer_due or change.row.deadline is not None
    assert list(change.entries) == await process.store.journal(row.id)


async def test_every_change_of_a_match_is_one_commit(process: Process, written: list[Change]) -> None:
    match = await process.begun(ANN, BOB, CAT)
    number = match.row.id
    matches = process.matches

    (acted,) = await written_by(written, process.choose(number, ANN))
    assert len(acted.entries) == 1
    assert len(await written_by(written, process.choose(number, BOB))) == 1

    assert match.row.deadline is not None
    warning = match.row.deadline - pace.of(match.row.tempo).warning
    process.clock.seconds = warning / 1000
    assert len(await written_by(written, matches.change(number, changes.warn))) == 1
    assert len(await written_by(written, matches.change(number, changes.warn))) == 0, "they are warned"

    assert len(await written_by(written, operations.pause(matches, number, "forbidden"))) == 1
    assert len(await written_by(written, matches.change(number, changes.resume))) == 1
    assert len(await written_by(written, matches.change(number, changes.resume))) == 0, "it is not paused"

    process.clock.seconds = match.row.deadline / 1000
    (stood_in,) = await written_by(written, operations.stand_in(matches, number))
    assert [entry.player_id for entry in stood_in.entries if "chance" not in entry.entry] == [None]
    assert len(await written_by(written, operations.stand_in(matches, number))) == 0, "there is new time"

    assert len(await written_by(written, operations.leave(matches, number, CAT.id))) == 1
    assert len(await written_by(written, operations.leave(matches, number, BOB.id))) == 1
    (called_off,) = await written_by(written, operations.leave(matches, number, ANN.id))
    assert called_off.row.status == "cancelled"


async def test_whoever_was_away_has_the_seat_back_by_one_commit(
    process: Process, written: list[Change]
) -> None:
    match = await process.begun(ANN, BOB, turn_order="guess")
    number = match.row.id
    seat, other = (match.row.seat_of(person.id) for person in (ANN, BOB))
    assert seat is not None
    while not match.row.seats[seat].away:
        if other in match.waiting:
            await process.choose(number, BOB)
        else:
            assert match.row.deadline is not None
            process.clock.seconds = match.row.deadline / 1000
            await operations.stand_in(process.matches, number)
        match = await process.kept(number)
    (back,) = await written_by(written, process.matches.see(number, ANN.id))
    assert not back.row.seats[seat].computer
    assert await written_by(written, process.matches.see(number, ANN.id)) == []


async def test_a_rematch_and_joining_it_are_one_commit_each(process: Process, written: list[Change]) -> None:
    match = await process.begun(ANN, BOB, trading_stages=1, target=1)
    number = match.row.id
    while (match := await process.kept(number)).row.status == "running":
        await process.choose(number, ANN if match.row.seat_of(ANN.id) in match.waiting else BOB)
    assert len(written[-1].results) == 2
    (asked,) = await written_by(written, operations.rematch(process.matches, number, ANN, PLACE))
    assert asked.row.rematch_of == number
    assert len(await written_by(written, operations.rematch(process.matches, number, BOB, PLACE))) == 1
    assert len(await written_by(written, operations.rematch(process.matches, number, BOB, PLACE))) == 0, (
        "bob is in"
    )


async def test_what_quick_computers_answer_is_in_the_commit_of_the_press(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = await process.lobby(ANN, computers=3)
    match = await operations.start(process.matches, row.id, ANN.id)
    await process.idle()  # from now on it is known how long a computer takes
    monkeypatch.setattr(computers, "QUICK", float("inf"))
    monkeypatch.setattr(computers, "SLICE", float("inf"))
    with monkeypatch.context() as patched:
        written = counting(patched)
        while match.row.status == "running":
            assert len(await written_by(written, process.choose(match.row.id, ANN))) == 1
            match = await process.kept(match.row.id)
            assert not match.computers()


# Nobody thinks while a match is locked


class Slow:
    """A computer player that chooses when it is let go."""

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.may_choose = threading.Event()

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.thinks.set()
        assert self.may_choose.wait(60)
        return legal[0]

    async def thinking(self) -> None:
        """Come back when it thinks."""
        await asyncio.to_thread(self.thinks.wait, 60)
        assert self.thinks.is_set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    player = Slow()
    monkeypatch.setattr(players, "player", lambda level, slug: player)
    return player


@pytest.mark.timeout(60)
async def test_people_choose_while_a_computer_thinks(process: Process, slow: Slow) -> None:
    row = await process.lobby(ANN, BOB, computers=1, turn_order="guess")
    number = (await operations.start(process.matches, row.id, ANN.id)).row.id
    try:
        await slow.thinking()
        await asyncio.gather(process.choose(number, ANN), process.choose(number, BOB))
        there = await process.kept(number)
        assert sorted(entry.player_id or 0 for entry in await process.store.journal(number)) == [1, 2]
        assert [there.row.seats[seat].name for seat in there.waiting] == ["Ada"], "it still thinks"
        assert process.matches.computers.thinking == 1
    finally:
        slow.may_choose.set()
    await process.idle()
    assert not (await process.kept(number)).computers()


async def overdue(process: Process) -> tuple[int, asyncio.Task[bool]]:
    """A match whose deadline has passed, and the computer's standing in for those who are late."""
    match = await process.begun(ANN, BOB, turn_order="guess")
    assert match.row.deadline is not None
    process.clock.seconds = match.row.deadline / 1000
    return match.row.id, asyncio.create_task(operations.stand_in(process.matches, match.row.id))


@pytest.mark.timeout(60)
async def test_people_choose_while_a_computer_thinks_for_somebody_who_is_late(
    process: Process, slow: Slow
) -> None:
    """A choice that was made meanwhile stands; the computer chooses only for whom is still waited for."""
    number, standing_in = await overdue(process)
    try:
        await slow.thinking()
        await process.choose(number, BOB, 5)
    finally:
        slow.may_choose.set()
    assert await standing_in
    guesses = [entry for entry in await process.store.journal(number) if "chance" not in entry.entry]
    assert [entry.player_id for entry in guesses] == [BOB.id, None]


@pytest.mark.timeout(60)
async def test_nobody_is_stood_in_for_if_all_choose_while_the_computer_thinks(
    process: Process, slow: Slow
) -> None:
    """Their choices raise the revision too, which is not the computer's doing."""
    number, standing_in = await overdue(process)
    try:
        await slow.thinking()
        await process.choose(number, ANN)
        await process.choose(number, BOB, 5)
    finally:
        slow.may_choose.set()
    assert not await standing_in
    guesses = [entry for entry in await process.store.journal(number) if "chance" not in entry.entry]
    assert [entry.player_id for entry in guesses] == [ANN.id, BOB.id]


# Illegal choices


class Cheat:
    """Offers a card of another pile, which crashes nowhere, until it is mended."""

    def __init__(self) -> None:
        self.mended = False

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        if self.mended or not isinstance(legal[0], Offer):
            return legal[0]
        mine = {offer.card for offer in legal}
        return Offer(next(card for pile in view.piles for card in pile if card not in mine))


async def computers_rest(process: Process) -> None:
    """Come back when each computer has chosen, or has failed to and waits to try again."""
    either = [asyncio.create_task(process.idle()), asyncio.create_task(process.clock.asleep.wait())]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    for task in either:
        task.cancel()


@pytest.mark.timeout(60)
async def test_an_illegal_choice_of_a_computer_is_not_written(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cheat = Cheat()
    monkeypatch.setattr(players, "player", lambda level, slug: cheat)
    row = await process.lobby(ANN, computers=1, turn_order="random", trading_stages=1)
    match = await operations.start(process.matches, row.id, ANN.id)
    seat = match.row.seat_of(ANN.id)
    while not process.clock.asleep.is_set():
        await computers_rest(process)
        match = await process.kept(row.id)
        if seat in match.waiting:
            await process.choose(row.id, ANN)
    match = await process.kept(row.id)
    assert match.computers()
    assert f"match {row.id}: a computer could not move; it tries again" in caplog.text
    assert "IllegalAction" in caplog.text

    other = await Process.start(database)
    there = await other.kept(row.id)
    assert there.state == match.state, "the next process can replay it"
    entries = [json.loads(entry.entry) for entry in await other.store.journal(row.id)]
    assert {entry["seat"] for entry in entries if entry.get("do") == "offer"} <= {seat}
    await other.stop()

    cheat.mended = True
    process.clock.wake()
    await process.idle()
    while (match := await process.kept(row.id)).row.status == "running":
        await process.choose(row.id, ANN)
        await process.idle()
    assert match.result() is not None
