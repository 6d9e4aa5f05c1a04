"""``make shots``: the screens of each game as pictures in artifacts/shots, with a sheet of all for each game.

One person plays each game against computers, at the width of a desktop and of a phone; every screen is taken
once it has come to rest. The first picture of the README is taken here, too.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, sync_playwright

from engine.games import GAMES
from tests.browser.conftest import SWITCHES, chromium
from tests.browser.driver import ROOT, Playground, Tab
from tests.browser.seat import Seat, everybody_has_a_hand

SHOTS = ROOT / "artifacts" / "shots"
FIRST = ROOT / "docs" / "pictures" / "match.webp"
WIDTHS = (1200, 360)
HEIGHT = 1400
PRESSES = 400
"""More than any of these matches takes."""
MIDDLE = 10
"""After so many presses the table has something to show."""
HANDS = 12
"""So many decisions of a match are taken, those that look alike once."""
TALLEST = {"heart": 640}
USUAL_TALLEST = 540
"""Pixels of height of a decision at a phone's width."""
LOADED = "() => [...document.images].every(image => image.complete && image.naturalWidth > 0)"
COLUMNS = 4
MESSAGE = 690
"""Pixels that a message takes of the page of a desktop."""


def main() -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    FIRST.parent.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        for slug in GAMES:
            for width in WIDTHS:
                with tempfile.TemporaryDirectory() as home, Playground(Path(home)) as playground:
                    taken = list(of_match(browser, playground, slug, width))
                sheet(taken, SHOTS / f"{slug}-{width}.png")
                print(f"{slug} at {width} px: {len(taken)} screens")
        browser.close()
    print(f"in {SHOTS.relative_to(ROOT)}")


def of_match(browser: Browser, playground: Playground, slug: str, width: int) -> Iterator[Path]:
    """Play a match and give what was taken on the way."""
    tab = Tab(browser, playground.address_of("alice"), (width, HEIGHT))

    def take(name: str, message: Locator) -> Path:
        tab.page.wait_for_function(LOADED)
        path = SHOTS / slug / f"{width}-{name}.png"
        path.parent.mkdir(exist_ok=True)
        message.screenshot(path=path)
        return path

    tab.command(f"play {slug}")
    yield take("lobby", tab.newest_table())
    tab.press("Options")
    yield take("options", tab.messages(private=True).last)
    tab.press("Start")
    seat = Seat(tab)
    everybody_has_a_hand(seat)
    seen: set[tuple[str, ...]] = set()
    halfway = False
    for press in range(PRESSES):
        if tab.can_press("Rematch"):
            break
        if not seat.can_choose():
            tab.page.wait_for_timeout(100)
            continue
        hand = tab.messages(private=True).last
        kind = (*hand.locator("h1, h2").all_inner_texts(), *tab.hand_menus())
        if len(seen) < HANDS and kind not in seen:
            seen.add(kind)
            yield take(f"hand-{len(seen)}", hand)
            if width == WIDTHS[1]:
                told(slug, hand)
        if press >= MIDDLE and not halfway:
            halfway = True
            yield take("table", tab.newest_table())
            if (slug, width) == ("hilo", WIDTHS[0]):
                first(tab.newest_table().screenshot())
        seat.choose()
    yield take("end", tab.newest_table())
    yield take("last-hand", tab.messages(private=True).last)
    for button in ("Log", "Rules"):
        tab.press(button)
        yield take(button.lower(), tab.messages(private=True).last)
    for command in ("settings", "stats", "leaderboard", "help"):
        tab.command(command)
        yield take(command, tab.messages(private=True).last)
    tab.close()


def told(slug: str, hand: Locator) -> None:
    """Print the height of a decision if a phone has to scroll for it."""
    box = hand.locator(".component-container").last.bounding_box()
    height = 0 if box is None else round(box["height"])
    if height > TALLEST.get(slug, USUAL_TALLEST):
        print(f"{slug}: a decision is {height} px high: {hand.inner_text()[:60]!r}")


def first(taken: bytes) -> None:
    """The picture with which the README opens."""
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    image.crop((0, 0, MESSAGE, image.height)).save(FIRST, "WEBP", quality=85)


def sheet(taken: list[Path], path: Path) -> None:
    """All of a match side by side."""
    images = [Image.open(one).convert("RGB") for one in taken]
    width = max(image.width for image in images) + 8
    rows = [images[at : at + COLUMNS] for at in range(0, len(images), COLUMNS)]
    heights = [max(image.height for image in row) + 8 for row in rows]
    whole = Image.new("RGB", (width * COLUMNS, sum(heights)), "white")
    y = 0
    for row, height in zip(rows, heights, strict=True):
        for at, image in enumerate(row):
            whole.paste(image, (at * width, y))
        y += height
    whole.save(path)


if __name__ == "__main__":
    main()
