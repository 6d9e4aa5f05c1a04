"""A database that takes its time: the press is acknowledged before Discord gives up, and answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import bot.ui.press
from bot.store import Store, finding
from tests.e2e.gates import Gate
from tests.e2e.lobby import row_of, seated
from tests.e2e.player import first_choice, playable, running, seat
from tests.e2e.simulator import network
from tests.e2e.sound import pressed_by, sound
from tests.e2e.world import Answer, Person, World

DISCORDS_PATIENCE = 3.0


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot says that it is thinking well before Discord gives up; here it says so at once."""
    assert bot.ui.press.PATIENCE < DISCORDS_PATIENCE
    monkeypatch.setattr(bot.ui.press, "PATIENCE", 0.01)


@contextmanager
def stalled(world: World) -> Iterator[Callable[[], None]]:
    """Within this block the database does nothing until the yielded function is called."""
    gate = asyncio.Event()

    def behind(original: Any) -> Any:
        async def waiting(*args: Any, **kwargs: Any) -> Any:
            await world.hold(gate)
            return await original(*args, **kwargs)

        return waiting

    with pytest.MonkeyPatch.context() as patched:
        for name in ("match", "revision", "journal", "commit"):
            patched.setattr(Store, name, behind(getattr(Store, name)))
        patched.setattr(finding, "of_person", behind(finding.of_person))
        yield gate.set


async def late(world: World, press: Awaitable[Answer]) -> Answer:
    """What comes of a press while the database stalls; Discord, which waits three seconds, has been told."""
    with stalled(world) as go_on:
        answer = await press
        await world.settle()
        assert answer.given
        await world.wait(DISCORDS_PATIENCE)
        go_on()
        await world.settle()
    assert not answer.thinking
    return answer


async def test_group_B_joining_and_leaving(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await late(world, bob.send_press(table, "Join"))
    assert len(seated(world, table)) == 2
    await late(world, bob.send_press(table, "Leave"))
    assert len(seated(world, table)) == 1


async def test_group_B_a_refusal(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    answer = await late(world, bob.send_press(table, "Start"))
    assert [shown.text for shown in answer.messages if shown.private] == [
        "Only the host **ann** can do that."
    ]
    answer = await late(world, bob.send_press(table, "Options"))
    assert answer.sentence == "Only the host **ann** can do that."


async def test_group_B_starting(world: World, ann: Person) -> None:
    table = await ann.play()
    answer = await late(world, ann.send_press(table, "Start"))
    hands = [shown for shown in answer.messages if shown.private]
    assert len(hands) == 1
    assert playable(hands[0])
    assert "My hand" in world.now(table).labels


async def test_group_B_playing(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    for person in (ann, bob):
        hand = await player.hand(person)
        answer = await late(world, person.send_press(hand, *first_choice(hand)))
        assert answer.private.id == hand.id
        assert answer.private.text != hand.text
        assert await pressed_by(world, player.match, person.id) == 1
    await sound(world, player.match)


async def test_group_B_the_hand(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    answer = await late(world, ann.send_press(player.table, "My hand"))
    assert playable(answer.private)


async def test_group_B_opening_a_table(world: World, ann: Person, bob: Person) -> None:
    answer = await late(world, ann.type("play hilo"))
    table = answer.table
    assert [shown.id for shown in world.tables()] == [table.id]
    await bob.press(table, "Join")
    await ann.start(table)
    assert "My hand" in world.now(table).labels


@pytest.mark.parametrize("command", ["matches", "hand", "leave"])
async def test_group_B_commands(world: World, ann: Person, command: str) -> None:
    await seat(world, [ann])
    answer = await late(world, ann.type(command))
    assert answer.private.text


@pytest.mark.parametrize("way", ["there", "back"])
async def test_group_B_hand_is_updated_while_its_deferral_is_on_its_way(
    world: World, ann: Person, way: str
) -> None:
    """The announcement is on its way to Discord, or its receipt is on its way back."""
    player = await running(world, [ann])
    hand = await player.hand(ann)

    async def committed() -> bool:
        return await pressed_by(world, player.match, ann.id) == 1

    answer = await announced_meanwhile(world, way, ann.send_press(hand, *first_choice(hand)), committed)
    assert answer.private.id == hand.id
    assert answer.private.text != hand.text


@pytest.mark.parametrize("way", ["there", "back"])
async def test_group_B_lobby_is_updated_while_its_deferral_is_on_its_way(
    world: World, ann: Person, bob: Person, way: str
) -> None:
    table = await ann.play()

    async def committed() -> bool:
        return len((await row_of(world, table)).seats) == 2

    answer = await announced_meanwhile(world, way, bob.send_press(table, "Join"), committed)
    assert not [shown for shown in answer.messages if shown.private]
    assert len(seated(world, table)) == 2


async def announced_meanwhile(
    world: World, way: str, press: Awaitable[Answer], committed: Callable[[], Awaitable[bool]]
) -> Answer:
    gate = Gate(world, "POST", "/callback")
    with network(**{way: gate}):
        with stalled(world) as go_on:
            answer = await press
            await world.settle()
            assert gate.reached.is_set()
            go_on()
            await world.until(committed)
            for _ in range(20):  # so much is left to do until the answer is there
                await asyncio.sleep(0)
        gate.open.set()
        await world.settle()
    assert answer.given
    return answer
