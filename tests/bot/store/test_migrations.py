"""A database is brought to this version, or left exactly as it is."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from bot.store import JournalRow, NewerDatabase, Person, Store, StoreUnusable, TableRow
from bot.store.migrations import SCRIPTS
from bot.store.opening import check
from bot.store.schema import metadata
from tests.bot.kept import CHANNEL, changed, finished, open_lobby

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def fill(file: Path) -> None:
    """A database of this version with a finished match, closed in good order."""
    store = await Store.open(url(file))
    entries = [JournalRow(n, "{}", 1, 5) for n in range(3)]
    row = await finished(store, {Person(1, "ann"): (60, 3)}, at=5)
    row = await open_lobby(store, *row.seats)
    await changed(store, row, entries)
    await store.close()


def sql(file: Path, *statements: str) -> list[tuple[object, ...]]:
    """What the last statement gives."""
    with closing(sqlite3.connect(file)) as connection, connection:
        rows: list[tuple[object, ...]] = []
        for statement in statements:
            rows = connection.execute(statement).fetchall()
        return rows


def everything(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def within(directory: Path) -> dict[str, bytes]:
    """Every file of the directory."""
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def allow(path: Path, mode: int) -> None:
    path.chmod(mode)


@contextmanager
def nobody() -> Iterator[None]:
    """Without the powers of root, to whom no file is forbidden."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        if was == 0:
            os.seteuid(0)


@pytest.fixture
def public() -> Iterator[Path]:
    """A directory that everybody may look into; pytest's own are closed to others."""
    directory = Path(tempfile.mkdtemp())
    directory.chmod(0o755)
    yield directory
    directory.chmod(0o755)
    shutil.rmtree(directory)


# The schema


async def test_a_new_database_is_of_the_latest_version(file: Path) -> None:
    await (await Store.open(url(file))).close()
    heads = ScriptDirectory(str(SCRIPTS)).get_heads()
    assert sql(file, "select version_num from alembic_version") == [(head,) for head in heads]
    assert len(heads) == 1
    assert sql(file, "pragma journal_mode") == [("wal",)]
    assert sql(file, "pragma integrity_check") == [("ok",)]


async def test_the_migrations_lead_to_the_tables_that_the_queries_use(file: Path) -> None:
    await (await Store.open(url(file))).close()
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


async def test_opening_again_changes_nothing(file: Path) -> None:
    await fill(file)
    before = within(file.parent)
    for _ in range(2):
        await (await Store.open(url(file))).close()
    assert within(file.parent) == before
    assert list(before) == [file.name], "closing leaves no log behind"


REVISIONS = [script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()]
"""Every version of the tables, latest first."""

KEPT = {
    "players": "*",
    "journal": "*",
    "results": "*",
    "seats": "match_id, seat, player_id, level, name, ready",
    "matches": "id, slug, options, status, revision, server_id, host_id, seed, created_at, ended_at, why",
}
"""What every version knows."""


def kept(file: Path) -> dict[str, list[tuple[object, ...]]]:
    found = {table: sql(file, f"select {columns} from {table}") for table, columns in KEPT.items()}
    assert all(found.values()), "there is something to lose"
    return found


