"""Whatever can be chosen with /play opens a table with just that."""

from __future__ import annotations

from typing import Any

import pytest
from discord.app_commands import Command

from cogs.common import play
from engine.games import GAMES
from tests.e2e.shown import match_number
from tests.e2e.world import Person, World


@pytest.mark.parametrize("slug", GAMES)
async def test_every_choice_opens_a_table(world: World, ann: Person, slug: str) -> None:
    command = play.get_command(slug)
    assert isinstance(command, Command)
    opened: list[tuple[str, Any]] = []
    usual = GAMES[slug].Options().model_dump()
    for option in command.parameters:
        ends: list[Any] = [value for value in (option.min_value, option.max_value) if value is not None]
        for value in [choice.value for choice in option.choices] or ends or [False, True]:
            typed: dict[str, Any] = {option.name: value}
            table = await ann.play(game=slug, **typed)
            row = await world.bot.store.match(match_number(table))
            assert row is not None
            GAMES[slug].Options.model_validate(row.options)
            if option.name in usual:
                assert row.options == usual | typed
            elif option.name == "pace":
                assert row.pace == value
            opened.append((option.name, value))
            await ann.press(table, "Leave")
    assert {name for name, _ in opened} >= usual.keys()
