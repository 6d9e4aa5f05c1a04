"""Bots as operating-system processes: killed, started again, and several of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wire.client import HERE, PATIENCE, World
from tests.wire.conftest import DEMO, run_demo, soon

pytestmark = pytest.mark.wire


def test_kill_9_and_restart() -> None:
    with World.start() as world:
        alice, bob = world.people["alice"], world.people["bob"]
        bot = run_demo(world)
        table = alice.slash("table")
        hand = alice.click(table, label="My hand")
        os.kill(bot.pid, 9)
        assert bot.process.wait() == -9
        world.answer_within(0.5)
        assert bob.click(table, label="Higher").kind == "no answer"
        world.answer_within()
        assert [m.id for m in alice.messages()] == [table.message.id, hand.message.id]
        again = run_demo(world)
        assert again.pid != bot.pid
        assert bob.click(table, label="Higher").kind == "update"  # on a message of the dead process
        assert "bob: higher" in table.again().message.text
        assert len(world.transcript("POST", "/emojis")) == 1
        again.freeze()
        world.answer_within(0.5)
        assert bob.click(table, label="Higher").kind == "no answer"
        again.thaw()


def test_two_processes_with_a_shard_each() -> None:
    with World.start(guilds=2, shards=2) as world:
        first = run_demo(world, SHARD="0/2")
        second = run_demo(world, SHARD="1/2")
        alice, here, there = world.people["alice"], world.channel(0), world.channel(1)
        connected = [s["shard"] for s in world.status()["sessions"] if s["connected"]]
        assert sorted(connected) == [[0, 2], [1, 2]]
        assert [g["shard"] for g in world.info["guilds"]] == [0, 1]
        tables = [alice.slash("table", at=channel) for channel in (here, there)]
        assert [table.kind for table in tables] == ["message", "message"]
        assert alice.slash("table", at="dm").kind == "message"
        second.kill()
        world.answer_within(0.5)
        assert alice.click(tables[1], label="Higher").kind == "no answer"
        world.answer_within()
        assert alice.click(tables[0], label="Higher").kind == "update"
        assert alice.slash("table", at="dm").kind == "message"  # direct messages are shard 0's
        run_demo(world, SHARD="1/2")
        assert alice.click(tables[1], label="Higher").kind == "update"
        assert first.running


LISTENER = """if True:
    import discord, os
    class Bot(discord.AutoShardedClient):
        async def setup_hook(self):
            tree = discord.app_commands.CommandTree(self)
            @tree.command()
            async def where(i: discord.Interaction, friend: discord.User | None = None):
                await i.response.defer(thinking=True)
                muted = i.guild and i.guild.me.is_timed_out()
                shard = i.guild.shard_id if i.guild else "dm"
                await i.edit_original_response(content=f"shard {shard} {friend} {muted} {i.guild_locale}")
            await tree.sync()
        def dispatch(self, event, *args):
            if event.startswith("guild_") and event != "guild_channel_create": print(event, flush=True)
            super().dispatch(event, *args)
        async def on_message(self, message):
            if message.author != self.user:
                found = [m.name for g in self.guilds for m in await g.query_members("bo")]
                await message.channel.send(f"{len(self.shards)} shards, {found}, {message.content}")
    Bot(intents=discord.Intents.default()).run(os.environ["DISCORD_TOKEN"])
"""


def test_one_process_with_all_shards() -> None:
    """AutoShardedClient asks Discord how many shards to hold. Between two IDENTIFYs it waits five seconds."""
    with World.start(guilds=3, shards=2) as world:
        bot = world.run([sys.executable, "-c", LISTENER], env={"DISCORD_TOKEN": world.token}, identifies=2)
        alice = world.people["alice"]
        seen = [alice.slash("where", at=world.channel(i)).message.text for i in range(3)]
        assert seen == [f"shard {i % 2} None False en-US" for i in range(3)]
        assert alice.slash("where", at="dm").message.text == "shard dm None None None"
        world.call("timeout_bot")
        world.call("edit_guild", preferred_locale="de")
        assert alice.slash("where", friend={"user": "bob"}).message.text == "shard 0 bob True de"
        soon(lambda: bot.log.count("guild_available") == 3)
        world.call("kick_bot")
        soon(lambda: "guild_remove" in bot.log)
        world.call("invite_bot")
        soon(lambda: "guild_join" in bot.log)
        world.call("guild_available", available=False)
        soon(lambda: "guild_unavailable" in bot.log)
        world.call("guild_available")
        soon(lambda: bot.log.count("guild_available") == 4)
        reply = alice.dm("hello", wait=5)
        assert reply is not None
        assert reply.text == "2 shards, ['bob', 'bob', 'bob'], hello"
        assert not world.status()["gaps"]


def test_a_wrong_token(world: World) -> None:
    wrong = world.run(DEMO, env={"DISCORD_TOKEN": "not.the.token"}, identifies=0)
    assert wrong.process.wait(PATIENCE) != 0
    assert "LoginFailure" in wrong.log


def test_pointing_by_hand(world: World, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('the hidden sitecustomize ran')\n")
    show = (
        "import os, sys; assert 'discord' not in sys.modules; import discord;"
        "print(discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY);"
        "print(os.environ['T'])"
    )
    point = [sys.executable, str(HERE / "point_bot_here.py"), world.address, "--token-env", "T"]
    ran = subprocess.run(
        [*point, "--", sys.executable, "-c", show],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines()[-3:] == [
        "the hidden sitecustomize ran",
        f"{world.info['rest']} {world.info['gateway']}",
        world.token,
    ]
