"""Where tables may stand, and who may do something about them from where."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.matches import pace
from bot.store import preferences
from tests.e2e.lobby import row_of, seated
from tests.e2e.player import Player, first_choice, is_over, playable, running, seat
from tests.e2e.shown import Shown
from tests.e2e.simulator import carried, record_of
from tests.e2e.sound import kept, standing
from tests.e2e.trouble import heal, refuse
from tests.e2e.world import Answer, Person, World

VIEW = discord.Permissions(view_channel=True).value
FETCH_MEMBER = "/members/"


@pytest.fixture
def manager(world: World) -> Person:
    may = discord.Permissions(manage_guild=True, manage_messages=True)
    role = world.guild.create_role("managers", permissions=may)
    return Person(world, world.guild.add_member(world.env.create_user("mia"), roles=[role]))


def forum_post(world: World, category: simcord.ChannelHandle | None = None) -> simcord.ChannelHandle:
    forum = world.guild.create_forum_channel("forum")
    backend = world.env.backend
    if category is not None:
        backend.edit_channel(forum.id, {"parent_id": category.id})
    starter = backend.prepare_message(forum.id, backend.bot_user.id, "a game?")
    post, _message = backend.create_forum_post(forum.id, "post", starter)
    return next(one for one in forum.threads if one.id == post.id)


def thread(world: World, person: Person, name: str = "thread") -> simcord.ChannelHandle:
    made = world.env.backend.create_thread(world.channel.id, name, person.id)
    return next(one for one in world.channel.threads if one.id == made.id)


async def allow(world: World, *channels: int) -> None:
    await preferences.set_server(world.bot.store, world.guild.id, channels=list(channels))


def hide(world: World, channel_id: int, person_id: int) -> None:
    world.env.backend.set_overwrite(channel_id, Overwrite(person_id, OverwriteType.MEMBER, 0, VIEW))


class Privately:
    """Somebody in the private chat with the bot."""

    def __init__(self, world: World, person: Person) -> None:
        self.world = world
        self.user: Any = simcord.builders.UserHandle(world.env, world.env.backend.get_user(person.id))

    async def type(self, command: str) -> Answer:
        return Answer(self.world, record_of(await self.user.slash(command)))

    async def press(self, on: Shown, label: str) -> Answer:
        control = self.world.now(on).control(label)
        return await self.use(on, control, [control.options[label]] if control.is_menu else None)

    async def use(self, on: Shown, control: Any, values: list[str] | None = None) -> Answer:
        message = simcord.ResponseMessage(self.world.env, on.message)
        if values is None:
            result = await self.user.click(message, custom_id=control.custom_id)
        else:
            result = await self.user.select(message, values, custom_id=control.custom_id)
        return Answer(self.world, record_of(result))


def asked_for_members(world: World, since: int) -> int:
    return sum(FETCH_MEMBER in request.path for request in world.requests(since))


# A setting on a container holds in its contents


async def test_group_K_a_forum_that_is_allowed_allows_its_posts(world: World, manager: Person) -> None:
    post = forum_post(world)
    forum_id = world.env.backend.get_channel(post.id).parent_id
    forum = next(one for one in world.guild.channels.values() if one.id == forum_id)
    await manager.type("server channel", where=forum, allowed=True)
    await manager.play(post)
    assert str(forum_id) in (await manager.type("play hilo")).sentence


async def test_group_K_a_category_that_is_allowed_allows_channels_and_their_threads(
    world: World, manager: Person, ann: Person
) -> None:
    games = world.guild.create_category("games")
    inside = world.guild.create_text_channel("inside", category=games)
    await manager.type("server channel", where=games, allowed=True)
    await ann.play(inside)
    await ann.play(forum_post(world, games))
    assert "other channels" in (await ann.type("play hilo")).sentence


async def test_group_K_a_table_moves_into_a_thread_of_an_allowed_channel_and_has_its_rematch_there(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    await allow(world, world.channel.id)
    where = thread(world, ann)
    listed = (await ann.type("matches", where)).private
    await ann.press(listed, next(iter(listed.controls[0].options)))
    assert len(world.tables(where)) == 1
    await play_blind(player)
    (over,) = world.tables(where)
    assert is_over(over)
    assert "You are in" in (await bob.press(over, "Rematch")).sentence
    assert len(world.tables(where)) == 2


async def test_group_K_threads_count_towards_the_tables_of_their_channel(
    world: World, manager: Person, ann: Person, bob: Person
) -> None:
    await manager.type("server limit", tables=2)
    await ann.play()
    await ann.play(thread(world, ann))
    for where in (world.channel, thread(world, bob, "another")):
        assert "2 tables already" in (await bob.type("play hilo", where)).sentence
    elsewhere = world.guild.create_text_channel("elsewhere")
    table = await bob.play(elsewhere)
    listed = (await bob.type("matches")).private
    moved = await bob.press(listed, next(iter(listed.controls[0].options)))
    assert "2 tables already" in moved.sentence
    assert [shown.id for shown in world.tables(elsewhere)] == [table.id]


# Nothing begins that cannot be shown


@pytest.mark.parametrize("right", ["view_channel", "send_messages"])
async def test_group_G_no_table_where_the_bot_could_not_show_it(
    world: World, ann: Person, right: str
) -> None:
    denied = discord.Permissions(**{right: True}).value
    me = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(world.channel.id, Overwrite(me, OverwriteType.MEMBER, 0, denied))
    assert "cannot write here" in (await ann.type("play hilo")).sentence
    assert not world.tables()
    assert "no match" in (await ann.type("matches")).private.text


async def test_group_G_no_match_starts_where_the_bot_cannot_show_it(world: World, ann: Person) -> None:
    table = await ann.play()
    hide(world, world.channel.id, world.env.backend.bot_user.id)
    assert "cannot write here" in (await ann.press(table, "Start")).sentence
    assert (await row_of(world, table)).status == "lobby"
    world.env.backend.delete_overwrite(world.channel.id, world.env.backend.bot_user.id)
    assert (await ann.start(table)).private


@pytest.mark.parametrize(
    ("owners", "context"),
    [({"1": "7"}, 0), ({"0": "server"}, 0), ({"1": "7"}, 2)],
    ids=["brought along", "commands only", "among people"],
)
async def test_group_K_where_the_bot_is_not_play_is_refused_with_an_invitation(
    world: World, ann: Person, owners: dict[str, str], context: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord sends where only the commands are: https://docs.discord.com/developers/resources/application"""
    told = {key: str(world.guild.id) if value == "server" else str(ann.id) for key, value in owners.items()}
    if "0" in owners:  # the server is not among those that the gateway has told of
        monkeypatch.setattr(world.bot, "get_guild", lambda _id: None)
    sent: dict[str, Any] = {"authorizing_integration_owners": told, "app_permissions": "442368"}
    with carried(world.env, {**sent, "context": context}, without_server=context == 2):
        answer = await ann.type("play hilo")
    assert "not a member" in answer.sentence
    assert "https://discord.com/oauth2/authorize?" in answer.sentence
    assert not world.tables()
    monkeypatch.undo()
    assert "no match" in (await ann.type("matches")).private.text


