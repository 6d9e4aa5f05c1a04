"""Playing cards, number cards, backs, and the ranks of a collection."""

from collections.abc import Mapping

from data.art.colours import EDGE, GOLD, GOLD_EDGE, PAPER, of_number
from data.art.svg import NARROW, WIDE, document, gradient, letters, letters_left, star, suit

_FEET = {0: "#8a5a00", 1: "#6a2fa0", 2: "#0a6a70"}
"""The band at the foot of numbers that do something, by last digit: worth ten, skip, draw."""

_BACKS = {
    "point": ("#2c4a86", "#1b2f5c", "#9db7f0"),
    "wild": ("#7a3fb0", "#4c2377", "#e3c6ff"),
    "heart": ("#b5213a", "#761126", "#ffc2cc"),
    "number": ("#0f7f7c", "#085050", "#a6ece6"),
}


def _card(fill: str, edge: str) -> str:
    shape = '<rect x="10" y="1.5" width="108" height="125" rx="17"'
    return f'{shape} fill="{fill}" stroke="{edge}" stroke-width="2.4"/>'


def playing_card(rank: str, suit_name: str, inks: Mapping[str, str]) -> str:
    """A card; court cards are golden, so that they are seen at once."""
    ink, court = inks[suit_name], rank in "JQK"
    paper = "#f8e2a4" if court else "#f8f4ea"
    body = _card("url(#gold)", GOLD_EDGE) if court else _card("url(#paper)", EDGE)
    if rank == "10":
        body += letters_left(rank, NARROW, 15, 9, 66, 66, ink)
    else:
        body += letters_left(rank, WIDE, 17, 9, 64, 66, ink)
    body += suit(suit_name, 54, 64, 60, 58, ink, halo=paper) + suit(suit_name, 54, 64, 60, 58, ink)
    return document(body, PAPER + GOLD)


def number_card(number: int) -> str:
    """A number from 1 to 100, with its place on the scale, or with what its last digit does."""
    ink, text = of_number(number), str(number)
    font = NARROW if len(text) == 3 else WIDE
    body = _card("url(#paper)", EDGE)
    if number % 10 not in _FEET:
        place = 22 + 84 * (number - 1) / 99
        body += letters(text, font, 15, 20, 98, 74, ink)
        body += '<rect x="20" y="107" width="88" height="7" rx="3.5" fill="#d8d1c1"/>'
        body += f'<circle cx="{place:.1f}" cy="110.5" r="8" fill="{ink}"/>'
        return document(body, PAPER)
    clip = '<clipPath id="card"><rect x="10" y="1.5" width="108" height="125" rx="17"/></clipPath>'
    foot = f'<rect y="78" width="128" height="60" fill="{_FEET[number % 10]}"/>'
    body += f'<g clip-path="url(#card)">{foot}</g>' + letters(text, font, 15, 11, 98, 60, ink)
    body += _sign(number % 10) + _card("none", EDGE)
    return document(body, PAPER + clip)


def _sign(last_digit: int) -> str:
    if last_digit == 0:
        return star(64, 103, 21, 9.5, "#ffd34d")
    if last_digit == 1:
        arrows = "M36 84L64 102L36 120ZM64 84L92 102L64 120Z"
        bar = '<rect x="92" y="83" width="9" height="38" rx="3" fill="#fff"/>'
        return f'<path d="{arrows}" fill="#fff" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>{bar}'
    return '<path d="M58 82h12v14h14v12h-14v14h-12v-14h-14v-12h14z" fill="#fff"/>'


def back(kind: str) -> str:
    top, bottom, pattern = _BACKS[kind]
    body = (
        '<rect x="11.5" y="3" width="105" height="122" rx="17" fill="url(#back)" stroke="#f4efe2"'
        ' stroke-width="5"/>'
    )
    if kind == "wild":
        body += star(64, 64, 40, 17, "#ffe08a")
    elif kind == "heart":
        body += suit("H", 30, 33, 68, 64, "#ffd9df")
    else:
        places = [(x, y) for y in (8, 36, 64, 92) for x in (31, 53, 75, 97)]
        places += [(x, y) for y in (22, 50, 78) for x in (42, 64, 86)]
        diamonds = "".join(f'<path d="M{x} {y}l11 14l-11 14l-11 -14z"/>' for x, y in places)
        paint = f'fill="{pattern}" fill-opacity=".30" stroke="{pattern}" stroke-opacity=".75"'
        body += f'<g {paint} stroke-width="2">{diamonds}</g>'
    return document(body, gradient("back", top, bottom))


def collected_rank(rank: str, count: int) -> str:
    """A rank and how many cards of it are held, 0 to 4; three or more are golden."""
    font = NARROW if rank == "10" else WIDE
    if count == 0:
        empty = (
            '<rect x="7" y="5" width="114" height="118" rx="18" fill="#80848e" fill-opacity=".16"'
            ' stroke="#80848e" stroke-opacity=".55" stroke-width="4" stroke-dasharray="9 8"/>'
        )
        return document(empty + letters(rank, font, 18, 34, 92, 60, "#80848e"))
    full = count >= 3
    fill, edge = ("url(#full)", "#8a5a00") if full else ("url(#paper)", EDGE)
    body = (
        f'<rect x="5" y="3" width="118" height="122" rx="18" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    )
    body += letters(rank, font, 14, 16, 100, 66, "#4a2c00" if full else "#20232b")
    dot = "#8a3b00" if full else "#12803c"
    for at in range(count):
        body += f'<circle cx="{64 + 24 * at - 12 * (count - 1)}" cy="104" r="10" fill="{dot}"/>'
    return document(body, PAPER + gradient("full", "#ffe18a", "#f5b52e"))
