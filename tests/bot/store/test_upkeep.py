"""Databases looked over without a change, and copied while they are written to."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Person, Store, upkeep
from bot.store.upkeep import CannotBackUp, Finding, back_up


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def findings(address: str) -> list[Finding]:
    return [finding async for finding in upkeep.examine(address)]


async def make(file: Path) -> None:
    store = await Store.open(url(file))
    await store.remember(Person(1, "ann"))
    await store.close()


def people(file: Path) -> list[tuple[int]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("select id from players").fetchall()


async def test_a_copy_holds_what_is_still_in_the_log(file: Path, tmp_path: Path) -> None:
    store = await Store.open(url(file))
    await store.remember(Person(1, "ann"))
    copy = tmp_path / "copy.db"
    back_up(url(file), copy)
    await store.close()
    assert people(copy) == [(1,)]
    assert copy.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "parlour.db"]
    await (await Store.open(url(copy))).close()


async def test_a_copy_of_a_moment_while_somebody_writes(file: Path, tmp_path: Path) -> None:
    await make(file)
    ended = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=30)) as connection:
            number = 10
            while not ended.is_set():
                with connection:  # always two at a time
                    for person in (number, number + 1):
                        row = (person, "x" * 60, "{}")
                        connection.execute("insert into players (id, name, settings) values (?, ?, ?)", row)
                number += 2

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [tmp_path / f"copy-{number}.db" for number in range(5)]
        for copy in copies:
            back_up(url(file), copy)
    finally:
        ended.set()
        writer.join()
    for copy in copies:
        assert len(people(copy)) % 2 == 1


async def test_a_copy_never_takes_the_place_of_anything(file: Path, tmp_path: Path) -> None:
    await make(file)
    taken = tmp_path / "taken"
    taken.write_text("precious")
    with pytest.raises(CannotBackUp, match="exists already"):
        back_up(url(file), taken)
    assert taken.read_text() == "precious"


@pytest.mark.parametrize(
    ("address", "to", "why"),
    [
        ("sqlite+aiosqlite:///{}/none.db", "copy", "no database"),
        ("sqlite+aiosqlite:///{}/no.db", "copy", "not a database"),
        ("sqlite+aiosqlite:///{}/parlour.db", "missing/copy", "cannot be written"),
        ("postgresql+asyncpg://somebody@somewhere/parlour", "copy", "pg_dump"),
        ("what is this", "copy", "DATABASE_URL"),
    ],
)
async def test_no_copy(file: Path, tmp_path: Path, address: str, to: str, why: str) -> None:
    await make(file)
    (tmp_path / "no.db").write_text("this is not a database, and long enough to be taken for one" * 20)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CannotBackUp, match=why):
        back_up(address.format(tmp_path), tmp_path / to)
    assert sorted(tmp_path.iterdir()) == before


async def test_a_sound_database(file: Path) -> None:
    await make(file)
    before = people(file)
    found = await findings(url(file))
    assert [finding.what for finding in found] == ["disk", "database", "database", "database"]
    assert all(finding.well for finding in found)
    assert found[-1].says == "can be written"
    assert people(file) == before
    with closing(sqlite3.connect(file)) as connection:
        assert not connection.execute("select 1 from sqlite_master where name like 'doctor%'").fetchall()


async def test_a_database_that_others_can_read(file: Path) -> None:
    await make(file)
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    (found,) = [finding for finding in await findings(url(file)) if not finding.well]
    assert found.do == f"chmod 600 {file}"


async def test_a_database_that_is_still_to_come(file: Path) -> None:
    assert all(finding.well for finding in await findings(url(file)))
    assert not file.exists()


async def test_an_older_and_a_newer_database(file: Path) -> None:
    await make(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update alembic_version set version_num = '0001'")
    assert "brings it up" in (await findings(url(file)))[1].says
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update alembic_version set version_num = 'tomorrow'")
    assert (await findings(url(file)))[1].do == "Update the bot."


async def test_a_damaged_database(file: Path) -> None:
    await make(file)
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x07" * (len(content) - 4096)
    file.write_bytes(content)
    assert not all(finding.well for finding in await findings(url(file)))


@pytest.mark.parametrize(
    "address", ["nonsense", "oracle://x/y", "sqlite+aiosqlite:////nowhere/at/all/parlour.db"]
)
async def test_an_address_of_nothing(address: str) -> None:
    (found,) = await findings(address)
    assert not found.well


async def test_a_full_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil.disk_usage(file.parent)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: full)
    assert "Make room" in (await findings(url(file)))[0].do
