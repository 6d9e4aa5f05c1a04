"""Edits that are on their way while something else happens: what is shown in the end is what is so."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.ui import restarting
from tests.e2e.gates import Aside, Gate, overtaken
from tests.e2e.player import first_choice, running, seat
from tests.e2e.sound import shows_what_is_kept
from tests.e2e.world import Person, World


async def test_group_E_leaving_the_lobby_during_start(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await seat(world, [ann, bob, cat])
    table = player.table
    await overtaken(
        world, Gate(world, "POST", "/callback"), bob.type("leave"), ann.send_press(table, "Start")
    )
    await shows_what_is_kept(world, table, player.match)
    assert "My hand" in world.now(table).labels


async def test_group_E_options_change_during_start(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    table = player.table
    panel = (await ann.press(table, "Options")).private
    menu = next(control for control in panel.controls if control.is_menu)
    choosing = ann.send_press(panel, menu, menu.values[-1:])
    await overtaken(world, Gate(world, "PATCH", str(table.id)), choosing, ann.send_press(table, "Start"))
    await shows_what_is_kept(world, table, player.match)
    assert "My hand" in world.now(table).labels


async def moving(world: World, person: Person) -> Awaitable[object]:
    """The person's press that puts their only table up again."""
    listed = (await person.type("matches")).private
    return person.send_press(listed, next(iter(listed.controls[0].options)))


async def test_group_E_table_moves_to_another_message_during_a_move(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(bob)
    gate = Gate(world, "POST", "/messages")
    await overtaken(world, gate, await moving(world, ann), bob.send_press(hand, *first_choice(hand)))
    await shows_what_is_kept(world, player.table, player.match)


async def test_group_E_lobby_table_moves_during_start(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    table = player.table
    await overtaken(
        world, Gate(world, "POST", "/messages"), await moving(world, bob), ann.send_press(table, "Start")
    )
    await shows_what_is_kept(world, player.table, player.match)
    assert "My hand" in player.table.labels


async def test_group_E_command_redraws_table_during_a_move(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(bob)
    gate = Gate(world, "PATCH", str(player.table.id))
    await overtaken(world, gate, ann.type("hand"), bob.send_press(hand, *first_choice(hand)))
    await shows_what_is_kept(world, player.table, player.match)


async def test_group_E_restart_notice_is_added_during_a_move(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(bob)
    await player.hand(ann)
    gate = Aside(world, "PATCH", str(player.table.id))
    telling = restarting.announce(world.bot.matches, world.bot.display, world.clock)
    await overtaken(world, gate, telling, bob.send_press(hand, *first_choice(hand)))
    await world.bot.display.idle()  # what the test itself has called is not waited for by the simulator
    assert "Named: **bob**" in player.table.text
