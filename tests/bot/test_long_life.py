"""A process that has seen many matches holds on to no more than one that has seen few."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

import discord
import pytest

from bot import recent
from bot.matches import service
from bot.matches.match import Match
from bot.store import MatchRow, finding
from bot.ui import hands
from bot.ui.layout import Layout
from tests.bench.soak import LeapingClock, Life
from tests.bench.stage import Stage

MOST = 12
"""How much the caches hold here."""
ROUND = 20
FOR_EVER = 1 << 60


@pytest.fixture
async def life(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Life]:
    monkeypatch.setattr(service, "weigh", lambda _match: service.CACHED // MOST)
    monkeypatch.setattr(recent, "REMEMBERED", MOST)
    clock = LeapingClock()
    async with Stage.open(database, clock) as stage:
        await stage.bot.timers.close()  # its turns are taken by the test
        yield Life(stage, clock, Random(5))


def living() -> Counter[type]:
    """How many objects there are of the kinds that come and go with matches and presses."""
    gc.collect()
    kinds = (Match, MatchRow, Layout, discord.Interaction, discord.Message)
    return Counter(kind for thing in gc.get_objects() for kind in kinds if isinstance(thing, kind))


@pytest.mark.timeout(600)
async def test_group_P_hundreds_of_matches_leave_nothing_behind(life: Life) -> None:
    start = life.kept()
    await life.round(ROUND)
    few = living()
    for _ in range(4):
        await life.round(ROUND)
        kept = life.kept()
        assert kept[:3] == start[:3], "tasks, views, and what is under way"
    assert life.matches == 5 * 2 * ROUND
    many = living()
    assert max(many.values()) <= 3 * MOST, many
    assert all(many[kind] <= few[kind] + MOST for kind in many), (few, many)


async def test_group_P_no_timer_outlives_its_match(life: Life) -> None:
    await life.round(10)
    bot = life.stage.bot
    assert await finding.due(bot.store, FOR_EVER) == []
    assert not life.clock.sleeping
    assert await bot.timers.tick() == 0


async def test_group_P_waiting_lobbies_hold_no_task(life: Life) -> None:
    start = life.kept()
    for _ in range(3 * MOST):
        await life.stage.lobby(next(iter(life.stage.bot.matches.games.values())), [life.someone()])
    assert life.kept() == start


async def test_group_P_expired_hands_are_forgotten(life: Life) -> None:
    people = [life.someone() for _ in range(4)]
    rules = life.stage.bot.matches.games["hilo"]
    dealt = [await life.stage.deal(rules, [person]) for person in people]
    for match, person in zip(dealt[:3], people, strict=False):
        await life.stage.look(match.row.id, person)
    assert len(life.stage.bot.display.hands) == 3
    life.clock.leap(hands.TOKEN_LIFE + 1)
    await life.stage.look(dealt[3].row.id, people[3])
    assert len(life.stage.bot.display.hands) == 1
