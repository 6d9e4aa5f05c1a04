"""/help and /rules."""

from __future__ import annotations

from tests.e2e.player import running
from tests.e2e.shown import Shown
from tests.e2e.world import Person, World


def page_of(shown: Shown) -> tuple[int, int]:
    """Which page of how many."""
    words = shown.text.partition("-# Page ")[2].splitlines()[0].split()
    return int(words[0]), int(words[2])


async def test_help_names_every_command(world: World, ann: Person) -> None:
    shown = (await ann.type("help")).private
    for command in world.bot.tree.get_commands():
        if command.name not in {"help", "play"}:
            assert f"/{command.name}" in shown.text
    for slug in world.bot.faces:
        assert f"/play {slug}" in shown.text


async def test_rules_page_by_page(world: World, ann: Person) -> None:
    shown = (await ann.type("rules", game="hilo")).private
    at, last = page_of(shown)
    assert (at, last > 1) == (1, True)
    assert "Back" not in shown.labels
    seen = {shown.text}
    for n in range(2, last + 1):
        await ann.press(shown, "Next")
        assert page_of(world.now(shown)) == (n, last)
        seen.add(world.now(shown).text)
    assert len(seen) == last
    assert "Next" not in world.now(shown).labels
    await ann.press(shown, "Back")
    assert page_of(world.now(shown))[0] == last - 1


async def test_rules_have_a_table_of_contents(world: World, ann: Person) -> None:
    shown = (await ann.type("rules", game="hilo")).private
    menu = next(control for control in shown.controls if control.is_menu)
    for n, heading in enumerate(menu.options, start=1):
        await ann.press(shown, heading)
        assert page_of(world.now(shown))[0] == n
        assert heading in world.now(shown).text


async def test_rules_without_a_match_speak_of_no_options(world: World, ann: Person) -> None:
    assert "In force" not in (await ann.type("rules", game="hilo")).private.text


async def test_rules_at_a_match_say_what_is_in_force(world: World, ann: Person, bob: Person) -> None:
    table = await ann.play(target=77, mode="greedy")
    for shown in (
        (await ann.press(table, "Rules")).private,
        (await ann.type("rules", game="hilo")).private,
        (await bob.type("rules", game="hilo")).private,
    ):
        assert "In force" in shown.text
        assert "77" in shown.text
        await (ann if shown.message.visible_to(ann.id) else bob).press(shown, "Next")
        assert "77" in world.now(shown).text
    await ann.start(table)
    assert "77" in (await bob.press(table, "Rules")).private.text


async def test_rules_prefer_the_own_match(world: World, ann: Person, bob: Person) -> None:
    await running(world, [ann], target=41)
    await running(world, [bob], target=42)
    assert "41" in (await ann.type("rules", game="hilo")).private.text
    assert "42" in (await bob.type("rules", game="hilo")).private.text


async def test_rules_of_a_finished_match(world: World, ann: Person) -> None:
    player = await running(world, [ann], trading_stages=7)
    table = await player.finish()
    assert "7" in (await ann.press(table, "Rules")).private.text.partition("In force")[2]
