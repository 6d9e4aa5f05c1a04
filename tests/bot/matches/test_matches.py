"""The one door to matches: what it refuses, what it keeps, and what a killed process leaves behind."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.matches import computers, service
from bot.matches.match import Match
from bot.matches.refusals import Refused
from bot.matches.service import MatchService
from engine.games import GAMES
from tests.bot.processes import ANN, BOB, CAT, PLACE, Process


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    started = await Process.start(database)
    yield started
    await started.stop()


async def code_of(process: Process, match: int, person: int, stamp: int, choice: int) -> str:
    with pytest.raises(Refused) as refused:
        await process.service.act(match, person, stamp, choice)
    return refused.value.code


async def test_what_is_refused(process: Process) -> None:
    assert await code_of(process, 99, ANN.id, 1, 0) == "gone"
    lobby = await process.lobbies.open(GAMES["hilo"], GAMES["hilo"].Options(), ANN, PLACE)
    assert await code_of(process, lobby.id, ANN.id, 1, 0) == "lobby"
    await process.lobbies.leave(lobby.id, ANN.id)
    assert await code_of(process, lobby.id, ANN.id, 1, 0) == "cancelled"

    match = await process.begun(ANN, BOB)
    number = match.row.id
    before = await process.kept(number)
    assert await code_of(process, number, CAT.id, 1, 0) == "not_seated"
    for stamp in (-1, 0, 2, 1 << 70):
        assert await code_of(process, number, ANN.id, stamp, 0) == "stale"
    for choice in (-1, 13, 1 << 70):
        assert await code_of(process, number, ANN.id, 1, choice) == "stale"
    assert (await process.kept(number)).row == before.row
    await process.service.act(number, ANN.id, 1, 12)
    assert await code_of(process, number, ANN.id, 1, 0) == "waiting"
    while (match := await process.service.load(number)).row.status == "running":
        person = match.row.seats[match.waiting[0]].player_id
        await process.choose(number, ANN if person == ANN.id else BOB)
    assert await code_of(process, number, ANN.id, match.asked[0], 0) == "over"
    with pytest.raises(Refused, match="over"):
        await process.service.leave(number, ANN.id)


async def test_traceback_of_a_refusal_names_no_match(process: Process) -> None:
    match = await process.begun(ANN, BOB)
    with pytest.raises(Refused) as refused:
        await process.service.act(match.row.id, ANN.id, 9, 0)
    assert refused.value.facts["match"] is match
    assert "deck" not in repr(refused.value)
    assert "seed" not in str(refused.value)


async def test_more_matches_than_fit_into_memory(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put out of memory is replayed when it is needed, and nobody notices."""
    monkeypatch.setattr(service, "CACHED", 2)
    numbers = [(await process.begun(ANN, turn_order="random")).row.id for _ in range(5)]
    for _ in range(4):
        for number in numbers:
            await process.choose(number, ANN)
            assert len(process.service._cache) <= 2
    assert len({(await process.kept(number)).row.revision for number in numbers}) == 1


@pytest.mark.parametrize("gone", ["brain", "commit"])
async def test_killed_while_a_leaver_gives_up_the_seat(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """The seat is the computer's from then on, and the next process lets it move."""

    async def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    match = await process.begun(ANN, BOB, turn_order="guess")
    number = match.row.id
    await process.choose(number, ANN)
    with monkeypatch.context() as patched:
        patched.setattr(
            *((computers, "answer", killed) if gone == "brain" else (process.store, "append", killed))
        )
        with pytest.raises(KeyboardInterrupt):
            await process.service.leave(number, BOB.id)
    await another_goes_on(process, database, number)


async def test_killed_while_a_computer_thinks(
    process: Process, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(*_: object, **__: object) -> None:
        """No answer within the patience of a press."""

    match = await process.begun(ANN)
    number = match.row.id
    with monkeypatch.context() as patched:
        patched.setattr(computers, "answer", slow)
        patched.setattr(MatchService, "think", lambda *_: None)
        while not (match := await process.kept(number)).computers():
            await process.choose(number, ANN)
    assert match.row.computer_due
    await another_goes_on(process, database, number)


async def another_goes_on(process: Process, database: str, number: int) -> None:
    """A new process finds the match's computer due, and lets it move."""
    due = await process.kept(number)
    assert due.computers()
    other = await Process.start(database)
    seen: list[Match] = []

    async def shown(match: Match) -> None:
        seen.append(match)

    other.service.on_change = shown
    assert await other.service.resume() == 1
    await thought(other)
    after = await other.kept(number)
    assert len(after.steps) > len(due.steps)
    assert not after.computers()
    assert [match.row for match in seen] == [after.row]
    assert await other.service.resume() == 0
    await other.stop()


async def thought(process: Process) -> None:
    """Wait for the computers."""
    for task in list(process.service._thinking.values()):
        await task


async def test_kill_during_start_leaves_a_lobby(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    lobby = await process.lobbies.open(GAMES["hilo"], GAMES["hilo"].Options(), ANN, PLACE)
    with monkeypatch.context() as patched:
        patched.setattr(process.store, "change", killed)
        with pytest.raises(KeyboardInterrupt):
            await process.lobbies.start(lobby.id, ANN.id)
    row = await process.store.match(lobby.id)
    assert row is not None
    assert row.status == "lobby"
    assert await process.store.journal(lobby.id) == []
    await process.lobbies.start(lobby.id, ANN.id)
