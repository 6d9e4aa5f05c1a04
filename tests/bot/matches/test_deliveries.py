"""An interaction that Discord delivers more than once does a thing once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.matches import lobby, operations
from bot.matches.deliveries import DELIVERY, Delivery
from bot.store import MatchRow, bulk, finding
from engine.games import GAMES
from tests.bot.processes import ANN, BOB, CAT, PLACE, Process, stamp_of

INTERACTION = 1_600_000_000_000_000_000


@contextmanager
def delivered(interaction: int) -> Iterator[None]:
    """Within this block the interaction is answered."""
    before = DELIVERY.set(Delivery(interaction, asyncio.current_task()))
    yield
    DELIVERY.reset(before)


async def table(process: Process) -> MatchRow:
    rules = GAMES["hilo"]
    return await operations.open_lobby(process.matches, rules, rules.Options(), ANN, PLACE)


async def add(process: Process, row: MatchRow, interaction: int) -> MatchRow:
    with delivered(interaction):
        return await process.matches.change_lobby(row.id, lobby.add_computer(ANN.id, "normal"))


async def test_a_computer_is_added_once(one: Process) -> None:
    row = await table(one)
    first = await add(one, row, INTERACTION)
    second = await add(one, row, INTERACTION)
    assert len(first.seats) == 2
    assert second == first
    assert len((await add(one, row, INTERACTION + 1)).seats) == 3


async def test_both_deliveries_at_the_same_moment(one: Process, two: Process) -> None:
    row = await table(one)
    answers = await asyncio.gather(*(add(process, row, INTERACTION) for process in (one, two, one, two)))
    assert [len(answer.seats) for answer in answers] == [2, 2, 2, 2]


async def test_a_repeated_join_is_answered_with_the_lobby(one: Process) -> None:
    """Decided again it would be refused: who sits cannot join."""
    row = await table(one)
    answers = []
    for _ in range(2):
        with delivered(INTERACTION):
            answers.append(await one.matches.change_lobby(row.id, lobby.join(BOB)))
    assert answers[0] == answers[1]


async def test_two_who_join_at_the_same_moment_both_get_in(one: Process, two: Process) -> None:
    row = await table(one)

    async def join(process: Process, interaction: int) -> None:
        person = (BOB, CAT)[interaction - INTERACTION]
        with delivered(interaction):
            await process.matches.change_lobby(row.id, lobby.join(person))

    await asyncio.gather(join(one, INTERACTION), join(two, INTERACTION + 1))
    kept = await one.store.match(row.id)
    assert kept is not None
    assert {seat.player_id for seat in kept.seats} == {ANN.id, BOB.id, CAT.id}


async def test_a_choice_is_made_once_and_answered_with_the_hand(one: Process) -> None:
    match = await one.begun(ANN)
    number, stamp = match.row.id, stamp_of(match, ANN)
    for _ in range(2):
        with delivered(INTERACTION):
            answer = await one.matches.act(number, ANN.id, stamp, 0)
        assert answer.row.id == number
    assert len([line for line in await one.store.journal(number) if line.player_id == ANN.id]) == 1


async def test_a_repeated_command_opens_no_second_table_and_closes_none(one: Process) -> None:
    rules, rows = GAMES["hilo"], []
    with delivered(INTERACTION):
        rows.append(await operations.open_lobby(one.matches, rules, rules.Options(), ANN, PLACE))
    with delivered(INTERACTION):
        rows.append(await operations.open_lobby(one.matches, rules, rules.Options(), ANN, PLACE))
        await one.matches.change_lobby(rows[0].id, lobby.leave(ANN.id))  # its answer was refused
    assert rows[0] == rows[1]
    kept = await one.store.match(rows[0].id)
    assert kept is not None
    assert kept.status == "lobby"


async def test_several_changes_of_one_interaction(one: Process) -> None:
    row = await table(one)
    with delivered(INTERACTION):
        await one.matches.change_lobby(row.id, lobby.join(BOB))
        left = await one.matches.change_lobby(row.id, lobby.leave(BOB.id))
    assert len(left.seats) == 1


async def test_what_a_repeated_interaction_sets_off_is_not_held_back(one: Process) -> None:
    row = await table(one)
    await add(one, row, INTERACTION)
    with delivered(INTERACTION):
        await one.matches.change_lobby(row.id, lobby.join(BOB))
        joining = asyncio.create_task(one.matches.change_lobby(row.id, lobby.join(CAT)))
    assert {seat.player_id for seat in (await joining).seats} == {ANN.id, None, CAT.id}


async def test_an_interaction_is_forgotten_after_a_quarter_of_an_hour(one: Process) -> None:
    row = await table(one)
    await add(one, row, INTERACTION)
    at = (INTERACTION >> 22) + bulk.DISCORD_EPOCH
    await bulk.beat(one.store, "all", at + bulk.REPEATS)
    assert await finding.delivered(one.store, INTERACTION) == row.id
    await bulk.beat(one.store, "all", at + bulk.REPEATS + 1)
    assert await finding.delivered(one.store, INTERACTION) is None
