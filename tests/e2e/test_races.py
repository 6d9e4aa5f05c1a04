"""Things done at the same moment: one of them happens, and everybody is answered."""

from __future__ import annotations

import pytest

from bot.store import finding
from tests.e2e.lobby import row_of
from tests.e2e.player import Player, first_choice, playable, running, seat
from tests.e2e.shown import Shown, match_number
from tests.e2e.sound import pressed_by, sound, standing
from tests.e2e.world import Answer, Person, World

MANY = 50


async def hammer(world: World, *who: tuple[Person, Shown]) -> list[Answer]:
    """MANY presses of each hand's first choice, all mingled."""
    presses = [person.send_press(hand, *first_choice(hand)) for _ in range(MANY) for person, hand in who]
    answers = await world.at_once(*presses)
    assert all(answer.given and not answer.thinking for answer in answers)
    return answers


@pytest.mark.parametrize("turn_order", ["guess", "random"])
async def test_group_E_fifty_presses_by_one_person(
    world: World, ann: Person, bob: Person, turn_order: str
) -> None:
    player = await running(world, [ann, bob], turn_order=turn_order)
    for _ in range(6):
        person = await player.on_turn()
        assert person is not None
        before = await pressed_by(world, player.match, person.id)
        asked = (await sound(world, player.match)).stamps
        await hammer(world, (person, await player.hand(person)))
        assert await pressed_by(world, player.match, person.id) == before + 1
        match = await sound(world, player.match)
        assert sum(match.stamps) <= sum(asked) + 2


