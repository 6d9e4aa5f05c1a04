from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.places import admission
from tests.e2e.world import Person, World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with World.open(tmp_path / "parlour.db") as opened:
        yield opened


@pytest.fixture
def ann(world: World) -> Person:
    return world.person("ann")


@pytest.fixture
def bob(world: World) -> Person:
    return world.person("bob")


@pytest.fixture
def cat(world: World) -> Person:
    return world.person("cat")


@pytest.fixture
def many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """One person may have more open tables in a channel than usual."""
    monkeypatch.setattr(admission, "TABLES_OF_ONE", 100)
