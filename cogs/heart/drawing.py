"""The heart as a drawing in letters of equal width: above the spots' numbers, below what lies there (R7)."""

from collections.abc import Iterator

from bot.emoji import plain
from bot.i18n import _
from cogs.cards import card_text
from cogs.words import monospaced, signed
from engine.games.heart.cards import VALUES
from engine.games.heart.state import View

GAP, QUEEN = 0, -1

ROWS = {
    "small": ((1, 2, GAP, 3, 4), (5, 6, QUEEN, 7, 8), (9, 10, 11), (12,)),
    "medium": (
        (1, 2, GAP, 3, 4),
        tuple(range(5, 12)),
        (12, 13, 14, QUEEN, 15, 16, 17),
        tuple(range(18, 22)),
        (22, 23),
        (24,),
    ),
    "large": (
        (1, 2, GAP, 3, 4),
        tuple(range(5, 12)),
        (12, 13, 14, 15, QUEEN, 16, 17, 18, 19),
        tuple(range(20, 27)),
        tuple(range(27, 31)),
        (31, 32),
    ),
}
_WIDTH = {"small": 4, "medium": 3, "large": 3}
"""Columns of a card, so that no row has more than 27."""

_DOWN, _WILD_DOWN, _TAKEN = "▒", "W", "·"


def heart(view: View) -> str:
    """The heart as everybody sees it."""
    return monospaced(_lines(view))


def legend(view: View) -> str:
    """What the signs of the drawing mean, those that may be in it."""
    said = []
    if view.options.reveal != "none":
        said.append(_("+9 −9 worth of an open card"))
    if view.options.reveal != "all":
        said.append(_("▒ face down"))
        if view.options.wildcards:
            said.append(_("W Wildcard, face down"))
    return "-# " + " · ".join(said)


def _lines(view: View) -> Iterator[str]:
    rows = ROWS[view.options.size]
    width = _WIDTH[view.options.size]
    across = max(map(len, rows)) * width
    left = {pick.spot for pick in view.left}
    for row in rows:
        margin = " " * ((across - len(row) * width) // 2)
        for cells in (
            [_number(spot, left) for spot in row],
            [_face(view, spot, left) for spot in row],
        ):
            yield (margin + "".join(_right(cell, width) for cell in cells)).rstrip()


def _number(spot: int, left: set[int]) -> str:
    if spot == GAP:
        return ""
    if spot == QUEEN:
        return "Q"
    return str(spot) if spot in left else _TAKEN


def _face(view: View, spot: int, left: set[int]) -> str:
    if spot == QUEEN:
        return "?"
    if spot not in left:
        return ""
    card = view.spots[spot - 1]
    if card is None:
        return _WILD_DOWN if spot in view.wild_spots else _DOWN
    return plain(card_text(card)) if spot in view.wild_spots else signed(VALUES[card])


def _columns(cell: str) -> int:
    """How wide a cell is; the selector of a suit takes no room."""
    return len(cell.replace("\ufe0e", ""))


def _right(cell: str, width: int) -> str:
    """The cell at the right edge of its columns."""
    return " " * (width - _columns(cell)) + cell
