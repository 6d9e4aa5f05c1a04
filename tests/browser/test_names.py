"""Names that are written from right to left, in the browser: each stays in its place in the line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Playground
from tests.browser.seat import Seat, everybody_has_a_hand

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

HEBREW, ARABIC = "אבגד", "محمد"
TURNS = 8


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[Playground]:
    with Playground(tmp_path, arguments=["--users", f"{HEBREW},{ARABIC}"]) as running:
        yield running


def visible(text: str) -> str:
    """Without spaces, and without what has no width."""
    return text.translate(dict.fromkeys(map(ord, "\u2068\u2069\ufe0e\ufe0f \u00a0"), None))


def as_seen(text: str) -> list[str]:
    """The lines that name somebody, from left to right: only the letters of a name run the other way."""
    return [
        line.replace(HEBREW, HEBREW[::-1]).replace(ARABIC, ARABIC[::-1])
        for line in visible(text).splitlines()
        if HEBREW in line or ARABIC in line
    ]


@pytest.mark.parametrize("slug", ["hilo", "flip"])
def test_group_J_names_from_right_to_left_leave_cards_and_numbers_in_their_order(
    sit: Opener, slug: str
) -> None:
    one, other = sit(HEBREW), sit(ARABIC)
    seats = [Seat(one), Seat(other)]
    one.command(f"play {slug}")
    other.press("Join")
    one.sees(ARABIC)
    one.press("Start")
    everybody_has_a_hand(*seats)
    looked = turns = 0
    while turns < TURNS and not one.can_press("Rematch"):
        for seat in seats:
            if not seat.can_choose():
                continue
            seat.choose()
            turns += 1
            for message in (seat.tab.newest_table(), seat.tab.messages(private=True).last):
                seen = visible("".join(seat.tab.lines(message)))  # a long line may be in two
                written = as_seen(str(message.inner_text()))
                assert not [line for line in written if line not in seen], seen
                looked += len(written)
        one.page.wait_for_timeout(50)
    one.screenshot(f"names-{slug}", one.newest_table())
    assert looked > TURNS