def shape(file: Path) -> dict[str, object]:
    """The tables without the order in which they came to be so."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = inspect(connection)
        return {
            table: {
                "columns": {
                    column["name"]: (str(column["type"]), column["nullable"], column["default"])
                    for column in found.get_columns(table)
                },
                "key": found.get_pk_constraint(table),
                "references": sorted(map(repr, found.get_foreign_keys(table))),
                "unique": sorted(map(repr, found.get_unique_constraints(table))),
                "indexes": sorted(map(repr, found.get_indexes(table))),
            }
            for table in found.get_table_names()
        }


def move(file: Path, *revisions: str) -> None:
    """Down to one version and up to another, and so on; without a sign it is down."""
    with create_engine(f"sqlite:///{file}").begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(SCRIPTS))
        config.attributes["connection"] = connection
        for revision in revisions:
            upwards = revision.startswith("+") or revision == "head"
            (command.upgrade if upwards else command.downgrade)(config, revision)


async def test_down_and_up_again(file: Path) -> None:
    await fill(file)
    fresh, before = shape(file), kept(file)
    for revision in REVISIONS[1:]:
        move(file, revision)
        assert kept(file) == before
        move(file, "head")
        assert shape(file) == fresh
        assert kept(file) == before
    for _ in REVISIONS:
        move(file, "-1")
    assert list(shape(file)) == ["alembic_version"]
    for _ in REVISIONS:
        move(file, "+1")
    assert shape(file) == fresh
    await fill(file)


@pytest.mark.parametrize("revision", REVISIONS)
async def test_an_older_database_is_brought_up_with_all_it_holds(file: Path, revision: str) -> None:
    """SQLite changes a table by making it anew; without care that takes along what refers to it."""
    await fill(file)
    fresh, before = shape(file), kept(file)
    move(file, revision)
    store = await Store.open(url(file))
    assert await store.match(1) is not None
    await store.close()
    assert kept(file) == before
    assert shape(file) == fresh
    await fill(file)


async def test_where_tables_are_shown_moves_there_and_back(file: Path) -> None:
    await fill(file)
    sql(file, "update tables set message_id = 100 + match_id, notice_id = 200 where match_id = 1")
    shown = sql(file, "select match_id, channel_id, message_id, notice_id from tables")
    assert len(shown) == 2
    move(file, "0002")
    assert sql(file, "select id, channel_id, message_id, notice_id from matches") == shown
    store = await Store.open(url(file))
    assert await store.table(1) == TableRow(1, CHANNEL, 101, 200)
    assert await store.table(2) == TableRow(2, CHANNEL)
    await store.close()
    assert sql(file, "select match_id, channel_id, message_id, notice_id from tables") == shown


async def test_what_is_connected_is_tuned(file: Path) -> None:
    store = await Store.open(url(file))
    async with store.engine.connect() as connection:
        for pragma, value in {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "busy_timeout": 5000,
        }.items():
            assert (await connection.exec_driver_sql(f"pragma {pragma}")).scalar() == value
    await store.close()


# Databases that are not ours to touch


@pytest.mark.parametrize("mode", ["wal", "delete"])
@pytest.mark.parametrize("version", ["9999", "0001a", ""])
async def test_a_newer_database_is_not_touched(file: Path, mode: str, version: str) -> None:
    await fill(file)
    sql(file, f"update alembic_version set version_num = '{version}'")
    sql(file, f"pragma journal_mode={mode}")
    before = within(file.parent)
    with pytest.raises(NewerDatabase, match=f"^{version}$"):
        await Store.open(url(file))
    assert within(file.parent) == before


async def test_a_database_of_two_versions_is_not_touched(file: Path) -> None:
    await fill(file)
    sql(file, "insert into alembic_version values ('9999')")
    before = within(file.parent)
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.open(url(file))
    assert within(file.parent) == before


@pytest.mark.parametrize("table", ["journal", "players", "matches"])
async def test_another_program_s_database_is_not_touched(file: Path, table: str) -> None:
    sql(file, f"create table {table} (x)", f"insert into {table} values (1)")
    before = within(file.parent)
    with pytest.raises(StoreUnusable, match=table):
        await Store.open(url(file))
    assert within(file.parent) == before


@pytest.mark.parametrize("content", [b"garbage" * 1000, b"x" * 512, b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_file_that_is_no_database_is_not_touched(file: Path, content: bytes) -> None:
    write(file, content)
    with pytest.raises(StoreUnusable) as caught:
        await Store.open(url(file))
    assert len(str(caught.value).splitlines()) == 1
    assert within(file.parent) == {file.name: content}


async def test_a_damaged_database_is_not_touched(file: Path) -> None:
    await fill(file)
    content = within(file.parent)[file.name]
    damaged = content[:100] + b"\xee" * 3996 + content[4096:]
    write(file, damaged)
    with pytest.raises(StoreUnusable):
        await Store.open(url(file))
    assert within(file.parent)[file.name] == damaged


async def test_an_empty_file_is_a_new_database(file: Path) -> None:
    write(file, b"")
    await fill(file)


# Places that cannot be used


async def test_a_directory_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="No such file or directory"):
        await Store.open(url(tmp_path / "nowhere" / "parlour.db"))
    assert within(tmp_path) == {}


async def test_a_directory_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="unable to open database file"):
        await Store.open(url(tmp_path))
    assert within(tmp_path) == {}


async def test_a_directory_that_may_not_be_written(public: Path) -> None:
    allow(public, 0o555)
    with nobody(), pytest.raises(StoreUnusable, match="Permission denied"):
        await Store.open(url(public / "parlour.db"))
    assert within(public) == {}


async def test_a_directory_that_may_not_be_searched(public: Path) -> None:
    allow(public, 0o644)
    with nobody():
        for attempt in (Store.open, check):
            with pytest.raises(StoreUnusable, match=r"Permission denied|unable to open"):
                await attempt(url(public / "parlour.db"))


@pytest.mark.parametrize("mode", ["wal", "delete"])
async def test_a_file_that_may_not_be_written(public: Path, mode: str) -> None:
    file = public / "parlour.db"
    await fill(file)
    sql(file, f"pragma journal_mode={mode}")
    allow(file, 0o444)
    allow(public, 0o777)
    before = within(public)[file.name]
    with nobody(), pytest.raises(StoreUnusable, match="readonly"):
        await Store.open(url(file))
    assert within(public)[file.name] == before


@pytest.mark.parametrize(
    "address",
    [
        "",
        "parlour.db",
        "nonsense://x",
        "sqlite:///parlour.db",
        "sqlite+pysqlite:///parlour.db",
        "postgresql+asyncpg://user:secret@host:port/x",
        "mysql+nothing://x",
        "postgresql+asyncpg://user:secret@127.0.0.1:1/x",
    ],
)
async def test_an_address_of_no_database(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreUnusable) as caught:
        await Store.open(address)
    assert len(str(caught.value).splitlines()) == 1
    assert "secret" not in str(caught.value)
    assert within(tmp_path) == {}


# Killed in the middle

KILLED = """if True:
    import asyncio, os, signal, sys
    from sqlalchemy import event
    from sqlalchemy.engine import Engine
    from bot.store import Store

    file, at = sys.argv[1], int(sys.argv[2])
    done = 0

    @event.listens_for(Engine, "after_cursor_execute")
    def count(*_):
        global done
        if done == at:
            os.kill(os.getpid(), signal.SIGKILL)
        done += 1

    @event.listens_for(Engine, "commit")
    def committed(*_):
        print(done)
        os._exit(0)

    asyncio.run(Store.open(f"sqlite+aiosqlite:///{file}"))
