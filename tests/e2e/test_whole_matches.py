"""Matches of every game from /play to the result, by pressing alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.matches import results
from bot.store import leaderboard
from cogs.games import FACES
from engine.games import GAMES
from tests.e2e.cases import MOST_PEOPLE, SEATS, Case, cases, typed, values
from tests.e2e.player import Player, is_over, running, seat
from tests.e2e.shown import Shown
from tests.e2e.sound import pressed_by, sound
from tests.e2e.world import Person, World

NAMES = ("ann", "bob", "cat", "dan")
LEVELS = ("normal", "beginner")

pytestmark = pytest.mark.timeout(240)


def chosen(case: Case) -> Iterator[tuple[str, str]]:
    """The options that the host's panel offers: the menu of each, and what to choose in it."""
    usual = GAMES[case.slug].Options().model_dump()
    for field in FACES[case.slug].fields():
        for choice in field.choices:
            if choice.value == case.options[field.name] != usual[field.name]:
                yield field.label, choice.label


async def choose_options(person: Person, table: Shown, wanted: list[tuple[str, str]]) -> None:
    """Set options in the host's panel."""
    panel = (await person.press(table, "Options")).private
    at = 0
    while wanted:
        shown = person.world.now(panel)
        menus = {control.label: control for control in shown.controls if control.is_menu}
        for pair in wanted[:]:
            if pair[0] in menus:
                menu = menus[pair[0]]
                (value,) = (
                    value for label, value in menu.options.items() if label.removeprefix("● ") == pair[1]
                )
                await person.use(panel, menu, [value])
                wanted.remove(pair)
        if wanted:
            at += 1
            await person.press(panel, f"Page {at + 1}")


async def opened(world: World, case: Case, at: int) -> Player:
    """The lobby of a match; its options are typed or chosen in the panel, by turns."""
    in_panel = list(chosen(case)) if at % 2 else []
    labels = {name for name, _ in in_panel}
    later = {field.name for field in FACES[case.slug].fields() if field.label in labels}
    now = {name: value for name, value in typed(case.slug, case.options).items() if name not in later}
    people = world.people(*NAMES[: case.people])
    player = await seat(world, people, seed=at, game=case.slug, **now)
    if in_panel:
        await choose_options(people[0], player.table, in_panel)
    for n in range(case.computers):
        await people[0].press(player.table, f"Add a computer: {LEVELS[n % 2]}")
    return player


async def hold(world: World, player: Player, case: Case) -> None:
    """What is kept of a finished match says the same as its journal."""
    match = await sound(world, player.match)
    assert match.row.status == "over"
    assert match.row.options == case.options
    assert len(match.row.seats) == case.people + case.computers
    for person in player.people:
        chosen_by = [seat for seat, _ in match.steps].count(match.row.seat_of(person.id))
        assert await pressed_by(world, player.match, person.id) == chosen_by
    result = match.result()
    assert result is not None
    assert not await leaderboard.replace_results(
        world.bot.store, match.row, results.outcome(match.row, result)
    )
    table = player.table
    winners = [match.row.seats[winner].name for winner in result.winners]
    assert len(winners) == len(match.row.seats) or all(name in table.text for name in winners)


@pytest.mark.parametrize("people", range(1, MOST_PEOPLE + 1))
@pytest.mark.parametrize("slug", GAMES)
async def test_whole_matches(world: World, slug: str, people: int) -> None:
    for at, case in enumerate(cases(slug)):
        if case.people != people:
            continue
        player = await opened(world, case, at)
        await player.start()
        table = await player.finish()
        assert is_over(table)
        await hold(world, player, case)


@pytest.mark.parametrize("slug", GAMES)
def test_every_value_of_every_option_is_in_some_match(slug: str) -> None:
    played = cases(slug)
    for name, listed in values(slug).items():
        there = [case.people + case.computers if name == SEATS else case.options[name] for case in played]
        assert set(map(repr, there)) == set(map(repr, listed))
    most = GAMES[slug].seats[-1]
    assert {case.people for case in played} == set(range(1, min(MOST_PEOPLE, most) + 1))


@pytest.mark.parametrize("slug", GAMES)
async def test_two_presses_and_one_person_plays(world: World, ann: Person, slug: str) -> None:
    table = await ann.play(game=slug)
    hand = await ann.start(table)
    assert hand.labels


async def test_the_results_are_what_the_journals_say(world: World, ann: Person, bob: Person) -> None:
    for people in ([ann], [ann, bob]):
        await (await running(world, people)).finish()
    store = world.bot.store
    for number in (1, 2):
        match = await world.bot.matches.match(number)
        result = match.result()
        assert result is not None
        assert not await leaderboard.replace_results(store, match.row, results.outcome(match.row, result))
