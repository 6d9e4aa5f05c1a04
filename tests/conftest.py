"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.simulator import recording

# Helpers whose assertions are to say what they saw, as those of tests do.
for helper in ("lobby", "player", "shown", "sound", "world"):
    pytest.register_assert_rewrite(f"tests.e2e.{helper}")


@pytest.fixture(scope="session", autouse=True)
def _requests_recorded() -> Iterator[None]:
    with recording():
        yield


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'parlour.db'}"
