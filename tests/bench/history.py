"""What commands cost in a database of 500,000 matches that are over, and what presses notice of it."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import create_engine, insert, text

from bot.store import Person, Store, board, finding, overview
from bot.store.board import SUMS, Board
from bot.store.schema import tallies
from bot.store.store import remembered
from tests.bench.figures import quantile, verdict
from tests.bench.stage import sqlite

OVER = 500_000
OPEN = 1_000
PEOPLE = 20_000
SERVERS = 200
CHANNELS = 1_000
YEAR = 365 * 24 * 60 * 60 * 1000
NOW = 1_900_000_000_000
MONTH = 30 * 24 * 60 * 60 * 1000

AT_ONCE = 20
"""Long questions that people ask at the same moment."""
BUDGET = 0.010
"""Seconds of an ordinary question."""
LONG = 1.0
"""Seconds of a leaderboard, which ranks all its people; here up to 20,000 of them."""
PRESS = 0.050
"""Seconds that a write may take meanwhile."""

ROWS = f"""
    INSERT INTO players (id, name, settings)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {PEOPLE})
        SELECT i, 'person ' || i, '{{}}' FROM n;
    INSERT INTO matches (id, slug, version, options, status, revision, server_id, host_id, seed, computer_due,
                         created_at, started_at, ended_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :over + {OPEN})
        SELECT i, CASE i % 5 WHEN 0 THEN 'hilo' WHEN 1 THEN 'flip' WHEN 2 THEN 'heart' WHEN 3 THEN 'trumps'
                  ELSE 'tiengow' END,
               1, '{{}}', CASE WHEN i > :over THEN 'running' ELSE 'over' END, 9, i * 7919 % {SERVERS} + 1,
               i * 31 % {PEOPLE} + 1, randomblob(32), 0, {NOW - YEAR} + i * {YEAR} / :over,
               {NOW - YEAR} + i * {YEAR} / :over,
               CASE WHEN i > :over THEN NULL ELSE {NOW - YEAR} + i * {YEAR} / :over END FROM n;
    INSERT INTO tables (match_id, channel_id, message_id)
        SELECT id, id * 7919 % {CHANNELS} + 1, id FROM matches;
    INSERT INTO seats (match_id, seat, player_id, name, ready)
        WITH two(seat) AS (VALUES (0), (1))
        SELECT id, seat, (id * 31 + seat * (id % 97 + 1)) % {PEOPLE} + 1, 'somebody', 1 FROM matches, two;
    INSERT INTO journal (match_id, n, entry, player_id, at)
        WITH four(n) AS (VALUES (0), (1), (2), (3))
        SELECT id, n, '{{}}', host_id, started_at
        FROM matches, four;
    INSERT INTO results (match_id, seat, player_id, server_id, slug, solo, share, score, ended_at)
        SELECT id, seat, player_id, server_id, slug, id % 3 = 0, seat * 60, id % 50, ended_at
        FROM matches JOIN seats ON match_id = id WHERE status = 'over'
"""


async def fill(folder: Path, over: int) -> str:
    """A database with so many finished matches of one year, and a thousand open ones; its address."""
    url = sqlite(folder)
    await (await Store.open(url)).close()
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        for statement in ROWS.split(";\n"):
            connection.execute(text(statement), {"over": over} if ":over" in statement else {})
        connection.execute(insert(tallies).from_select(SUMS, board.summed()))
    engine.dispose()
    return url


QUESTIONS: dict[str, tuple[Callable[[Store], Awaitable[object]], float]] = {
    "/play: tables in the channel": (
        lambda store: finding.in_channel(store, 7, ("lobby", "running")),
        BUDGET,
    ),
    "/matches": (lambda store: finding.of_person(store, 7, ("lobby", "running")), BUDGET),
    "/stats": (lambda store: board.tallies(store, 7, solo=False), BUDGET),
    "start and end: running matches": (lambda store: finding.count(store, "running"), BUDGET),
    "start: what was touched lately": (lambda store: finding.touched(store, NOW - 60_000), BUDGET),
    "/metrics: open matches": (overview.counts, BUDGET),
    "/leaderboard, server": (lambda store: board.page(store, Board(7), size=10, mine=7), LONG),
    "/leaderboard, everywhere": (lambda store: board.page(store, Board(), size=10, mine=7), LONG),
    "/leaderboard, everywhere, month": (
        lambda store: board.page(store, Board(since=NOW - MONTH), size=10, mine=7),
        LONG,
    ),
}


async def _seconds(asked: Awaitable[object]) -> float:
    began = time.perf_counter()
    await asked
    return time.perf_counter() - began


async def _meanwhile(store: Store) -> list[float]:
    """Seconds of each write while many ask for the longest of the boards."""
    asked = [
        asyncio.ensure_future(QUESTIONS["/leaderboard, everywhere, month"][0](store)) for _ in range(AT_ONCE)
    ]
    written = []
    while not all(question.done() for question in asked):
        written.append(await _seconds(store.write(remembered(Person(7, "person 7")))))
        await asyncio.sleep(0.005)
    await asyncio.gather(*asked)
    return written


async def _measure(over: int) -> bool:
    kept = []
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(await fill(Path(folder), over))
        try:
            for name, (ask, budget) in QUESTIONS.items():
                await ask(store)
                median = quantile([await _seconds(ask(store)) for _ in range(5)], 0.5)
                kept.append(median <= budget)
                print(
                    f"{name:32} {median * 1000:8.2f} ms   x{budget / median:7.1f} of {budget * 1000:.0f} ms"
                    f"   {verdict(kept=kept[-1])}"
                )
            late = quantile(await _meanwhile(store), 0.99)
        finally:
            await store.close()
    kept.append(late <= PRESS)
    print(
        f"{f'a write beside {AT_ONCE} of these, p99':32} {late * 1000:8.2f} ms"
        f"   x{PRESS / late:7.1f} of {PRESS * 1000:.0f} ms   {verdict(kept=kept[-1])}"
    )
    return all(kept)


def report(over: int = OVER) -> bool:
    """Print each cost beside its budget; whether all are kept."""
    return asyncio.run(_measure(over))
