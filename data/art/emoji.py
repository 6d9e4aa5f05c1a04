"""Every emoji by name."""

from pathlib import Path

from data.art.cards import back, collected_rank, number_card, playing_card
from data.art.colours import FOUR_COLOURS, TWO_COLOURS
from data.art.pieces import chip, die, seat, suit_mark, tile, tile_back
from engine.cards import RANKS
from engine.tiles import FACES, PIPS

MARKS = Path(__file__).parent / "marks"
"""Drawings that nothing is computed for: one SVG file each, under the emoji's name."""

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = dict(
    zip(
        RANKS,
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("jack", "queen", "king", "ace"),
        ),
        strict=True,
    )
)


def drawings() -> dict[str, str]:
    """The SVG of each emoji."""
    drawn = {path.stem: path.read_text("utf-8") for path in sorted(MARKS.glob("*.svg"))}
    for rank, rank_name in RANK_NAMES.items():
        for suit_name, word in SUIT_NAMES.items():
            drawn[f"{rank_name}_of_{word}"] = playing_card(rank, suit_name, FOUR_COLOURS)
            drawn[f"{rank_name}_of_{word}_2"] = playing_card(rank, suit_name, TWO_COLOURS)
        for count in range(5):
            drawn[f"rank_{rank_name}_{count}"] = collected_rank(rank, count)
    for suit_name, word in SUIT_NAMES.items():
        for ending, inks in (("", FOUR_COLOURS), ("_2", TWO_COLOURS)):
            drawn[f"suit_{word}{ending}"] = suit_mark(suit_name, inks, own=False)
            drawn[f"trump_{word}{ending}"] = suit_mark(suit_name, inks, own=True)
    drawn |= {f"number_{number}": number_card(number) for number in range(1, 101)}
    drawn |= {f"back_{kind}": back(kind) for kind in ("point", "wild", "heart", "number")}
    drawn |= {f"chip_{side}": chip(side) for side in ("hi", "lo")}
    drawn |= {f"tile_{face}": tile(*pips) for face, pips in zip(FACES, PIPS, strict=True)}
    drawn["tile_back"] = tile_back()
    drawn |= {f"die_{pips}": die(pips) for pips in range(1, 7)}
    drawn |= {f"seat_{number + 1}": seat(number) for number in range(6)}
    return drawn
