"""The options of /play, as Discord offers them, are those of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import discord
import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command, CommandTree, Parameter

from bot.matches import pace
from cogs.common import PACE, play
from cogs.games import FACES
from cogs.parameters import parameters as made
from engine.games import GAMES
from engine.shell.variety import domains

KEPT = json.loads(Path(__file__).with_name("play_commands.json").read_text(encoding="utf-8"))
"""What Discord has been sent for the first games, with the default of each parameter."""
DESCRIPTION = 100
CHOICES = 25

games = pytest.mark.parametrize("slug", GAMES)


def parameters(slug: str) -> dict[str, Parameter]:
    command = play.get_command(slug)
    assert isinstance(command, Command)
    return {parameter.name: parameter for parameter in command.parameters}


def test_every_game_has_a_command() -> None:
    assert {command.name for command in play.commands} == set(GAMES)


@pytest.mark.parametrize("slug", KEPT)
async def test_the_commands_are_those_that_people_know(slug: str) -> None:
    command = play.get_command(slug)
    assert isinstance(command, Command)
    sent = command.to_dict(CommandTree(discord.Client(intents=discord.Intents.none())))
    for option in sent["options"]:
        option["default"] = parameters(slug)[option["name"]].default
    assert sent == KEPT[slug]


@games
def test_a_translator_gets_the_text_of_a_description_and_the_limits_in_it(slug: str) -> None:
    for parameter in made(FACES[slug]):
        told = parameter.about.extras
        if told:
            assert "{least}" in told["of"]
            assert told["of"].format(**told) == parameter.about.message


@games
def test_every_option_takes_what_the_rules_allow(slug: str) -> None:
    offered = parameters(slug)
    usual = GAMES[slug].Options().model_dump()
    assert [name for name in offered if name in usual] == list(usual), "in the order of the rules"
    for name, domain in domains(GAMES[slug]).items():
        option = offered[name]
        numbers = max((part for part in domain if isinstance(part, range)), key=len, default=None)
        if numbers is not None:
            assert option.type is AppCommandOptionType.integer
            assert not option.choices
            assert (option.min_value, option.max_value) == (numbers[0], numbers[-1])
            assert f"({numbers[0]} to {numbers[-1]})" in str(option.description)
            others = [value for part in domain if part != numbers for value in _each(part)]
            assert set(others) <= {usual[name]}, "what cannot be typed comes by leaving the option out"
        elif domain == [False, True]:
            assert option.type is AppCommandOptionType.boolean
        else:
            assert {choice.value for choice in option.choices} == set(domain)
            whole = all(isinstance(value, int) for value in domain)
            assert option.type is (AppCommandOptionType.integer if whole else AppCommandOptionType.string)
        assert not option.required
        assert option.default in {usual[name], None}


def _each(part: object) -> list[object]:
    return list(part) if isinstance(part, range) else [part]


@games
def test_other_options_are_choices(slug: str) -> None:
    offered = parameters(slug)
    for name in offered.keys() - GAMES[slug].Options.model_fields.keys() - {"pace"}:
        assert offered[name].choices
        assert offered[name].default in {choice.value for choice in offered[name].choices}
    assert [choice.value for choice in offered["pace"].choices] == list(pace.PACES)
    assert offered["pace"].description == PACE


@games
def test_discord_takes_the_command(slug: str) -> None:
    command = play.get_command(slug)
    assert isinstance(command, Command)
    assert 1 <= len(command.description) <= DESCRIPTION
    for option in command.parameters:
        said = str(option.description)
        assert 1 < len(said) <= DESCRIPTION
        assert said[0].isupper()
        assert len(option.choices) <= CHOICES
        names = [choice.name for choice in option.choices]
        assert len(set(names)) == len(names)
        assert all(0 < len(name) <= DESCRIPTION for name in names)
