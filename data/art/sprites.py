"""The pieces that lie on the pictures of tables, as large as the tables need them.

Cards are drawn in a box of 100 by 140, spots of the heart 100 by 120, dominoes 140 by 80.
"""

from collections.abc import Mapping

from data.art.colours import EDGE, FOUR_COLOURS, GOLD, GOLD_EDGE, PAPER, TWO_COLOURS, of_number
from data.art.emoji import RANK_NAMES, SUIT_NAMES
from data.art.pieces import pips
from data.art.svg import NARROW, WIDE, digit, document, gradient, letters, letters_left, star, suit
from engine.tiles import FACES, PIPS

CARD_WIDTH, FAN_WIDTH, SPOT_WIDTH, TILE_WIDTH = 142, 104, 86, 146
"""The largest width in pixels at which tables show each; a number of 126 is a card of 142."""

GLYPHS = {**{str(n): str(n) for n in range(10)}, "plus": "+", "minus": "−", "bar": "|"}
GLYPH_HEIGHT = 54
"""Height in pixels of the capitals of digits: the largest on a table."""

_FEET = {0: "#8a5a00", 1: "#6a2fa0", 2: "#0a6a70"}
_BACKS = {
    "point": ("#3556a0", "#1d3468", "#a9c0f5"),
    "wild": ("#8546c0", "#4f267c", "#e3c6ff"),
    "heart": ("#c22642", "#7d1329", "#ffc2cc"),
    "number": ("#12908c", "#0a5a58", "#a6ece6"),
}
_SPOT_BACKS = {
    "point": ("#3f64b8", "#22407c"),
    "wild": ("#8f4fd0", "#57298c"),
    "heart": ("#d62b49", "#84152d"),
}


def drawings() -> dict[str, str]:
    """The SVG of each sprite by name."""
    drawn = {}
    for ending, inks in (("", FOUR_COLOURS), ("_2", TWO_COLOURS)):
        for rank, rank_name in RANK_NAMES.items():
            for sign, word in SUIT_NAMES.items():
                name = f"{rank_name}_of_{word}{ending}"
                drawn[f"card_{name}"] = _playing_card(rank, sign, inks)
                drawn[f"fan_{name}"] = _fanned_card(rank, sign, inks)
                drawn[f"spot_{name}"] = _spot(rank, sign, inks)
    drawn |= {f"card_number_{number}": _number_card(number) for number in range(1, 101)}
    drawn |= {f"card_back_{kind}": _card_back(kind) for kind in _BACKS}
    drawn |= {f"spot_back_{kind}": _spot_back(kind) for kind in _SPOT_BACKS}
    drawn |= {f"table_tile_{face}": _tile(*pair) for face, pair in zip(FACES, PIPS, strict=True)}
    drawn["table_tile_back"] = _tile_back()
    drawn["bar_full"], drawn["bar_empty"] = _bar(full=True), _bar(full=False)
    drawn |= {f"glyph_{name}": digit(text, WIDE, GLYPH_HEIGHT) for name, text in GLYPHS.items()}
    return drawn


def _body(fill: str, edge: str, width: float = 2, height: int = 140, radius: int = 11) -> str:
    shape = f'<rect x="1.2" y="1.2" width="97.6" height="{height - 2.4:g}" rx="{radius}"'
    return f'{shape} fill="{fill}" stroke="{edge}" stroke-width="{width:g}"/>'


def _paper(rank: str) -> str:
    court = rank in "JQK"
    return _body("url(#gold)" if court else "url(#paper)", GOLD_EDGE if court else EDGE)


def _on(width: int, height: int, pixels: int, body: str, definitions: str = "") -> str:
    """A drawing in a box of width by height, as so many pixels wide."""
    return document(body, definitions, width, height, pixels=(pixels, round(pixels * height / width)))


def _card(body: str, definitions: str = PAPER + GOLD, pixels: int = CARD_WIDTH) -> str:
    return _on(100, 140, pixels, body, definitions)


def _playing_card(rank: str, sign: str, inks: Mapping[str, str]) -> str:
    ink = inks[sign]
    body = _paper(rank)
    body += (
        letters_left(rank, NARROW, 7, 11, 62, 56, ink)
        if rank == "10"
        else letters_left(rank, WIDE, 9, 11, 60, 56, ink)
    )
    return _card(body + suit(sign, 34, 72, 60, 60, ink))


def _fanned_card(rank: str, sign: str, inks: Mapping[str, str]) -> str:
    """A card of which only the left is seen: the suit stands under the rank."""
    ink = inks[sign]
    body = _paper(rank)
    body += (
        letters_left(rank, NARROW, 6, 11, 46, 48, ink)
        if rank == "10"
        else letters_left(rank, WIDE, 8, 11, 46, 48, ink)
    )
    return _card(body + suit(sign, 8, 70, 40, 40, ink), pixels=FAN_WIDTH)


def _spot(rank: str, sign: str, inks: Mapping[str, str]) -> str:
    """An open card of the heart: what it counts, black if negative; a Wildcard shows its rank."""
    if rank in "KJQ":
        ink = inks[sign]
        body = _body("url(#gold)", "#8a5a00", 2.4, 120, 14)
        body += letters_left(rank, WIDE, 8, 11, 52, 60, ink) + suit(sign, 42, 56, 52, 56, ink)
        return _on(100, 120, SPOT_WIDTH, body, GOLD)
    positive = sign in "HD"
    ink = inks[sign] if positive else "#ffffff"
    body = _body("url(#paper)" if positive else "#22252d", EDGE if positive else "#8d93a1", 2.4, 120, 14)
    counts = "1" if rank == "A" else rank
    body += letters(("+" if positive else "−") + counts, NARROW, 7, 13, 86, 54, ink)
    body += suit(sign, 29, 72, 42, 42, ink if positive else "#e9ebf0")
    return _on(100, 120, SPOT_WIDTH, body, PAPER)


