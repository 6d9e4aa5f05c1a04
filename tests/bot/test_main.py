"""``python -m bot`` as its operator meets it: what is wrong is told on one line, and nothing is touched."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.matches import results
from bot.matches.match import Match
from bot.process.settings import Settings
from bot.store import MatchRow, SeatRow, Store
from engine.games import GAMES
from tests.bot.kept import changed, open_lobby, over, sitting
from tests.engine.walks import kinds

ROOT = Path(__file__).resolve().parents[2]
FILE = "parlour.db"
MATCHES = 8
NEWER = "update alembic_version set version_num = '9999'"

Ended = subprocess.CompletedProcess[str]


def bot(directory: Path, *arguments: str, **settings: str) -> Ended:
    """Run the bot in a directory, with these settings and no others in the environment."""
    inherited = {name: text for name, text in os.environ.items() if name.lower() not in Settings.model_fields}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=directory,
        env={**inherited, "PYTHONPATH": str(ROOT), **settings},
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
    )


def files(directory: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in directory.iterdir()}


def sql(directory: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(directory / FILE)) as connection, connection:
        return connection.execute(statement).fetchall()


def dump(directory: Path) -> list[str]:
    with closing(sqlite3.connect(directory / FILE)) as connection:
        return list(connection.iterdump())


# Refusals


def write(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda directory: (directory / name).write_bytes(content)


def newer(directory: Path) -> None:
    asyncio.run(_empty(directory))
    sql(directory, NEWER)


def damaged(directory: Path) -> None:
    """The index of a table is not what it should be; nobody reads it at once."""
    asyncio.run(_empty(directory))
    with closing(sqlite3.connect(directory / FILE)) as connection:
        (page,) = connection.execute(
            "select rootpage from sqlite_master where name = 'ix_seats_player_id'"
        ).fetchone()
        (size,) = connection.execute("pragma page_size").fetchone()
        connection.execute("pragma journal_mode=delete")
    with (directory / FILE).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"damaged" * 100)


async def _empty(directory: Path) -> None:
    await (await Store.open(f"sqlite+aiosqlite:///{directory / FILE}")).close()


TOKEN = {"DISCORD_TOKEN": "not-a-token"}

Case = tuple[Callable[[Path], object] | None, list[str], dict[str, str], str]
CASES: dict[str, Case] = {
    "no token": (None, [], {}, "DISCORD_TOKEN"),
    "no directory": (None, [], {**TOKEN, "DATABASE_URL": "sqlite+aiosqlite:///no/x.db"}, "DATABASE_URL"),
    "another kind": (None, [], {**TOKEN, "DATABASE_URL": "sqlite:///x.db"}, "DATABASE_URL"),
    "no server": (
        None,
        [],
        {**TOKEN, "DATABASE_URL": "postgresql+asyncpg://ann:hunter:2@127.0.0.1:1/x"},
        "DATABASE_URL: postgresql+asyncpg://ann:[hidden]@127.0.0.1:1/x",
    ),
    "garbage": (write(FILE, b"garbage" * 999), [], TOKEN, "DATABASE_URL"),
    "newer": (newer, [], TOKEN, "DATABASE_URL"),
    "newer, health": (newer, ["health"], {}, "update the bot"),
    "newer, rebuild": (newer, ["rebuild"], {}, "update the bot"),
    "none, rebuild": (None, ["rebuild"], {}, "there is no such database"),
    "garbage, health": (write(FILE, b"garbage" * 999), ["health"], {}, "DATABASE_URL"),
    "damaged, health": (damaged, ["health"], {}, "damaged"),
    "damaged, rebuild": (damaged, ["rebuild"], {}, "damaged"),
    "damaged, prune": (damaged, ["prune"], {}, "damaged"),
    "a wrong address with a password": (
        None,
        [],
        {**TOKEN, "DATABASE_URL": "postgres://ann:hun ter/2@host:port/x?password=hunter3"},
        "DATABASE_URL",
    ),
    "a password in the query": (
        None,
        [],
        {**TOKEN, "DATABASE_URL": "postgresql+asyncpg://127.0.0.1:1/x?user=ann&password=hunter2"},
        "DATABASE_URL: postgresql+asyncpg://127.0.0.1:1/x",
    ),
    "corrupt .env": (write(".env", b"DISCORD_TOKEN=hunter2\nhunter2\n"), [], {}, ".env: line 2"),
    "shards without count": (None, [], {**TOKEN, "SHARD_IDS": "0"}, "SHARD_COUNT"),
    "shards too high": (None, [], {**TOKEN, "SHARD_IDS": "2", "SHARD_COUNT": "2"}, "SHARD_IDS"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_told_on_one_line(tmp_path: Path, name: str) -> None:
    prepare, arguments, settings, named = CASES[name]
    if prepare is not None:
        prepare(tmp_path)
    before = files(tmp_path)
    ended = bot(tmp_path, *arguments, **settings)
    lines = ended.stderr.splitlines()
    assert len(lines) == 1, ended.stderr
    assert lines[0].startswith("parlour: ")
    assert named in lines[0]
    assert "hunter" not in lines[0]
    assert ended.stdout == ""
    assert ended.returncode == 2
    assert files(tmp_path) == before


# Health


def test_health(tmp_path: Path) -> None:
    asyncio.run(_empty(tmp_path))
    before = dump(tmp_path)
    ended = bot(tmp_path, "health")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert dump(tmp_path) == before


def test_health_reads_the_env_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DATABASE_URL=sqlite+aiosqlite:///other.db\n", encoding="utf-8")
    ended = bot(tmp_path, "health")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "there is no database yet" in ended.stdout
    assert set(files(tmp_path)) == {".env"}, "a question makes no database"
    (tmp_path / "other.db").write_bytes(b"garbage" * 999)
    assert bot(tmp_path, "health").returncode == 2


LIGHT = """
import sys
sys.argv = ["bot", "health"]
import bot.__main__
status = bot.__main__.main()
print("ours:", *sorted(name for name in sys.modules if name.partition(".")[0] in {"bot", "cogs", "engine"}))
heavy = {"aiohttp", "alembic", "discord", "pydantic", "sqlalchemy", "typer"}
print("heavy:", *sorted(heavy & sys.modules.keys()))
sys.exit(status)
"""


def test_health_loads_nothing_of_the_bot(tmp_path: Path) -> None:
    """It is asked for twice a minute."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    environment = {**os.environ, "HEALTH_PORT": str(port), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", LIGHT],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    said, ours, heavy = ended.stdout.splitlines()
    assert said.startswith(f"no answer from 127.0.0.1, port {port}")
    assert ours == "ours: bot bot.__main__ bot.process bot.process.probe"
    assert heavy == "heavy:"


