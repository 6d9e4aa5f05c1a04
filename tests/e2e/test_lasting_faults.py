"""Faults that last: nothing is tried, sent or waited for without end, and one match's trouble is its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.matches import pace
from bot.store import Store, preferences
from tests.e2e.notices import everybody_away, is_told, play_until_the_others_turn, take_notices_away
from tests.e2e.player import first_choice, is_over, playable, running
from tests.e2e.shown import text_of
from tests.e2e.simulator import take_errors
from tests.e2e.sound import shows_what_is_kept
from tests.e2e.trouble import SEND, broken, dies_at, refuse
from tests.e2e.world import Person, World


def pings(world: World, since: int) -> list[str]:
    """What was sent as a new message that mentions somebody."""
    sent = [
        each.json
        for each in world.requests(since)
        if each.method == "POST" and each.path.endswith("/messages") and isinstance(each.json, dict)
    ]
    return [text_of(body["components"]) for body in sent if body["allowed_mentions"].get("users")]


async def test_group_G_unrenderable_match_does_not_block_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, bad_mover, _ = await everybody_away(world, pace="daily")
    good, mover, other = await everybody_away(world, pace="daily")
    await other.hand(good.table)
    good.hands.clear()
    while playable(hand := await good.hand(mover)):
        await mover.use(hand, *first_choice(hand))
    original = world.bot.display.drawings.screen

    def screen(match: Any, note: str = "") -> Any:
        return broken() if match.row.id == bad.match else original(match, note)

    bad.hands.clear()
    hand = await bad.hand(bad_mover)
    monkeypatch.setattr(world.bot.display.drawings, "screen", screen)
    await bad_mover.use(hand, *first_choice(hand))
    take_notices_away(world)
    for _ in range(10):
        await world.later(20 * pace.SECOND)
    assert 1 < len(world.complaints.take()) < 8
    assert await is_told(world, good)


async def test_group_G_failed_retry_is_retried(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    player, mover, _other = await everybody_away(world, pace="daily")
    with monkeypatch.context() as patched:
        patched.setattr(preferences, "of_server", broken)
        await play_until_the_others_turn(player, mover)
        patched.setattr(Store, "revision", broken)
        await world.later(pace.MINUTE)
    assert world.complaints.take()
    assert not await is_told(world, player)
    await world.later(pace.MINUTE)
    assert await is_told(world, player)


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (503, 0)])
async def test_group_F_match_ends_although_notices_always_fail(
    world: World, ann: Person, bob: Person, status: int, code: int
) -> None:
    player = await running(world, [ann, bob], pace="live", trading_stages=1)
    refuse(world, status, code, SEND)
    since = len(world.requests())
    for _ in range(60):
        await world.later(10 * pace.SECOND)
    assert all((await world.bot.matches.match(player.match)).stood_in)
    assert len(world.requests(since)) < 200


async def test_group_I_failing_notice_does_not_ping_on_every_tick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, mover, _other = await everybody_away(world, pace="daily")
    since = len(world.requests())
    with monkeypatch.context() as patched:
        patched.setattr(Store, "note", broken)
        await play_until_the_others_turn(player, mover)
        for _ in range(20):
            await world.later(5 * pace.SECOND)
    assert world.complaints.take()
    assert len(pings(world, since)) <= 3


async def test_group_I_a_warning_is_one_ping(world: World, ann: Person, bob: Person) -> None:
    await running(world, [ann, bob])
    await world.restart_after(60)
    take_notices_away(world)
    since = len(world.requests())
    decision, warning = pace.PACES["relaxed"]
    await world.later(decision - warning + pace.SECOND)
    assert [each[:1] for each in pings(world, since)] == ["⏰"]


async def test_group_I_last_remaining_person_is_neither_notified_nor_timed(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    await bob.press((await bob.type("leave")).private, "Leave")
    player.people = [ann]
    await player.turn()
    since = len(world.requests())
    for _ in range(10):
        await world.later(pace.MINUTE)
    await world.restart()
    await world.settle()
    assert pings(world, since) == []


async def test_group_A_two_kills_before_the_choice_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, mover, _other = await everybody_away(world, pace="daily")
    hand = await player.hand(mover)

    async def dies(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(type(world.bot.display.tables), "draw", dies)
        await dies_at(world, "POST", "/callback", lambda: mover.send_press(hand, *first_choice(hand)))
    await world.restart()
    take_errors(world.env)
    await world.settle()
    await shows_what_is_kept(world, player.table, player.match)


class Faulty:
    """A computer player that chooses what it may not."""

    def choose(self, _view: object, legal: Sequence[Any], _rng: object) -> Any:
        kind = type(legal[0])
        return kind(*(99 for _ in kind._fields))


@pytest.mark.parametrize("game", ["flip", "hilo", "trumps"])
async def test_group_V_illegal_computer_choice_is_not_saved(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    player = await running(world, [ann], game=game)
    with monkeypatch.context() as patched:
        patched.setattr("engine.players.player", lambda _level, _slug: Faulty())
        for _ in range(4):
            if playable(hand := (await ann.type("hand")).private):
                await ann.use(hand, *first_choice(hand))
    world.complaints.take()
    await world.restart()
    await world.wait(3600)
    player.hands.clear()
    assert is_over(await player.finish())
    assert not [each for each in world.complaints.take() if "replayed" in each]
