"""Before the start: sitting down, getting up, options, the host."""

from __future__ import annotations

import pytest

from tests.e2e.lobby import row_of, seated
from tests.e2e.player import playable, seat
from tests.e2e.shown import Shown
from tests.e2e.world import Answer, Person, World


async def test_joining_and_leaving(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    assert seated(world, table) == ["**ann** (host)"]
    answer = await bob.press(table, "Join")
    assert answer.table.id == table.id, "the table itself is the answer"
    assert seated(world, table) == ["**ann** (host)", "**bob**"]
    await bob.press(table, "Leave")
    assert seated(world, table) == ["**ann** (host)"]


async def test_joining_twice_and_leaving_without_a_seat_are_refused(
    world: World, ann: Person, bob: Person
) -> None:
    table = await ann.play()
    assert "already" in (await ann.press(table, "Join")).sentence
    assert "no seat" in (await bob.press(table, "Leave")).sentence
    assert seated(world, table) == ["**ann** (host)"]


@pytest.mark.parametrize("level", ["normal", "beginner"])
async def test_computers_come_and_go(world: World, ann: Person, level: str) -> None:
    table = await ann.play()
    for _ in range(3):
        await ann.press(table, f"Add a computer: {level}")
    computers = seated(world, table)[1:]
    assert len(set(computers)) == 3, "no two alike"
    assert all("🤖" in line and level in line for line in computers)
    menu = world.now(table).control("Remove a computer")
    assert list(menu.options) == ["Remove a computer"], "there is room for no other one"
    for left in (2, 1, 0):
        await ann.press(table, "Remove a computer")
        assert len(seated(world, table)) == 1 + left
    assert "Remove a computer" not in world.now(table).control(f"Add a computer: {level}").options


async def test_only_the_host_decides(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await ann.press(table, "Add a computer: normal")
    await bob.press(table, "Join")
    before = world.now(table).components
    for label in ("Start", "Options", "Add a computer: beginner", "Remove a computer"):
        assert (await bob.press(table, label)).sentence == "Only the host **ann** can do that."
    assert world.now(table).components == before


async def test_options_panel_of_a_former_host_is_refused(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await bob.press(table, "Join")
    panel = (await ann.press(table, "Options")).private
    await ann.press(panel, "bob")
    row = await row_of(world, table)
    assert row.host_id == bob.id
    for control in panel.controls:
        values = [next(iter(control.options.values()))] if control.is_menu else None
        answer = await ann.press_old(panel, control, values)
        assert "Only the host **bob**" in answer.messages[-1].text, control
    assert (await row_of(world, table)).options == row.options


async def test_every_option_can_be_changed_in_the_panel(world: World, ann: Person) -> None:
    table = await ann.play()
    panel = (await ann.press(table, "Options")).private
    assert panel.private
    pages = [one.label for one in panel.controls if one.label.startswith("Page ")] or [""]
    changed: set[str] = set()
    for page in pages:
        if page in world.now(panel).labels:
            await ann.press(panel, page)
        for menu in [one for one in world.now(panel).controls if one.is_menu]:
            for label, value in menu.options.items():
                before = (await row_of(world, table)).options
                await ann.use(world.now(panel), menu, [value])
                after = (await row_of(world, table)).options
                changed |= {name for name in after if after[name] != before[name]}
                chosen = label.removeprefix("● ")
                marked = next(one for one in world.now(panel).controls if one.custom_id == menu.custom_id)
                assert [one for one in marked.options if one.startswith("●")] == [f"● {chosen}"]
    assert changed == set((await row_of(world, table)).options)


async def test_the_table_shows_a_changed_option_at_once(world: World, ann: Person) -> None:
    table = await ann.play()
    panel = (await ann.press(table, "Options")).private
    menu = next(one for one in panel.controls if one.is_menu)
    other = next(label for label in menu.options if not label.startswith("●"))
    before = world.now(table).text
    await ann.press(panel, other)
    assert world.now(table).text != before


async def test_slash_options_are_in_force(world: World, ann: Person) -> None:
    table = await ann.play(mode="greedy", ace="per_turn", turn_order="random", target=55, trading_stages=7)
    assert (await row_of(world, table)).options == {
        "mode": "greedy",
        "ace": "per_turn",
        "turn_order": "random",
        "target": 55,
        "trading_stages": 7,
    }
    assert "more in Options" in table.text
    panel = (await ann.press(table, "Options")).private
    assert "55" in panel.text, "a value that is not among the choices"


async def test_the_host_hands_over(world: World, ann: Person, bob: Person, cat: Person) -> None:
    table = await ann.play()
    for person in (bob, cat):
        await person.press(table, "Join")
    panel = (await ann.press(table, "Options")).private
    await ann.press(panel, "cat")
    assert seated(world, table) == ["**ann**", "**bob**", "**cat** (host)"]
    assert "Only the host **cat**" in (await ann.press(table, "Start")).sentence
    await cat.start(table)


async def test_the_host_leaves_and_another_one_is_host(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    table = await ann.play()
    await ann.press(table, "Add a computer: normal")
    for person in (bob, cat):
        await person.press(table, "Join")
    await ann.press(table, "Leave")
    assert (await row_of(world, table)).host_id == bob.id
    await bob.press(table, "Leave")
    assert (await row_of(world, table)).host_id == cat.id
    await cat.start(table)


async def test_a_full_table(world: World) -> None:
    people = world.people("ann", "bob", "cat", "dan", "eve")
    player = await seat(world, people[:4])
    table = player.table
    assert "All seats are taken" in (await people[4].press(table, "Join")).sentence
    assert len(seated(world, table)) == 4
    assert not [one for one in table.controls if one.is_menu], "no computer can be added or removed"


async def test_joining_a_full_table_replaces_a_computer(world: World) -> None:
    people = world.people("ann", "bob", "cat", "dan")
    table = await people[0].play()
    for _ in range(3):
        await people[0].press(table, "Add a computer: normal")
    for taken, person in enumerate(people[1:], start=1):
        await person.press(table, "Join")
        assert sum("🤖" in line for line in seated(world, table)) == 3 - taken
        assert len(seated(world, table)) == 4


async def test_start_fills_the_seats(world: World, ann: Person) -> None:
    table = await ann.play()
    assert "adds 1 computer" in table.text
    await ann.start(table)
    row = await row_of(world, table)
    assert (row.status, len(row.seats), sum(seat.computer for seat in row.seats)) == ("running", 2, 1)


async def test_the_lobby_says_which_board_it_counts_on(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    assert "board against computers" in table.text
    await bob.press(table, "Join")
    assert "board against computers" not in world.now(table).text
    assert "leaderboard" in world.now(table).text


async def test_when_all_have_left_the_table_is_closed(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await ann.press(table, "Add a computer: normal")
    await bob.press(table, "Join")
    await bob.press(table, "Leave")
    await ann.press(table, "Leave")
    closed = world.now(table)
    assert "Closed" in closed.text
    assert not closed.controls
    assert (await row_of(world, table)).status == "cancelled"
    for label in ("Start", "Join", "Leave", "Options", "Add a computer: normal"):
        assert "closed" in (await ann.press_old(table, label)).sentence
    assert not world.complaints.records


async def test_old_lobby_buttons_after_the_start(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await bob.press(table, "Join")
    await ann.start(table)
    running = world.now(table).components
    for person in (ann, bob, world.person("eve")):
        for label in ("Start", "Join", "Leave", "Options", "Add a computer: normal"):
            assert "already started" in (await person.press_old(table, label)).sentence
    assert world.now(table).components == running


async def test_everybody_gets_the_hand_that_is_theirs(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play()
    await bob.press(table, "Join")
    mine = await ann.start(table)
    yours = await bob.hand(table)
    assert (mine.private, yours.private) == (True, True)
    assert mine.message.visible_to(ann.id)
    assert not mine.message.visible_to(bob.id)
    assert not yours.message.visible_to(ann.id)
    assert playable(mine) or playable(yours)


async def test_a_lobby_says_how_long_a_decision_may_take_for_who_is_there(
    world: World, ann: Person, bob: Person
) -> None:
    """One person against computers is in no hurry, whatever the pace."""
    table = await ann.play()
    alone = (
        "Time for a decision: **no hurry (30 days)** for one person alone, **10 minutes** when others join"
    )
    assert alone in world.now(table).text
    assert alone in (await ann.press(table, "Options")).private.text
    await bob.press(table, "Join")
    assert "Time for a decision: **10 minutes** · closes" in world.now(table).text
    await bob.press(table, "Leave")
    assert alone in world.now(table).text


async def test_a_lobby_of_a_rematch_counts_who_has_agreed(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await seat(world, [ann, bob, cat])
    await player.start()
    await ann.press(await player.finish(), "Rematch")
    again = world.tables()[-1]
    assert "counts on the board against computers" in again.text
    assert "for one person alone" in again.text
    await bob.press(again, "Join")
    assert "counts on the leaderboard" in world.now(again).text
    assert "for one person alone" not in world.now(again).text


async def type_number(world: World, person: Person, panel: Shown, text: str) -> Answer:
    """Press the first Custom… of the panel, and type this."""
    control = next(one for one in world.now(panel).controls if one.label == "Custom…")
    return await (await person.use(panel, control)).fill(text)


async def test_any_allowed_number_can_be_typed(world: World, ann: Person) -> None:
    table = await ann.play(game="flip")
    panel = (await ann.press(table, "Options")).private
    answer = await type_number(world, ann, panel, " 123 ")
    assert answer.private.id == panel.id
    assert "123" in world.now(panel).text
    assert (await row_of(world, table)).options["target"] == 123
    assert "123" in world.now(table).text


@pytest.mark.parametrize("typed", ["24", "301", "-30", "many", "7.5", "**", "9" * 20])
async def test_a_number_that_is_refused_changes_nothing(world: World, ann: Person, typed: str) -> None:
    table = await ann.play(game="flip", target=55)
    panel = (await ann.press(table, "Options")).private
    before = world.now(panel).components
    said = (await type_number(world, ann, panel, typed)).sentence
    assert "from 25 to 300" in said
    assert (await row_of(world, table)).options["target"] == 55
    assert world.now(panel).components == before


async def test_a_number_typed_after_the_start_or_by_a_former_host_is_refused(
    world: World, ann: Person, bob: Person
) -> None:
    table = await ann.play(game="flip")
    await bob.press(table, "Join")
    panel = (await ann.press(table, "Options")).private
    custom = next(one for one in panel.controls if one.label == "Custom…")
    asked, again = await ann.use(panel, custom), await ann.use(panel, custom)
    await ann.press(panel, "bob")
    assert "Only the host **bob**" in (await asked.fill("100")).sentence
    await bob.start(table)
    assert "already started" in (await again.fill("100")).sentence
    assert (await row_of(world, table)).options["target"] != 100
