"""Every kind of place: a full match with its final result, or a clear refusal."""

from __future__ import annotations

from collections.abc import Callable

import discord
import pytest
import simcord

from tests.e2e.player import is_over, playable
from tests.e2e.shown import Shown
from tests.e2e.simulator import record_of
from tests.e2e.sound import standing
from tests.e2e.world import Answer, Person, World

Place = Callable[[World, Person], simcord.ChannelHandle]


def text(world: World, host: Person) -> simcord.ChannelHandle:
    return world.guild.create_text_channel("text")


def announcements(world: World, host: Person) -> simcord.ChannelHandle:
    return world.guild.create_news_channel("news")


def voice(world: World, host: Person) -> simcord.ChannelHandle:
    return world.guild.create_voice_channel("voice")


def stage(world: World, host: Person) -> simcord.ChannelHandle:
    return world.guild.create_stage_channel("stage")


def thread(world: World, host: Person) -> simcord.ChannelHandle:
    world.env.backend.create_thread(world.channel.id, "thread", host.id)
    return world.channel.threads[0]


def forum_post(world: World, host: Person) -> simcord.ChannelHandle:
    forum = world.guild.create_forum_channel("forum")
    backend = world.env.backend  # only the bot opens posts in the simulator
    starter = backend.prepare_message(forum.id, backend.bot_user.id, "a game?")
    post, _message = backend.create_forum_post(forum.id, "post", starter)
    return next(one for one in forum.threads if one.id == post.id)


async def press_anything(person: Person, hand: Shown) -> None:
    control = playable(hand)[0]
    values = list(control.options.values())[: max(1, control.least)] if control.is_menu else None
    await person.use(hand, control, values)


@pytest.mark.parametrize("make", [text, announcements, voice, stage, thread, forum_post])
async def test_group_K_full_match_in_every_kind_of_channel(
    world: World, ann: Person, bob: Person, make: Place
) -> None:
    place = make(world, ann)
    table = await ann.play(place, trading_stages=1)
    await bob.press(table, "Join")
    await ann.start(table)
    for _ in range(1000):
        (shown,) = world.tables(place)
        if is_over(shown):
            break
        for person in (ann, bob):
            hand = (await person.type("hand", place)).private
            if playable(hand):
                await press_anything(person, hand)
                break
        else:
            raise AssertionError(f"nobody can do anything: {shown}")
    assert shown.id == table.id
    assert is_over(shown)
    match = await world.bot.matches.match(1)
    assert ((await standing(world, 1)).channel_id, match.row.status, match.row.paused_at) == (
        place.id,
        "over",
        None,
    )
    assert "ann" in shown.text
    assert "bob" in shown.text


async def test_group_K_a_full_match_in_direct_messages(world: World) -> None:
    """Alone with the bot, against a computer, to the result at the table; nobody else can come in."""
    user = world.env.create_user("dee")

    def shown(result: simcord.InteractionResult) -> Shown:
        return Answer(world, record_of(result)).messages[-1]

    table = shown(await user.slash("play hilo", trading_stages=1))
    await user.click(simcord.ResponseMessage(world.env, table.message), label="Start")
    while controls := playable(hand := shown(await user.slash("hand"))):
        on = simcord.ResponseMessage(world.env, hand.message)
        if controls[0].is_menu:
            values = list(controls[0].options.values())[: max(1, controls[0].least)]
            await user.select(on, values, custom_id=controls[0].custom_id)
        else:
            await user.click(on, custom_id=controls[0].custom_id)
    end = world.now(table)
    assert is_over(end)
    assert "dee" in end.text
    match = await world.bot.matches.match(1)
    assert (match.row.server_id, match.row.status) == (None, "over")


async def test_group_K_a_server_without_the_bot_is_refused(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed for a person alone, the bot cannot edit a table there: it says so, and keeps nothing."""
    monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda _self: True)
    monkeypatch.setattr(discord.Interaction, "is_guild_integration", lambda _self: False)
    answer = await ann.type("play hilo")
    assert "not a member of this server" in answer.sentence
    assert not world.tables()
    assert "no match" in (await ann.type("matches")).private.text
