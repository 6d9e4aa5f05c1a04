"""The playground leans on names that SimCord does not promise to keep; here each is asked for."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import fields, is_dataclass
from functools import reduce
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import Backend

from bot.playground import PRIVATE_NAMES, SIMCORD
from bot.playground.table import REWORDED
from bot.playground.world import LiveEnv

CHANGED = (
    "SimCord has changed: bot/playground has to follow, and PRIVATE_NAMES in its __init__.py says what for"
)


def test_the_version() -> None:
    assert version("simcord") == SIMCORD, (
        f"bot/playground is written for simcord {SIMCORD}: look through PRIVATE_NAMES in its __init__.py,"
        " then move SIMCORD there and the pin in pyproject.toml"
    )


def has(owner: Any, name: str) -> bool:
    """Whether a class has the attribute, or its dataclass fields do."""
    return hasattr(owner, name) or (is_dataclass(owner) and name in {field.name for field in fields(owner)})


@pytest.mark.parametrize("name", [name for name in PRIVATE_NAMES if "#" not in name])
def test_a_name_of_a_module_or_class(name: str) -> None:
    module, _, path = name.partition(":")
    *owners, last = path.split(".")
    try:
        owner = reduce(getattr, owners, importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        pytest.fail(f"{name} ({PRIVATE_NAMES[name]}): {error}. {CHANGED}")
    assert has(owner, last), f"{name} ({PRIVATE_NAMES[name]}) is gone. {CHANGED}"


async def test_the_names_of_instances() -> None:
    env = simcord.Env(discord.Client(intents=discord.Intents.none()))
    guild = env.create_guild("Guild")
    env._started = True  # a preview wants that; nothing of it is used here
    channel, person = guild.create_text_channel("table"), guild.add_member(env.create_user("alice"))
    instances = {
        "simcord.backend:Backend": Backend(),
        "simcord.backend.cdn:CdnStore": Backend().cdn,
        "simcord.env:Env": env,
        "simcord.preview:Preview": env.preview(channel, viewers=[person]),
    }
    for name, why in PRIVATE_NAMES.items():
        owner, _, attribute = name.partition("#")
        if attribute:
            assert hasattr(instances[owner], attribute), f"{name} ({why}) is gone. {CHANGED}"


def test_what_is_overridden_is_called_as_before() -> None:
    settle = inspect.signature(simcord.Env._settle_internal).parameters
    assert list(settle) == list(inspect.signature(LiveEnv._settle_internal).parameters), CHANGED


@pytest.mark.parametrize("theirs", REWORDED)
def test_the_words_of_the_first_page(theirs: str) -> None:
    page = files("simcord.preview").joinpath("static/index.html").read_text(encoding="utf-8")
    assert page.count(theirs) == 1, f"SimCord's page no longer says {theirs!r}. {CHANGED}"