async def test_group_R_every_command_says_where_it_is_installed_and_offered(world: World) -> None:
    offered = {command.name: command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()}
    for name, command in offered.items():
        of_servers = name in {"server", "end"}
        assert command["integration_types"] == ([0] if of_servers else [0, 1]), name
        assert command["contexts"] == ([0] if of_servers else [0, 1]), name
    assert "play" in offered


# An end is seen by those who played


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001), (403, 160005)])
async def test_group_G_the_last_hand_shows_the_result_itself(
    world: World, ann: Person, bob: Person, status: int, code: int
) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    refuse(world, status, code)
    hands = await play_blind(player)
    assert (await kept(world, player)).status == "over"
    for hand in hands.values():
        assert "the table shows the result" not in hand.text
        assert "ann" in hand.text
        assert "bob" in hand.text
        assert "wins" in hand.text or "share" in hand.text
    heal(world)


async def play_blind(player: Player) -> dict[Person, Shown]:
    """Play to the end by the hands alone; what they show then."""
    world = player.world
    hands = {person: (await person.type("hand")).private for person in player.people}
    for _ in range(2000):
        if (await kept(world, player)).status != "running":
            break
        for person in player.people:
            hands[person] = world.now(hands[person])
            if playable(hands[person]):
                control = player.random.choice(playable(hands[person]))
                await person.use(hands[person], control, player.values(control))
                break
    return {person: world.now(hand) for person, hand in hands.items()}


