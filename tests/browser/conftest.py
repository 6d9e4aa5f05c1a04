from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driver import ARTIFACTS, DESKTOP, Playground, Tab

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Opener = Callable[..., Tab]


def chromium() -> str:
    """The system's Chromium. On a machine that checks changes its absence is a failure."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        missing = "Chromium is not installed"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = chromium()
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, headless=True, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[Playground]:
    """Parlour in a new playground."""
    with Playground(tmp_path) as running:
        yield running


@pytest.fixture
def sit(browser: Browser, playground: Playground) -> Iterator[Opener]:
    """Sits people down: `sit("alice")` opens her tab."""
    tabs: list[Tab] = []

    def open_tab(name: str, size: tuple[int, int] = DESKTOP) -> Tab:
        tabs.append(Tab(browser, playground.address_of(name), size))
        return tabs[-1]

    yield open_tab
    for tab in tabs:
        tab.close()
