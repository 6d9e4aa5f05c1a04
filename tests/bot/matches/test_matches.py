"""The service of matches: what it refuses, and what it keeps in memory."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.matches import lobby, operations, service
from bot.matches.errors import Refused
from bot.matches.match import Match
from bot.store import JournalRow, Store
from engine.games import GAMES
from tests.bot.kept import finished, lobby_row, sitting
from tests.bot.processes import ANN, BOB, CAT, Process


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    started = await Process.start(database)
    yield started
    await started.stop()


async def code_of(process: Process, match_id: int, person: int, stamp: int, choice: int) -> str:
    with pytest.raises(Refused) as refused:
        await process.matches.act(match_id, person, stamp, choice)
    return refused.value.code


async def test_what_is_refused(process: Process) -> None:
    assert await code_of(process, 99, ANN.id, 1, 0) == "gone"
    row = await process.lobby(ANN)
    assert await code_of(process, row.id, ANN.id, 1, 0) == "lobby"
    await process.matches.change_lobby(row.id, lobby.leave(ANN.id))
    assert await code_of(process, row.id, ANN.id, 1, 0) == "cancelled"

    match = await process.begun(ANN, BOB)
    number = match.row.id
    before = await process.kept(number)
    assert await code_of(process, number, CAT.id, 1, 0) == "not_seated"
    for stamp in (-1, 0, 2, 1 << 70):
        assert await code_of(process, number, ANN.id, stamp, 0) == "stale"
    for choice in (-1, 13, 1 << 70):
        assert await code_of(process, number, ANN.id, 1, choice) == "stale"
    assert (await process.kept(number)).row == before.row
    await process.matches.act(number, ANN.id, 1, 12)
    assert await code_of(process, number, ANN.id, 1, 0) == "waiting"
    while (match := await process.matches.match(number)).row.status == "running":
        person = match.row.seats[match.waiting[0]].player_id
        await process.choose(number, ANN if person == ANN.id else BOB)
    assert await code_of(process, number, ANN.id, match.stamps[0], 0) == "over"
    with pytest.raises(Refused, match="over"):
        await operations.leave(process.matches, number, ANN.id)


async def test_nothing_begins_while_the_process_ends(process: Process) -> None:
    row = await process.lobby(ANN)
    await process.matches.finish()
    with pytest.raises(Refused, match="restarting"):
        await process.lobby(BOB)
    with pytest.raises(Refused, match="restarting"):
        await operations.start(process.matches, row.id, ANN.id)


async def test_a_refusal_shows_no_match_in_a_traceback(process: Process) -> None:
    match = await process.begun(ANN, BOB)
    with pytest.raises(Refused) as refused:
        await process.matches.act(match.row.id, ANN.id, 9, 0)
    assert refused.value.facts["match"].steps == match.steps
    assert "deck" not in repr(refused.value)
    assert "seed" not in str(refused.value)


async def test_a_match_whose_moves_were_pruned_is_refused_in_words(process: Process) -> None:
    """Its buttons may still stand in a channel."""
    row = await finished(process.store, {ANN: (60, 3)}, at=5)
    assert await code_of(process, row.id, ANN.id, 1, 0) == "pruned"


async def test_a_choice_made_while_the_revision_is_read_stays_in_memory(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever only looks does not put back the position that they have come with."""
    number = (await process.begun(ANN, BOB, turn_order="guess")).row.id
    revision = Store.revision
    read, go_on = asyncio.Event(), asyncio.Event()

    async def held_back(self: Store, match_id: int) -> int | None:
        found = await revision(self, match_id)
        read.set()
        await go_on.wait()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "revision", held_back)
        looking = asyncio.create_task(process.matches.see(number))
        await read.wait()
    chosen = await process.matches.act(number, ANN.id, 1, 0)
    go_on.set()
    seen = await looking
    assert seen.steps == chosen.steps
    assert await process.matches.see(number, fresh=False) is chosen


async def test_more_matches_than_fit_into_memory(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put out of memory is replayed when it is needed, and nobody notices."""
    monkeypatch.setattr(service, "weigh", lambda _match: service.CACHED // 2)
    replayed: list[int] = []
    journal = Store.journal

    async def counted(self: Store, match_id: int) -> list[JournalRow]:
        replayed.append(match_id)
        return await journal(self, match_id)

    process = await Process.start(database)
    numbers = [(await process.begun(ANN, BOB, turn_order="random")).row.id for _ in range(5)]
    with monkeypatch.context() as patched:
        patched.setattr(Store, "journal", counted)
        for _ in range(3):
            for number in numbers:
                match = await process.matches.see(number)
                person = match.row.seats[match.waiting[0]].player_id
                await process.choose(number, ANN if person == ANN.id else BOB)
    assert replayed == 3 * numbers
    assert len({(await process.kept(number)).row.revision for number in numbers}) == 1
    await process.stop()


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_match_is_said_to_weigh_is_near_what_it_takes(slug: str) -> None:
    """Within a factor of two: halfway through and at its end."""
    for most in (20, 10_000):
        _played(slug, most)  # what is made once is made now
        gc.collect()
        tracemalloc.start()
        try:
            matches = [_played(slug, most) for _ in range(5)]
            gc.collect()
            taken = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        assert 0.5 < taken / sum(map(service.weigh, matches)) < 2


def _played(slug: str, most: int) -> Match:
    """A match of as many steps at most, as the service keeps it."""
    rules, rng = GAMES[slug], Random(3)
    people = sitting(*"abcdef"[: rules.seats[0]])
    row = lobby_row(*people, slug=slug, options=rules.Options().model_dump(mode="json"))
    match = Match.begin(row, rules)
    match.draw_chance(5)
    while match.waiting and len(match.steps) < most:
        match = match.fork()
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.legal(seat)), at=6)
        match.entries.clear()
        match.frames.clear()
    return match
