"""What could not be shown or told when it happened is shown and told as soon as that is possible."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.matches import changes, computers, operations, pace
from bot.store import MatchRow, preferences
from tests.e2e.notices import everybody_away, is_told, mentioned, play_until_the_others_turn
from tests.e2e.player import Player, first_choice, is_over, playable, running, seat
from tests.e2e.sound import kept, pressed_by, shows_what_is_kept
from tests.e2e.trouble import EDIT, SEND, broken, dies_at, heal, refuse
from tests.e2e.world import Person, World

# The end


async def last_press(player: Player, people: list[Person]) -> Callable[[], Any]:
    """Play until one more press ends the match; that press."""
    service = player.world.bot.matches
    while True:
        match = await service.match(player.match)
        waiting = match.waiting[0]
        (person,) = (one for one in people if one.id == match.row.seats[waiting].player_id)
        hand = (await person.type("hand")).private
        control, values = first_choice(hand)
        choice = int(values[0][1:] if values else control.custom_id.split(":")[4])
        after = match.fork()
        after.play(waiting, match.legal(waiting)[choice], at=0)
        if after.result() is not None:
            return lambda: person.use(hand, control, values)
        await person.use(hand, control, values)


async def test_group_G_the_result_of_a_match_that_ends_in_an_outage(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], game="flip")
    press = await last_press(player, [ann, bob])
    refuse(world, 503, 0, EDIT)
    await press()
    assert (await kept(world, player)).status == "over"
    assert not is_over(player.table)
    heal(world)
    await world.later(pace.RETRY)
    assert is_over(player.table)
    assert (await kept(world, player)).due is None, "nothing is left to do"


async def test_group_G_press_after_outage_shows_the_result(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob], game="flip")
    press = await last_press(player, [ann, bob])
    refuse(world, 503, 0, EDIT)
    await press()
    heal(world)
    await bob.press(player.table, "My hand")
    assert is_over(player.table)


async def test_group_G_a_match_that_is_called_off_in_an_outage(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    asked = (await ann.type("leave")).private
    refuse(world, 503, 0, EDIT)
    left = await ann.press(asked, "Leave")
    assert "called off" in left.private.text
    heal(world)
    await world.later(pace.RETRY)
    assert "Called off" in player.table.text


async def test_group_G_a_lobby_that_expires_in_an_outage(world: World, ann: Person) -> None:
    player = await seat(world, [ann])
    refuse(world, 503, 0, EDIT)
    await world.later(pace.LOBBY + 1000)
    heal(world)
    await world.later(pace.RETRY)
    assert player.table.labels == []


@pytest.mark.parametrize(
    ("status", "code", "again"), [(404, 10003, False), (403, 50013, True), (503, 0, True)]
)
async def test_group_G_unshowable_end_is_given_up(
    world: World, ann: Person, status: int, code: int, again: bool
) -> None:
    player = await seat(world, [ann])
    refuse(world, status, code, EDIT, SEND)
    await world.later(pace.LOBBY + 1000)
    await world.later(pace.HOUR)
    assert ((await kept(world, player)).due is not None) is again
    await world.later(pace.DAY)
    assert (await kept(world, player)).due is None


# Turns


@pytest.mark.parametrize("what", [[EDIT, SEND], [SEND]])
async def test_group_G_awaited_person_is_notified_after_an_outage(
    world: World, what: list[tuple[str, str]]
) -> None:
    player, mover, _other = await everybody_away(world)
    refuse(world, 503, 0, *what)
    await play_until_the_others_turn(player, mover)
    assert not mentioned(world)
    heal(world)
    await world.later(pace.RETRY)
    assert (await kept(world, player)).paused_at is None
    assert await is_told(world, player)


async def test_group_G_awaited_person_is_notified_where_the_table_was_moved(world: World) -> None:
    player, mover, other = await everybody_away(world)
    refuse(world, 403, 50013)
    await play_until_the_others_turn(player, mover)
    heal(world)
    there = world.guild.create_text_channel("there")
    listed = (await mover.type("matches", there)).private
    await mover.press(listed, next(iter(listed.controls[0].options)))
    told = [user for notice in world.notices(there) for user in notice.message.mention_user_ids]
    assert other.id in told


async def test_group_G_no_turn_is_lost_without_a_delivered_warning(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], pace="live")
    refuse(world, 503, 0, ("*", "/*"))
    for _ in range(30):
        await world.wait(5)
        await world.bot.timers.tick()
    heal(world)
    assert not any((await world.bot.matches.match(player.match)).stood_in)


async def test_group_G_match_continues_where_only_editing_is_allowed(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], pace="live")
    refuse(world, 403, 50013, SEND)
    for _ in range(30):
        await world.wait(5)
        await world.bot.timers.tick()
    await world.settle()
    assert any((await world.bot.matches.match(player.match)).stood_in)


async def test_group_F_person_who_may_have_closed_the_hand_is_notified_later(world: World) -> None:
    """They pressed a moment ago, so they seem to be looking; a daily match would wait for hours."""
    player, mover, other = await everybody_away(world, pace="daily")
    await other.hand(player.table)
    await play_until_the_others_turn(player, mover)
    assert not await is_told(world, player)
    await world.later(1000 * 60)
    assert not await is_told(world, player)
    await world.later(1000 * 60)
    assert await is_told(world, player)


async def test_group_I_single_player_is_not_called_back(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    await player.turn()
    for _ in range(5):
        await world.later(pace.MINUTE)
    assert world.notices() == []


async def test_group_B_everybody_is_notified_after_a_database_failure(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, mover, _other = await everybody_away(world, pace="daily")
    with monkeypatch.context() as patched:
        patched.setattr(preferences, "of_server", broken)
        await play_until_the_others_turn(player, mover)
    assert world.complaints.take()
    assert not await is_told(world, player)
    await world.later(pace.MINUTE)
    assert await is_told(world, player)


async def test_group_E_change_is_shown_although_the_previous_redraw_failed(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann, bob])
    hands = {person: await player.hand(person) for person in (ann, bob)}
    reached, go_on = asyncio.Event(), asyncio.Event()
    original = world.bot.display.tables.draw

    async def draw(*arguments: Any) -> bool:
        if not reached.is_set():
            reached.set()
            await world.hold(go_on)
            broken()
        return await original(*arguments)

    monkeypatch.setattr(world.bot.display.tables, "draw", draw)
    await ann.send_press(hands[ann], *first_choice(hands[ann]))
    await reached.wait()
    await bob.send_press(hands[bob], *first_choice(hands[bob]))
    for _ in range(1000):
        await asyncio.sleep(0)
    go_on.set()
    await world.settle()
    assert world.complaints.take()
    await shows_what_is_kept(world, player.table, player.match)


# A process that dies


@pytest.mark.parametrize("at", ["the answer", "the table"])
async def test_group_A_killed_before_a_choice_was_shown(world: World, at: str) -> None:
    player, mover, _other = await everybody_away(world, pace="daily")
    hand = await player.hand(mover)
    where = {"the answer": ("POST", "/callback"), "the table": ("PATCH", str(player.table.id))}[at]
    await dies_at(world, *where, lambda: mover.send_press(hand, *first_choice(hand)))
    await shows_what_is_kept(world, player.table, player.match)
    match = await world.bot.matches.match(player.match)
    asked = {match.row.seats[waiting].player_id for waiting in match.waiting}
    assert asked <= {mover.id, *mentioned(world)}


async def test_group_A_killed_before_a_start_was_shown(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    table = player.table
    await dies_at(world, "POST", "/callback", lambda: ann.send_press(table, "Start"))
    assert "My hand" in world.now(table).labels
    assert is_over(await player.finish())


async def test_group_A_downtime_is_given_back_although_the_first_tick_fails(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann, bob])
    await world.bot.timers.tick()
    before = await kept(world, player)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.bulk._postpone", broken)
        await world.skip(3600)
        with pytest.raises(OperationalError):
            await world.bot.timers.tick()
    await world.bot.timers.tick()
    world.complaints.take()
    assert given_back(before, await kept(world, player)) == pytest.approx(3_600_000, abs=2_000)


def given_back(before: MatchRow, after: MatchRow) -> int:
    assert before.deadline is not None
    assert after.deadline is not None
    return after.deadline - before.deadline


# Faults in the middle


async def test_group_F_seat_is_left_although_the_computer_move_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, mover, _other = await everybody_away(world, pace="none")
    asked = (await mover.type("leave")).private
    with monkeypatch.context() as patched:
        patched.setattr(computers, "think", broken)
        left = await mover.press(asked, "Leave")
        assert "a computer plays on" in left.private.text
    await world.wait(3600)
    world.complaints.take()
    assert not (await world.bot.matches.match(player.match)).computers()


async def test_group_V_failing_computer_does_not_undo_a_persons_choice(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann])
    with monkeypatch.context() as patched:
        patched.setattr("engine.players.player", broken)
        while playable(hand := (await ann.type("hand")).private):
            await ann.use(hand, *first_choice(hand))
        assert (await world.bot.matches.match(player.match)).computers()
    assert world.complaints.take()
    await world.wait(3600)
    player.hands.clear()
    assert is_over(await player.finish())
    world.complaints.take()


async def test_group_B_a_hand_that_cannot_be_drawn(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(ann)
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.faces["hilo"], "hand", broken)
        said = await ann.use(hand, *first_choice(hand))
    assert "is kept" in said.messages[-1].text
    assert world.complaints.take()
    await shows_what_is_kept(world, player.table, player.match)


async def test_group_B_move_in_paused_match_is_reported_as_saved(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(ann)
    await operations.pause(world.bot.matches, player.match, "discord")
    monkeypatch.setattr(changes, "resume", broken)
    moves = await pressed_by(world, player.match, ann.id)
    said = await ann.use(hand, *first_choice(hand))
    assert not playable(said.private)
    assert await pressed_by(world, player.match, ann.id) == moves + 1
    assert world.complaints.take()


async def test_group_I_nothing_is_redrawn_after_a_clean_shutdown(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    await player.turn()
    await world.bot.drain()
    since = len(world.requests())
    await world.restart()
    await world.settle()
    there = f"/channels/{world.channel.id}/"
    assert not [each for each in world.requests(since) if there in each.path]
