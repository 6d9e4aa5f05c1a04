"""Messages that are deleted, channels that are gone, and Discord that refuses: the match goes on."""

from __future__ import annotations

import pytest

from tests.e2e.player import first_choice, is_over, playable, running, seat
from tests.e2e.shown import match_number, text_of
from tests.e2e.sound import pressed_by, sound, standing, table_of
from tests.e2e.trouble import ANSWER, EDIT, SEND
from tests.e2e.world import Person, World


async def test_group_H_the_table_is_deleted_after_every_action(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    seen = {player.table.id}
    while (person := await player.on_turn()) is not None:
        world.delete(player.table)
        await player.decide(person)
        assert match_number(player.table) == player.match, "exactly one"
        assert player.table.id not in seen
        seen.add(player.table.id)
        match = await sound(world, player.match)
        assert player.table.text == text_of(table_of(world, match))
    assert is_over(player.table)


async def test_group_H_a_deleted_hand_is_opened_again(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    hand = await player.hand(ann)
    world.delete(hand)  # dismissed, or the client was restarted
    again = await ann.hand(player.table)
    assert again.text == hand.text
    await player.choose(ann, again)


async def test_group_H_end_of_match_tolerates_a_deleted_notice(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    for notice in world.notices():
        world.delete(notice)
    await player.finish()
    assert world.notices() == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003), (500, 0), (503, 0)])
async def test_group_H_the_table_cannot_be_edited(world: World, ann: Person, status: int, code: int) -> None:
    """The press is answered and the move is kept; the next change that can be shown shows everything."""
    player = await running(world, [ann])
    for method, path in (EDIT, SEND):
        world.env.inject_error(method, path, status=status, code=code, times=None)
    for n in range(3):
        hand = await player.hand(ann)
        answer = await player.decide(ann)
        assert answer.private.id == hand.id
        assert await pressed_by(world, player.match, ann.id) == n + 1
    world.env.backend.faults.clear()
    await player.decide(ann)
    match = await sound(world, player.match)
    assert player.table.text == text_of(table_of(world, match))
    await player.finish()


async def test_group_H_the_answer_is_refused_once(world: World, ann: Person) -> None:
    """Discord has trouble just when the press is answered: the move is kept, and the person is told."""
    player = await running(world, [ann], turn_order="random")
    hand = await player.hand(ann)
    control, values = first_choice(hand)
    world.env.inject_error(*ANSWER, status=500, times=1)
    answer = await ann.use(hand, control, values)
    assert "press again" in answer.private.text
    assert await pressed_by(world, player.match, ann.id) == 1
    again = await ann.press_old(hand, control, values)
    assert "another turn" in again.private.text
    assert await pressed_by(world, player.match, ann.id) == 1
    await player.finish()


async def test_group_H_no_answer_can_be_given_at_all(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(ann)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=None)
    await ann.use(hand, *first_choice(hand))
    world.env.backend.faults.clear()
    assert await pressed_by(world, player.match, ann.id) == 1
    await player.finish()


async def test_group_H_a_notice_cannot_be_sent(world: World, ann: Person, bob: Person) -> None:
    world.env.inject_error(*SEND, status=403, code=50013, times=None)
    player = await running(world, [ann, bob])
    assert world.notices() == []
    await player.finish()


async def test_group_H_a_hand_cannot_be_refreshed(world: World, ann: Person, bob: Person) -> None:
    """Its token was refused early; the person opens it again."""
    player = await running(world, [ann, bob])
    await player.hand(bob)
    world.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
    for _ in range(6):
        await player.turn()
    world.env.backend.faults.clear()
    assert is_over(await player.finish())


@pytest.mark.parametrize("away", [14 * 60, 16 * 60, 2 * 3600, 3 * 24 * 3600])
async def test_group_H_presses_work_long_after_the_token_expired(
    world: World, ann: Person, bob: Person, away: int
) -> None:
    """Tokens of messages die after 15 minutes; controls do not."""
    player = await running(world, [ann, bob])
    hands = {person: await player.hand(person) for person in (ann, bob)}
    await world.skip(away)
    for person, hand in hands.items():
        answer = await person.press_old(hand, *first_choice(hand))
        assert answer.private.id == hand.id
    await world.skip(away)
    await player.finish()


async def test_group_H_the_channel_is_deleted(world: World, ann: Person, bob: Person) -> None:
    doomed = world.guild.create_text_channel("doomed")
    table = await ann.play(doomed)
    player = await running(world, [ann])
    await bob.press(table, "Join")
    await ann.start(table)
    world.env.backend.delete_channel(doomed.id)
    await world.settle()
    listed = (await bob.type("matches")).private
    label = next(iter(listed.controls[0].options))
    await bob.press(listed, label)
    moved = world.table(match_number(table))
    assert moved.channel_id == world.channel.id
    assert playable(await ann.hand(moved))
    await player.finish()


async def test_group_H_a_table_cannot_be_put_up_where_the_bot_may_not_write(
    world: World, ann: Person
) -> None:
    player = await running(world, [ann])
    table = player.table
    listed = (await ann.type("matches")).private
    world.env.inject_error(*SEND, status=403, code=50013, times=1)
    answer = await ann.press(listed, next(iter(listed.controls[0].options)))
    assert "cannot write here" in answer.messages[-1].text
    assert (await standing(world, player.match)).message_id == table.id
    assert player.table.id == table.id


async def test_group_H_a_lobby_whose_table_is_deleted(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    panel = (await ann.press(player.table, "Options")).private
    world.delete(player.table)
    menu = next(control for control in panel.controls if control.is_menu)
    await ann.use(panel, menu, list(menu.options.values())[-1:])
    assert match_number(player.table) == player.match
    world.delete(player.table)
    await bob.type("leave")
    assert "bob" not in player.table.text
    await ann.start(player.table)
