"""Leaderboards and statistics, derived from results and nothing else; and results computed anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, insert, select

from bot.store.rows import WHOLE, MatchRow, ResultRow, Standing
from bot.store.schema import players, results
from bot.store.store import Store, result_lines


@dataclass(frozen=True, slots=True)
class Board:
    """Which results count: where, of which game, against people or computers (``solo``), since when."""

    server_id: int | None = None
    slug: str | None = None
    solo: bool = False
    since: int | None = None


class Tally(NamedTuple):
    """A person's figures in one game."""

    slug: str
    wins: float
    points: int
    matches: int


async def size(store: Store, board: Board) -> int:
    """How many people are on the board."""
    async with store.engine.connect() as connection:
        counted = await connection.scalar(select(func.count()).select_from(_sums(board).subquery()))
        return counted or 0


async def standings(store: Store, board: Board, *, limit: int, offset: int = 0) -> list[Standing]:
    """A page of the board: most wins first, then most points, then fewest matches; equals share a rank."""
    async with store.engine.connect() as connection:
        found = await connection.execute(_ranked(board).limit(limit).offset(offset))
        return [_standing(row) for row in found]


async def standing(store: Store, board: Board, player_id: int) -> Standing | None:
    """One person's line of the board."""
    ranked = _ranked(board).subquery()
    async with store.engine.connect() as connection:
        found = (await connection.execute(select(ranked).where(ranked.c.player_id == player_id))).first()
        return None if found is None else _standing(found)


async def tallies(store: Store, player_id: int, *, solo: bool, server_id: int | None = None) -> list[Tally]:
    """A person's figures by game, most played first."""
    query = (
        select(results.c.slug, func.sum(results.c.share), func.sum(results.c.score), func.count())
        .where(*_which(Board(server_id=server_id, solo=solo)), results.c.player_id == player_id)
        .group_by(results.c.slug)
        .order_by(func.count().desc(), results.c.slug)
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


def _which(board: Board) -> list[ColumnElement[bool]]:
    where: list[ColumnElement[bool]] = [results.c.player_id > 0, results.c.solo == board.solo]
    if board.server_id is not None:
        where.append(results.c.server_id == board.server_id)
    if board.slug is not None:
        where.append(results.c.slug == board.slug)
    if board.since is not None:
        where.append(results.c.ended_at >= board.since)
    return where


def _sums(board: Board) -> Select[Any]:
    return (
        select(
            results.c.player_id,
            func.sum(results.c.share).label("wins"),
            func.sum(results.c.score).label("points"),
            func.count().label("matches"),
        )
        .where(*_which(board))
        .group_by(results.c.player_id)
    )


def _ranked(board: Board) -> Select[Any]:
    sums = _sums(board).subquery()
    # Points of different games cannot be compared, so they break ties on a single game's board only.
    order = [sums.c.wins.desc(), sums.c.points.desc() if board.slug else sums.c.matches, sums.c.matches]
    return (
        select(
            func.rank().over(order_by=order).label("rank"),
            sums.c.player_id,
            players.c.name,
            sums.c.wins,
            sums.c.points,
            sums.c.matches,
        )
        .join(players, players.c.id == sums.c.player_id)
        .order_by("rank", sums.c.player_id)
    )


def _standing(row: Any) -> Standing:
    return Standing(row.rank, row.player_id, row.name, row.wins / WHOLE, row.points, row.matches)
