"""People who do not come back: warned, stood in for, kept a seat; the match ends all the same."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.matches import lobby, operations, pace
from bot.matches.lobby import Place
from bot.store import Person as Host
from bot.store.schema import matches
from engine.games import GAMES
from tests.e2e.notices import mentioned
from tests.e2e.player import Player, is_over, playable, seat
from tests.e2e.world import Person, World


@pytest.fixture
async def match(world: World, ann: Person, bob: Person) -> Player:
    player = await seat(world, [ann, bob])
    await world.bot.matches.change_lobby(player.match, lobby.set_pace(ann.id, "live"))
    await player.start()
    return player


async def later(world: World, seconds: float) -> None:
    """Time passes, and the timers look once."""
    await world.wait(seconds)
    await world.bot.timers.tick()
    await world.settle()


async def test_group_F_a_warning_comes_before_the_deadline(world: World, match: Player) -> None:
    row = (await world.bot.matches.match(match.match)).row
    assert row.deadline is not None
    assert f"<t:{row.deadline // 1000}:R>" in match.table.text
    await later(world, 45)
    (notice,) = world.notices()
    assert f"<t:{row.deadline // 1000}:R>" in notice.text
    await later(world, 1)
    assert [shown.id for shown in world.notices()] == [notice.id]


async def test_group_F_a_computer_chooses_and_the_match_ends(
    world: World, ann: Person, bob: Person, match: Player
) -> None:
    for _ in range(2 * pace.MISSES):
        await later(world, 61)
    row = (await world.bot.matches.match(match.match)).row
    assert row.status == "over" or any(sitting.away for sitting in row.seats)
    for _ in range(10):
        await later(world, 61)
        if is_over(match.table):
            break
    assert is_over(match.table)
    row = (await world.bot.matches.match(match.match)).row
    assert row.status == "over"
    journal = await world.bot.store.journal(match.match)
    assert not any(line.player_id for line in journal)


async def test_group_F_returning_person_gets_the_seat_back(
    world: World, ann: Person, bob: Person, match: Player
) -> None:
    """Bob plays, Ann is silent for longer than she may be, and then looks at her hand."""
    for _ in range(40):
        row = (await world.bot.matches.match(match.match)).row
        mine = row.seat_of(ann.id)
        assert mine is not None
        if row.seats[mine].away:
            break
        hand = await match.hand(bob)
        if playable(hand):
            await match.choose(bob, hand)
            match.hands.pop(bob)
        else:
            match.hands.pop(bob, None)
            await later(world, 61)
    else:
        raise AssertionError("she was never away")
    assert "is away" in match.table.text
    hand = await ann.hand(match.table)
    assert "is away" not in match.table.text
    assert playable(hand) or "▶️" in hand.text
    row = (await world.bot.matches.match(match.match)).row
    assert not row.seats[mine].away
    assert not row.seats[mine].computer


async def test_group_F_downtime_is_not_charged(world: World, match: Player) -> None:
    await later(world, 1)
    before = (await world.bot.matches.match(match.match)).row.deadline
    assert before is not None
    await world.restart_after(3600)
    row = (await world.bot.matches.match(match.match)).row
    assert row.deadline is not None
    assert row.deadline - before == pytest.approx(3_600_000, abs=2_000)
    assert await world.bot.timers.tick() == 0


async def test_group_F_table_shows_the_extended_deadline(world: World, match: Player) -> None:
    """At the latest with the warning: nobody needs it before, and thousands of edits would delay presses."""
    await later(world, 1)
    for frozen in (False, True):
        if frozen:
            await world.skip(3600)
            await world.bot.timers.tick()
        else:
            await world.restart_after(3600)
        await later(world, 42)
        row = (await world.bot.matches.match(match.match)).row
        assert row.deadline is not None
        assert f"<t:{row.deadline // 1000}:R>" in match.table.text
        await match.turn()


async def test_group_F_lobbies_close(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await later(world, 1800)
    await bob.press(table, "Join")
    await later(world, 1799)
    assert "Start" in world.now(table).labels
    await later(world, 2)
    assert world.now(table).labels == []
    assert "nobody pressed Start" in world.now(table).text


async def test_group_F_single_person_has_no_short_deadline(world: World, ann: Person) -> None:
    player = await seat(world, [ann])
    await player.start()
    row = (await world.bot.matches.match(player.match)).row
    assert row.deadline is not None
    assert row.deadline - world.bot.matches.now() == pytest.approx(pace.PACES["none"].decision, abs=1000)
    assert "computer chooses" not in player.table.text


async def many_due(world: World, **changed: object) -> None:
    """More lobbies that are due than are looked at in one turn, changed behind the bot's back."""
    rules = GAMES["hilo"]
    for _ in range(101):
        await operations.open_lobby(
            world.bot.matches, rules, rules.Options(), Host(1, "x"), Place(1, 2, None)
        )
    async with world.bot.store.writing() as connection:
        lobbies = update(matches).where(matches.c.status == "lobby")
        await connection.execute(lobbies.values(due=1, **changed))


async def test_group_F_lobbies_of_removed_games_do_not_block_timers(world: World, match: Player) -> None:
    await many_due(world, slug="gone")
    await later(world, 61)
    await world.bot.timers.tick()
    assert any((await world.bot.matches.match(match.match)).stood_in)


async def test_group_F_long_ended_matches_do_not_block_timers(world: World, match: Player) -> None:
    """Lobbies that an earlier version closed are still due."""
    await many_due(world, status="cancelled", ended_at=1)
    since = len(world.requests())
    await later(world, 45)
    assert mentioned(world), "warned in time"
    await later(world, 16)
    assert any((await world.bot.matches.match(match.match)).stood_in)
    assert len(world.requests(since)) < 20