"""
"""Opens a database and is killed after a statement; tells how many statements there are."""


def open_and_be_killed(file: Path, at: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", KILLED, str(file), str(at)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


async def test_killed_in_the_middle_of_the_first_migration(tmp_path: Path) -> None:
    whole = open_and_be_killed(tmp_path / "whole.db", -1)
    assert whole.returncode == 0, whole.stderr
    statements = int(whole.stdout)
    for at in sorted({0, 2, statements // 2, statements - 1}):
        file = tmp_path / f"killed{at}.db"
        assert open_and_be_killed(file, at).returncode == -signal.SIGKILL
        assert everything(file) == ["BEGIN TRANSACTION;", "COMMIT;"], at
        await fill(file)
    assert everything(tmp_path / "whole.db") == ["BEGIN TRANSACTION;", "COMMIT;"], "killed before the commit"


async def test_killed_in_the_middle_of_the_latest_migration(file: Path) -> None:
    await fill(file)
    move(file, REVISIONS[1])
    before = everything(file)
    whole = open_and_be_killed(file, -1)
    assert whole.returncode == 0, whole.stderr
    statements = int(whole.stdout)
    for at in (statements // 2, statements - 1):
        assert open_and_be_killed(file, at).returncode == -signal.SIGKILL
        assert everything(file) == before, at
    await fill(file)
