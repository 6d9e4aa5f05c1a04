"""At the start hands open by themselves for those who sat down within the last quarter of an hour."""

from __future__ import annotations

import asyncio

from bot.ui.hands import TOKEN_LIFE
from bot.ui.looking import AWAY
from tests.e2e import simulator
from tests.e2e.notices import mentioned
from tests.e2e.player import first_choice, playable, seat
from tests.e2e.shown import Shown, match_number
from tests.e2e.world import Person, World


def hands(world: World, person: Person) -> list[Shown]:
    """The private messages to somebody that say they are a hand, oldest first."""
    private = [Shown(one) for one in person.sees() if one.is_ephemeral]
    return [shown for shown in private if "your hand" in shown.text]


async def test_all_who_have_just_joined_have_their_hands(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await seat(world, [ann, bob, cat])
    await player.start()
    for person in player.people:
        (hand,) = hands(world, person)
        assert playable(hand)
        assert [other for other in player.people if hand.message.visible_to(other.id)] == [person]
    (hand,) = hands(world, bob)
    await bob.use(hand, *first_choice(hand))
    assert not playable(world.now(hand)), "it is a hand as any other"
    assert world.notices() == []


async def test_a_hand_that_opened_by_itself_is_kept_true(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    await player.start()
    (player.hands[bob],) = hands(world, bob)
    await player.finish()
    (own,) = hands(world, bob)
    assert own.id == player.hands[bob].id
    assert "Rematch" in own.labels


async def test_who_does_not_look_at_it_is_called(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    await world.wait(AWAY + 1)
    await player.start()
    assert len(hands(world, bob)) == 1
    assert mentioned(world) == [bob.id], "they joined long enough ago to have gone away"


async def test_who_joined_too_long_ago_opens_it_by_a_press(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    await world.wait(TOKEN_LIFE + 1)
    await player.start()
    assert hands(world, bob) == []
    assert playable(await bob.hand(player.table))


async def test_the_host_has_it_when_another_one_starts(world: World, ann: Person, bob: Person) -> None:
    """The press that opened the table is as good as one of Join."""
    player = await seat(world, [ann, bob])
    panel = (await ann.press(player.table, "Options")).private
    await ann.press(panel, "bob")
    await bob.start(player.table)
    assert len(hands(world, ann)) == len(hands(world, bob)) == 1


async def test_whoever_has_left_gets_none(world: World, ann: Person, bob: Person, cat: Person) -> None:
    player = await seat(world, [ann, bob, cat])
    await bob.press(player.table, "Leave")
    await player.start()
    assert (len(hands(world, bob)), len(hands(world, cat))) == (0, 1)


async def test_a_hand_that_cannot_be_sent_holds_up_nobody(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    joined = await bob.press(table, "Join")

    async def broken(method: str, path: str) -> None:
        if method == "POST" and joined.token in path:
            raise ConnectionError

    with simulator.network(broken):
        assert playable(await ann.start(table))
        assert hands(world, bob) == []
    assert mentioned(world) == [bob.id], "they are called as if nothing had been tried"
    assert playable(await bob.hand(table))


async def test_the_starter_waits_for_no_other_hand(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    joined = await bob.press(table, "Join")
    held = asyncio.Event()

    async def slow(method: str, path: str) -> None:
        if method == "POST" and joined.token in path:
            await world.hold(held)

    with simulator.network(slow):
        answer = await ann.press(table, "Start")
        assert playable(answer.private)
        assert hands(world, bob) == []
        held.set()
        await world.settle()
    assert playable(hands(world, bob)[0])
    assert match_number(hands(world, bob)[0]) == match_number(table)