# Rebuild


async def _play(store: Store, slug: str, seed: int) -> MatchRow:
    """Keep a finished match as the bot does: among people, against computers, or with somebody who left."""
    rules, rng = GAMES[slug], Random(seed)
    seats = rng.choice(rules.seats)
    (options,) = kinds(rules, seats, 1, seed)
    people: list[SeatRow] = list(sitting(*"abcdefgh"[:seats]))
    if seed % 3 == 1:
        people[-1] = SeatRow(None, "normal", "Ada")
    row = await open_lobby(
        store, *people, slug=slug, options=options.model_dump(mode="json"), seed=rng.randbytes(32)
    )
    if seed % 3 == 2:
        people[-1] = SeatRow(people[-1].player_id, "normal", people[-1].name)
    match = Match.begin(row, rules)
    match.draw_chance(5)
    while match.waiting:
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.legal(seat)), person_id=people[seat].player_id, at=6)
    row = await changed(store, row, seats=tuple(people), status="running", started_at=5)
    result = match.result()
    assert result is not None
    outcome = results.outcome(row, result)
    return await changed(store, row, match.entries, outcome, **over(result.why, 7 + seed))


async def _fill(directory: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{directory / FILE}")
    for seed in range(MATCHES):
        await _play(store, list(GAMES)[seed % len(GAMES)], seed)
    await open_lobby(store, *sitting("a"))
    await changed(store, await open_lobby(store, *sitting("a")), status="running", started_at=5)
    await changed(store, await open_lobby(store, *sitting("a")), status="cancelled")
    await store.close()


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A directory with a database of matches of all kinds."""
    asyncio.run(_fill(tmp_path))
    return tmp_path


def test_rebuild_changes_nothing(filled: Path) -> None:
    before = dump(filled)
    ended = bot(filled, "rebuild")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "0 matches differed\n", "")
    assert dump(filled) == before


def test_rebuild_repairs_what_was_tampered_with(filled: Path) -> None:
    before = dump(filled)
    sql(filled, "update results set share = share + 60, score = -1 where match_id = 1")
    sql(filled, "update results set ended_at = 0, slug = 'other' where match_id = 3 and seat = 1")
    sql(filled, "delete from results where match_id = 4")
    sql(filled, "delete from results where match_id = 5 and seat = 0")
    sql(filled, "update results set player_id = null where match_id = 6")
    ended = bot(filled, "rebuild")
    assert ended.returncode == 0, ended.stderr
    assert re.findall(r"^match (\d+): ", ended.stdout, re.MULTILINE) == ["1", "3", "4", "5", "6"]
    assert ended.stdout.endswith("5 matches differed\n")
    assert sorted(dump(filled)) == sorted(before)
    sql(filled, "update results set score = 99 where match_id = 2")
    assert bot(filled, "rebuild", "--quiet").stdout == "1 matches differed\n"
    assert sorted(dump(filled)) == sorted(before)


def test_rebuild_leaves_what_it_cannot_replay(filled: Path) -> None:
    sql(filled, "update journal set entry = '{' where match_id = 1 and n = 3")
    sql(filled, "delete from journal where match_id = 2 and n > 5")
    sql(filled, "delete from journal where match_id = 3 and n = 2")
    sql(filled, "update matches set slug = 'forgotten' where id = 4")
    sql(filled, "update matches set options = '[]' where id = 5")
    sql(filled, "update results set score = 99")
    before = dump(filled)
    ended = bot(filled, "rebuild")
    assert ended.returncode == 1
    assert ended.stdout.startswith("match 6: ")
    assert ended.stdout.endswith(f"{MATCHES - 5} matches differed\n")
    told = re.findall(r"^parlour: match (\d+) cannot be replayed: .+$", ended.stderr, re.MULTILINE)
    assert told == ["1", "2", "3", "4", "5"]
    assert len(ended.stderr.splitlines()) == len(told)
    after = dump(filled)
    changed = {line for line in before if line not in after}
    assert changed
    assert all(re.match(r'INSERT INTO "(tallies"|results" VALUES\(([6-9]|\d\d))', line) for line in changed)


def test_rebuild_mends_the_sums_of_the_leaderboards(filled: Path) -> None:
    before = dump(filled)
    sql(filled, "update tallies set share = share + 60")
    ended = bot(filled, "rebuild")
    assert re.match(r"the sums of \d+ people on the leaderboards were other ones\n0 matches", ended.stdout)
    assert sorted(dump(filled)) == sorted(before)


def test_pruning_keeps_results_and_what_is_open(filled: Path) -> None:
    """All matches of these tests ended long ago."""
    kept = "select * from results", "select * from tallies", "select * from matches where status = 'running'"
    before = [sql(filled, query) for query in kept]
    ended = bot(filled, "prune")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{MATCHES} matches pruned\n"
    assert [sql(filled, query) for query in kept] == before
    assert sql(filled, "select * from journal where match_id in (select match_id from results)") == []
    assert bot(filled, "prune").stdout == "0 matches pruned\n"
    ended = bot(filled, "rebuild")
    assert (ended.returncode, ended.stdout) == (0, "0 matches differed\n")


def test_pruning_forgets_nothing_that_ended_lately(filled: Path) -> None:
    sql(filled, f"update matches set ended_at = {int(time.time() * 1000) - 99 * 24 * 60 * 60 * 1000}")
    before = dump(filled)
    assert bot(filled, "prune", "--days", "100").stdout == "0 matches pruned\n"
    assert dump(filled) == before
    assert bot(filled, "prune", "--days", "98").stdout == f"{MATCHES + 1} matches pruned\n"
