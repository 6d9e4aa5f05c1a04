"""Cardinality in the browser: one person against the computer, and a restart in between."""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import PHONE, Playground, Tab

pytestmark = pytest.mark.browser

LONGEST = 60.0
"""Seconds that a match may take here."""


def stuck(*tabs: Tab) -> str:
    """Why a match does not go on."""
    return "\n\n".join([tabs[0].table(), *(tab.private() for tab in tabs)])


def has_choice(tab: Tab) -> bool:
    return bool(tab.hand_menus()) or "Higher" in tab.hand_buttons()


def choose(tab: Tab) -> None:
    """Whatever this person's open hand asks: the first choice."""
    if menus := tab.hand_menus():
        tab.choose(menus[0], private=True)
    else:
        tab.press("Higher", private=True)


def play(*tabs: Tab) -> None:
    """To the end of the match. Everybody has opened their hand."""
    until = time.monotonic() + LONGEST
    while not tabs[0].can_press("Rematch"):
        assert time.monotonic() < until, stuck(*tabs)
        for tab in tabs:
            if has_choice(tab):
                choose(tab)
        tabs[0].page.wait_for_timeout(50)


def test_one_person_plays_the_computer(sit: Opener) -> None:
    alice = sit("alice", PHONE)
    alice.command("play hilo")
    alice.press("Start")
    if not alice.messages(private=True).count():
        alice.press("My hand")
    play(alice)
    assert "points" in alice.table()
    alice.command("leaderboard")
    alice.screenshot("leaderboard")


def test_a_match_survives_a_restart_of_the_playground(sit: Opener, playground: Playground) -> None:
    alice, bob = sit("alice"), sit("bob")
    alice.command("play hilo")
    bob.press("Join")
    alice.press("Start")
    alice.sees("A guess for the first turn")
    playground.restart()
    with alice.page.expect_navigation():  # the open tab notices, and sits down again
        pass
    alice.settle()
    alice.command("matches")
    alice.command("hand")
    assert "Who starts?" in alice.private()
    choose(alice)