async def test_group_G_a_rematch_says_that_the_channel_is_gone(
    world: World, ann: Person, bob: Person
) -> None:
    doomed = world.guild.create_text_channel("doomed")
    table = await ann.play(doomed, trading_stages=1)
    await bob.press(table, "Join")
    await ann.start(table)
    player = Player(world, table, [ann, bob])
    world.env.backend.delete_channel(doomed.id)
    hands = await play_blind(player)
    answer = await ann.press(hands[ann], "Rematch")
    assert f"<#{doomed.id}>" in answer.messages[-1].text
    assert "/play" in answer.messages[-1].text


# Pressed in one place, effective in another


async def test_group_D_from_a_private_chat_whoever_was_put_out_of_the_server_does_nothing(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    privately = Privately(world, bob)
    hand = (await privately.type("hand")).private
    world.env.backend.apply_ban(world.guild.id, bob.id, None)
    await world.wait(61)
    journal = await world.bot.store.journal(player.match)
    if playable(hand):
        answer = await privately.use(hand, *first_choice(hand))
    else:
        answer = await privately.press(hand, "Refresh")
    assert "you cannot see" in answer.messages[-1].text
    assert "you cannot see" in (await privately.type("hand")).sentence
    assert await world.bot.store.journal(player.match) == journal
    asked = (await privately.type("leave")).private
    assert "have left" in (await privately.press(asked, "Leave")).messages[-1].text


async def test_group_D_membership_is_asked_for_once_a_minute(world: World, ann: Person, bob: Person) -> None:
    await running(world, [ann, bob])
    privately = Privately(world, bob)
    since = len(world.requests())
    for _ in range(3):
        await privately.type("hand")
    assert asked_for_members(world, since) == 1
    await world.wait(61)
    await privately.type("hand")
    assert asked_for_members(world, since) == 2


@pytest.mark.parametrize("member", [True, False])
async def test_group_D_if_discord_does_not_answer_its_last_answer_holds(
    world: World, ann: Person, bob: Person, member: bool
) -> None:
    await running(world, [ann, bob])
    privately = Privately(world, bob)
    await privately.type("hand")
    if not member:
        world.env.backend.apply_ban(world.guild.id, bob.id, None)
        await world.wait(61)
        assert "you cannot see" in (await privately.type("hand")).sentence
    refuse(world, 503, 0, ("GET", "/guilds/*/members/*"))
    await world.wait(61)
    said = (await privately.type("hand")).messages[-1].text
    assert ("you cannot see" not in said) == member
    heal(world)


async def test_group_D_without_an_answer_ever_those_who_sit_there_may_act(
    world: World, ann: Person, bob: Person
) -> None:
    await running(world, [ann, bob])
    refuse(world, 503, 0, ("GET", "/guilds/*/members/*"))
    assert "your hand" in (await Privately(world, bob).type("hand")).private.text
    heal(world)


async def test_group_D_from_another_channel_nobody_acts_at_a_table_that_they_cannot_see(
    world: World, ann: Person, bob: Person
) -> None:
    """Also the private hand that is still open there, and the table stays."""
    player = await running(world, [ann, bob])
    elsewhere = world.guild.create_text_channel("elsewhere")
    hand = (await bob.type("hand", elsewhere)).private
    listed = (await bob.type("matches", elsewhere)).private
    hide(world, world.channel.id, bob.id)
    await world.settle()
    journal = await world.bot.store.journal(player.match)
    since = len(world.requests())
    moved = await bob.press(listed, next(iter(listed.controls[0].options)))
    assert "you cannot see" in moved.sentence
    assert not world.tables(elsewhere)
    control = (playable(hand) or hand.controls)[0]
    pressed = await bob.use(hand, control, list(control.options.values())[:1] if control.is_menu else None)
    assert "you cannot see" in pressed.messages[-1].text
    assert await world.bot.store.journal(player.match) == journal
    assert asked_for_members(world, since) == 0, "the press itself tells the person's roles"
    world.env.backend.delete_overwrite(world.channel.id, bob.id)
    await world.settle()
    assert "your hand" in (await bob.type("hand", elsewhere)).private.text


async def test_group_D_a_private_thread_is_seen_by_its_members(
    world: World, ann: Person, bob: Person
) -> None:
    backend = world.env.backend
    made = backend.create_thread(world.channel.id, "secret", ann.id, type=ChannelType.PRIVATE_THREAD)
    for who in (bob.id, backend.bot_user.id):
        backend.add_thread_member(made.id, who)
    where = next(one for one in world.channel.threads if one.id == made.id)
    table = await ann.play(where)
    await bob.press(table, "Join")
    await ann.start(table)
    assert "your hand" in (await bob.type("hand")).private.text
    backend.remove_thread_member(made.id, bob.id)
    await world.wait(61)
    assert "you cannot see" in (await bob.type("hand")).sentence


# Limits are not used up by what nobody present can end


async def test_group_F_a_solo_match_leaves_the_count_after_a_day_without_a_press(
    world: World, manager: Person, ann: Person, bob: Person
) -> None:
    await manager.type("server limit", tables=1)
    player = await running(world, [ann])
    assert "1 tables already" in (await bob.type("play hilo")).sentence
    await world.skip(23 * 3600)
    await player.turn()
    await world.skip(2 * 3600)
    assert "1 tables already" in (await bob.type("play hilo")).sentence, "somebody has pressed since"
    await world.skip(23 * 3600)
    await bob.play()
    assert is_over(await player.finish()), "its owner takes it up again"


async def test_group_F_one_person_opens_three_tables_in_a_channel(
    world: World, ann: Person, bob: Person
) -> None:
    for _ in range(3):
        await ann.play()
    assert "3 tables" in (await ann.type("play hilo")).sentence
    assert (await bob.play()).labels
    assert (await ann.play(world.guild.create_text_channel("elsewhere"))).labels
    await ann.press(world.tables()[0], "Leave")
    assert (await ann.play()).labels


async def test_group_D_the_host_puts_somebody_out(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await seat(world, [ann, bob, cat])
    panel = (await ann.press(player.table, "Options")).private
    await ann.press(panel, "Put out bob")
    assert not any("bob" in line for line in seated(world, player.table))
    assert "put you out" in (await bob.press(player.table, "Join")).sentence
    assert "host" in (await bob.press(player.table, "Start")).sentence
    await world.restart()
    assert "put you out" in (await bob.press(player.table, "Join")).sentence
    assert any("cat" in line for line in seated(world, player.table))
    assert "Put out bob" not in [
        label for control in world.now(panel).controls if control.is_menu for label in control.options
    ]
    await ann.start(player.table)
    assert (await row_of(world, player.table)).put_out == []


async def test_group_D_nobody_but_the_host_puts_out(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await seat(world, [ann, bob, cat])
    panel = (await ann.press(player.table, "Options")).private
    menu = next(one for one in panel.controls if one.is_menu and "Put out cat" in one.options)
    await ann.press(panel, "bob")  # bob is the host now
    answer = await ann.press_old(panel, menu, [menu.options["Put out cat"]])
    assert "host" in answer.messages[-1].text
    assert any("cat" in line for line in seated(world, player.table))


async def test_group_D_a_moderator_ends_a_table_after_being_asked(
    world: World, manager: Person, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(ann)
    asked = (await manager.type("end")).private
    await manager.press(asked, "Keep it")
    assert (await kept(world, player)).status == "running"
    lobby = await bob.play()
    which = (await manager.type("end")).private
    label = next(one for one in which.controls[0].options if str(player.match) in one)
    asked = (await manager.press(which, label)).private
    assert (await kept(world, player)).status == "running", "they are asked first"
    await manager.press(asked, "End the table")
    assert ((row := await kept(world, player)).status, row.why) == ("cancelled", "ended")
    assert "look after this channel" in player.table.text
    assert "look after this channel" in world.now(hand).text
    assert world.now(lobby).labels


async def test_group_D_nobody_else_ends_a_table(
    world: World, manager: Person, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    with pytest.raises(simcord.SetupError, match="not visible"):
        await ann.type("end")
    asked = (await manager.type("end")).private
    world.env.backend.remove_member_role(
        world.guild.id, manager.id, world.env.backend.get_member(world.guild.id, manager.id).role_ids[-1]
    )
    assert "manage messages" in (await manager.press(asked, "End the table")).messages[-1].text
    assert (await kept(world, player)).status == "running"


# What cannot be reached is left alone


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003)])
async def test_group_I_a_table_that_is_refused_is_tried_at_growing_distances(
    world: World, ann: Person, bob: Person, status: int, code: int
) -> None:
    player = await running(world, [ann, bob], pace="none")
    refuse(world, status, code)
    await player.decide(await player.on_turn() or ann)
    began, tries = len(world.requests()), []
    row = await kept(world, player)
    for _ in range(20):
        assert row.due is not None
        assert row.paused_at is not None
        tries.append((row.due - row.paused_at) // pace.MINUTE)
        await world.later(row.due - world.bot.matches.now() + 1000)
        row = await kept(world, player)
    assert tries[:4] == [5, 10, 20, 40]
    distances = [after - before for before, after in pairwise(tries)]
    assert distances == sorted(distances)
    assert distances[-1] <= pace.RETRY_MOST // pace.MINUTE + 1
    assert len(world.requests(began)) <= 2 * len(tries)
    heal(world)
    await world.later(pace.RETRY_MOST + 1000)
    assert (await kept(world, player)).paused_at is None


async def test_group_G_a_deleted_channel_is_heard_of_and_not_asked_for_again(
    world: World, ann: Person, bob: Person
) -> None:
    doomed = world.guild.create_text_channel("doomed")
    table = await ann.play(doomed)
    await bob.press(table, "Join")
    await ann.start(table)
    hand = (await ann.type("hand")).private
    player = Player(world, table, [ann, bob])
    since = len(world.requests())
    world.env.backend.delete_channel(doomed.id)
    await world.settle()
    assert (await kept(world, player)).paused_why == "gone"
    assert "channel is gone" in world.now(hand).text or not playable(hand)
    await world.later(pace.DAY)
    assert not [one for one in world.requests(since) if str(doomed.id) in one.path]
    listed = (await ann.type("matches")).private
    await ann.press(listed, next(iter(listed.controls[0].options)))
    assert (await kept(world, player)).paused_at is None
    assert (await standing(world, player.match)).channel_id == world.channel.id


async def test_group_G_with_a_channel_go_the_tables_in_its_threads(
    world: World, ann: Person, bob: Person
) -> None:
    """Discord tells of the channel alone."""
    where = thread(world, ann)
    table = await ann.play(where)
    await bob.press(table, "Join")
    await ann.start(table)
    world.guild.create_text_channel("other")
    since = len(world.requests())
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    row = await world.bot.store.match(1)
    assert row is not None
    assert row.paused_why == "gone"
    assert not [one for one in world.requests(since) if str(where.id) in one.path]


async def test_group_G_being_put_out_of_a_server_is_heard_of(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    world.env.create_guild("another")
    since = len(world.requests())
    world.env.backend.remove_guild(world.guild.id)
    await world.settle()
    assert (await kept(world, player)).paused_why == "left"
    await world.later(pace.DAY)
    assert not [one for one in world.requests(since) if "/channels/" in one.path]


# What Discord says of a table


async def test_group_A_a_table_of_another_application_is_replaced(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    old = player.table
    refuse(world, 403, 50005, ("PATCH", f"/channels/*/messages/{old.id}"))
    refuse(world, 403, 50003, ("DELETE", f"/channels/*/messages/{old.id}"))
    await player.decide(await player.on_turn() or ann)
    heal(world)
    assert (await kept(world, player)).paused_at is None
    assert (await standing(world, player.match)).message_id != old.id


@pytest.mark.parametrize(
    ("status", "code", "said"), [(400, 160005, "locked"), (403, 160005, "locked"), (400, 200000, "AutoMod")]
)
async def test_group_G_the_reason_of_a_refusal_is_told(
    world: World, ann: Person, bob: Person, status: int, code: int, said: str
) -> None:
    player = await running(world, [ann, bob])
    refuse(world, status, code)
    await player.decide(await player.on_turn() or ann)
    assert said in (await ann.type("hand")).private.text
    heal(world)
    await world.later(pace.RETRY)
    assert (await kept(world, player)).paused_at is None


async def test_group_G_matches_finds_an_end_that_could_not_be_shown(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    refuse(world, 404, 10003)
    await play_blind(player)
    heal(world)
    listed = (await ann.type("matches")).private
    (results,) = [one for one in listed.controls if one.label.startswith("Results")]
    shown = (await ann.press(listed, next(iter(results.options)))).messages[-1]
    assert "wins" in shown.text or "share" in shown.text
    await world.later(pace.DAY)
    assert "Results" not in str((await ann.type("matches")).private.labels)
