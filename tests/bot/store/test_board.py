"""Leaderboards against their rule in plain Python, over random results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from sqlalchemy import delete, update

from bot.store import Person, ResultRow, SeatRow, Standing, Store, board, bulk
from bot.store.board import Board, Page, Tally
from bot.store.rows import WHOLE
from bot.store.schema import tallies
from tests.bot.kept import changed, open_lobby, over

PEOPLE = [Person(10**17 + n, f"name {n}") for n in range(14)]
ABSENT = Person(7, "absent")
HOST = SeatRow(PEOPLE[0].id, None, PEOPLE[0].name)
SERVERS = [1, 2, None]
SLUGS = ["this", "that"]
TIMES = range(1_000, 1_010)


@dataclass(frozen=True)
class Finished:
    """A match that is over; its seats may be computers' (None)."""

    server_id: int | None
    slug: str
    at: int
    lines: tuple[ResultRow, ...]


def random_matches(rng: Random, n: int) -> Iterator[Finished]:
    for _ in range(n):
        seats = rng.sample([*PEOPLE, None, None, None], rng.randint(1, 6))
        winners = rng.sample(range(len(seats)), rng.randint(1, len(seats)))
        solo = rng.random() < 0.3
        lines = tuple(
            ResultRow(
                seat,
                person.id if person else None,
                solo,
                WHOLE // len(winners) * (seat in winners),
                rng.choice([-3, 0, 0, 1, 5]),
            )
            for seat, person in enumerate(seats)
        )
        yield Finished(rng.choice(SERVERS), rng.choice(SLUGS), rng.choice(TIMES), lines)


async def keep(store: Store, matches: Sequence[Finished]) -> None:
    for person in (*PEOPLE, ABSENT):
        await store.remember(person)
    for one in matches:
        row = await open_lobby(store, HOST, server_id=one.server_id, slug=one.slug)
        await changed(store, row, results=one.lines, **over("x", one.at))


def counted(matches: Sequence[Finished], which: Board) -> list[ResultRow]:
    """The results that a board is about."""
    return [
        line
        for one in matches
        if which.server_id in (None, one.server_id)
        and which.slug in (None, one.slug)
        and (which.since is None or one.at >= which.since)
        for line in one.lines
        if line.player_id is not None and line.solo == which.solo
    ]


def expected(matches: Sequence[Finished], which: Board) -> list[Standing]:
    """Everybody on the board, by the rule as it is told to people."""
    lines = counted(matches, which)
    figures = {}
    for person in PEOPLE:
        mine = [line for line in lines if line.player_id == person.id]
        if mine:
            wins, points = sum(line.share for line in mine), sum(line.score for line in mine)
            figures[person] = (-wins, -points if which.slug else 0, len(mine)), points
    return [
        Standing(
            rank=1 + sum(other < order for other, _ in figures.values()),
            player_id=person.id,
            name=person.name,
            wins=-order[0] / WHOLE,
            points=points,
            matches=order[2],
        )
        for person, (order, points) in sorted(figures.items(), key=lambda item: (item[1][0], item[0].id))
    ]


BOARDS = [
    Board(server, slug, solo, since)
    for server, slug, solo, since in product(
        [None, 1, 2, 3], [None, *SLUGS, "none"], [False, True], [None, 1_000, 1_004, 1_009, 1_010]
    )
]


@pytest.fixture(params=[4, 60])
async def played(store: Store, request: pytest.FixtureRequest) -> list[Finished]:
    matches = list(random_matches(Random(request.param), request.param))
    await keep(store, matches)
    return matches


async def test_group_N_every_board(store: Store, played: list[Finished]) -> None:
    for which in BOARDS:
        people = expected(played, which)
        assert await board.page(store, which, size=100) == Page(len(people), 0, people, None), which


async def test_group_N_pages_put_together_are_the_board(store: Store, played: list[Finished]) -> None:
    for which, size in product(BOARDS[::7], (1, 3, 10)):
        people = expected(played, which)
        last = max(0, len(people) - 1) // size
        for number in range(last + 1):
            page = await board.page(store, which, size=size, number=number)
            assert page == Page(len(people), number, people[number * size : (number + 1) * size], None)
        assert await board.page(store, which, size=size, number=10_000) == page


async def test_group_N_everybody_finds_their_own_line(store: Store, played: list[Finished]) -> None:
    for which in BOARDS[::9]:
        lines = {line.player_id: line for line in expected(played, which)}
        for person in (*PEOPLE, ABSENT):
            page = await board.page(store, which, size=2, mine=person.id)
            assert page.mine == lines.get(person.id)
            assert len(page.lines) == min(2, len(lines))


