from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
