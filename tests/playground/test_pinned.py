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

from bot.playground import SIMCORD
from bot.playground.table import REWORDED
from bot.playground.world import LiveEnv

PRIVATE_NAMES = {
    # The world.
    "simcord._clock:Clock": "replaced: our time is the wall's",
    "simcord._clock:Clock.advance": "does nothing here",
    "simcord._clock:Clock.now": "tells the time of messages, tokens and discord.utils.utcnow",
    "simcord.backend:Backend": "extended: stable ids, languages, pictures of emoji",
    "simcord.backend:Backend.create_application_emoji": "its picture is kept",
    "simcord.backend:Backend.create_channel": "its id is the same at every start",
    "simcord.backend:Backend.emit": "carries every event; an interaction is given its person's language",
    "simcord.backend:Backend.make_user": "their ids are the same at every start",
    "simcord.backend:Backend.reserve_id": "takes such an id",
    "simcord.backend:Backend.snowflake": "hands out ids",
    "simcord.backend.cdn:CDN_BASE": "where pictures are said to live",
    "simcord.backend.cdn:CdnStore#_blobs": "the pictures, by address",
    "simcord.backend:Backend#bot_user": "named Parlour",
    "simcord.backend:Backend#cdn": "the pictures",
    "simcord.backend:Backend#clock": "given in the constructor",
    "simcord.backend:Backend#http_requests": "bounded; the last one brings the picture of a new emoji",
    "simcord.backend:Backend#transcript": "bounded; all that happens is appended, so it tells of change",
    "simcord.backend.models:Interaction.responded": "whether a person has their answer",
    "simcord.env:Env#backend": "replaced by ours",
    "simcord.env:Env._notify_dispatch_observers": "called just before the bot is told of an interaction",
    "simcord.env:Env._settle_internal": "how long an action waits for the bot",
    # The page.
    "simcord.preview:Preview#_pages": "the open tabs, by id",
    "simcord.preview:Preview#_python": "a page that no browser shows",
    "simcord.preview:Preview#_media_worker": "replaced by ours",
    "simcord.preview:Preview#_server": "replaced by ours",
    "simcord.preview:Preview#capability": "the key in the address, kept over a restart",
    "simcord.preview:Preview._action": "everything a person does; made to wait for its turn",
    "simcord.preview:Preview._advance_presentation_time": "the time by which the page says 'today'",
    "simcord.preview:Preview._get_page": "the tab that acts",
    "simcord.preview:Preview._open_page": "a tab; given a seat by name, or a free one",
    "simcord.preview:Preview._publish": "makes a tab up to date",
    "simcord.preview._media:MediaInfo": "what a picture is",
    "simcord.preview._media:MediaWorker.validate": "looks at a picture; ours by itself",
    "simcord.preview._pages:_Page.id": "names a tab",
    "simcord.preview._pages:_Page.last_activity": "when a tab last asked",
    "simcord.preview._pages:_Page.revision": "counts what a tab was shown",
    "simcord.preview._pages:_Page.snapshot": "what it is shown now",
    "simcord.preview._pages:_Page.viewer": "who looks",
    "simcord.preview._server:PreviewServer._SECURITY_HEADERS": "sent with our files as well",
    "simcord.preview._server:PreviewServer._STATIC_FILES": "the paths it serves; ours are added",
    "simcord.preview._server:PreviewServer._allowed_hosts": "whom it serves",
    "simcord.preview._server:PreviewServer._static": "serves a file; the first page is given our additions",
}
"""Every such name, and why: `module:Class.attribute`, or `module:Class#attribute` of an instance."""

CHANGED = "SimCord has changed: bot/playground has to follow, and PRIVATE_NAMES says what for"


def test_the_version() -> None:
    assert version("simcord") == SIMCORD, (
        f"bot/playground is written for simcord {SIMCORD}: look through PRIVATE_NAMES,"
        " then move SIMCORD in its __init__.py and the pin in pyproject.toml"
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
