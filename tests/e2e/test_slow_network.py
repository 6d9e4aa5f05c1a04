"""Answers and edits that take their time, and arrive in another order than they were sent."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from random import Random

import pytest

from tests.e2e.gates import Gate
from tests.e2e.player import Player, first_choice, is_over, playable, running, seat
from tests.e2e.shown import Control, controls_of, text_of
from tests.e2e.simulator import network
from tests.e2e.sound import hand_of, sound, table_of
from tests.e2e.world import Person, World


def stamps(controls: list[Control]) -> set[str]:
    """Which decision the controls belong to."""
    return {control.custom_id.split(":")[3] for control in controls}


async def everything_is_up_to_date(world: World, player: Player) -> None:
    """The table shows the position; so does each hand that was open."""
    match = await sound(world, player.match)
    assert player.table.text == text_of(table_of(world, match))
    for person, hand in player.hands.items():
        seat_number = match.row.seat_of(person.id)
        assert seat_number is not None
        if match.legal(seat_number) or is_over(player.table):
            expected = controls_of(hand_of(world, match, seat_number))
            shown = world.now(hand).controls
            assert stamps(shown) == stamps(expected), f"{person} has an old hand"


def jitter(seed: int, most: int = 30) -> AbstractContextManager[None]:
    """Requests that wait for a random number of turns of the event loop."""
    random = Random(seed)

    async def before(method: str, path: str) -> None:
        for _ in range(random.randrange(most)):
            await asyncio.sleep(0)

    return network(before)


@pytest.mark.parametrize("seed", range(6))
async def test_group_B_everybody_presses_as_soon_as_they_can(world: World, seed: int) -> None:
    people = world.people("ann", "bob", "cat", "dan")[: 2 + seed % 3]
    player = await running(world, people, seed)
    for person in people:
        await player.hand(person)
    with jitter(seed):
        for _ in range(400):
            if is_over(player.table):
                break
            presses = []
            for person in people:
                hand = await player.hand(person)
                if choices := playable(hand):
                    control = player.random.choice(choices)
                    presses.append(person.send_press(hand, control, player.values(control)))
            assert presses, "nobody can do anything"
            answers = await asyncio.gather(*presses)
            await world.settle()
            assert all(answer.given for answer in answers)
            await everything_is_up_to_date(world, player)
    assert is_over(player.table)


async def test_group_B_the_answer_to_join_arrives_after_that_to_start(
    world: World, ann: Person, bob: Person
) -> None:
    player = await seat(world, [ann])
    table = player.table
    gate = Gate(world, "POST", "/callback")
    with network(gate):
        await bob.send_press(table, "Join")
        await gate.reached.wait()
        await ann.send_press(table, "Start")

        async def started() -> bool:
            return any(message.is_ephemeral for message in ann.sees())

        await world.until(started)
        gate.open.set()
        await world.settle()
    assert "My hand" in world.now(table).labels, "not the lobby"


async def test_group_B_hand_changes_during_table_redraw(world: World, ann: Person, bob: Person) -> None:
    """The second press comes while the edit of the first is under way, and makes it the first one's turn."""
    player = await running(world, [ann, bob], turn_order="guess")
    hands = {person: await player.hand(person) for person in (ann, bob)}
    gate = Gate(world, "PATCH", str(player.table.id))
    with network(gate):
        await ann.send_press(hands[ann], *first_choice(hands[ann]))
        await gate.reached.wait()
        await bob.send_press(hands[bob], *first_choice(hands[bob]))

        async def both() -> bool:
            return len((await world.bot.matches.match(player.match)).steps) > 2

        await world.until(both)
        gate.open.set()
        await world.settle()
    await everything_is_up_to_date(world, player)
