"""Every control pressed by everybody whom it is not meant for: one private sentence, and nothing changes."""

from __future__ import annotations

import pytest

from tests.e2e.player import playable, running, seat
from tests.e2e.shown import Shown
from tests.e2e.sound import sound
from tests.e2e.world import Answer, Person, World


async def everything(world: World) -> list[object]:
    """All that is kept, and all that is public."""
    store = world.bot.store
    kept: list[object] = []
    for status in ("lobby", "running", "over", "cancelled"):
        for number in range(1, 6):
            row = await store.match(number)
            if row is not None and row.status == status:
                kept.append((row, await store.journal(number)))
    return [*kept, *((shown.id, shown.components, shown.content) for shown in world.public())]


async def press_all(person: Person, shown: Shown) -> list[Answer]:
    """Press each control that a client would let one press."""
    presses = [
        (control, value)
        for control in shown.controls
        if control.enabled
        for value in (list(control.options.values())[:3] if control.is_menu else [None])
    ]
    return [
        await person.press_old(shown, control, None if value is None else [value])
        for control, value in presses
    ]


def one_sentence(answer: Answer) -> str:
    """The one private answer, short and without controls."""
    assert answer.given
    sentence = answer.sentence
    assert 10 < len(sentence) < 160, sentence
    assert "\n" not in sentence
    assert sentence[-1] in ".!"
    return sentence


async def test_group_D_a_stranger_at_a_lobby(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    await ann.press(player.table, "Add a computer: normal")
    await ann.press(player.table, "Add a computer: normal")
    panel = (await ann.press(player.table, "Options")).private
    eve = world.person("eve")
    before = await everything(world)
    for label in ("Start", "Leave", "Options", "Remove a computer"):
        one_sentence(await eve.press(player.table, label))
    for control in panel.controls:
        values = list(control.options.values())[:1] if control.is_menu else None
        answer = eve.send_raw(panel, control.raw, values)
        await world.settle()
        assert "Only the host" in answer.messages[-1].text
    assert await everything(world) == before


@pytest.mark.parametrize("moves", [0, 1, 4, 40, 60])
async def test_group_D_a_stranger_at_a_running_match(world: World, moves: int) -> None:
    ann, bob, cat, eve = world.people("ann", "bob", "cat", "eve")
    player = await running(world, [ann, bob, cat], moves)
    for _ in range(moves):
        if not await player.turn():
            break
    table = player.table
    hands = [await player.hand(person) for person in (ann, bob, cat)]
    before = await everything(world)
    for shown in (table, *hands):
        for answer in await press_all(eve, shown):
            answered = answer.messages[-1]
            assert answered.private
            assert answered.message.visible_to(eve.id)
            # Anybody may read the rules, and of the log what everybody knows.
            if "In force" not in answered.text and "log, page" not in answered.text:
                one_sentence(answer)
    assert await everything(world) == before


async def test_group_D_seat_cannot_press_the_hand_of_another(world: World) -> None:
    ann, bob, cat = world.people("ann", "bob", "cat")
    player = await running(world, [ann, bob, cat], turn_order="random")
    checked = 0
    while (person := await player.on_turn()) is not None and checked < 40:
        hand = await player.hand(person)
        before = await sound(world, player.match)
        if before.waiting == (before.row.seat_of(person.id),):
            for other in player.people:
                if other is person:
                    continue
                own = await player.hand(other)
                for control in playable(hand)[:3]:
                    values = list(control.options.values())[:1] if control.is_menu else None
                    answer = other.send_raw(own, control.raw, values, hand.components)
                    await world.settle()
                    answered = answer.messages[-1]
                    assert answered.private
                    assert "not your turn" in answered.text or "another turn" in answered.text
                    assert not playable(answered)
                    checked += 1
            assert (await sound(world, player.match)).row == before.row
        await player.choose(person)
    assert checked


async def test_group_D_leaver_presses_every_control(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(bob)
    asked = (await bob.type("leave")).private
    await bob.press(asked, "Leave")
    before = await everything(world)
    for shown in (hand, player.table, asked):
        for answer in await press_all(bob, shown):
            answered = answer.messages[-1]
            assert answered.private
            assert not playable(answered) or "In force" in answered.text
    assert await everything(world) == before


async def test_group_D_owner_presses_the_same_control_twice(world: World, ann: Person, bob: Person) -> None:
    """The second press of the same button changes nothing and says so."""
    player = await running(world, [ann, bob])
    repeated = 0
    while (person := await player.on_turn()) is not None and repeated < 8:
        hand = await player.hand(person)
        steps = (await sound(world, player.match)).steps
        await player.choose(person, hand)
        if (await sound(world, player.match)).steps == steps:
            continue  # it was but a further screen
        before = await everything(world)
        for answer in await press_all(person, hand):
            assert answer.given
            assert answer.private.id == hand.id
            assert "another turn" in answer.private.text or "not your turn" in answer.private.text
        assert await everything(world) == before
        repeated += 1
    assert repeated
