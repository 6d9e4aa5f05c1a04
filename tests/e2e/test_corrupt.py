"""A match whose journal cannot be replayed: said clearly, logged once, kept; everything else goes on."""

from __future__ import annotations

import pytest

from bot.matches import pace
from tests.e2e.player import is_over, playable, running
from tests.e2e.shown import match_number
from tests.e2e.trouble import by_hand
from tests.e2e.world import Person, World

CANNOT_BE_READ = "cannot be read"
WARNED = pace.PACES["relaxed"].decision - pace.PACES["relaxed"].warning + pace.SECOND
"""Milliseconds after which a decision is looked at for the first time."""


def journal_of(world: World, match: int) -> list[tuple[int, str]]:
    with by_hand(world) as connection:
        found = connection.execute("SELECT n, entry FROM journal WHERE match_id = ? ORDER BY n", [match])
        return [(int(n), str(entry)) for n, entry in found]


def entry(text: str, n: int = 2) -> str:
    """The statement that puts something else in the place of an entry."""
    return f"UPDATE journal SET entry = '{text}' WHERE match_id = 1 AND n = {n}"


BREAKS = {
    "no JSON": entry("{"),
    "no object": entry("5"),
    "nothing in it": entry("{}"),
    "null": entry("null"),
    "a seat that is none": entry('{"seat":9,"do":"guess","rank":"7"}', 0),
    "a seat below none": entry('{"seat":-1,"do":"guess","rank":"7"}', 0),
    "another game's entry": entry('{"seat":0,"do":"bid","n":1}', 0),
    "an entry lost": "DELETE FROM journal WHERE match_id = 1 AND n = 1",
    "an entry there twice": """UPDATE journal SET entry = (SELECT entry FROM journal AS other
        WHERE other.match_id = 1 AND other.n = 3) WHERE match_id = 1 AND n = 2""",
    "an impossible option": """UPDATE matches SET options = '{"mode":"wild"}' WHERE id = 1""",
    "damaged options": "UPDATE matches SET options = '{' WHERE id = 1",
    "a game that is none": "UPDATE matches SET slug = 'poker' WHERE id = 1",
    "more seats than the game has": """INSERT INTO seats (match_id, seat, player_id, level, name, ready)
        SELECT 1, n, NULL, 'normal', 'x', 1 FROM journal WHERE match_id = 1 AND n IN (2, 3, 4)""",
}


@pytest.mark.parametrize("how", BREAKS)
async def test_a_corrupt_match(world: World, ann: Person, bob: Person, how: str) -> None:
    broken = await running(world, [ann, bob])
    whole = await running(world, [ann, bob])
    for player in (broken, whole):
        for _ in range(4):
            await player.turn()
    hands = {person: await broken.hand(person) for person in (ann, bob)}
    table = broken.table
    with by_hand(world) as connection:
        connection.execute(BREAKS[how])
    kept = journal_of(world, 1)
    await world.restart()

    for person, hand in hands.items():
        assert CANNOT_BE_READ in (await person.press(table, "My hand")).sentence
        for control in playable(hand)[:1]:
            values = list(control.options.values())[:1] if control.is_menu else None
            answer = await person.press_old(hand, control, values)
            assert CANNOT_BE_READ in answer.messages[-1].text
    complaints = world.complaints.take()
    assert len(complaints) == 1, "logged once, not at each press"
    assert "match 1" in complaints[0]

    listed = (await ann.type("matches")).private
    assert str(whole.table.id) in listed.text, "the other match is listed as ever"
    assert CANNOT_BE_READ in listed.text
    asked = (await ann.type("hand")).private
    other = next(label for label in asked.controls[0].options if label.endswith(str(whole.match)))
    assert match_number((await ann.press(asked, other)).private) == whole.match
    assert is_over(await whole.finish())
    assert journal_of(world, 1) == kept
    assert world.complaints.take() == []


async def corrupted(world: World, people: list[Person]) -> None:
    """Match 1, begun and then damaged behind the bot's back."""
    player = await running(world, people)
    await player.turn()
    with by_hand(world) as connection:
        connection.execute(entry("{", 0))
    await world.restart()


async def test_group_V_corrupt_match_can_be_left(world: World, ann: Person, bob: Person) -> None:
    await corrupted(world, [ann, bob])
    kept = journal_of(world, 1)
    for person, status in ((ann, "running"), (bob, "cancelled")):
        asked = (await person.type("leave")).private
        left = (await person.press(asked, "Leave")).private
        assert "You have left" in left.text
        assert "no running match" in (await person.type("hand")).sentence
        with by_hand(world) as connection:
            assert connection.execute("SELECT status FROM matches").fetchall() == [(status,)]
    assert journal_of(world, 1) == kept
    assert len(world.complaints.take()) == 1


async def test_group_V_repaired_corrupt_match_continues(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    await player.turn()
    whole = journal_of(world, 1)
    with by_hand(world) as connection:
        connection.execute(entry("{", 0))
    await world.restart()
    await world.later(WARNED)
    await world.later(pace.HOUR)
    listed = (await ann.type("matches")).private
    assert CANNOT_BE_READ in listed.text
    assert len(world.complaints.take()) == 1, "not again and again"
    with by_hand(world) as connection:
        connection.execute("UPDATE journal SET entry = ? WHERE n = 0", [whole[0][1]])
    await world.later(pace.RETRY)
    assert "paused" not in world.table(1).text
    assert journal_of(world, 1) == whole, "nobody's time ran out meanwhile"
    assert is_over(await player.finish())


async def test_group_V_a_corrupt_match_that_nobody_mends_is_called_off(
    world: World, ann: Person, bob: Person
) -> None:
    await corrupted(world, [ann, bob])
    kept = journal_of(world, 1)
    await world.later(WARNED)
    await world.later(pace.GIVEN_UP)
    assert "could not be read" in world.tables()[-1].text
    assert "no running match" in (await bob.type("hand")).sentence
    assert journal_of(world, 1) == kept
    assert len(world.complaints.take()) == 1


async def test_startup_survives_a_corrupt_match_with_a_pending_computer(world: World, ann: Person) -> None:
    await running(world, [ann])
    with by_hand(world) as connection:
        connection.execute("UPDATE matches SET computer_due = 1")
        connection.execute("UPDATE journal SET entry = '[]' WHERE n = 0")
    await world.restart()
    complaints = world.complaints.take()
    assert len(complaints) == 1
    player = await running(world, [ann])
    assert is_over(await player.finish())
