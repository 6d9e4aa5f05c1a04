from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.processes import Process


@pytest.fixture
async def one(database: str) -> AsyncIterator[Process]:
    """A process of the bot."""
    process = await Process.start(database)
    yield process
    await process.stop()


@pytest.fixture
async def two(one: Process, database: str) -> AsyncIterator[Process]:
    """Another process on the same database."""
    process = await Process.start(database)
    yield process
    await process.stop()
