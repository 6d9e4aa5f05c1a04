"""/hand and /matches: finding one's way back to a match from anywhere."""

from __future__ import annotations

from tests.e2e.player import playable, running, seat
from tests.e2e.shown import match_number
from tests.e2e.world import Person, World


async def test_hand_without_a_match(world: World, ann: Person) -> None:
    assert "no running match" in (await ann.type("hand")).sentence
    await ann.play()
    assert "no running match" in (await ann.type("hand")).sentence, "a lobby has no hands"


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


async def test_matches_names_only_the_latest(world: World, ann: Person) -> None:
    for _ in range(12):
        await ann.play()
    assert len((await ann.type("matches")).private.controls[0].options) == 10


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
