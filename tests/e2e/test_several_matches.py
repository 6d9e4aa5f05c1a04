"""Several matches in one channel, and one person in several matches: presses never cross."""

from __future__ import annotations

import asyncio

from tests.e2e.player import Player, is_over, playable, running
from tests.e2e.shown import match_number
from tests.e2e.world import Person, World


async def positions(world: World, *players: Player) -> list[tuple[object, ...]]:
    matches = [await world.bot.matches.match(player.match) for player in players]
    return [(match.row.revision, len(match.steps), match.stamps) for match in matches]


async def test_matches_in_one_channel_take_turns(world: World) -> None:
    ann, bob, cat, dan = world.people("ann", "bob", "cat", "dan")
    players = [
        await running(world, [ann, bob], 1),
        await running(world, [bob, ann, cat], 2),
        await running(world, [cat, dan], 3),
        await running(world, [ann], 4),
    ]
    going = list(players)
    while going:
        for player in list(going):
            before = await positions(world, *players)
            if not await player.turn():
                going.remove(player)
            after = await positions(world, *players)
            moved = [one for one, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
            assert moved in ([], [players.index(player)])
    assert all(is_over(player.table) for player in players)
    assert len({player.match for player in players}) == 4


async def test_each_message_says_which_match_it_belongs_to(world: World, ann: Person, bob: Person) -> None:
    players = [await running(world, [ann, bob], seed) for seed in range(3)]
    for player in players:
        for person in (ann, bob):
            assert match_number(await player.hand(person)) == player.match


async def test_presses_in_several_matches_at_once(world: World, ann: Person, bob: Person) -> None:
    players = [await running(world, [ann], seed) for seed in range(3)]
    players += [await running(world, [bob], seed) for seed in range(3)]
    for _ in range(10):
        presses = []
        for player in players:
            (person,) = player.people
            hand = await player.hand(person)
            if choices := playable(hand):
                control = player.random.choice(choices)
                values = [next(iter(control.options.values()))] if control.is_menu else None
                presses.append(person.send_press(hand, control, values))
        answers = await asyncio.gather(*presses)
        await world.settle()
        assert all(answer.given for answer in answers)
        for answer in answers:
            assert match_number(answer.private) in {player.match for player in players}
    for player in players:
        assert match_number(await player.hand(player.people[0])) == player.match
        match = await world.bot.matches.match(player.match)
        assert {row.player_id for row in await world.bot.store.journal(player.match)} <= {
            None,
            player.people[0].id,
        }
        assert match.row.status in {"running", "over"}


async def test_matches_of_two_servers_and_channels(world: World, ann: Person) -> None:
    other = world.guild.create_text_channel("other")
    here = Player(world, await ann.play(), [ann])
    there = Player(world, await ann.play(other), [ann])
    await here.start()
    await there.start()
    assert there.table.channel_id == other.id
    assert is_over(await there.finish())
    assert not is_over(here.table)
    assert is_over(await here.finish())
