"""The playground's page in Chromium, with a demo bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.driver import PHONE, Playground

pytestmark = pytest.mark.browser


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[Playground]:
    with Playground(tmp_path, "tests.browser.demo") as running:
        yield running


def test_two_people(sit: Opener) -> None:
    alice, bob = sit("alice"), sit("bob", PHONE)
    assert alice.page.title() == "Parlour"
    alice.command("table", decks="3", mode="Blitz")
    bob.sees("decks=3 mode=blitz")
    bob.press("Lower")
    alice.sees("bob: lower")
    alice.choose("Pick a suit", "Hearts")
    bob.sees("alice: hearts")
    bob.press("Bet…")
    bob.fill_in(Amount="55")
    bob.sees("Bet 55 noted", private=True)
    assert "Bet 55" not in alice.everything()
    alice.press("My hand")
    alice.press("K♥", private=True)
    alice.sees("Played: K♥", private=True)
    assert "Hand of alice" in alice.private()
    assert not alice.can_press("K♥", private=True)
    assert "Hand of alice" not in bob.everything()
    assert ":ace:" in alice.table()
    for tab in (alice, bob):
        assert tab.overflow() == 0
    assert all(path.stat().st_size for path in alice.screenshot("page"))


def test_scrolled_to_end_stays_at_end(sit: Opener) -> None:
    alice, bob = sit("alice", PHONE), sit("bob", PHONE)
    for _ in range(3):
        alice.command("table")
    timeline = alice.page.locator("#channel-timeline")
    below = "it => it.scrollHeight - it.scrollTop - it.clientHeight"
    lines = alice.table().count("\n")
    assert timeline.evaluate(below) < 2
    bob.press("Lower")
    bob.choose("Pick a suit", "Hearts")
    alice.sees("bob: hearts")
    assert alice.table().count("\n") > lines
    assert timeline.evaluate(below) < 2


def test_enter_sends_a_command_that_lacks_nothing(sit: Opener) -> None:
    alice = sit("alice")
    alice.page.locator("#channel-composer-input").press_sequentially("/table")
    expect(alice.page.locator(".command-entry")).to_have_count(1)
    alice.page.keyboard.press("Enter")
    alice.page.locator(".command-chip").wait_for()
    alice.page.keyboard.press("Enter")
    alice.sees("decks=1")


def test_the_arrows_reach_the_options(sit: Opener) -> None:
    alice = sit("alice")
    alice.page.locator("#channel-composer-input").press_sequentially("/table")
    alice.page.keyboard.press("Enter")
    alice.page.locator(".command-chip").wait_for()
    alice.page.keyboard.press("ArrowDown")
    alice.page.keyboard.press("Enter")
    alice.page.locator('.command-option-input[data-option="mode"]').wait_for()


def test_a_tab_stays_who_it_is(sit: Opener, playground: Playground) -> None:
    def who() -> str:
        return str(tab.page.locator("#viewer-picker option:checked").inner_text())

    sit("alice")
    tab = sit("")
    assert who() == "bob"
    tab.page.reload()
    tab.settle()
    assert who() == "bob"
    tab.page.goto(playground.address_of("alice"))
    tab.page.reload()
    tab.settle()
    assert who() == "alice"


def test_private_messages_can_be_put_away(sit: Opener) -> None:
    alice = sit("alice")
    alice.command("table")
    for hands in (1, 2):
        alice.press("My hand")
        expect(alice.messages(private=True)).to_have_count(hands)
    alice.page.locator(".message-ephemeral-note").first.click()
    expect(alice.messages(private=True).locator("visible=true")).to_have_count(1)
    alice.page.reload()
    alice.settle()
    expect(alice.messages(private=True).locator("visible=true")).to_have_count(1)


def test_it_ends_when_told_to(playground: Playground) -> None:
    assert playground.stop() == 0
