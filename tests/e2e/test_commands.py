"""Commands appear once, at once; those of another version are answered."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from bot.process import commands
from bot.store import overview
from tests.e2e import simulator
from tests.e2e.trouble import refuse
from tests.e2e.world import Person, World


def names(world: World, server: int | None = None) -> list[str]:
    """The commands that Discord shows, everywhere or in one server alone."""
    return sorted(name for name, _type in world.env.backend.commands.get(server, {}))


def sent(world: World, since: int) -> list[Any]:
    return [request for request in world.requests(since) if request.method == "PUT"]


async def test_group_R_a_new_server_sees_each_command_once(world: World) -> None:
    assert "play" in names(world)
    assert len(set(names(world))) == len(names(world)) == len(world.bot.tree.get_commands())
    assert not names(world, world.guild.id)


async def test_group_R_nothing_is_sent_when_nothing_has_changed(world: World) -> None:
    since = len(world.env.http_requests)
    await world.restart()
    assert not sent(world, since)


async def test_group_R_a_renamed_command_and_back(world: World) -> None:
    """After an upgrade, and after going back to the version before."""
    before = names(world)
    renamed = world.bot.tree.remove_command("help")
    assert renamed is not None

    @app_commands.command(name="assist", description="Another name")
    async def assist(_interaction: Any) -> None: ...

    world.bot.tree.add_command(assist)
    await commands.register(world.bot, world.bot.store)
    assert names(world) == sorted({*before, "assist"} - {"help"})
    world.bot.tree.remove_command("assist")
    world.bot.tree.add_command(renamed)
    await commands.register(world.bot, world.bot.store)
    assert names(world) == before


async def test_group_R_a_development_server_sees_no_command_twice(world: World) -> None:
    everywhere, server = names(world), world.guild.id
    await commands.register(world.bot, world.bot.store, server)
    assert (names(world, server), names(world)) == (everywhere, [])
    since = len(world.env.http_requests)
    await commands.register(world.bot, world.bot.store, server)
    assert not sent(world, since)
    await world.restart()  # without DEV_GUILD
    assert (names(world, server), names(world)) == ([], everywhere)


async def test_group_R_another_development_server_takes_over(world: World) -> None:
    everywhere, first = names(world), world.guild.id
    second = world.env.create_guild("Second").id
    await commands.register(world.bot, world.bot.store, first)
    await commands.register(world.bot, world.bot.store, second)
    assert (names(world, first), names(world, second), names(world)) == ([], everywhere, [])


async def test_group_R_a_development_server_that_the_bot_is_not_in(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """A warning that names the setting, and no error, at each start; later it is forgotten."""
    everywhere, elsewhere = names(world), 4711
    refuse(world, 403, 50001, ("*", f"/applications/*/guilds/{elsewhere}/commands"))
    await commands.register(world.bot, world.bot.store, elsewhere)
    (record,) = [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
    assert record.levelname == "WARNING"
    assert f"DEV_GUILD={elsewhere}" in record.getMessage()
    assert names(world) == everywhere
    await commands.register(world.bot, world.bot.store)
    assert await overview.servers_with(world.bot.store, commands.OWN) == []


async def test_group_R_removed_command_is_answered(world: World, ann: Person) -> None:
    world.bot.tree.remove_command("help")
    assert "another version" in (await ann.type("help")).sentence
    assert len(simulator.take_errors(world.env)) == 1


async def test_group_R_a_command_with_other_options_is_answered(world: World, ann: Person) -> None:
    world.bot.tree.remove_command("rules")

    @app_commands.command(name="rules", description="With another option")
    async def rules(_interaction: Any, topic: str) -> None: ...

    world.bot.tree.add_command(rules)
    assert "another version" in (await ann.type("rules", game="hilo")).sentence
    assert len(simulator.take_errors(world.env)) == 1
