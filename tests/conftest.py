"""What all tests share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.simulator import recording

# Helpers whose assertions are to say what they saw, as those of tests do.
for helper in ("lobby", "player", "shown", "sound", "world"):
    pytest.register_assert_rewrite(f"tests.e2e.{helper}")


MEMORY = Path("/dev/shm")
ROOM = 2 << 30


def pytest_configure() -> None:
    """Put temporary files into memory where there is room.

    Every commit of a test waits for the disk otherwise, which on a busy machine is most of what it waits for.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = str(MEMORY)  # for the processes that tests start, too
        tempfile.tempdir = None


@pytest.fixture(scope="session", autouse=True)
def _requests_recorded() -> Iterator[None]:
    with recording():
        yield


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'parlour.db'}"
