"""What managers choose for their server, what people choose for themselves, and what is kept about them."""

from __future__ import annotations

import json
import re

import discord
import pytest
import simcord

from bot.store import leaderboard, preferences
from tests.e2e.player import running
from tests.e2e.world import Person, World


@pytest.fixture
def manager(world: World) -> Person:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return Person(world, world.guild.add_member(world.env.create_user("mia"), roles=[role]))


async def test_group_K_only_allowed_games_and_channels(world: World, manager: Person, ann: Person) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await manager.type("server channel", where=elsewhere, allowed=True)
    assert "elsewhere" in answer.private.text or str(elsewhere.id) in answer.private.text
    refused = await ann.type("play hilo")
    assert str(elsewhere.id) in refused.private.text
    assert world.tables() == []


async def test_a_stranger_changes_nothing(world: World, ann: Person) -> None:
    with pytest.raises(simcord.SetupError, match="not visible"):
        await ann.type("server limit", tables=1)
    assert await preferences.of_server(world.bot.store, world.guild.id) == preferences.ServerPreferences()


async def test_a_limit_of_tables(world: World, manager: Person, ann: Person) -> None:
    await manager.type("server limit", tables=1)
    await ann.play()
    refused = await ann.type("play hilo")
    assert "1 tables already" in refused.private.text
    assert len(world.tables()) == 1


async def test_erased_people_leave_figures_right(world: World, ann: Person, bob: Person) -> None:
    await (await running(world, [ann, bob])).finish()
    before = (await leaderboard.page(world.bot.store, leaderboard.Leaderboard(), size=9, mine=bob.id)).mine
    panel = (await ann.type("privacy")).private
    asked = (await ann.press(panel, "Erase…")).private
    await ann.press(asked, "Erase everything")
    assert (
        await leaderboard.page(world.bot.store, leaderboard.Leaderboard(), size=9, mine=ann.id)
    ).mine is None
    after = (await leaderboard.page(world.bot.store, leaderboard.Leaderboard(), size=9, mine=bob.id)).mine
    assert before is not None
    assert after is not None
    assert after._replace(rank=0) == before._replace(rank=0)
    match = await world.bot.matches.match(1)
    assert str(ann.id) not in json.dumps([line._asdict() for line in await world.bot.store.journal(1)])
    assert all(sitting.player_id != ann.id for sitting in match.row.seats)


async def test_group_K_table_is_not_moved_to_a_forbidden_channel(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    there = world.guild.create_text_channel("there")
    await preferences.set_server(world.bot.store, world.guild.id, channels=[world.channel.id])
    listed = (await bob.type("matches", there)).private
    moved = await bob.press(listed, next(iter(listed.controls[0].options)))
    assert f"<#{world.channel.id}>" in moved.sentence
    assert not world.tables(there)
    assert player.table.labels == ["My hand", "Log", "Rules"]


async def test_everything_in_force_is_shown_with_200_channels(world: World, manager: Person) -> None:
    channels = [world.channel.id + n for n in range(200)]
    await preferences.set_server(world.bot.store, world.guild.id, channels=channels, pace="daily", tables=7)
    shown = (await manager.type("server show")).private
    named: list[int] = []
    for page in range(1, 5):
        for setting in ("a day", "Turn notices: **on**", "Tables a channel: **7**", f"Page {page} of 4"):
            assert setting in shown.text
        named += [int(channel) for channel in re.findall(r"<#(\d+)>", shown.text)]
        if page < 4:
            shown = (await manager.press(shown, "Next")).private
    assert named == channels
    assert "Next" not in shown.labels


async def test_pages_of_channels_are_for_managers(world: World, manager: Person, ann: Person) -> None:
    channels = [world.channel.id + n for n in range(200)]
    await preferences.set_server(world.bot.store, world.guild.id, channels=channels)
    shown = (await manager.type("server show")).private
    other = (await ann.type("help")).private
    answer = ann.send_raw(other, shown.control("Next").raw, None, shown.components)
    await world.settle()
    assert "manage this server" in answer.messages[-1].text


async def test_a_refusal_counts_the_channels_that_it_does_not_name(world: World, ann: Person) -> None:
    channels = [world.channel.id + n for n in range(1, 201)]
    await preferences.set_server(world.bot.store, world.guild.id, channels=channels)
    said = (await ann.type("play hilo")).sentence
    assert said.count("<#") == 10
    assert "and 190 more" in said
