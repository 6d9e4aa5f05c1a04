"""The pictures of scenes, painted in other threads and kept for a while.

A picture that cannot be painted is not there: whoever asked shows words instead.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

from bot.art.look import Look
from bot.recent import Recent
from bot.scene import Scene

log = logging.getLogger(__name__)

PAINTERS = 2
"""Pictures that are painted at the same time."""

KEPT = 8 << 20
"""Bytes of pictures that are kept, about 200."""

Paint: TypeAlias = Callable[[Scene, Look], bytes]
_Key: TypeAlias = tuple[Scene, Look]


def with_pillow(scene: Scene, look: Look) -> bytes:
    """The picture as a WebP file. Pillow is loaded by the first one, in the thread that paints it."""
    from bot.art.painter import paint  # noqa: PLC0415

    return paint(scene, look)


class Pictures:
    """Every picture of late, by its scene and look."""

    def __init__(self, paint: Paint = with_pillow, kept: int = KEPT) -> None:
        self._paint = paint
        self._kept: Recent[_Key, bytes] = Recent(kept, len)
        self._painting: dict[_Key, asyncio.Task[bytes | None]] = {}
        self._easels = asyncio.Semaphore(PAINTERS)
        self._told: Recent[str, bool] = Recent()
        """What has gone wrong and is in the log."""

    def ready(self, scene: Scene, look: Look) -> bytes | None:
        """The picture, if it is painted already."""
        return self._latest((scene, look.painted()))

    async def of(self, scene: Scene, look: Look) -> bytes | None:
        """The picture as a WebP file; None if it cannot be painted.

        Who asks at the same time shares the painting, which goes on though one of them gives up.
        """
        key = (scene, look.painted())
        if (picture := self._latest(key)) is not None:
            return picture
        if key not in self._painting:
            task = asyncio.create_task(self._painted(key), name="paint a table")
            self._painting[key] = task
            task.add_done_callback(lambda _: self._painting.pop(key))
        return await asyncio.shield(self._painting[key])

    def _latest(self, key: _Key) -> bytes | None:
        """The picture if it is kept, and then for longer than those that nobody asks for."""
        picture = self._kept.get(key)
        if picture is not None:
            self._kept.put(key, picture)
        return picture

    async def _painted(self, key: _Key) -> bytes | None:
        try:
            async with self._easels:
                picture = await asyncio.to_thread(self._paint, *key)
        except Exception as error:  # noqa: BLE001 (whatever it is, the match goes on in words)
            self._tell(error)
            return None
        self._kept.put(key, picture)
        return picture

    def _tell(self, error: Exception) -> None:
        """Each fault once: every change of a table would meet it again."""
        if self._told.get(repr(error)) is None:
            self._told.put(repr(error), True)
            log.error("a picture could not be painted; the table is shown in words", exc_info=error)
