"""/hand and /matches: finding one's way back to a match from anywhere."""

from __future__ import annotations

from bot.store import SeatRow
from tests.bot import kept
from tests.e2e.player import playable, running, seat
from tests.e2e.shown import Shown, match_number
from tests.e2e.world import Person, World


async def test_hand_without_a_match(world: World, ann: Person) -> None:
    assert "no running match" in (await ann.type("hand")).sentence


async def test_hand_at_a_table_that_has_not_started(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{player.table.id}"
    for person, what in ((ann, "Press Start"), (bob, "its host presses Start")):
        said = (await person.type("hand")).sentence
        assert f"Match {player.match} has not started" in said
        assert what in said
        assert link in said
    await player.start()
    over = await player.finish()
    await ann.press(over, "Rematch")
    assert "Press Join" in (await bob.type("hand")).sentence


async def test_hand_shows_the_cards(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    first = await player.hand(ann)
    shown = (await ann.type("hand")).private
    assert shown.text == first.text
    assert playable(shown)
    await player.choose(ann, shown)


async def test_hand_asks_which_of_several(world: World, ann: Person) -> None:
    first, second = [await running(world, [ann], seed) for seed in range(2)]
    asked = (await ann.type("hand")).private
    (menu,) = asked.controls
    assert [str(player.match) in label for player, label in zip((second, first), menu.options, strict=True)]
    for label in menu.options:
        shown = (await ann.press((await ann.type("hand")).private, label)).private
        assert f"match {match_number(shown)}" in label.lower()
        assert playable(shown)


async def test_hand_prefers_the_matches_of_the_channel(world: World, ann: Person) -> None:
    other = world.guild.create_text_channel("other")
    here = await running(world, [ann])
    table = await ann.play(other)
    await ann.start(table)
    assert match_number((await ann.type("hand", other)).private) == match_number(table)
    assert match_number((await ann.type("hand")).private) == here.match
    third = world.guild.create_text_channel("third")
    assert len((await ann.type("hand", third)).private.controls[0].options) == 2


async def test_matches_lists_tables_with_links(world: World, ann: Person, bob: Person) -> None:
    assert "in no match" in (await ann.type("matches")).private.text
    lobby = await seat(world, [bob, ann])
    player = await running(world, [ann, bob])
    await running(world, [bob])
    shown = (await ann.type("matches")).private
    for match in (lobby, player):
        link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{match.table.id}"
        assert link in shown.text
    assert "waiting for the host" in shown.text
    assert len(shown.controls[0].options) == 2, "bob's own match is not among them"
    while (person := await player.on_turn()) is not None:
        mine = "it is your turn" in (await ann.type("matches")).private.text
        assert mine == bool(playable(await player.hand(ann)))
        await player.choose(person)
    assert len((await ann.type("matches")).private.controls[0].options) == 1, "a finished match is not listed"


async def lobbies(world: World, person: Person, many: int) -> list[int]:
    """So many tables of the person, opened by another process; their numbers, latest first."""
    opened = [
        await kept.open_lobby(
            world.bot.store,
            SeatRow(person.id, None, person.name),
            host_id=person.id,
            server_id=world.guild.id,
            channel_id=world.channel.id,
        )
        for _ in range(many)
    ]
    return [row.id for row in reversed(opened)]


async def paged(person: Person, first: Shown) -> list[int]:
    """The matches that the menus of all pages list."""
    shown, listed = first, []
    while True:
        (menu,) = (control for control in shown.controls if control.is_menu)
        listed += [int(label.split()[-1]) for label in menu.options]
        if "Next" not in shown.labels:
            return listed
        shown = (await person.press(shown, "Next")).private


async def test_matches_has_as_many_pages_as_it_takes(world: World, ann: Person) -> None:
    await ann.type("settings", notices=True)
    numbers = await lobbies(world, ann, 32)
    first = (await ann.type("matches")).private
    assert await paged(ann, first) == numbers
    last = world.now(first)
    assert last.labels[-1] == "Back"
    assert f"match {numbers[-1]}" in last.text
    await ann.press(last, "Back")
    assert f"match {numbers[20]}" in world.now(first).text


async def test_leave_asks_about_every_table(world: World, ann: Person) -> None:
    await ann.type("settings", notices=True)
    numbers = await lobbies(world, ann, 32)
    first = (await ann.type("leave")).private
    assert await paged(ann, first) == numbers
    last = world.now(first)
    await ann.press(last, f"Cardinality · match {numbers[-1]}")
    row = await world.bot.store.match(numbers[-1])
    assert row is not None
    assert row.status == "cancelled"


async def test_a_deleted_table_is_put_up_again_once(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    table = player.table
    world.delete(table)
    shown = (await ann.type("matches")).private
    (label,) = shown.controls[0].options
    for _ in range(3):
        await ann.press(shown, label)
        assert match_number(player.table) == player.match, "there is exactly one"
    assert player.table.id != table.id
    await player.finish()


async def test_a_lobby_can_be_put_up_again(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    world.delete(table)
    shown = (await ann.type("matches")).private
    await ann.press(shown, next(iter(shown.controls[0].options)))
    again = world.table(match_number(table))
    await bob.press(again, "Join")
    await ann.start(again)


async def test_a_table_moves_to_another_channel(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    other = world.guild.create_text_channel("other")
    shown = (await bob.type("matches", other)).private
    await bob.press(shown, next(iter(shown.controls[0].options)))
    assert player.table.channel_id == other.id
    assert not world.tables()
    assert player.match == match_number(await player.finish())


async def test_somebody_elses_table_cannot_be_moved(world: World, ann: Person, bob: Person) -> None:
    await running(world, [ann])
    shown = (await ann.type("matches")).private
    other = (await bob.type("help")).private
    menu = shown.controls[0]
    answer = bob.send_raw(other, menu.raw, [next(iter(menu.options.values()))], shown.components)
    await world.settle()
    assert "no seat" in answer.messages[-1].text
