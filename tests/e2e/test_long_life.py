"""Nothing piles up: many matches and abandoned lobbies leave the process as it was."""

from __future__ import annotations

import asyncio

from bot import recent
from bot.store import finding
from tests.e2e.player import running
from tests.e2e.world import Person, World


def held(world: World) -> tuple[int, int]:
    """How many tasks there are, and how many views discord.py keeps."""
    store = world.bot._connection._view_store
    return len(asyncio.all_tasks()), sum(map(len, store._views.values())) + len(store._synced_message_views)


async def test_group_P_matches_and_abandoned_lobbies_leave_nothing_behind(world: World, ann: Person) -> None:
    await (await running(world, [ann])).finish()
    await world.settle()
    before = held(world)
    for _ in range(4):
        elsewhere = world.guild.create_text_channel("elsewhere")
        for _ in range(3):
            await ann.play(elsewhere)
        await (await running(world, [ann])).finish()
    await world.settle()
    assert held(world) == before
    assert not world.bot.matches.computers.thinking
    assert not world.bot.matches.frames.current
    assert not world.bot.display.behind


async def test_group_P_caches_are_bounded(world: World) -> None:
    kept: recent.Recent[int, int] = recent.Recent()
    for number in range(3 * recent.REMEMBERED):
        kept.put(number, number)
    assert len(kept) == recent.REMEMBERED


async def test_group_P_no_timer_outlives_its_match(world: World, ann: Person) -> None:
    for _ in range(3):
        await ann.play()
    await world.wait(3_700)
    assert await world.bot.timers.tick() in (0, 3)
    await world.settle()
    assert await finding.due(world.bot.store, world.bot.matches.now() + 10**10) == []