async def test_group_N_figures_by_game(store: Store, played: list[Finished]) -> None:
    for person, solo, server in product((*PEOPLE[:5], ABSENT), (False, True), (None, 1)):
        tallies = await board.tallies(store, person.id, solo=solo, server_id=server)
        mine = {
            slug: [line for line in counted(played, Board(server, slug, solo)) if line.player_id == person.id]
            for slug in SLUGS
        }
        assert sorted(tallies) == sorted(
            Tally(
                slug, sum(line.share for line in lines) / WHOLE, sum(line.score for line in lines), len(lines)
            )
            for slug, lines in mine.items()
            if lines
        )
        assert [-tally.matches for tally in tallies] == sorted(-tally.matches for tally in tallies)


async def test_group_N_equals_share_a_rank_and_the_next_one_skips(store: Store) -> None:
    figures = [(WHOLE, 5), (WHOLE, 5), (WHOLE, 4), (0, 9), (0, 9), (0, 9), (0, 0)]
    lines = tuple(
        ResultRow(seat, PEOPLE[seat].id, False, share, score) for seat, (share, score) in enumerate(figures)
    )
    await keep(store, [Finished(1, "this", 1_000, lines)])
    one_game = (await board.page(store, Board(slug="this"), size=10)).lines
    assert [line.rank for line in one_game] == [1, 1, 3, 4, 4, 4, 7]
    assert [line.player_id for line in one_game] == [person.id for person in PEOPLE[:7]]
    everything = (await board.page(store, Board(), size=10)).lines
    assert [line.rank for line in everything] == [1, 1, 1, 4, 4, 4, 4]


async def test_group_N_fewer_matches_break_a_tie(store: Store) -> None:
    ann, bob = PEOPLE[:2]
    won = [ResultRow(0, person.id, False, WHOLE, 1) for person in (ann, bob)]
    lost = ResultRow(0, ann.id, False, 0, 0)
    await keep(store, [Finished(1, "this", 1_000, (line,)) for line in (*won, lost)])
    for which in (Board(), Board(slug="this")):
        lines = (await board.page(store, which, size=10)).lines
        assert [(line.rank, line.player_id, line.rate) for line in lines] == [
            (1, bob.id, 1),
            (2, ann.id, 0.5),
        ]


async def test_group_N_shared_wins_add_up_to_whole_ones(store: Store) -> None:
    matches = [
        Finished(
            1,
            "this",
            1_000,
            tuple(ResultRow(n, p.id, False, WHOLE // k, 0) for n, p in enumerate(PEOPLE[:k])),
        )
        for k in range(1, 7)
        for _ in range(k)
    ]
    await keep(store, matches)
    mine = (await board.page(store, Board(), size=1, mine=PEOPLE[0].id)).mine
    assert mine is not None
    assert mine.wins == 6


async def test_group_N_the_board_has_the_latest_name(store: Store) -> None:
    await keep(store, [Finished(1, "this", 1_000, (ResultRow(0, PEOPLE[0].id, False, WHOLE, 0),))])
    await store.remember(Person(PEOPLE[0].id, "new name"))
    assert [line.name for line in (await board.page(store, Board(), size=1)).lines] == ["new name"]


async def test_group_N_recounting_finds_nothing_wrong(store: Store, played: list[Finished]) -> None:
    before = [await board.page(store, which, size=100) for which in BOARDS]
    assert await board.recount(store) == 0
    assert [await board.page(store, which, size=100) for which in BOARDS] == before


async def test_group_N_recounting_mends_sums_that_are_wrong(store: Store, played: list[Finished]) -> None:
    before = [await board.page(store, which, size=100) for which in BOARDS]
    one, other, *_ = [line.player_id for line in expected(played, Board())]
    async with store.writing() as connection:
        await connection.execute(delete(tallies).where(tallies.c.player_id == one))
        await connection.execute(update(tallies).where(tallies.c.player_id == other).values(score=12_345))
    assert [await board.page(store, which, size=100) for which in BOARDS] != before
    assert await board.recount(store) == 2
    assert [await board.page(store, which, size=100) for which in BOARDS] == before


async def test_group_N_who_was_erased_is_on_no_board(store: Store, played: list[Finished]) -> None:
    gone = expected(played, Board())[0].player_id
    await bulk.erase(store, gone)
    for which in (Board(), Board(since=0)):
        page = await board.page(store, which, size=100)
        assert [line.player_id for line in page.lines] == [
            line.player_id for line in expected(played, which) if line.player_id != gone
        ]
    assert await board.recount(store) == 0
