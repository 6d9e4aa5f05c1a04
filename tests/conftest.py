"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.simulator import recording


@pytest.fixture(scope="session", autouse=True)
def _requests_recorded() -> Iterator[None]:
    with recording():
        yield


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'parlour.db'}"