async def test_group_E_fifty_presses_by_each_of_two(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hands = [(person, await player.hand(person)) for person in (ann, bob)]
    answers = await hammer(world, *hands)
    assert [await pressed_by(world, player.match, person.id) for person in (ann, bob)] == [1, 1]
    await sound(world, player.match)
    for answer in answers:
        assert match_number(answer.private) == player.match
        assert answer.private.id in {hand.id for _, hand in hands}
    await player.finish()


async def test_group_E_two_copies_of_a_hand(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    one, two = await player.hand(ann), await ann.hand(player.table)
    assert one.id != two.id
    answers = await hammer(world, (ann, one), (ann, two))
    assert await pressed_by(world, player.match, ann.id) == 1
    assert {answer.private.id for answer in answers} == {one.id, two.id}
    await sound(world, player.match)


async def test_group_E_computer_answers_are_saved_once(world: World, ann: Person) -> None:
    table = await ann.play(turn_order="random")
    for _ in range(3):
        await ann.press(table, "Add a computer: normal")
    player = Player(world, table, [ann])
    await player.start()
    for _ in range(8):
        if await player.on_turn() is None:
            break
        hand = await player.hand(ann)
        if not any(":act:" in c.custom_id or "a0" in c.options.values() for c in playable(hand)):
            await player.choose(ann)
            continue
        await hammer(world, (ann, hand))
        await sound(world, player.match)
    await player.finish()


async def test_group_E_press_and_leave(world: World, ann: Person, bob: Person) -> None:
    for seed in range(4):
        player = await running(world, [ann, bob], seed)
        hand = await player.hand(bob)
        leaving = (await bob.type("leave")).private
        presses = [bob.send_press(hand, *first_choice(hand)), bob.send_press(leaving, "Leave")]
        answers = await world.at_once(*(presses if seed % 2 else presses[::-1]))
        assert all(answer.given for answer in answers)
        match = await sound(world, player.match)
        assert match.row.seat_of(bob.id) is None
        assert await pressed_by(world, player.match, bob.id) <= 1
        player.people = [ann]
        await player.finish()


async def test_group_E_both_leave_at_once(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    asked = [(person, (await person.type("leave")).private) for person in (ann, bob)]
    answers = await world.at_once(
        *(person.send_press(panel, "Leave") for person, panel in asked for _ in range(5))
    )
    assert all(answer.given for answer in answers)
    assert (await row_of(world, player.table)).status == "cancelled"
    assert "Called off" in player.table.text


@pytest.mark.usefixtures("many_tables")
async def test_group_E_join_and_start(world: World, ann: Person, bob: Person) -> None:
    for turn in range(6):
        table = await ann.play()
        joining, starting = bob.send_press(table, "Join"), ann.send_press(table, "Start")
        if turn % 2:
            joined, started = await world.at_once(joining, starting)
        else:
            started, joined = await world.at_once(starting, joining)
        assert joined.given
        assert started.given
        match = await sound(world, match_number(table))
        if match.row.seat_of(bob.id) is None:
            assert "already started" in joined.sentence
        else:
            assert playable(await bob.hand(table)) or "Refresh" in (await bob.hand(table)).labels
        assert "My hand" in world.now(table).labels, "the table shows the match, not the lobby"


@pytest.mark.usefixtures("many_tables")
async def test_group_E_start_and_leave(world: World, ann: Person, bob: Person) -> None:
    for turn in range(6):
        player = await seat(world, [ann, bob])
        table = player.table
        presses = [bob.send_press(table, "Leave"), ann.send_press(table, "Start")]
        answers = await world.at_once(*(presses if turn % 2 else presses[::-1]))
        assert all(answer.given for answer in answers)
        match = await sound(world, player.match)
        assert match.row.status == "running"
        assert "My hand" in world.now(table).labels


@pytest.mark.usefixtures("many_tables")
async def test_group_E_the_host_starts_and_leaves(world: World, ann: Person, bob: Person) -> None:
    for turn in range(6):
        player = await seat(world, [ann, bob])
        table = player.table
        presses = [ann.send_press(table, "Leave"), ann.send_press(table, "Start")]
        answers = await world.at_once(*(presses if turn % 2 else presses[::-1]))
        assert all(answer.given for answer in answers)
        row = await row_of(world, table)
        expected = {"running": "My hand", "lobby": "Start"}
        assert expected[row.status] in world.now(table).labels
        assert row.host_id == (ann.id if row.status == "running" else bob.id)


async def test_group_E_fifty_starts(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    table = player.table
    answers = await world.at_once(*(ann.send_press(table, "Start") for _ in range(MANY)))
    assert all(answer.given for answer in answers)
    await sound(world, player.match)
    hands = [shown for answer in answers for shown in answer.messages if playable(shown) and shown.private]
    assert len(hands) == 1
    assert "My hand" in player.table.labels


async def test_group_E_everybody_joins_at_once(world: World, ann: Person) -> None:
    table = await ann.play()
    crowd = world.people(*(f"p{n}" for n in range(10)))
    answers = await world.at_once(*(person.send_press(table, "Join") for person in crowd for _ in range(3)))
    assert all(answer.given for answer in answers)
    row = await row_of(world, table)
    assert len(row.seats) == 4
    assert len({sitting.player_id for sitting in row.seats}) == 4
    shown = world.now(table).text
    assert all(sitting.name in shown for sitting in row.seats), "the table shows the last change"
    full = [answer for answer in answers if "All seats" in (answer.messages or [shown])[-1].text]
    assert len(full) == 7 * 3


async def test_group_E_computers_added_and_removed_at_once(world: World, ann: Person) -> None:
    table = await ann.play()
    labels = ["Add a computer: normal"] * 5
    answers = await world.at_once(*(ann.send_press(table, label) for label in labels))
    assert all(answer.given for answer in answers)
    row = await row_of(world, table)
    assert len(row.seats) == 4
    assert world.now(table).text.count("🤖") == 3


async def test_group_E_two_ask_for_a_rematch_at_once(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob], trading_stages=1)
    table = await player.finish()
    count = len(world.tables())
    answers = await world.at_once(
        *(person.send_press(table, "Rematch") for _ in range(10) for person in (ann, bob))
    )
    said = {answer.messages[0].text.partition(":")[0] for answer in answers}
    assert "You are in for a rematch" in said, "the first one waits for the other"
    assert all(answer.given for answer in answers)
    assert len(world.tables()) == count + 1
    row = await finding.rematch(world.bot.store, player.match)
    assert row is not None
    assert (row.status, {sitting.player_id for sitting in row.seats}) == ("running", {ann.id, bob.id})
    await sound(world, row.id)
    assert "My hand" in world.tables()[-1].labels


async def test_group_E_a_deleted_table_and_many_presses(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hands = [(person, await player.hand(person)) for person in (ann, bob)]
    listed = (await ann.type("matches")).private
    world.delete(player.table)
    presses = [person.send_press(hand, *first_choice(hand)) for person, hand in hands]
    moving = [ann.send_press(listed, next(iter(listed.controls[0].options))) for _ in range(3)]
    await world.at_once(*presses, *moving)
    assert match_number(player.table) == player.match, "exactly one"
    assert (await standing(world, player.match)).message_id == player.table.id
    await player.finish()
