"""The screens that all games share, with the widest names, in everything that a table can come to."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import ceil
from random import Random

import pytest

from bot.emoji import plain
from bot.matches.match import Match
from bot.screen import TEXT, Do, Line, Menu, Picture, Row, Screen, Text
from bot.store import MatchRow, SeatRow, TableRow
from bot.ui import screens
from bot.ui.layout import layout
from cogs.games import FACES
from engine.core import Result
from tests.bot.kept import lobby_row
from tests.bot.ui.limits import BUTTON, MENU, hold, of_kind, texts
from tests.engine.walks import kinds

ID = 10**15
SERVER = 2**62
WIDTH = 298
"""Pixels of a line of text where a phone is 360 wide."""
TABLE = TableRow(ID, 2**62 + 1, 2**62 + 2)
NAMES = ["*" * 32, "<@1234567890123456789012345678>", "𒐫" * 32, "@everyone" + "_" * 23, "W" * 32, "`" * 32]
"""Wide, or full of what Discord would format or turn into a mention."""

faces = pytest.mark.parametrize("slug", FACES)


def people(n: int) -> list[SeatRow]:
    return [SeatRow(2**62 + seat, None, NAMES[seat]) for seat in range(n)]


def tables(slug: str) -> list[MatchRow]:
    """Lobbies with every number of seats and every kind of occupant."""
    seats = FACES[slug].rules.seats
    found = []
    for n, fill in product(range(1, seats[-1] + 1), ("people", "computers", "invited")):
        rows = people(n)
        if fill == "computers":
            rows[1:] = [replace(row, player_id=None, level="normal") for row in rows[1:]]
        if fill == "invited":
            rows[1:] = [replace(row, ready=False) for row in rows[1:]]
        found.append(
            lobby_row(*rows, slug=slug, id=ID, rematch_of=1 if fill == "invited" else None, server_id=SERVER)
        )
    return found


def shown(screen: Screen) -> str:
    """The text of a screen, which must fit as it is."""
    text = [
        plain(block.markdown if isinstance(block, Text) else block.words)
        for block in screen.blocks
        if isinstance(block, Text | Picture)
    ]
    assert sum(map(len, text)) <= TEXT
    message = layout(screen, ID, 10**6)
    hold(message)
    assert texts(message) == text, "nothing is cut"
    whole = "\n".join(text)
    assert "<@" not in whole
    assert "@everyone" not in whole.replace(r"\@everyone", "")
    return whole


def verbs(screen: Screen) -> list[str]:
    """What the controls do that can be pressed."""
    targets = [
        control.target
        for block in screen.blocks
        for control in (
            block.buttons if isinstance(block, Row) else block.options if isinstance(block, Menu) else ()
        )
    ]
    return [target.verb for target in targets if isinstance(target, Do)]


@faces
def test_every_lobby_can_be_shown(slug: str) -> None:
    face = FACES[slug]
    for row in tables(slug):
        screen = screens.lobby(face, row)
        text = shown(screen)
        assert all(plain(name) in text for name in screens.seat_names(row.seats))
        does = verbs(screen)
        assert ("add" in does) == (len(row.seats) < face.rules.seats[-1])
        assert ("remove" in does) == any(seat.computer for seat in row.seats)
        assert text.count("host") == 1


@faces
def test_every_option_is_shown_and_can_be_chosen(slug: str) -> None:
    face = FACES[slug]
    rules = face.rules
    for options in kinds(rules, rules.seats[-1], 25):
        row = lobby_row(*people(rules.seats[-1]), slug=slug, id=ID, options=options.model_dump(mode="json"))
        shown(screens.lobby(face, row))
        offered = set()
        for page in range((len(face.fields()) + 4) // 5):
            panel = screens.options_panel(face, row, page)
            text = shown(panel)
            assert all(field.label in text for field in face.fields()[page * 5 : page * 5 + 5])
            offered |= {
                option.target.rest.split("-", 1)[1]
                for block in panel.blocks
                if isinstance(block, Menu)
                for option in block.options
                if isinstance(option.target, Do) and option.target.verb == "set"
            }
            assert verbs(panel).count("host") == rules.seats[-1] - 1
        assert offered == {
            f"{field.name}-{at}" for field in face.fields() for at in range(len(field.choices))
        }


def lines(text: str, wide: float) -> int:
    """How many lines a paragraph takes; a letter is about as wide as half of its height."""
    return max(1, ceil(len(text) * wide / WIDTH))


def height(screen: Screen) -> int:
    """About how many pixels a message takes on a phone: margins, texts, and rows of controls."""
    total = 32
    for block in screen.blocks:
        if isinstance(block, Text):
            for line in block.markdown.replace("*", "").split("\n"):
                small, head = line.startswith("-# "), line.startswith("### ")
                total += lines(line, 5.6 if small else 8 if head else 6.8) * (
                    17 if small else 22 if head else 18
                )
        else:
            total += 1 if isinstance(block, Line) else 44 if isinstance(block, Menu) else 40
        total += 8
    return total


@faces
@pytest.mark.parametrize("others", ["people", "computers", "invited"])
def test_start_is_seen_without_scrolling_on_a_phone(slug: str, others: str) -> None:
    face = FACES[slug]
    most = face.rules.seats[-1]
    names = ["Alexandra", "Bartholomew", "Cat", "Dominique", "Eve", "Friedrich"]
    rows = [SeatRow(2**62 + seat, None, names[seat]) for seat in range(most)]
    if others == "computers":
        rows[1:-1] = [replace(row, player_id=None, level="normal") for row in rows[1:-1]]
    if others == "invited":
        rows[1:] = [replace(row, ready=False) for row in rows[1:]]
    for options in kinds(face.rules, most, 25):
        kind = options.model_dump(mode="json")
        row = lobby_row(*rows, slug=slug, id=1234, options=kind, due=10**12, rematch_of=1, server_id=SERVER)
        assert height(screens.lobby(face, row)) <= 540


@faces
def test_a_lobby_names_the_options_that_are_not_the_usual_ones(slug: str) -> None:
    face = FACES[slug]
    usual = face.rules.Options()
    assert screens.unusual(face, usual) == "Usual rules"
    for options in kinds(face.rules, face.rules.seats[-1], 25):
        differing = [
            field for field in face.fields() if getattr(options, field.name) != getattr(usual, field.name)
        ]
        line = screens.unusual(face, options)
        named = [field for field in differing if f"{field.label}: " in line]
        assert named == differing[: len(named)]
        assert (f"{len(differing) - len(named)} more" in line) == (len(named) < len(differing))


@pytest.mark.parametrize(
    ("scores", "winners", "said"),
    [
        ((78, 70), (0,), ["You won, 78–70", "2nd of 2"]),
        ((5, 9, 7, 7), (1,), ["4th of 4", "You won, 9–7", "2nd of 4, shared", "2nd of 4, shared"]),
        (
            (6, 5, 4, 3, 2, 1),
            (0,),
            ["You won, 6–5", *(f"{n} of 6" for n in ("2nd", "3rd", "4th", "5th", "6th"))],
        ),
        ((8, 8, 1), (0, 1), ["You share the win with 8", "You share the win with 8", "3rd of 3"]),
        ((1, 2, 3), (0,), ["You won, 1–3", "3rd of 3", "2nd of 3"]),
    ],
)
def test_everybody_is_told_their_own_place(
    scores: tuple[int, ...], winners: tuple[int, ...], said: list[str]
) -> None:
    result = Result(scores, winners, "target", {})
    assert [screens.own_result(result, seat) for seat in range(len(scores))] == [f"# {text}" for text in said]


@faces
def test_a_page_of_options_that_does_not_exist_can_be_shown(slug: str) -> None:
    for row in tables(slug)[:3]:
        shown(screens.options_panel(FACES[slug], row, 99))


@faces
@pytest.mark.parametrize("why", ["left", "abandoned"])
def test_closed_tables_have_no_controls(slug: str, why: str) -> None:
    row = lobby_row(*people(1), slug=slug, id=ID, status="cancelled", why=why)
    screen = screens.closed(FACES[slug], row)
    assert shown(screen)
    assert not of_kind(layout(screen), BUTTON) + of_kind(layout(screen), MENU)


@faces
@pytest.mark.parametrize("seed", range(3))
def test_every_position_can_be_shown(slug: str, seed: int) -> None:
    face, rng = FACES[slug], Random(seed)
    rules = face.rules
    (options,) = kinds(rules, rules.seats[-1], 1, seed)
    rows = people(rules.seats[-1])
    rows[-1] = replace(rows[-1], level="normal")
    row = lobby_row(
        *rows, slug=slug, id=ID, status="running", options=options.model_dump(mode="json"), server_id=SERVER
    )
    match = Match.begin(row, rules)
    for _ in range(120):
        match.draw_chance(1)
        shown(screens.table(face, match))
        for seat in range(len(rows)):
            shown(screens.hand(face, match, seat, note="A word of why. " * 10))
            assert shown(screens.hand(face, match, seat, path=(9, 9, 9)))
        if not match.waiting:
            break
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.legal(seat)), at=1)


@faces
@pytest.mark.parametrize("n", [0, 1, 10])
def test_the_list_of_matches(slug: str, n: int) -> None:
    rows = [replace(tables(slug)[-1], id=ID + at, slug=slug if at else "forgotten") for at in range(n)]
    waiting = {row.id: "W" * 120 for row in rows}
    standing = {row.id: TABLE for row in rows}
    screen = screens.matches_list(FACES, rows, standing, waiting)
    text = shown(screen)
    assert all(str(row.id) in text for row in rows)
    assert verbs(screen) == ["move"] * n
    assert bool(text)


def test_a_table_can_be_found() -> None:
    assert screens.link(SERVER, TABLE) == f"https://discord.com/channels/{2**62}/{2**62 + 1}/{2**62 + 2}"
    assert "/@me/" in screens.link(None, TABLE)
    assert screens.link(SERVER, replace(TABLE, message_id=None)) == f"<#{2**62 + 1}>"
