"""Pictures and emoji in Discord, and how people and servers choose what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.art.look import Look
from bot.process.emojis import drawn
from bot.scene import Scene
from tests.e2e.player import Player, running
from tests.e2e.shown import Shown, walk
from tests.e2e.world import Person, World

GALLERY = 12


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """With pictures, and an application whose emoji are all there."""
    async with World.open(tmp_path / "parlour.db", pictures=True) as world:
        emoji = [world.env.backend.create_application_emoji(f"{name}_{of}") for name, of in drawn().items()]
        world.bot.own_emoji.learn(emoji)  # type: ignore[arg-type]  # they have ids and names
        yield world


@pytest.fixture
def manager(world: World) -> Person:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return Person(world, world.guild.add_member(world.env.create_user("mia"), roles=[role]))


def galleries(shown: Shown) -> list[dict[str, Any]]:
    return [part for part in walk(shown.components) if part["type"] == GALLERY]


async def playing(world: World, people: list[Person], seed: int = 3) -> Player:
    player = await running(world, people, seed)
    await world.settle()
    return player


async def test_a_table_is_a_picture_with_words_for_who_cannot_see_it(
    world: World, ann: Person, bob: Person
) -> None:
    player = await playing(world, [ann, bob])
    while True:
        (gallery,) = galleries(player.table)
        (item,) = gallery["items"]
        assert item["media"]["url"]
        assert 0 < len(item["description"]) <= 1024
        assert "<:" not in item["description"]
        assert "<:seat_1_" in player.table.text
        if not await player.turn():
            break
    assert "<:crown_" in player.table.text


async def test_text_alone_is_a_choice_of_the_server(
    world: World, manager: Person, ann: Person, bob: Person
) -> None:
    player = await playing(world, [ann, bob])
    assert galleries(player.table)
    panel = (await manager.type("server look")).private
    panel = (await manager.press(panel, "Pictures on or off")).private
    await world.settle()
    assert not galleries(player.table)
    assert not galleries(panel)
    await manager.press(panel, "Emoji on or off")
    await world.settle()
    assert "<:" not in player.table.text
    hand = await ann.hand(player.table)
    options = [option for control in hand.controls for option in control.raw.get("options", ())]
    assert any(option.get("emoji") for option in options), "hands look as their readers want them"


async def test_two_colours_are_a_choice_of_the_reader(world: World, ann: Person, bob: Person) -> None:
    await playing(world, [ann, bob])
    panel = (await ann.type("settings")).private
    assert "<:ace_of_spades_2_" not in panel.text
    panel = (await ann.press(panel, "Two or four colours")).private
    assert "red and black" in panel.text
    assert "red and black" not in (await bob.type("settings")).private.text
    await world.restart()
    assert "red and black" in (await ann.type("settings")).private.text


async def test_who_may_not_manage_the_server_cannot_change_its_look(
    world: World, manager: Person, ann: Person
) -> None:
    panel = (await manager.type("server look")).private
    control = panel.control("Pictures on or off")
    forged = (await ann.type("settings")).private
    answer = ann.send_raw(forged, control.raw, components=panel.components)
    await world.settle()
    assert "manage this server" in answer.sentence


async def test_a_picture_that_fails_leaves_the_words(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(scene: Scene, look: Look) -> bytes:
        raise OSError("no drawing")

    monkeypatch.setattr(world.bot.pictures, "_paint", broken)
    player = await playing(world, [ann, bob])
    assert not galleries(player.table)
    assert "Round" in player.table.text or "Who starts" in player.table.text
    assert any("could not be painted" in complaint for complaint in world.complaints.take())


async def test_a_picture_that_discord_does_not_take_is_left_out_from_then_on(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await playing(world, [ann, bob])
    edit = discord.PartialMessage.edit
    refused = 0

    async def without_pictures(message: discord.PartialMessage, **changes: Any) -> Any:
        nonlocal refused
        if changes.get("attachments"):
            refused += 1
            response = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body"})
        return await edit(message, **changes)

    monkeypatch.setattr(discord.PartialMessage, "edit", without_pictures)
    for _ in range(4):
        await player.turn()
    assert refused == 1
    assert not galleries(player.table)
    row = (await world.bot.matches.match(player.match)).row
    assert row.paused_at is None