def _number_card(number: int) -> str:
    ink, text = of_number(number), str(number)
    font = NARROW if len(text) == 3 else WIDE
    body = _body("url(#paper)", EDGE)
    foot = _FEET.get(number % 10)
    if foot is None:
        place = 14 + 72 * (number - 1) / 99
        body += letters(text, font, 6, 32, 88, 66, ink)
        body += '<rect x="12" y="117" width="76" height="6" rx="3" fill="#d8d1c1"/>'
        body += f'<circle cx="{place:.1f}" cy="120" r="7.5" fill="{ink}"/>'
        return _card(body, PAPER)
    clip = '<clipPath id="card"><rect x="2" y="2" width="96" height="136" rx="10.5"/></clipPath>'
    body += f'<g clip-path="url(#card)"><rect y="92" width="100" height="60" fill="{foot}"/></g>'
    body += letters(text, font, 6, 18, 88, 62, ink) + _sign(number % 10)
    return _card(body, PAPER + clip)


def _sign(last_digit: int) -> str:
    if last_digit == 0:
        return star(50, 116, 17, 7.5, "#ffd34d")
    if last_digit == 1:
        arrows = "M27 101L50 115L27 129ZM50 101L73 115L50 129Z"
        bar = '<rect x="73" y="100" width="7" height="30" rx="2.5" fill="#fff"/>'
        return (
            f'<path d="{arrows}" fill="#fff" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/>{bar}'
        )
    return '<path d="M45 98h10v12h12v10h-12v12h-10v-12h-12v-10h12z" fill="#fff"/>'


def _card_back(kind: str) -> str:
    top, bottom, pattern = _BACKS[kind]
    body = '<rect x="1.2" y="1.2" width="97.6" height="137.6" rx="11" fill="#f6f1e4"/>'
    body += '<rect x="6" y="6" width="88" height="128" rx="8" fill="url(#back)"/>'
    if kind == "wild":
        body += star(50, 70, 34, 14, "#ffe08a")
    elif kind == "heart":
        body += suit("H", 18, 40, 64, 62, "#ffd9df")
    else:
        places = [(x, y) for y in range(18, 132, 18) for x in range(15, 94, 14)]
        diamonds = "".join(f'<path d="M{x} {y - 9}l7 9l-7 9l-7 -9z"/>' for x, y in places)
        paint = (
            f'fill="{pattern}" fill-opacity=".22" stroke="{pattern}" stroke-opacity=".5" stroke-width="1.4"'
        )
        body += f'<g {paint} clip-path="url(#inside)">{diamonds}</g>'
    clip = '<clipPath id="inside"><rect x="9" y="9" width="82" height="122" rx="6"/></clipPath>'
    return _card(body, gradient("back", top, bottom) + clip)


def _spot_back(kind: str) -> str:
    top, bottom = _SPOT_BACKS[kind]
    body = _body("url(#back)", "#f6f1e4", 4.5, 120, 14)
    if kind == "heart":
        body += suit("H", 14, 22, 72, 72, "#ffd9df")
    if kind == "wild":
        body += star(50, 40, 24, 10, "#ffe08a")
    return _on(100, 120, SPOT_WIDTH, body, gradient("back", top, bottom))


def _tile(left: int, right: int) -> str:
    body = (
        '<rect x="1.2" y="1.2" width="137.6" height="77.6" rx="11" fill="url(#tile)" stroke="#9aa0ad"'
        ' stroke-width="2.2"/><rect x="68.8" y="9" width="2.4" height="62" rx="1.2" fill="#6d7280"/>'
    )
    sixes = (left, right) == (6, 6)
    body += pips(left, 12, 13, 46, 54, 7.6, red_left=sixes) + pips(
        right, 82, 13, 46, 54, 7.6, red_right=sixes
    )
    return _on(140, 80, TILE_WIDTH, body, gradient("tile", "#2f333d", "#0b0c10"))


def _tile_back() -> str:
    body = (
        '<rect x="1.2" y="1.2" width="137.6" height="77.6" rx="11" fill="url(#tile)" stroke="#c79763"'
        ' stroke-width="2.2"/><g fill="none" stroke="#d9b182" stroke-opacity=".75" stroke-width="2.4">'
        '<rect x="11" y="11" width="118" height="58" rx="6"/><path d="M70 18L100 40L70 62L40 40Z"/></g>'
    )
    return _on(140, 80, TILE_WIDTH, body, gradient("tile", "#83502e", "#4a2712"))


def _bar(*, full: bool) -> str:
    """A column of tiengow: won, or still to be won."""
    paint = (
        'fill="#f5b52e" stroke="#7a5200"'
        if full
        else 'fill="#000" fill-opacity=".25" stroke="#fff" stroke-opacity=".25"'
    )
    body = f'<rect x="1" y="1" width="14" height="28" rx="5" {paint} stroke-width="1.6"/>'
    return document(body, "", 16, 30)
