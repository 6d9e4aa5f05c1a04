"""Cardinality in the browser: two people in two tabs, and one against the computer."""

from __future__ import annotations

import re
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


def on_turn(*tabs: Tab) -> Tab:
    """Whose hand asks for something, once one does."""
    until = time.monotonic() + LONGEST
    while not (asked := [tab for tab in tabs if has_choice(tab)]):
        assert time.monotonic() < until, stuck(*tabs)
        tabs[0].page.wait_for_timeout(50)
    return asked[0]


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


def own_card(tab: Tab) -> str:
    """The card that a hand shows to its owner before a call."""
    found = re.search(r"^((?:10|[2-9AJQK])[♠♥♦♣])\ufe0e?$", tab.private(), re.MULTILINE)
    assert found, tab.private()
    return found[1]


def test_two_people_play_a_match(sit: Opener) -> None:
    alice, bob = sit("alice"), sit("bob", PHONE)
    alice.command("play hilo")
    bob.sees("alice")
    bob.press("Join")
    alice.sees("bob")
    alice.screenshot("hilo-lobby")
    alice.press("Start")
    for tab in (alice, bob):
        tab.sees("Who starts?")
        if not tab.messages(private=True).count():  # the one who pressed Start has been shown theirs
            tab.press("My hand")
        choose(tab)

    caller = on_turn(alice, bob)
    other = bob if caller is alice else alice
    assert not has_choice(other)
    card = own_card(caller)
    assert card not in other.everything()
    caller.screenshot("hilo-hand")
    other.screenshot("hilo-table")
    caller.press("Higher", private=True)
    other.sees(card)  # the call has shown it to everybody

    play(alice, bob)
    for tab in (alice, bob):
        tab.sees("wins")
        assert re.search(r"\d+ points?", tab.table())
        assert tab.overflow() == 0
    alice.screenshot("hilo-end")
    alice.command("leaderboard")
    alice.screenshot("hilo-leaderboard")


def test_one_person_plays_the_computer(sit: Opener) -> None:
    alice = sit("alice", PHONE)
    alice.command("play hilo")
    alice.press("Start")
    if not alice.messages(private=True).count():
        alice.press("My hand")
    play(alice)
    assert "points" in alice.table()


def test_a_match_survives_a_restart_of_the_playground(sit: Opener, playground: Playground) -> None:
    alice, bob = sit("alice"), sit("bob")
    alice.command("play hilo")
    bob.press("Join")
    alice.press("Start")
    alice.sees("Who starts?")
    playground.restart()
    with alice.page.expect_navigation():  # the open tab notices, and sits down again
        pass
    alice.settle()
    alice.command("matches")
    alice.command("hand")
    assert "Who starts?" in alice.private()
    choose(alice)
