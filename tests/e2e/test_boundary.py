"""Faults of the bot itself, and places other than a server's channel: answered all the same."""

from __future__ import annotations

import pytest
import simcord

from bot.store import finding
from bot.ui import screens
from tests.e2e.player import first_choice, playable, running
from tests.e2e.shown import Shown
from tests.e2e.simulator import record_of
from tests.e2e.world import Answer, Person, World


def broken(*_: object, **__: object) -> object:
    raise ZeroDivisionError("a fault of ours")


async def fails(*_: object, **__: object) -> object:
    raise ZeroDivisionError("a fault of ours")


async def test_group_B_a_fault_in_a_press_is_answered_and_logged(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann])
    hand = await player.hand(ann)
    with monkeypatch.context() as patched:
        patched.setattr(screens, "hand", broken)
        assert "went wrong" in (await ann.press(player.table, "My hand")).sentence
        answer = await ann.use(hand, *first_choice(hand))
        assert "went wrong" in answer.messages[-1].text
    complaints = [each for each in world.complaints.take() if each.startswith("press")]
    assert len(complaints) == 2
    assert all("failed" in complaint for complaint in complaints)
    again = await ann.press(player.table, "My hand")
    assert "another turn" not in again.private.text
    await player.finish()


async def test_group_B_a_fault_while_refusing_is_answered_too(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann])
    hand = await player.hand(ann)
    await player.decide(ann)
    with monkeypatch.context() as patched:
        patched.setattr(screens, "hand", broken)
        answer = await ann.press_old(hand, *first_choice(hand))
        assert "went wrong" in answer.messages[-1].text
    assert len(world.complaints.take()) == 1


@pytest.mark.parametrize("command", ["matches", "hand", "leave", "leaderboard", "stats"])
async def test_group_B_a_fault_in_a_command(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(finding, "of_person", fails)
        patched.setattr("bot.store.board.page", fails)
        patched.setattr("bot.store.board.tallies", fails)
        assert "went wrong" in (await ann.type(command)).sentence
    assert len(world.complaints.take()) == 1
    assert "went wrong" not in (await ann.type(command)).private.text


async def test_group_B_a_table_that_cannot_be_drawn_does_not_stop_the_match(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann, bob])
    hands = {person: await player.hand(person) for person in (ann, bob)}
    with monkeypatch.context() as patched:
        patched.setattr(screens, "table", broken)
        for person, hand in hands.items():
            answer = await person.use(hand, *first_choice(hand))
            assert answer.given
    world.complaints.take()
    await player.decide(await player.on_turn() or ann)
    assert "calls" in player.table.text
    await player.finish()


async def test_group_B_in_direct_messages(world: World) -> None:
    """One person alone with the bot can play there, too."""
    user = world.env.create_user("dee")

    def shown(result: simcord.InteractionResult) -> Shown:
        return Answer(world, record_of(result)).messages[-1]

    def on(shown: Shown) -> simcord.ResponseMessage:
        return simcord.ResponseMessage(world.env, shown.message)

    table = shown(await user.slash("play hilo", turn_order="random"))
    await user.click(on(table), label="Start")
    presses = 0
    while controls := playable(hand := shown(await user.slash("hand"))):
        control = controls[0]
        if control.is_menu:
            value = next(iter(control.options.values()))
            await user.select(on(hand), [value], custom_id=control.custom_id)
        else:
            await user.click(on(hand), custom_id=control.custom_id)
        presses += 1
    match = await world.bot.matches.match(1)
    assert (match.row.server_id, match.row.status) == (None, "over")
    assert presses > 10
    for command in ("matches", "leaderboard", "stats", "help"):
        assert shown(await user.slash(command)).text
