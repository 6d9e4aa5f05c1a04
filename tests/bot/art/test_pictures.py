"""Pictures are painted once, in threads, a few at a time; they are kept while there is room, or missing."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.art.look import Look
from bot.art.pictures import PAINTERS, Pictures
from bot.scene import Cloth, Number, Scene, Sprite

LOOK = Look()


def scene(number: int) -> Scene:
    return Scene(Cloth(0x092C21, 0x26805C), (Number(str(number), 400, 200, 30),))


class Easel:
    """Paints what can be told apart, when it may, and remembers what it was asked for."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        self.asked: list[tuple[Scene, Look]] = []
        self.fault: Exception | None = None
        self.open = threading.Event()
        self.open.set()
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def paint(self, scene: Scene, look: Look) -> bytes:
        with self._lock:
            self.asked.append((scene, look))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.open.wait(60)
        with self._lock:
            self.at_once -= 1
        if self.fault is not None:
            raise self.fault
        return repr((scene.parts, look)).encode()[: self.size].ljust(self.size)


@asynccontextmanager
async def held(easel: Easel) -> AsyncIterator[None]:
    """Nothing is finished meanwhile."""
    easel.open.clear()
    try:
        yield
    finally:
        easel.open.set()


async def begun(easel: Easel, n: int) -> None:
    async with asyncio.timeout(60):
        while len(easel.asked) < n:  # noqa: ASYNC110 (another thread adds to it)
            await asyncio.sleep(0.001)


async def test_a_picture_is_painted_once_and_then_ready() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    assert pictures.ready(scene(1), LOOK) is None
    assert easel.asked == []
    painted = await pictures.of(scene(1), LOOK)
    assert painted is not None
    assert pictures.ready(scene(1), LOOK) is painted
    assert await pictures.of(scene(1), LOOK) is painted
    assert easel.asked == [(scene(1), LOOK)]


async def test_scenes_and_looks_have_pictures_of_their_own() -> None:
    easel = Easel(1000)
    pictures = Pictures(easel.paint)
    looks = [LOOK, Look(two_colours=True), Look(contrast=60), Look(grain=0), Look(temperature=0)]
    painted = {await pictures.of(scene(n), look) for n in range(2) for look in looks}
    assert len(painted) == 2 * len(looks)


async def test_those_who_want_no_emoji_share_the_picture() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    painted = await pictures.of(scene(1), Look(emoji=False))
    assert pictures.ready(scene(1), Look(emoji=True)) is painted
    assert len(easel.asked) == 1


async def test_who_asks_at_the_same_time_shares_the_painting() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    async with held(easel):
        asking = [asyncio.create_task(pictures.of(scene(1), LOOK)) for _ in range(5)]
        await begun(easel, 1)
    painted = await asyncio.gather(*asking)
    assert len(easel.asked) == 1
    assert all(picture is painted[0] for picture in painted)


async def test_who_gives_up_takes_the_picture_from_nobody() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    async with held(easel):
        first, second = (asyncio.create_task(pictures.of(scene(1), LOOK)) for _ in range(2))
        await begun(easel, 1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
    assert await second is not None
    assert len(easel.asked) == 1


async def test_few_are_painted_at_once() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    async with held(easel):
        asking = [asyncio.create_task(pictures.of(scene(n), LOOK)) for n in range(6)]
        await begun(easel, PAINTERS)
        await asyncio.sleep(0.05)
        assert len(easel.asked) == PAINTERS
    assert None not in await asyncio.gather(*asking)
    assert easel.most_at_once == PAINTERS


async def test_the_loop_goes_on_while_a_picture_is_painted() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    async with held(easel):
        asking = asyncio.create_task(pictures.of(scene(1), LOOK))
        await begun(easel, 1)
        assert not asking.done()
    assert await asking


@pytest.mark.parametrize("fault", [FileNotFoundError("no such drawing"), MemoryError(), KeyError("x")])
async def test_what_cannot_be_painted_is_missing_and_logged_once(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    easel = Easel()
    easel.fault = fault
    pictures = Pictures(easel.paint)
    with caplog.at_level(logging.DEBUG, "bot.art"):
        assert await asyncio.gather(*(pictures.of(scene(n), LOOK) for n in (1, 1, 2, 3))) == [None] * 4
        assert await pictures.of(scene(1), LOOK) is None
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.records[0].exc_info is not None
    assert pictures.ready(scene(1), LOOK) is None
    easel.fault = ZeroDivisionError()
    assert await pictures.of(scene(1), LOOK) is None
    assert len(caplog.records) == 2, "another fault is told"


async def test_after_a_fault_it_is_tried_again() -> None:
    easel = Easel()
    pictures = Pictures(easel.paint)
    easel.fault = OSError()
    assert await pictures.of(scene(1), LOOK) is None
    easel.fault = None
    assert await pictures.of(scene(1), LOOK) is not None


async def test_no_more_is_kept_than_there_is_room_for() -> None:
    easel = Easel(100)
    pictures = Pictures(easel.paint, kept=1000)
    for n in range(50):
        await pictures.of(scene(n), LOOK)
        if n >= 5:
            assert pictures.ready(scene(5), LOOK) is not None, "what is asked for is kept"
    kept = [n for n in range(50) if pictures.ready(scene(n), LOOK) is not None]
    assert kept == [5, *range(41, 50)]


async def test_the_usual_painter_is_pillow(caplog: pytest.LogCaptureFixture) -> None:
    pictures = Pictures()
    painted = await pictures.of(scene(7), LOOK)
    assert painted is not None
    assert painted[:4] + painted[8:12] == b"RIFFWEBP"
    joker = Scene(Cloth(0, 0), (Sprite("card_joker", 400, 200, 30),))
    assert await pictures.of(joker, LOOK) is None
    assert "card_joker" in caplog.text
