"""Matches from /play to the result, by pressing alone."""

from __future__ import annotations

import pytest

from engine import record
from engine.games import GAMES
from tests.e2e.player import is_over, running, seat
from tests.e2e.world import Person, World

NAMES = ("ann", "bob", "cat", "dan")

CASES = [
    (1, [], {}),
    (2, [], {"mode": "greedy", "ace": "low", "turn_order": "random", "target": 1, "trading_stages": 1}),
    (3, [], {"ace": "per_turn", "target": 10, "trading_stages": 2}),
    (4, [], {"mode": "greedy", "ace": "per_turn", "turn_order": "random", "trading_stages": 4}),
    (1, ["normal", "beginner", "normal"], {"mode": "greedy", "target": 20, "trading_stages": 5}),
    (2, ["beginner"], {"mode": "turn_based", "ace": "low", "target": 30, "trading_stages": 6}),
    (2, [], {"ace": "high", "turn_order": "guess", "target": 100, "trading_stages": 7}),
]


@pytest.mark.parametrize(("people", "computers", "options"), CASES)
async def test_a_whole_match(
    world: World, people: int, computers: list[str], options: dict[str, object]
) -> None:
    player = await seat(world, world.people(*NAMES[:people]), seed=people, **options)
    for level in computers:
        await player.people[0].press(player.table, f"Add a computer: {level}")
    await player.start()
    table = await player.finish()
    assert is_over(table)

    match = await world.bot.service.load(player.match)
    assert match.row.status == "over"
    assert len(match.row.seats) == max(2, people + len(computers))
    written = match.record()
    record.check(GAMES[written.game], written)
    assert options.items() <= written.options.items()
    assert match.row.options == written.options


async def test_every_value_of_every_option_is_in_some_match() -> None:
    played = [case[2] for case in CASES]
    rules = GAMES["hilo"]
    defaults = rules.Options().model_dump()
    for name, values in {
        "mode": ("greedy", "turn_based"),
        "ace": ("high", "low", "per_turn"),
        "turn_order": ("guess", "random"),
        "target": (None, 1, 10, 20, 30, 100),
        "trading_stages": range(1, 8),
    }.items():
        assert {options.get(name, defaults[name]) for options in played} == set(values)
    assert {people for people, _, _ in CASES} == {1, 2, 3, 4}


async def test_two_presses_and_one_person_plays(world: World, ann: Person) -> None:
    table = await ann.play()
    hand = await ann.start(table)
    assert hand.labels
    assert len(world.bot.service.games) >= 1


async def test_the_results_are_what_the_journals_say(world: World, ann: Person, bob: Person) -> None:
    for people in ([ann], [ann, bob]):
        await (await running(world, people)).finish()
    store = world.bot.store
    for number in (1, 2):
        match = await world.bot.service.load(number)
        result = match.result()
        assert result is not None
        from bot import results  # noqa: PLC0415

        assert not await store.replace_results(match.row, results.outcome(match.row, result))
