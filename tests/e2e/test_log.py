"""The log: all that has happened, as its reader may know it, and no more than is shown."""

from __future__ import annotations

import re

from bot.matches import operations
from bot.ui import screens
from tests.e2e.player import running
from tests.e2e.veils import another_is_next, veiled
from tests.e2e.world import Person, World


async def log_of(world: World, person: Person, table: object) -> list[str]:
    """Every line of the log that the person is shown, from its first page on."""
    shown = (await person.press(table, "Log")).private  # type: ignore[arg-type]
    pages = [shown]
    while "Back" in shown.labels:
        shown = (await person.press(shown, "Back")).private
        pages.append(shown)
    numbers = [re.search(r"log, page (\d+) of (\d+)", page.text) for page in pages]
    assert [int(found[1]) for found in numbers if found] == list(range(len(pages), 0, -1))
    assert {int(found[2]) for found in numbers if found} == {len(pages)}
    return [line for page in reversed(pages) for line in page.text.splitlines()[1:]]


async def test_the_log_begins_with_the_first_deal_and_is_cut_nowhere(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    for _ in range(30):
        await player.turn()
    lines = await log_of(world, ann, player.table)
    assert len(lines) > screens.LOG_PAGE
    assert "is turned up" in lines[0] or "Lots are drawn" in lines[0]
    calls = [line for line in lines if "calls" in line]
    match = await world.bot.matches.match(player.match)
    assert len(calls) == sum(type(thing).__name__ == "Call" for _seat, thing in match.steps)


async def test_what_only_one_may_know_is_in_nobody_else_s_log(world: World, ann: Person, bob: Person) -> None:
    eve = world.person("eve")
    player = await running(world, [ann, bob], game="heart", reveal="none")
    for _ in range(8):
        await player.turn()
    logs = {person.name: await log_of(world, person, player.table) for person in (ann, bob, eve)}
    private = {name: {line for line in lines if "Only you know" in line} for name, lines in logs.items()}
    assert private["ann"]
    assert private["bob"]
    assert not private["ann"] & private["bob"]
    assert not private["eve"]
    public = {name: [line for line in lines if "Only you know" not in line] for name, lines in logs.items()}
    assert public["ann"] == public["bob"] == public["eve"]


async def test_the_log_ends_where_the_frame_that_is_shown_does(world: World) -> None:
    shown, match = await veiled(world, "trumps", another_is_next)
    told, events = await operations.happenings(world.bot.matches, match.row.id)
    assert told is shown
    assert len(events) == shown.events < match.events
