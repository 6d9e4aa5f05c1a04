"""Every message of every position of every game is inside Discord's limits, and every choice is near."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.emoji import rendered, without, written
from bot.face import AnyFace, Choice
from bot.matches.match import Match
from bot.screen import DESCRIPTION, LABEL, Act, Go, Menu, Pick, Picture, Row, Screen, Target, Text
from bot.store import MatchRow, SeatRow
from bot.ui import rules_pages, screens
from bot.ui.layout import label, layout
from cogs.games import FACES
from engine.shell.variety import every_kind
from tests.bot.ui.emoji import all_emoji
from tests.bot.ui.limits import hold, texts
from tests.engine.adapters import swell

QUICK, LONG = 300, 20_000
PRESSES = 3
WIDEST = ["_*" * 16, "*" * 32, "W" * 31 + ".", "~|" * 16, ">" * 32, "﷽" * 32]
NUMBER = 10**12
ENDLESS = 10**6
NOTE = "That was for an earlier decision, or something like it: " + "w" * 250

games = pytest.mark.parametrize("face", FACES.values(), ids=FACES)
Policy = Callable[[Sequence[Any], Random], Any]

POLICIES: list[Policy] = [
    lambda legal, rng: rng.choice(legal),
    lambda legal, rng: legal[0],
    lambda legal, rng: legal[-1],
    lambda legal, rng: rng.choice((legal[0], legal[-1], rng.choice(legal))),
]
"""Ways to choose; those that stick to one end of the list make hands and piles large."""


def row_of(face: AnyFace, options: Any, seats: int, people: int, rng: Random, **values: Any) -> MatchRow:
    """A match of people, and computers, who have the longest names."""
    names = rng.sample(WIDEST, seats)
    sitting = [SeatRow(NUMBER + seat, None, names[seat]) for seat in range(people)]
    sitting += [SeatRow(None, "normal", name) for name in names[people:]]
    usual: dict[str, Any] = {
        "id": NUMBER,
        "slug": face.slug,
        "version": face.rules.version,
        "options": options.model_dump(),
        "status": "running",
        "revision": 0,
        "server_id": NUMBER,
        "locale": None,
        "host_id": NUMBER,
        "seed": rng.randbytes(32),
        "rematch_of": None,
        "computer_due": False,
        "created_at": 0,
        "started_at": 0,
        "ended_at": None,
        "why": None,
        "seats": tuple(sitting),
        "pace": "none",
        "deadline": NUMBER,
        "due": NUMBER,
    }
    return MatchRow(**(usual | values))


def fits(screen: Screen, match: int = NUMBER, stamp: int = NUMBER) -> None:
    """Discord takes the message, and nothing had to be cut off for it, with emoji and pictures or without."""
    for markup, picture in ((without, None), (all_emoji, None), (all_emoji, b"")):
        with written(markup):
            view = layout(screen, match, stamp, picture)
            hold(view)
            assert texts(view) == [rendered(text) for text in said(screen, pictured=picture is not None)]
    for block in screen.blocks:
        match_labels(block)


def said(screen: Screen, *, pictured: bool) -> Iterator[str]:
    """The texts of a screen; where no picture is, its words."""
    for block in screen.blocks:
        if isinstance(block, Text):
            yield block.markdown
        elif isinstance(block, Picture) and not pictured:
            yield block.words


def match_labels(block: Any) -> None:
    """No label is too long."""
    match block:
        case Row(buttons):
            assert all(whole(button.label or button.emoji or "", LABEL) for button in buttons)
        case Menu(prompt, options):
            assert whole(prompt, 150)
            for option in options:
                assert whole(option.label, DESCRIPTION)
                assert option.description is None or whole(option.description, DESCRIPTION)
        case Pick(prompt, labels):
            assert whole(prompt, 150)
            assert all(whole(text, DESCRIPTION) for text in labels)
        case _:
            pass


def whole(text: str, most: int) -> bool:
    return 0 < len(label(text, ENDLESS)) <= most


def targets(screen: Screen) -> Iterator[Target]:
    """Where its controls lead; a menu of several choices leads to each of their combinations."""
    for block in screen.blocks:
        match block:
            case Row(buttons):
                yield from (button.target for button in buttons if button.target is not None)
            case Menu(_, options):
                yield from (option.target for option in options)
            case Pick(_, labels, least, most, path):
                for size in range(least, most + 1):
                    for chosen in combinations(range(len(labels)), size):
                        yield Go((*path, *chosen))
            case _:
                pass


def hands_fit(face: AnyFace, match: Match, seat: int) -> None:
    """Each screen of a hand; every legal action is at most ``PRESSES`` away, and nothing else is offered."""
    seen: set[tuple[int, ...]] = set()
    level: list[tuple[int, ...]] = [()]
    reached: set[int] = set()
    legal = len(match.legal(seat))
    for presses in range(1, PRESSES + 3):
        following: list[tuple[int, ...]] = []
        for path in level:
            if path in seen:
                continue
            seen.add(path)
            screen = screens.hand(face, match, seat, path)
            fits(screen, stamp=match.stamps[seat])
            for target in targets(screen):
                if isinstance(target, Go):
                    following.append(target.path)
                elif isinstance(target, Act) and presses <= PRESSES:
                    reached.add(target.index)
        level = following
    assert not set(level) - seen
    assert reached == set(range(legal)), (match.state, seat)
    fits(screens.hand(face, match, seat, (), NOTE))


def everything_fits(face: AnyFace, match: Match) -> None:
    """The table, and the hands of all seats."""
    fits(screens.table(face, match), stamp=0)
    for seat in range(len(match.row.seats)):
        hands_fit(face, match, seat)


def positions(face: AnyFace, n: int, seed: int) -> Iterator[Match]:
    """Positions of random matches of all kinds, those amid a step that looks like a choice included."""
    rng = Random(seed)
    kinds = every_kind(face.rules, None, None, rng)
    while n > 0:
        options, seats = next(kinds)
        people = rng.randint(0, seats)
        match = Match.begin(row_of(face, options, seats, people, rng), face.rules)
        policy = rng.choice(POLICIES)
        every = rng.choice((2, 5, 20))
        misses = [NUMBER] * seats
        match.stood_in = [at if at % 2 else 0 for at in misses] if rng.random() < 0.5 else misses
        while n > 0 and match.result() is None:
            match.draw_chance(0)
            shown = [*match.frames, match] if rng.randrange(every) == 0 else []
            if shown and rng.random() < 0.3:
                shown.append(match.fork())
                shown[-1].state = swell(face.slug, match.state, rng)
            match.entries, match.frames = [], []
            yield from shown
            n -= len(shown)
            if match.waiting:
                seat = rng.choice(match.waiting)
                match.play(seat, policy(match.legal(seat), rng), person_id=NUMBER, at=0)
        if match.result() is not None:
            match.row = replace(match.row, status="over")
            yield match
            n -= 1


def positions_fit(face: AnyFace, n: int, seed: int) -> None:
    for match in positions(face, n, seed):
        everything_fits(face, match)


@games
def test_group_S_every_message_of_a_match(face: AnyFace) -> None:
    positions_fit(face, QUICK, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@games
def test_group_S_every_message_of_many_matches(face: AnyFace) -> None:
    positions_fit(face, LONG, seed=2)


@games
def test_group_S_every_message_before_a_match(face: AnyFace) -> None:
    rng = Random(3)
    kinds = every_kind(face.rules, None, None, rng)
    for _ in range(50):
        options, seats = next(kinds)
        for taken in range(1, seats + 1):
            people = rng.randint(1, taken)
            lobby = row_of(
                face, options, taken, people, rng, status="lobby", rematch_of=rng.choice((None, 1))
            )
            for row in (lobby, replace(lobby, seats=tuple(replace(one, ready=False) for one in lobby.seats))):
                fits(screens.lobby(face, row), stamp=0)
                for page in range((len(face.fields()) + 4) // 5):
                    fits(screens.options_panel(face, row, page), stamp=0)
            for why in ("abandoned", "unreachable", "expired", None):
                fits(screens.closed(face, replace(lobby, status="cancelled", why=why)), stamp=0)


@games
def test_group_S_every_page_of_the_rules(face: AnyFace) -> None:
    rng = Random(4)
    longest = face.rules.Options.model_validate(
        {
            field.name: max(field.choices, key=lambda one: _words(field.word, one)).value
            for field in face.fields()
        }
    )
    row = row_of(face, longest, face.rules.seats[-1], 1, rng)
    for folder in rules_pages.RULES.iterdir():
        for page in range(len(rules_pages.pages(face.slug, folder.name))):
            fits(rules_pages.screen(face, page, folder.name), stamp=0)
            fits(rules_pages.screen(face, page, folder.name, row), stamp=0)


def _words(word: Callable[[Any], str], choice: Choice) -> int:
    return len(word(choice.value))
