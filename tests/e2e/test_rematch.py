"""The same again: whoever wants to, seats rotated, same options."""

from __future__ import annotations

from typing import Any

from bot.store import bulk, finding, preferences
from tests.e2e.lobby import row_of, seated
from tests.e2e.player import Player, is_over, running
from tests.e2e.shown import Shown, match_number
from tests.e2e.sound import standing
from tests.e2e.trouble import SEND, heal, refuse
from tests.e2e.world import Person, World, erase

OPTIONS: dict[str, Any] = {"mode": "greedy", "ace": "low", "turn_order": "random", "trading_stages": 1}


async def finished(world: World, *people: Person) -> Player:
    player = await running(world, people, **OPTIONS)
    await player.finish()
    return player


def newest(world: World, player: Player) -> Shown:
    """The table of the rematch."""
    found = world.tables()[-1]
    assert match_number(found) > player.match
    return found


async def test_a_rematch_begins_when_all_have_agreed(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    before = (await row_of(world, player.table)).seats
    await ann.press(player.table, "Rematch")
    table = newest(world, player)
    row = await row_of(world, table)
    assert row.options == (await row_of(world, player.table)).options
    assert [seat.player_id for seat in row.seats] == [before[1].player_id, before[0].player_id]
    assert "invited" in "\n".join(seated(world, table))
    joined = await bob.press(table, "Join")
    mine = next(shown for shown in joined.messages if shown.private)
    assert "your hand" in mine.text, "whoever makes it begin has the hand at once"
    again = Player(world, table, [ann, bob])
    started = await row_of(world, table)
    assert started.status == "running"
    assert [seat.player_id for seat in started.seats] == [before[1].player_id, before[0].player_id]
    assert is_over(await again.finish())


async def test_second_person_to_press_rematch_joins(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await finished(world, ann, bob, cat)
    await ann.press(player.table, "Rematch")
    count = len(world.tables())
    answer = await bob.press(player.table, "Rematch")
    table = newest(world, player)
    assert str(table.id) in answer.sentence, "a link to the table"
    assert len(world.tables()) == count, "no second lobby"
    row = await row_of(world, table)
    assert row.status == "lobby"
    assert sum(seat.ready for seat in row.seats) == 2


async def test_the_last_person_to_press_rematch_begins_it(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await finished(world, ann, bob, cat)
    await ann.press(player.table, "Rematch")
    await bob.press(player.table, "Rematch")
    table = newest(world, player)
    answer = await cat.press(player.table, "Rematch")
    assert match_number(answer.private) == match_number(table)
    assert (await row_of(world, table)).status == "running"
    assert "My hand" in world.now(table).labels
    for person in (ann, bob):
        mine = [Shown(one) for one in person.sees() if one.is_ephemeral]
        assert match_number(mine[-1]) == match_number(table), "those who agreed before have their hands, too"
        assert "your hand" in mine[-1].text
    assert is_over(await Player(world, table, [ann, bob, cat]).finish())


async def test_one_person_and_computers_play_again_at_once(world: World, ann: Person) -> None:
    player = await finished(world, ann)
    answer = await ann.press(player.table, "Rematch")
    table = newest(world, player)
    assert match_number(answer.private) == match_number(table)
    assert (await row_of(world, table)).status == "running"
    assert is_over(await Player(world, table, [ann]).finish())


async def test_pressing_again_shows_the_hand_of_the_rematch(world: World, ann: Person) -> None:
    player = await finished(world, ann)
    await ann.press(player.table, "Rematch")
    count = len(world.tables())
    again = await ann.press(player.table, "Rematch")
    assert match_number(again.private) == match_number(newest(world, player))
    assert len(world.tables()) == count


async def test_a_guest_begins_nothing(world: World, ann: Person, bob: Person, cat: Person) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    table = newest(world, player)
    await bob.press(table, "Leave")
    await cat.press(table, "Join")
    assert (await row_of(world, table)).status == "lobby"
    await bob.press(player.table, "Rematch")
    assert (await row_of(world, table)).status == "running"


async def test_group_G_a_rematch_alone_whose_table_cannot_be_put_up(world: World, ann: Person) -> None:
    player = await finished(world, ann)
    refuse(world, 403, 50013, SEND)
    said = await ann.press(player.table, "Rematch")
    heal(world)
    assert "cannot write" in said.sentence
    assert await finding.rematch(world.bot.store, player.match) is None
    await ann.press(player.table, "Rematch")
    assert match_number(newest(world, player)) > player.match


async def test_second_rematch_press_links_to_the_open_rematch(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    first = (await ann.press(player.table, "Rematch")).sentence
    assert (await ann.press(player.table, "Rematch")).sentence == first
    assert [seat.ready for seat in (await row_of(world, newest(world, player))).seats].count(True) == 1


async def test_invited_person_who_has_not_joined_does_not_play(
    world: World, ann: Person, bob: Person
) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    table = newest(world, player)
    assert "Start leaves the others out" in table.text
    await ann.start(table)
    row = await row_of(world, table)
    assert bob.id not in [seat.player_id for seat in row.seats]
    assert sum(seat.computer for seat in row.seats) == 1
    assert "already started" in (await bob.press(player.table, "Rematch")).sentence


async def test_a_stranger_cannot_ask_for_a_rematch(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann)
    count = len(world.tables())
    assert "Only those who played" in (await bob.press(player.table, "Rematch")).sentence
    assert len(world.tables()) == count


async def test_a_stranger_may_join_the_rematch_if_there_is_room(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    table = newest(world, player)
    await cat.press(table, "Join")
    assert len(seated(world, table)) == 3


async def test_a_closed_rematch_can_be_asked_for_again(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    closed = newest(world, player)
    await ann.press(closed, "Leave")
    assert "Closed" in world.now(closed).text
    await bob.press(player.table, "Rematch")
    table = newest(world, player)
    assert table.id != closed.id
    assert (await row_of(world, table)).host_id == bob.id


async def test_invited_person_may_decline(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    table = newest(world, player)
    await bob.press(table, "Leave")
    assert seated(world, table) == ["**ann** (host)"]


async def test_computers_play_again_at_their_level(world: World, ann: Person) -> None:
    table = await ann.play(**OPTIONS)
    await ann.press(table, "Add a computer: beginner")
    await ann.press(table, "Add a computer: normal")
    player = Player(world, table, [ann])
    await player.start()
    await player.finish()
    await ann.press(player.table, "Rematch")
    levels = [seat.level for seat in (await row_of(world, newest(world, player))).seats]
    assert sorted(filter(None, levels)) == ["normal", "random"]
    assert (await row_of(world, player.table)).seats[1:] == (
        await row_of(world, newest(world, player))
    ).seats[:-1]


async def test_the_hand_offers_a_rematch_too(world: World, ann: Person) -> None:
    player = await finished(world, ann)
    hand = world.now(player.hands[ann])
    assert hand.labels == ["Rematch"]
    answer = await ann.press(hand, "Rematch")
    table = newest(world, player)
    said, begun = answer.messages
    assert str(table.id) in said.text
    assert match_number(begun) == match_number(table)
    assert "Rematch" in world.now(hand).labels, "how the last match has ended is still there"


async def test_leaver_may_ask_for_a_rematch(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob], **OPTIONS)
    leaving = (await bob.type("leave")).private
    await bob.press(leaving, "Leave")
    player.people = [ann]
    await player.finish()
    await bob.press(player.table, "Rematch")
    row = await row_of(world, newest(world, player))
    assert {seat.player_id for seat in row.seats} == {ann.id, bob.id}
    assert not any(seat.computer for seat in row.seats)


async def test_group_K_a_rematch_is_where_the_match_was(world: World, ann: Person, bob: Person) -> None:
    """A hand may be open in another server, where the others cannot go."""
    player = await running(world, [ann, bob], **OPTIONS)
    elsewhere = world.env.create_guild("Elsewhere")
    there = elsewhere.create_text_channel("there")
    abroad = Person(world, elsewhere.add_member(ann.member.user))
    hand = (await abroad.type("hand", there)).private
    await player.finish()
    control = hand.controls[0]  # of the game, or Refresh
    over = await abroad.press_old(hand, control, control.values[:1] if control.is_menu else None)
    await abroad.press(over.private, "Rematch")
    row = await row_of(world, newest(world, player))
    assert (row.server_id, (await standing(world, row.id)).channel_id) == (world.guild.id, world.channel.id)


async def test_group_G_a_rematch_whose_table_cannot_be_put_up(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    refuse(world, 403, 50013, SEND)
    said = await ann.press(player.table, "Rematch")
    heal(world)
    assert "cannot write" in said.sentence
    assert await finding.rematch(world.bot.store, player.match) is None
    await ann.press(player.table, "Rematch")
    assert match_number(newest(world, player)) > player.match


async def test_a_server_s_rules_hold_for_rematches(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    await preferences.set_server(world.bot.store, world.guild.id, games=["flip"])
    assert "not played on this server" in (await ann.press(player.table, "Rematch")).sentence
    assert await finding.rematch(world.bot.store, player.match) is None


async def test_a_rematch_that_was_called_off_can_be_asked_for_again(
    world: World, ann: Person, bob: Person
) -> None:
    player = await finished(world, ann, bob)
    await ann.press(player.table, "Rematch")
    first = newest(world, player)
    await ann.press(first, "Start")
    await ann.press((await ann.type("leave")).private, "Leave")
    assert "Called off" in world.now(first).text
    await ann.press(player.table, "Rematch")
    assert match_number(newest(world, player)) > match_number(first)


async def test_erased_person_is_not_invited_to_a_rematch(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    await erase(bob)
    await ann.press(player.table, "Rematch")
    row = await row_of(world, newest(world, player))
    assert [seat.player_id for seat in row.seats] == [ann.id, None]


async def test_group_E_somebody_was_erased_by_another_process(world: World, ann: Person, bob: Person) -> None:
    player = await finished(world, ann, bob)
    await bulk.erase(world.bot.store, bob.id)
    await ann.press(player.table, "Rematch")
    row = await row_of(world, newest(world, player))
    assert [seat.player_id for seat in row.seats] == [ann.id, None]
