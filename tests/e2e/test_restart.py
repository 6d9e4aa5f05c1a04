"""The bot's process ends after any action, and another one goes on with the same database."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches import computers
from bot.process import drain
from bot.store import finding
from tests.e2e.lobby import row_of, seated
from tests.e2e.player import first_choice, is_over, playable, running, seat
from tests.e2e.shown import Shown, controls_of, match_number, text_of
from tests.e2e.sound import sound, table_of
from tests.e2e.world import Person, World


async def test_group_A_after_every_action_of_a_match(world: World, ann: Person, bob: Person) -> None:
    """The old table and the old hands stay what they were: same position, same cards, same stamps."""
    player = await running(world, [ann, bob], mode="greedy", ace="per_turn", trading_stages=2)
    table_id = player.table.id
    while (person := await player.on_turn()) is not None:
        before = await sound(world, player.match)
        hands = {who: await who.hand(player.table) for who in (ann, bob)}
        await world.restart()
        after = await sound(world, player.match)
        assert (after.state, after.stamps, after.steps) == (before.state, before.stamps, before.steps)
        assert [told.event for told in after.told] == [told.event for told in before.told]
        for who, old in hands.items():
            again = await who.hand(player.table)
            assert (again.text, ids(again)) == (old.text, ids(old)), "My hand of the old table"
        await player.choose(person, hands[person])
        assert player.table.id == table_id
        player.hands.clear()
    assert is_over(player.table)
    await world.restart()
    assert (await row_of(world, player.table)).status == "over"
    assert "rematch" in (await ann.press(player.table, "Rematch")).sentence


def ids(hand: Shown) -> list[str]:
    return [control.custom_id for control in hand.controls]


async def test_group_A_with_computers(world: World, ann: Person) -> None:
    player = await seat(world, [ann], turn_order="random")
    for _ in range(3):
        await ann.press(player.table, "Add a computer: beginner")
    await player.start()
    for _ in range(15):
        if await player.on_turn() is None:
            break
        await player.choose(ann)
        before = await sound(world, player.match)
        await world.restart()
        after = await sound(world, player.match)
        assert after.steps == before.steps
        assert not after.computers()
    await player.finish()


async def test_group_A_pending_computer_moves_are_made_at_startup(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ended while a computer was thinking: what was committed says that it is due."""

    player = await running(world, [ann])
    with monkeypatch.context() as patched:
        patched.setattr(computers, "quick", lambda _match: [])
        patched.setattr(world.bot.matches.computers, "think", lambda _match: None)
        while not (match := await sound(world, player.match)).computers():
            await player.choose(ann)
    assert not playable(await player.hand(ann)), "it is not ann's turn"
    await world.restart()
    await world.settle()
    moved = await sound(world, player.match)
    assert len(moved.steps) > len(match.steps)
    assert not moved.computers()
    assert player.table.text == text_of(table_of(world, moved)), "and the table shows it"
    await player.finish()


async def test_group_A_a_lobby(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play(mode="greedy")
    await world.restart()
    await bob.press(table, "Join")
    await world.restart()
    await ann.press(table, "Add a computer: beginner")
    panel = (await ann.press(table, "Options")).private
    await world.restart()
    await ann.press(panel, "bob")
    assert [line.endswith("(host)") for line in seated(world, table)] == [False, True, False]
    await world.restart()
    hand = await bob.start(table)
    await world.restart()
    assert (await bob.hand(table)).text == hand.text


async def test_group_A_stale_stamp_is_answered_with_current_hand_and_reason(
    world: World, ann: Person
) -> None:
    player = await running(world, [ann])
    old = await player.hand(ann)
    await player.choose(ann)
    while "Refresh" in (await player.hand(ann)).labels:
        await ann.press(await player.hand(ann), "Refresh")
    present = await player.hand(ann)
    for again in (False, True):
        if again:
            await world.restart()
        before = await sound(world, player.match)
        answer = await ann.press_old(old, *first_choice(old))
        assert "another turn" in answer.private.text
        assert ids(answer.private) == ids(present)
        assert (await sound(world, player.match)).steps == before.steps


async def test_group_A_every_old_control_of_a_whole_match_is_answered(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    old: list[tuple[Person, Shown]] = []
    while (person := await player.on_turn()) is not None:
        old.append((person, await player.hand(person)))
        await player.choose(person)
    await world.restart()
    before = await sound(world, player.match)
    for person, hand in old[::3]:
        for control in hand.controls:
            if not control.enabled:
                continue
            values = list(control.options.values())[:1] if control.is_menu else None
            answer = await person.press_old(hand, control, values)
            shown = answer.messages[-1]
            assert shown.private
            assert "over" in shown.text
            assert match_number(player.table) == player.match
    assert (await sound(world, player.match)).row == before.row


async def test_group_A_table_is_rebuilt_from_the_journal(world: World, ann: Person, bob: Person) -> None:
    """Nothing that is shown is lost with the process, the story of what happened last included."""
    player = await running(world, [ann, bob])
    for _ in range(12):
        await player.turn()
    text, controls = player.table.text, [one.custom_id for one in player.table.controls]
    await world.restart()
    match = await world.bot.matches.match(player.match)
    again = table_of(world, match)
    assert (text_of(again), [one.custom_id for one in controls_of(again)]) == (text, controls)


async def test_the_end_does_not_wait_for_a_database_that_hangs(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await running(world, [ann])

    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(finding, "count", hangs)
    monkeypatch.setattr(drain, "WITHIN", 0.1)
    await world.bot.drain()
