"""Leaderboards and statistics, derived from results and nothing else; and results computed anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    delete,
    except_,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    union_all,
)

from bot.store.rows import WHOLE, MatchRow, ResultRow, Standing
from bot.store.schema import players, results
from bot.store.schema import tallies as sums
from bot.store.store import Store, result_lines

SUMS = ["server_id", "slug", "solo", "player_id", "share", "score", "matches"]
"""The columns of the stored sums."""


@dataclass(frozen=True, slots=True)
class Board:
    """Which results count: where, of which game, against people or computers (``solo``), since when."""

    server_id: int | None = None
    slug: str | None = None
    solo: bool = False
    since: int | None = None


class Page(NamedTuple):
    """Lines of a board, of all the people on it.

    ``number`` is the page's, from 0; ``mine`` is one's own line, on whatever page it is.
    """

    people: int
    number: int
    lines: list[Standing]
    mine: Standing | None


class Tally(NamedTuple):
    """A person's figures in one game."""

    slug: str
    wins: float
    points: int
    matches: int


async def page(store: Store, board: Board, *, size: int, number: int = 0, mine: int | None = None) -> Page:
    """A page of the board (counted from 0; the last one if there are fewer), and the line of ``mine``.

    Most wins come first, then most points, then fewest matches; equals share a rank.
    """
    ranked = _ranked(board).cte()
    last = (ranked.c.people - 1) // size
    first = case((last < number, last), else_=number) * size
    shown = and_(ranked.c.place > first, ranked.c.place <= first + size)
    query = (
        select(ranked, players.c.name, first.label("first"))
        .join(players, players.c.id == ranked.c.player_id)
        .where(or_(shown, ranked.c.player_id == mine))
        .order_by(ranked.c.place)
    )
    async with store.reading_long() as connection:
        found = (await connection.execute(query)).all()
    if not found:
        return Page(0, 0, [], None)
    first_place, people = found[0].first, found[0].people
    lines = [_standing(row) for row in found if first_place < row.place <= first_place + size]
    own = next((_standing(row) for row in found if row.player_id == mine), None)
    return Page(people, first_place // size, lines, own)


async def tallies(store: Store, player_id: int, *, solo: bool, server_id: int | None = None) -> list[Tally]:
    """A person's figures by game, most played first."""
    query = (
        select(sums.c.slug, sums.c.share, sums.c.score, sums.c.matches)
        .where(sums.c.player_id == player_id, sums.c.server_id == (server_id or 0))
        .where(sums.c.solo == solo, sums.c.slug != "")
        .order_by(sums.c.matches.desc(), sums.c.slug)
    )
    async with store.engine.connect() as connection:
        return [
            Tally(slug, wins / WHOLE, points, played)
            for slug, wins, points, played in await connection.execute(query)
        ]


async def replace_results(store: Store, row: MatchRow, outcome: Sequence[ResultRow]) -> bool:
    """Replace the results of a finished match; whether they were other ones before."""
    new = result_lines(row, outcome)
    of_match = results.c.match_id == row.id
    async with store.writing() as connection:
        found = await connection.execute(select(results).where(of_match).order_by(results.c.seat))
        if [dict(line) for line in found.mappings()] == new:
            return False
        await connection.execute(delete(results).where(of_match))
        await connection.execute(insert(results), new)
        return True


async def recount(store: Store) -> int:
    """Compute the stored sums again from the results; of how many people they were wrong."""
    fresh, stored = summed(), select(*(sums.c[name] for name in SUMS))
    missing, surplus = except_(fresh, stored).subquery(), except_(stored, fresh).subquery()
    differing = union(select(missing.c.player_id), select(surplus.c.player_id))
    async with store.reading_long() as connection:
        wrong = list(await connection.scalars(differing))
    for person in wrong:
        async with store.writing() as connection:
            await connection.execute(delete(sums).where(sums.c.player_id == person))
            theirs = summed(results.c.player_id == person)
            await connection.execute(insert(sums).from_select(SUMS, theirs))
    return len(wrong)


def summed(*which: ColumnElement[bool]) -> Select[Any]:
    """The sums of these results as the table has them: by server and everywhere, by game and of all."""
    by = (results.c.solo, results.c.player_id)
    totals = (func.sum(results.c.share), func.sum(results.c.score), func.count())
    where = (results.c.player_id > 0, *which)
    server, slug, everywhere, all_games = results.c.server_id, results.c.slug, literal(0), literal("")
    parts = (
        select(everywhere.label("server_id"), all_games.label("slug"), *by, *totals).group_by(*by),
        select(everywhere, slug, *by, *totals).group_by(slug, *by),
        select(server, all_games, *by, *totals).where(server.is_not(None)).group_by(server, *by),
        select(server, slug, *by, *totals).where(server.is_not(None)).group_by(server, slug, *by),
    )
    return select(union_all(*(part.where(*where) for part in parts)).subquery())


def _since(board: Board, since: int) -> Select[Any]:
    """What everybody got from matches that have ended since then."""
    # Not the bare column, by whose index SQLite would go through the results of all time.
    person = results.c.player_id + 0
    query = select(
        person.label("player_id"),
        func.sum(results.c.share).label("share"),
        func.sum(results.c.score).label("score"),
        func.count().label("matches"),
    ).where(person > 0, results.c.solo == board.solo, results.c.ended_at >= since)
    if board.server_id is not None:
        query = query.where(results.c.server_id == board.server_id)
    if board.slug is not None:
        query = query.where(results.c.slug == board.slug)
    return query.group_by(person)


def _ever(board: Board) -> Select[Any]:
    """What everybody got from all matches."""
    return select(sums.c.player_id, sums.c.share, sums.c.score, sums.c.matches).where(
        sums.c.server_id == (board.server_id or 0),
        sums.c.slug == (board.slug or ""),
        sums.c.solo == board.solo,
    )


def _ranked(board: Board) -> Select[Any]:
    got = (_ever(board) if board.since is None else _since(board, board.since)).subquery()
    # Points of different games cannot be compared, so they break ties on a single game's board only.
    order = [got.c.share.desc(), *([got.c.score.desc()] if board.slug else []), got.c.matches]
    return select(
        got,
        func.rank().over(order_by=order).label("rank"),
        func.row_number().over(order_by=[*order, got.c.player_id]).label("place"),
        func.count().over().label("people"),
    )


def _standing(row: Any) -> Standing:
    return Standing(row.rank, row.player_id, row.name, row.share / WHOLE, row.score, row.matches)
