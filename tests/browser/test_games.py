"""A match of every game in the browser: two people in two tabs, each with a hand of their own."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import pytest
from discord.app_commands import Command

from cogs.common import play
from engine.games import GAMES
from tests.browser.conftest import Opener
from tests.browser.driver import PHONE, Tab
from tests.browser.seat import Seat, everybody_has_a_hand
from tests.browser.spelling import spelled
from tests.e2e.cases import SEATS, length, typed, values
from tests.engine.adapters import adapter

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

LONGEST = 150.0
"""Seconds that a match may take here."""
SAMPLES, MUCH = 5, 0.8


def shortest(slug: str) -> dict[str, Any]:
    """Options as usual, changed one by one where that makes the match much shorter."""
    best = {SEATS: GAMES[slug].seats[0], **GAMES[slug].Options().model_dump()}
    for name, listed in values(slug).items():
        if name != SEATS:
            kinds = [kind for value in listed if fits(slug, kind := {**best, name: value})]
            quickest = min(kinds, key=lambda kind: choices(slug, kind))
            if choices(slug, quickest) < MUCH * choices(slug, best):
                best = quickest
    return {name: value for name, value in best.items() if name != SEATS}


def choices(slug: str, kind: dict[str, Any]) -> int:
    return sum(length(slug, kind, Random(n)) for n in range(SAMPLES))


def fits(slug: str, kind: dict[str, Any]) -> bool:
    """Whether such a match can be played, and hides something."""
    rules = GAMES[slug]
    options = rules.Options(**{name: value for name, value in kind.items() if name != SEATS})
    try:
        rules.check(options, kind[SEATS])
    except ValueError:
        return False
    return kind.get("hands") != "open"


def as_typed(slug: str, options: dict[str, Any]) -> dict[str, str]:
    """The options as somebody types them: a choice by its name."""
    command = play.get_command(slug)
    assert isinstance(command, Command)
    written = typed(slug, options)
    for option in command.parameters:
        if option.name in written and option.choices:
            (written[option.name],) = (
                choice.name for choice in option.choices if choice.value == written[option.name]
            )
    return {name: str(value) for name, value in written.items()}


def secrets(slug: str, tab: Tab) -> set[Any]:
    """The cards that somebody's hand shows and nothing public does."""
    mentions = adapter(slug).mentions
    return mentions(spelled(tab.private())) - mentions(spelled(tab.public()))


def keep_secrets(slug: str, one: Tab, other: Tab) -> int:
    """Nothing of one person's hand is public or in the other's tab; how many cards that is."""
    if "high to low" in one.private():  # a page of all tiles tells nothing of the hand
        return 0
    hidden = secrets(slug, one)
    assert not hidden & adapter(slug).mentions(spelled(other.public()))
    assert not one.message_ids(private=True) & other.message_ids()
    return len(hidden)


@pytest.mark.parametrize("slug", GAMES)
def test_two_people_play_a_match_of(sit: Opener, slug: str) -> None:
    alice, bob = sit("alice"), sit("bob", PHONE)
    seats = [Seat(alice), Seat(bob)]
    alice.command(f"play {slug}", **as_typed(slug, shortest(slug)))
    bob.sees("alice")
    bob.press("Join")
    alice.sees("bob")
    alice.screenshot(f"{slug}-lobby")
    alice.press("Start")
    everybody_has_a_hand(*seats)
    until = time.monotonic() + LONGEST
    hidden = turns = 0
    while not alice.can_press("Rematch"):
        assert time.monotonic() < until, f"{alice.table()}\n\n{alice.private()}\n\n{bob.private()}"
        for seat in seats:
            if seat.can_choose():
                if turns in {0, 4}:
                    other = alice if seat.tab is bob else bob
                    hidden += keep_secrets(slug, seat.tab, other)
                    seat.tab.screenshot(f"{slug}-hand-{turns}", seat.tab.messages(private=True).last)
                    other.screenshot(f"{slug}-table-{turns}", other.newest_table())
                seat.choose()
                turns += 1
        alice.page.wait_for_timeout(50)
    assert hidden
    for tab in (alice, bob):
        tab.sees("Rematch")
        assert re.search(r":crown_|🤝", tab.table())
        assert tab.overflow() == 0
    alice.screenshot(f"{slug}-end", alice.newest_table())
