"""The pictures of scenes, painted in other threads and kept for a while.

A picture that cannot be painted is not there: whoever asked shows words instead.
"""

import asyncio
import logging

from bot.art.look import Look
from bot.recent import Recent
from bot.scene import Scene

log = logging.getLogger(__name__)

PAINTERS = 2
"""Pictures that are painted at the same time."""

KEPT = 8 << 20
"""Bytes of pictures that are kept, about 200."""


class Pictures:
    """Every picture of late, by its scene and look."""

    def __init__(self) -> None:
        self._kept: Recent[tuple[Scene, Look], bytes] = Recent(KEPT, len)
        self._painting: dict[tuple[Scene, Look], asyncio.Task[bytes | None]] = {}
        self._easels = asyncio.Semaphore(PAINTERS)

    def ready(self, scene: Scene, look: Look) -> bytes | None:
        """The picture, if it is painted already."""
        return self._kept.get((scene, look))

    async def of(self, scene: Scene, look: Look) -> bytes | None:
        """The picture as a WebP file; None if it cannot be painted. Who asks at the same time shares it."""
        key = (scene, look)
        if (picture := self._kept.get(key)) is not None:
            return picture
        if key not in self._painting:
            task = asyncio.create_task(self._paint(key), name="paint a table")
            self._painting[key] = task
            task.add_done_callback(lambda _: self._painting.pop(key))
        return await asyncio.shield(self._painting[key])

    async def _paint(self, key: tuple[Scene, Look]) -> bytes | None:
        from bot.art.painter import paint  # noqa: PLC0415 (Pillow is loaded by the first picture)

        try:
            async with self._easels:
                picture = await asyncio.to_thread(paint, key[0], key[1])
        except Exception:
            log.exception("a picture could not be painted; the table is shown in words")
            return None
        self._kept.put(key, picture)
        return picture
