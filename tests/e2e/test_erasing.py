"""/privacy when it is not as easy as that: running tables, unreadable matches, slow or failing databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.matches import pace
from bot.store import bulk, privacy
from bot.ui import press as presses
from tests.e2e.player import running
from tests.e2e.trouble import broken, by_hand
from tests.e2e.world import Person, World, erase


async def known(world: World, person: Person) -> bool:
    return bool((await privacy.export(world.bot.store, person.id))["person"])


async def test_group_J_erased_name_disappears_from_the_running_table(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    assert "ann" in player.table.text
    await erase(ann)
    assert "ann" not in player.table.text.replace("named", "")
    assert "bob" in player.table.text


async def test_group_V_erasing_works_with_an_unreadable_match(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    await player.turn()
    with by_hand(world) as connection:
        connection.execute("UPDATE journal SET entry = '{' WHERE n = 0")
    world.bot.matches.forget()
    await erase(ann)
    assert not await known(world, ann)
    assert len(world.complaints.take()) == 1


async def test_group_V_the_last_one_leaves_a_match_that_cannot_be_read(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    await player.turn()
    with by_hand(world) as connection:
        connection.execute("UPDATE journal SET entry = '{' WHERE n = 0")
    world.bot.matches.forget()
    await ann.press((await ann.type("leave")).private, "Leave")
    assert "Called off" in player.table.text
    assert len(world.complaints.take()) == 1


async def test_group_E_table_is_opened_during_erasure(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same person, on another device: that table is left as well."""
    lobby = await bob.play()
    await ann.press(lobby, "Join")
    asked = (await ann.press((await ann.type("privacy")).private, "Erase…")).private
    reached, go_on = asyncio.Event(), asyncio.Event()
    original = bulk.erase

    async def slow(*arguments: Any) -> int:
        if not reached.is_set():
            reached.set()
            await world.hold(go_on)
        return await original(*arguments)

    monkeypatch.setattr(bulk, "erase", slow)
    await ann.send_press(asked, "Erase everything")
    await reached.wait()
    opening = asyncio.ensure_future(ann.type("play flip"))
    await world.until(lambda: _opened(world, 2))
    go_on.set()
    await opening
    await world.settle()
    assert not await known(world, ann)
    assert all("Start" not in table.labels for table in world.tables() if table.id != lobby.id)


async def _opened(world: World, number: int) -> bool:
    return await world.bot.store.match(number) is not None


async def test_group_B_erasing_that_fails_half_way_says_so(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await running(world, [ann, bob])
    monkeypatch.setattr(bulk, "erase", broken)
    asked = (await ann.press((await ann.type("privacy")).private, "Erase…")).private
    said = await ann.press(asked, "Erase everything")
    assert "nothing has changed" not in said.messages[-1].text, "the seat is given up"
    assert await known(world, ann)
    assert len(world.complaints.take()) == 1


async def test_group_B_an_export_that_takes_long(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "PATIENCE", 0.01)
    original = privacy.export

    async def slow(*arguments: Any) -> Any:
        await world.bot.clock.sleep(pace.SECOND / 1000)
        return await original(*arguments)

    monkeypatch.setattr(privacy, "export", slow)
    answer = await ann.press((await ann.type("privacy")).private, "Export")
    await world.wait(60)
    assert "All that is kept" in answer.messages[-1].text
    assert answer.messages[-1].private


async def test_group_V_erasing_works_with_a_lobby_of_a_removed_game(world: World, ann: Person) -> None:
    await ann.play()
    with by_hand(world) as connection:
        connection.execute("UPDATE matches SET slug = 'gone'")
    await erase(ann)
    assert not await known(world, ann)
