"""An open hand does not wait for the public table, which may wait long for its turn."""

from __future__ import annotations

import asyncio

from tests.e2e.gates import Gate
from tests.e2e.player import first_choice, running
from tests.e2e.simulator import network
from tests.e2e.sound import shows_what_is_kept
from tests.e2e.world import Person, World


async def test_group_C_hand_is_refreshed_while_the_table_waits(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], turn_order="guess")
    hands = {person: await player.hand(person) for person in (ann, bob)}
    table = player.table
    gate = Gate(world, "PATCH", str(table.id))
    with network(gate):
        first = asyncio.ensure_future(ann.send_press(hands[ann], *first_choice(hands[ann])))
        await gate.reached.wait()
        named = world.now(hands[ann]).text
        second = asyncio.ensure_future(bob.send_press(hands[bob], *first_choice(hands[bob])))
        for _ in range(200_000):
            await asyncio.sleep(0)
            if world.now(hands[ann]).text != named:
                break
        shown, behind = world.now(hands[ann]).text, world.now(table).text
        gate.open.set()
        await asyncio.gather(first, second)
    await world.settle()
    assert shown != named, "bob has named a rank, so it is known who starts"
    assert behind == table.text
    assert world.now(hands[ann]).text == shown
    await shows_what_is_kept(world, player.table, player.match)


async def test_group_I_old_table_that_is_often_edited_is_put_up_again(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], pace="none")
    first = player.table.id
    await world.skip(50 * 60)
    for _ in range(4):
        await player.turn()
    assert player.table.id == first, "it is not old yet"
    await world.skip(8 * 60)
    await player.turn()
    second = player.table.id
    assert second != first
    assert len(world.tables()) == 1
    for _ in range(4):
        await player.turn()
    assert player.table.id == second, "the new one is young"
    await world.skip(2 * 3600)
    for _ in range(2):
        await player.turn()
    assert player.table.id == second, "now and then an old one may be edited"
