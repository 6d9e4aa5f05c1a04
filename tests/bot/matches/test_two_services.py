"""Two processes that serve the same matches from one database, as during a change of versions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from random import Random

import pytest

from bot.matches import lobby, operations
from bot.matches.errors import Refused
from bot.matches.match import Match
from tests.bot.processes import ANN, BOB, CAT, Process, stamp_of


async def settled(one: Process, two: Process, match_id: int) -> Match:
    """The match when no computer is thinking in either process."""
    for process in (one, two):
        await process.idle()
    return await one.kept(match_id)


def told(outcomes: Sequence[object]) -> list[str]:
    """The codes of those that were refused; anything else that was raised is a fault."""
    codes = []
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            codes.append(outcome.code)
        elif isinstance(outcome, BaseException):
            raise outcome
    return codes


async def test_group_E_one_decision_is_made_once(one: Process, two: Process) -> None:
    """The same press reaches both: one of them makes the move, the other says that it is made."""
    match = await one.begun(ANN, turn_order="random")
    number = match.row.id
    while (await settled(one, two, number)).row.status == "running":
        views = [await process.matches.see(number) for process in (one, two)]
        stamp = stamp_of(views[0], ANN)
        before = len([line for line in await one.store.journal(number) if line.player_id == ANN.id])
        outcomes = await asyncio.gather(
            *(
                process.matches.act(number, ANN.id, stamp, choice)
                for process in (one, two)
                for choice in (0, 1)
            ),
            return_exceptions=True,
        )
        codes = told(outcomes)
        assert len(codes) == 3
        assert set(codes) <= {"stale", "waiting", "over"}
        after = [line for line in await one.store.journal(number) if line.player_id == ANN.id]
        assert len(after) == before + 1


async def test_group_E_other_process_continues_after_a_decision(one: Process, two: Process) -> None:
    """A process that has an older position in memory serves the decision that the other one showed."""
    match = await one.begun(ANN, turn_order="random")
    number = match.row.id
    processes = [two, one]
    for turn in range(12):
        seen = await settled(one, two, number)
        if seen.row.status != "running":
            break
        stamp = stamp_of(seen, ANN)
        await processes[turn % 2].matches.act(number, ANN.id, stamp, 0)


async def test_group_E_end_in_one_process_is_seen_by_the_other(one: Process, two: Process) -> None:
    match = await one.begun(ANN, trading_stages=1)
    number = match.row.id
    await two.matches.see(number)
    while (await settled(one, two, number)).row.status == "running":
        await one.choose(number, ANN)
    with pytest.raises(Refused) as refused:
        await two.matches.act(number, ANN.id, 1, 0)
    assert refused.value.code == "over"


@pytest.mark.parametrize("seed", range(4))
async def test_group_E_simultaneous_choices(one: Process, two: Process, seed: int) -> None:
    """All guess, or offer, at the same moment, each through any process: every choice is there, once."""
    random = Random(seed)
    people = {person.id: person for person in (ANN, BOB, CAT)}
    match = await one.begun(*people.values(), trading_stages=2)
    number = match.row.id
    crowded = 0
    while (seen := await one.kept(number)).row.status == "running":
        for process in (one, two):
            await process.matches.see(number)
        seats = [seen.row.seats[seat].player_id for seat in seen.waiting]
        crowded += len(seats) > 1
        presses = []
        for seat, person in zip(seen.waiting, seats, strict=True):
            assert person is not None
            choice = random.randrange(len(seen.legal(seat)))
            pressed = random.choice((one, two)).matches
            presses.append(pressed.act(number, person, seen.stamps[seat], choice))
        assert told(await asyncio.gather(*presses, return_exceptions=True)) == []
        made = [line.player_id for line in (await one.store.journal(number))[len(seen.steps) :]]
        assert sorted(filter(None, made)) == sorted(filter(None, seats))
    assert crowded >= 3


async def test_group_E_pressing_in_one_and_leaving_in_the_other(one: Process, two: Process) -> None:
    for turn in range(6):
        match = await one.begun(ANN, BOB)
        number = match.row.id
        await two.matches.see(number)
        presses = [one.choose(number, BOB), operations.leave(two.matches, number, BOB.id)]
        outcomes = await asyncio.gather(*(presses if turn % 2 else presses[::-1]), return_exceptions=True)
        assert set(told(outcomes)) <= {"not_seated", "stale"}
        seen = await settled(one, two, number)
        assert seen.row.seat_of(BOB.id) is None
        assert not seen.computers(), "the computer in bob's seat has moved"
        while (await settled(one, two, number)).row.status == "running":
            await two.choose(number, ANN)


async def test_group_E_both_leave(one: Process, two: Process) -> None:
    match = await one.begun(ANN, BOB)
    number = match.row.id
    await two.matches.see(number)
    outcomes = await asyncio.gather(
        operations.leave(one.matches, number, ANN.id),
        operations.leave(two.matches, number, BOB.id),
        return_exceptions=True,
    )
    assert told(outcomes) == []
    assert (await one.kept(number)).row.status == "cancelled"


async def test_group_E_joining_in_one_and_starting_in_the_other(one: Process, two: Process) -> None:
    for turn in range(6):
        row = await one.lobby(ANN)
        presses: list[Awaitable[object]] = [
            two.matches.change_lobby(row.id, lobby.join(BOB)),
            operations.start(one.matches, row.id, ANN.id),
        ]
        codes = told(await asyncio.gather(*(presses if turn % 2 else presses[::-1]), return_exceptions=True))
        now = await two.store.match(row.id)
        assert now is not None
        if now.status == "lobby":  # the start was the one that came too late, and the host presses again
            assert codes in (["running"], ["busy"])
            await operations.start(one.matches, row.id, ANN.id)
        seen = await two.kept(row.id)
        assert seen.row.status == "running"


async def test_group_E_computers_of_one_match_in_two_processes(one: Process, two: Process) -> None:
    """Both think of the same move; it is made once."""
    match = await one.begun(ANN, turn_order="random")
    number = match.row.id
    for process in (one, two):
        process.matches.computers.think(number)
    seen = await settled(one, two, number)
    assert not seen.computers()


async def test_group_E_table_posted_by_another_process_is_found(one: Process, two: Process) -> None:
    match = await one.begun(ANN)
    number = match.row.id
    await two.matches.see(number)
    assert await one.store.place(number, None, 111, 20)
    assert not await two.store.place(number, None, 222, 20)
    table = await two.store.table(number)
    assert table is not None
    assert table.message_id == 111
