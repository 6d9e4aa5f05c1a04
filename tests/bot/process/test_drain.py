"""What is under way is finished, within bounds."""

from __future__ import annotations

import asyncio

import pytest

from bot.process import drain


async def test_drain_waits_for_the_last_task() -> None:
    work = drain.Work()
    await work.finished()
    with work.doing():
        with work.doing():
            pass
        waiting = asyncio.create_task(work.finished())
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting


async def test_waiting_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    work = drain.Work()
    with work.doing():
        await drain.finish(work.finished(), within=0.01)
    assert "not everything was finished" in caplog.text


async def test_task_that_fails_ends_the_process_with_its_error() -> None:
    async def fail() -> None:
        raise OSError("no network")

    async def never() -> None:
        raise AssertionError

    with pytest.raises(OSError, match="no network"):
        await drain.until_told(fail, never, never)
