"""Dominoes, dice, the chip, and the marks of seats and suits."""

from collections.abc import Mapping
from math import cos, pi, sin

from data.art.colours import PAPER, SEATS, TILE_RED, TILE_WHITE
from data.art.svg import document, gradient, star, suit

_TILE_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.2), (0.5, 0.8)),
    3: ((0.22, 0.18), (0.5, 0.5), (0.78, 0.82)),
    4: ((0.25, 0.22), (0.75, 0.22), (0.25, 0.78), (0.75, 0.78)),
    5: ((0.22, 0.18), (0.78, 0.18), (0.5, 0.5), (0.22, 0.82), (0.78, 0.82)),
    6: ((0.25, 0.15), (0.25, 0.5), (0.25, 0.85), (0.75, 0.15), (0.75, 0.5), (0.75, 0.85)),
}
_DIE_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.22, 0.22), (0.5, 0.5), (0.78, 0.78)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.22, 0.22), (0.78, 0.22), (0.5, 0.5), (0.22, 0.78), (0.78, 0.78)),
    6: ((0.25, 0.2), (0.25, 0.5), (0.25, 0.8), (0.75, 0.2), (0.75, 0.5), (0.75, 0.8)),
}
"""Where the pips are, as shares of the width and height of a half or a side."""


def tile(left: int, right: int) -> str:
    """A domino lying on its side. Ones and fours are red; of two sixes, the outer columns."""
    sixes = (left, right) == (6, 6)
    body = (
        '<rect x="1.5" y="13" width="125" height="102" rx="15" fill="url(#tile)" stroke="#8b909c"'
        ' stroke-width="3"/><rect x="62" y="22" width="4" height="84" rx="2" fill="#6d7280"/>'
    )
    body += pips(left, 8, 23, 50, 82, 10.6, red_left=sixes) + pips(
        right, 70, 23, 50, 82, 10.6, red_right=sixes
    )
    return document(body, gradient("tile", "#2a2d36", "#0c0d11"))


def pips(
    number: int,
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    *,
    red_left: bool = False,
    red_right: bool = False,
) -> str:
    """Half a domino: ones, which are larger, and fours are red; otherwise a column may be."""
    drawn = ""
    for across, down in _TILE_PIPS[number]:
        red = number in {1, 4} or (red_left and across < 0.5) or (red_right and across >= 0.5)
        size = radius * 1.42 if number == 1 else radius
        at = f'cx="{x + across * width:.2f}" cy="{y + down * height:.2f}" r="{size:.2f}"'
        drawn += f'<circle {at} fill="{TILE_RED if red else TILE_WHITE}"/>'
    return drawn


def tile_back() -> str:
    body = (
        '<rect x="1.5" y="13" width="125" height="102" rx="15" fill="url(#tile)" stroke="#b98a5a"'
        ' stroke-width="3"/><g fill="none" stroke="#d9b182" stroke-opacity=".8" stroke-width="4">'
        '<rect x="16" y="27" width="96" height="74" rx="9"/><path d="M64 38L90 64L64 90L38 64Z"/></g>'
    )
    return document(body, gradient("tile", "#7d4a2a", "#4a2712"))


def die(pips: int) -> str:
    body = (
        '<rect x="6" y="6" width="116" height="116" rx="24" fill="url(#paper)" stroke="#a39b8a"'
        ' stroke-width="3"/>'
    )
    radius, fill = (19, "#d3202f") if pips == 1 else (13, "#20232b")
    for across, down in _DIE_PIPS[pips]:
        body += f'<circle cx="{14 + across * 100:g}" cy="{14 + down * 100:g}" r="{radius}" fill="{fill}"/>'
    return document(body, PAPER)


def chip(side: str) -> str:
    """The chip of hi (orange, arrow up) or lo (blue, arrow down)."""
    high = side == "hi"
    top, bottom, ink = ("#ff8a3c", "#d9441b", "#d3401a") if high else ("#4da3ff", "#1a56c4", "#1a56c4")
    body = '<circle cx="64" cy="64" r="61" fill="url(#chip)" stroke="#0003" stroke-width="2"/>'
    for eighth in range(8):
        start, end = pi * eighth / 4 - 0.17, pi * eighth / 4 + 0.17
        body += (
            f'<path d="M{_round(61, start)}A61 61 0 0 1 {_round(61, end)}'
            f'L{_round(47, end)}A47 47 0 0 0 {_round(47, start)}Z" fill="#fff" fill-opacity=".9"/>'
        )
    turned = "" if high else ' transform="rotate(180 64 64)"'
    body += (
        '<circle cx="64" cy="64" r="45" fill="#fff"/>'
        f'<path d="M64 26L98 66H78V101H50V66H30Z" fill="{ink}" stroke="{ink}" stroke-width="5"'
        f' stroke-linejoin="round"{turned}/>'
    )
    return document(body, gradient("chip", top, bottom))


def _round(radius: float, angle: float) -> str:
    return f"{64 + radius * cos(angle):.1f} {64 + radius * sin(angle):.1f}"


_SEAT_SHAPES = (
    '<circle cx="64" cy="64" r="50"/>',
    '<rect x="18" y="18" width="92" height="92" rx="14"/>',
    '<path d="M64 16L118 108H10Z"/>',
    '<path d="M64 8L120 64L64 120L8 64Z"/>',
    "",
    '<path d="M36 14H92L120 64L92 114H36L8 64Z"/>',
)


def seat(number: int) -> str:
    """The mark of a seat, counted from 0: a shape and a colour of its own."""
    colour = SEATS[number]
    shape = _SEAT_SHAPES[number]
    if not shape:
        edge = star(64, 70, 60, 28, colour, edge="#15171c", width=16)
        return document(f'<g stroke-opacity=".9">{edge}{star(64, 70, 58, 28, colour)}</g>')
    paint = f'fill="{colour}" stroke="#15171c" stroke-opacity=".9" stroke-width="9" stroke-linejoin="round"'
    return document(f"<g {paint}>{shape}</g>")


def suit_mark(suit_name: str, inks: Mapping[str, str], *, own: bool) -> str:
    """A suit in a white disc; somebody's own trump suit in one with a golden ring."""
    paper, edge, width = ("#fff6d6", "#f2b705", 9) if own else ("#ffffff", "#a39b8a", 3)
    disc = (
        f'<circle cx="64" cy="64" r="{62 - width / 2}" fill="{paper}"'
        f' stroke="{edge}" stroke-width="{width}"/>'
    )
    return document(disc + suit(suit_name, 30, 29, 68, 70, inks[suit_name]))
