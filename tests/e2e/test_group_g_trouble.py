"""Discord refuses, takes rights away, loses channels: the match pauses with a reason and goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import event

from bot.matches import pace, timers
from bot.ui.looking import AWAY
from tests.e2e.player import Player, first_choice, is_over, playable, running, seat
from tests.e2e.shown import Shown
from tests.e2e.simulator import network
from tests.e2e.sound import kept, pressed_by, standing
from tests.e2e.trouble import ANSWER, DELETE, LATER, heal, refuse
from tests.e2e.world import Answer, Person, World

REFUSALS = [
    (401, 0, "does not take"),
    (403, 50001, "may not write"),
    (403, 50013, "may not write"),
    (404, 10003, "gone"),
    (400, 50083, "closed"),
    (503, 0, "does not take"),
]


async def paused(world: World, player: Player, status: int = 403, code: int = 50013) -> Person:
    """The match is paused by a move that cannot be shown; who made it."""
    mover = await player.on_turn()
    assert mover is not None
    refuse(world, status, code)
    await player.decide(mover)
    assert (await kept(world, player)).paused_at is not None
    return mover


def pause_said(shown: Shown) -> bool:
    return "⏸" in shown.text


@pytest.mark.parametrize(("status", "code", "why"), REFUSALS)
async def test_group_G_a_match_pauses_with_a_reason_and_goes_on_by_itself(
    world: World, ann: Person, bob: Person, status: int, code: int, why: str
) -> None:
    player = await running(world, [ann, bob])
    moves = {person: await pressed_by(world, player.match, person.id) for person in (ann, bob)}
    mover = await paused(world, player, status, code)
    assert await pressed_by(world, player.match, mover.id) > moves[mover], "the move is kept"
    before = await kept(world, player)
    for person in (ann, bob):
        said = (await person.type("hand")).private
        assert why in said.text
        assert "/matches" in said.text
        assert why in (await person.type("matches")).private.text
    await world.later(pace.DAY)
    row = await kept(world, player)
    assert (row.paused_at, row.deadline) == (before.paused_at, before.deadline), "the clock stands still"
    heal(world)
    assert row.due is not None
    await world.later(row.due - world.bot.matches.now())
    row = await kept(world, player)
    assert row.paused_at is None
    assert before.deadline is not None
    assert before.paused_at is not None
    assert row.deadline is not None
    assert row.deadline - world.bot.matches.now() <= before.deadline - before.paused_at
    assert row.deadline - world.bot.matches.now() > before.deadline - before.paused_at - pace.MINUTE
    assert not pause_said(player.table)
    assert not pause_said((await bob.type("hand")).private)
    assert is_over(await player.finish())


async def test_group_G_a_press_in_an_open_hand_tries_the_table_again(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    await paused(world, player)
    person = await player.on_turn()
    assert person is not None
    asked = await player.hand(person)
    await world.later(3 * pace.DAY)
    heal(world)
    moves = await pressed_by(world, player.match, person.id)
    answer = await person.use(asked, *first_choice(asked))
    assert await pressed_by(world, player.match, person.id) == moves + 1
    row = await kept(world, player)
    assert row.paused_at is None
    assert row.deadline is not None
    decision = pace.PACES[row.pace or pace.DEFAULT].decision
    assert 0 < row.deadline - world.bot.matches.now() <= decision, "no longer than anybody else has"
    assert not pause_said(player.table)
    assert not pause_said(answer.private)


async def test_group_G_press_during_continued_outage_is_saved(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    await paused(world, player)
    since = (await kept(world, player)).paused_at
    for _ in range(3):
        person = await player.on_turn()
        assert person is not None
        moves = await pressed_by(world, player.match, person.id)
        answer = await player.decide(person)
        assert answer.given
        assert await pressed_by(world, player.match, person.id) > moves
    row = await kept(world, player)
    assert row.paused_at == since
    assert row.due is not None
    assert row.due <= world.bot.matches.now() + pace.RETRY
    heal(world)
    await world.later(pace.RETRY)
    assert (await kept(world, player)).paused_at is None


async def test_group_G_matches_command_moves_a_paused_table_and_resumes_it(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    old = player.table
    await paused(world, player)
    heal(world)
    refuse(world, 403, 50013, ("*", f"/channels/{old.channel_id}/messages*"))
    refuge = world.guild.create_text_channel("refuge")
    listed = (await bob.type("matches", refuge)).private
    await bob.press(listed, next(iter(listed.controls[0].options)))
    row = await kept(world, player)
    assert ((await standing(world, row.id)).channel_id, row.paused_at) == (refuge.id, None)
    (table,) = world.tables(refuge)
    assert not pause_said(table)
    heal(world)
    answer = await ann.press(old, "My hand")  # the copy that could not be taken away
    assert answer.given
    assert old.id not in {shown.id for shown in world.tables()}
    assert is_over(await player.finish())


async def test_group_G_table_stays_where_it_is_if_the_new_channel_refuses(
    world: World, ann: Person, bob: Person
) -> None:
    """Nobody stops the clock by asking for the table where the bot may not write."""
    player = await running(world, [ann, bob])
    forbidden = world.guild.create_text_channel("forbidden")
    refuse(world, 403, 50013, ("POST", f"/channels/{forbidden.id}/messages"))
    listed = (await bob.type("matches", forbidden)).private
    answer = await bob.press(listed, next(iter(listed.controls[0].options)))
    assert "cannot write here" in answer.messages[-1].text
    row = await kept(world, player)
    assert ((await standing(world, row.id)).channel_id, row.paused_at) == (world.channel.id, None)
    heal(world)
    await player.finish()


async def test_group_G_other_matches_are_unaffected(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    other = await running(world, [ann, bob])
    doomed = world.guild.create_text_channel("doomed")
    refuse(world, 403, 50001, ("*", f"/channels/{player.table.channel_id}/messages/{player.table.id}"))
    assert doomed.id
    await player.decide(await player.on_turn() or ann)
    assert (await kept(world, player)).paused_at is not None
    assert (await kept(world, other)).paused_at is None
    await other.turn()
    assert (await kept(world, other)).paused_at is None


async def test_group_G_slow_table_edit_does_not_delay_timers(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = await running(world, [ann, bob])
    other = await running(world, [ann, bob])
    await world.wait(AWAY + 1)  # whoever does not look has been told
    monkeypatch.setattr(timers, "TICK", 0.2)
    asked = {player.match: len(await world.bot.store.journal(player.match)) for player in (stuck, other)}
    ours = stuck.table.id
    released = asyncio.Event()

    async def slow(method: str, path: str) -> None:
        if method == "PATCH" and path.endswith(f"/messages/{ours}"):
            await world.hold(released)

    row = await kept(world, other)
    assert row.deadline is not None
    with network(there=slow):
        await world.later(row.deadline - world.bot.matches.now() + 1000)
        for player in (stuck, other):
            assert len(await world.bot.store.journal(player.match)) > asked[player.match]
        assert (await kept(world, other)).paused_at is None
        assert "Higher" in other.table.text
        released.set()
        await world.settle()
    assert is_over(await other.finish())


async def test_group_G_a_match_that_nobody_can_reach_ends_after_the_stated_time(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    await paused(world, player, 404, 10003)
    await world.later(pace.GIVEN_UP + pace.RETRY)
    row = await kept(world, player)
    assert (row.status, row.why) == ("cancelled", "unreachable")
    assert "closed" in (await ann.type("hand")).messages[-1].text or "no running match" in (
        (await ann.type("hand")).messages[-1].text
    )
    assert await world.bot.store.journal(player.match), "nothing is deleted"


RIGHTS = [
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
]


@pytest.mark.parametrize("right", RIGHTS)
@pytest.mark.parametrize("step", ["lobby", "joined", "started", "played"])
async def test_group_G_rights_are_taken_away_one_by_one(
    world: World, ann: Person, bob: Person, right: str, step: str
) -> None:
    """Every press is answered; with the right again the match is played to its end at one table."""
    backend, where = world.env.backend, world.channel.id
    denied = discord.Permissions(**{right: True}).value

    def take_away() -> None:
        me = backend.bot_user.id
        backend.set_overwrite(where, Overwrite(me, OverwriteType.MEMBER, 0, denied))

    answers: list[Answer] = []
    table = await ann.play(trading_stages=1)
    player = Player(world, table, [ann, bob])
    if step == "lobby":
        take_away()
    answers.append(await bob.press(table, "Join"))
    if step == "joined":
        take_away()
    answers.append(await ann.press(player.table, "Start"))
    if (await kept(world, player)).status == "lobby":
        assert "cannot write here" in answers[-1].sentence
        backend.delete_overwrite(where, backend.bot_user.id)
        await world.settle()
        answers.append(await ann.press(player.table, "Start"))
        take_away()
    if step == "started":
        take_away()
    answers += [await player.decide(await player.on_turn() or ann) for _ in range(2)]
    if step == "played":
        take_away()
    answers += [await player.decide(await player.on_turn() or ann) for _ in range(2)]
    assert all(answer.given for answer in answers)
    backend.delete_overwrite(where, backend.bot_user.id)
    await world.later(pace.RETRY)
    assert (await kept(world, player)).paused_at is None
    assert is_over(await player.finish())


async def test_group_G_the_channel_is_deleted(world: World, ann: Person, bob: Person) -> None:
    """In each step of a match: the next press is kept, and /matches goes on elsewhere."""
    category = world.guild.create_category("games")
    doomed = world.guild.create_text_channel("doomed", category=category)
    table = await ann.play(doomed)
    await bob.press(table, "Join")
    player = Player(world, table, [ann, bob])
    await player.start()
    hand = await player.hand(ann)
    world.env.backend.delete_channel(category.id)
    await player.turn()
    assert (await kept(world, player)).paused_at is None
    world.env.backend.delete_channel(doomed.id)
    await world.settle()
    assert playable(hand)
    row = await kept(world, player)
    await world.later((row.deadline or 0) - world.bot.matches.now() + 1000)
    row = await kept(world, player)
    assert row.paused_why == "gone"
    listed = (await ann.type("matches")).private
    await ann.press(listed, next(iter(listed.controls[0].options)))
    row = await kept(world, player)
    assert (row.paused_at, (await standing(world, row.id)).channel_id) == (None, world.channel.id)
    player.hands.clear()
    assert is_over(await player.finish())


async def test_group_G_a_thread_is_deleted(world: World, ann: Person, bob: Person) -> None:
    thread = world.env.backend.create_thread(world.channel.id, "match", ann.id)
    (handle,) = world.channel.threads
    table = await ann.play(handle)
    await bob.press(table, "Join")
    hand = await ann.start(table)
    world.env.backend.delete_channel(thread.id)
    await world.settle()
    listed = (await ann.type("matches")).private
    await ann.press(listed, next(iter(listed.controls[0].options)))
    (moved,) = world.tables()
    player = Player(world, moved, [ann, bob])
    assert hand.private
    assert is_over(await player.finish())


@pytest.mark.parametrize(
    ("status", "code"),
    [(401, 0), (401, 50027), (403, 50013), (404, 10062), (404, 10015), (400, 40060), (503, 0)],
)
@pytest.mark.parametrize("which", [ANSWER, LATER])
async def test_group_B_move_is_saved_whatever_discord_refuses(
    world: World, ann: Person, bob: Person, status: int, code: int, which: tuple[str, str]
) -> None:
    player = await running(world, [ann, bob])
    hands = {person: await player.hand(person) for person in (ann, bob)}
    refuse(world, status, code, which)
    for person, hand in hands.items():
        moves = await pressed_by(world, player.match, person.id)
        await person.use(hand, *first_choice(hand))
        assert await pressed_by(world, player.match, person.id) == moves + 1
    await ann.type("play hilo")
    await bob.type("matches")
    heal(world)
    assert (await kept(world, player)).paused_at is None, "the table could be shown"
    player.hands.clear()
    assert is_over(await player.finish())


async def test_group_B_lobby_without_a_visible_table_is_removed(world: World, ann: Person) -> None:
    refuse(world, 404, 10062, ANSWER)
    await ann.type("play hilo")
    heal(world)
    assert "no match" in (await ann.type("matches")).private.text


async def test_group_I_too_many_edits_make_a_new_table(world: World, ann: Person, bob: Person) -> None:
    """Discord's 30046: a message may be edited so often in an hour; exactly one table all the same."""
    player = await running(world, [ann, bob])
    old = player.table
    refuse(world, 429, 30046, ("PATCH", f"/channels/*/messages/{old.id}"))
    await player.decide(await player.on_turn() or ann)
    assert player.table.id != old.id
    assert (await kept(world, player)).paused_at is None
    heal(world)
    assert is_over(await player.finish())


