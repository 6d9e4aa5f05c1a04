"""/leave: from a lobby, and from a running match."""

from __future__ import annotations

from tests.e2e.lobby import row_of, seated
from tests.e2e.player import Player, is_over, playable, running, seat
from tests.e2e.world import Person, World


async def leave(person: Person) -> None:
    """Leave the only match, and mean it."""
    asked = (await person.type("leave")).private
    await person.press(asked, "Leave")


async def test_group_F_nothing_to_leave(world: World, ann: Person) -> None:
    assert "no table" in (await ann.type("leave")).sentence


async def test_group_F_leaving_a_lobby(world: World, ann: Person, bob: Person) -> None:
    player = await seat(world, [ann, bob])
    assert "left" in (await bob.type("leave")).sentence
    assert seated(world, player.table) == ["**ann** (host)"]


async def test_group_F_leaving_a_running_match_asks_for_confirmation(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    before = (await row_of(world, player.table)).seats
    asked = (await bob.type("leave")).private
    assert "counts as played, and what the computer wins counts for nobody" in asked.text
    assert asked.labels == ["Leave", "Stay"]
    await bob.press(asked, "Stay")
    assert not world.now(asked).controls
    assert (await row_of(world, player.table)).seats == before


async def test_group_F_a_computer_takes_the_seat(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    assert "🤖" not in player.table.text
    await leave(bob)
    assert "🤖 for bob" in player.table.text
    player.people = [ann]
    over = await player.finish()
    assert is_over(over)
    assert "A computer played on for **bob**; what it won counts for nobody." in over.text
    row = await row_of(world, player.table)
    assert [seat.computer for seat in row.seats if seat.player_id == bob.id] == [True]


async def test_group_F_the_match_goes_on_at_once_if_it_was_the_leavers_turn(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    while (person := await player.on_turn()) is not ann:
        assert person is bob
        await player.choose(bob)
    # ann has to choose; bob's turn comes when she has, or has come already
    await player.choose(ann)
    match = await world.bot.matches.match(player.match)
    await leave(bob)
    after = await world.bot.matches.match(player.match)
    assert not after.computers()
    assert after.row.revision > match.row.revision


async def test_group_F_match_without_people_is_called_off_and_counts_for_nobody(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    hands = {person: await player.hand(person) for person in (ann, bob)}
    table = player.table
    await leave(ann)
    await leave(bob)
    off = world.now(table)
    assert "Called off" in off.text
    assert not off.controls
    assert (await row_of(world, table)).status == "cancelled"
    for against in ("people", "computers"):
        assert "Nobody yet" in (await ann.type("leaderboard", against=against)).private.text
    for person, hand in hands.items():
        for control in hand.controls:
            values = list(control.options.values())[:1] if control.is_menu else None
            answer = await person.press_old(hand, control, values)
            assert "closed" in answer.messages[-1].text or "no seat" in answer.messages[-1].text


async def test_group_F_the_host_leaves_a_running_match(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    await leave(ann)
    assert (await row_of(world, player.table)).host_id == bob.id


async def test_group_F_leaving_one_of_several(world: World, ann: Person, bob: Person) -> None:
    lobby = await seat(world, [bob, ann])
    match = await running(world, [ann, bob])
    menu = (await ann.type("leave")).private.controls[0]
    labels = {
        number: label
        for label in menu.options
        for number in (lobby.match, match.match)
        if str(number) in label
    }
    await ann.press((await ann.type("leave")).private, labels[lobby.match])
    assert seated(world, lobby.table) == ["**bob** (host)"]
    asked = (await ann.type("leave")).private
    assert asked.labels == ["Leave", "Stay"]
    await ann.press(asked, "Leave")
    assert "no table" in (await ann.type("leave")).sentence


async def test_group_F_leaving_twice(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    asked = (await bob.type("leave")).private
    await bob.press(asked, "Leave")
    answer = await bob.press_old(asked, "Leave")
    assert "no seat" in answer.messages[-1].text
    assert (await row_of(world, player.table)).status == "running"


async def test_group_F_leaver_may_watch_but_not_act(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    hand = await player.hand(bob)
    await leave(bob)
    before = (await row_of(world, player.table)).revision
    assert "no seat" in (await bob.press(player.table, "My hand")).sentence
    for control in playable(hand):
        values = list(control.options.values())[:1] if control.is_menu else None
        assert "no seat" in (await bob.press_old(hand, control, values)).messages[-1].text
    assert (await row_of(world, player.table)).revision == before


async def test_group_F_leaving_in_every_phase(world: World, ann: Person, bob: Person) -> None:
    """Whoever leaves whenever: the match comes to its end for the one who stays."""
    for presses in range(0, 30, 3):
        player: Player = await running(world, [ann, bob], presses)
        for _ in range(presses):
            await player.turn()
        if is_over(player.table):
            continue
        await leave(bob)
        player.people = [ann]
        assert is_over(await player.finish())


async def test_group_F_who_leaves_last_is_told_that_the_match_is_called_off(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    await leave(bob)
    asked = (await ann.type("leave")).private
    assert "called off and counts for nobody" in asked.text
    assert "counts as played" not in asked.text
    await ann.press(asked, "Leave")
    assert "called off" in world.now(asked).text
    assert "Called off" in player.table.text


async def test_group_N_what_a_computer_won_for_who_left_counts_for_nobody(
    world: World, ann: Person, bob: Person
) -> None:
    """Until the computer wins in the seat that bob left without ever choosing."""
    points = won = 0
    while not won:
        player = await running(world, [ann, bob], seed=points)
        await leave(bob)
        player.people = [ann]
        over = await player.finish()
        match = await world.bot.matches.match(player.match)
        result = match.result()
        assert result is not None
        points += 1
        (seat,) = (n for n, sitting in enumerate(match.row.seats) if sitting.player_id == bob.id)
        won = result.scores[seat] if seat in result.winners else 0
    assert "**🤖 for bob**" in next(line for line in over.text.splitlines() if "🏆" in line)
    assert "A computer played on for **bob**" in over.text
    board = (await ann.type("leaderboard", game="hilo")).private.text
    assert f"**bob** 0 won of {points} match" in board
    assert "(0%) · 0 points" in board
    assert "counts for nobody" in board
    stats = (await ann.type("stats", user=bob.member)).private.text
    assert "0 of" in stats
    assert ", 0 points" in stats
    assert "counts for nobody" in stats
