"""The file of a database that is moved, replaced or looked at by others while the bot has it open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.store import FAILURES, Person, Store
from bot.store.store import remembered

ANN = remembered(Person(1, "ann"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


async def opened(file: Path) -> Store:
    return await Store.open(f"sqlite+aiosqlite:///{file}")


async def test_it_is_its_owner_s_alone(file: Path) -> None:
    store = await opened(file)
    await store.write(ANN)
    assert {path.stat().st_mode & 0o777 for path in file.parent.iterdir()} == {0o600}
    await store.close()


async def test_nothing_is_written_to_a_file_that_was_moved_away(file: Path) -> None:
    store = await opened(file)
    file.rename(file.with_name("moved"))
    with pytest.raises(FAILURES) as failed:
        await store.write(ANN)
    assert "moved or replaced" in store.complaint(failed.value)
    assert not file.exists(), "a new one is not begun"
    with pytest.raises(FAILURES):
        async with store.writing():
            pass
    file.with_name("moved").rename(file)
    await store.write(ANN)
    await store.close()


async def test_nothing_is_written_beside_a_file_that_was_put_in_its_place(file: Path) -> None:
    store = await opened(file)
    shutil.copy(file, file.with_name("backup"))
    file.with_name("backup").rename(file)
    with pytest.raises(FAILURES, match="moved or replaced"):
        await store.write(ANN)
    await store.close()