async def test_group_H_deleted_table_is_posted_again_once(world: World, ann: Person, bob: Person) -> None:
    """By a press, by a command, by the deadline, and all of the channel at once."""
    player = await seat(world, [ann, bob], trading_stages=1)
    world.delete(player.table)
    panel = (await ann.type("matches")).private
    await ann.press(panel, next(iter(panel.controls[0].options)))
    await player.start()
    world.delete(player.table)
    await bob.type("hand")
    first = player.table
    world.delete(first)
    row = await kept(world, player)
    await world.later((row.deadline or 0) - world.bot.matches.now() + 1000)
    second = player.table
    assert second.id != first.id
    world.env.backend.bulk_delete_messages(world.channel.id, [shown.id for shown in world.public()])
    await ann.type("hand")
    assert len(world.tables()) == 1
    assert is_over(await player.finish())


async def test_group_H_stale_table_copy_is_deleted_on_next_press(
    world: World, ann: Person, bob: Person
) -> None:
    player = await seat(world, [ann, bob])
    old = player.table
    refuse(world, 503, 0, DELETE)
    listed = (await ann.type("matches")).private
    await ann.press(listed, next(iter(listed.controls[0].options)))
    heal(world)
    assert len(world.tables()) == 2
    await bob.press(old, "Leave")
    (table,) = world.tables()
    assert table.id != old.id
    assert "bob" not in table.text


async def test_group_A_read_only_database(world: World, ann: Person, bob: Person) -> None:
    """Every kind of press says so in its own words; nothing is half done, and what only reads works."""
    player = await running(world, [ann, bob])
    lobby = await ann.play()
    hand = await player.hand(ann)
    journal = await world.bot.store.journal(player.match)
    writable = True

    def allow(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA query_only = {int(not writable)}")
        cursor.close()

    event.listen(world.bot.store.engine.sync_engine, "checkout", allow)
    writable = False
    said = [
        await ann.use(hand, *first_choice(hand)),
        await bob.press(lobby, "Join"),
        await ann.press(lobby, "Start"),
        await ann.type("play flip"),
    ]
    for answer in said:
        assert "could not be saved" in answer.messages[-1].text
        assert answer.messages[-1].private
    assert playable((await ann.type("hand")).private)
    complaints = world.complaints.take()
    assert all("DATABASE_URL sqlite" in line and "\n" not in line for line in complaints), complaints
    assert len(complaints) == len(said)
    assert await world.bot.store.journal(player.match) == journal
    writable = True
    assert "bob" not in world.now(lobby).text
    await bob.press(lobby, "Join")
    assert is_over(await player.finish())
