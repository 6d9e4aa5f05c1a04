"""The pictures on the page. Only our own bot makes them, so none is looked at in a process of its own.

SimCord decodes each picture in a new Python process, one after the other: a table with fifty emoji would be
complete after a quarter of a minute.
"""

import io

from PIL import Image
from simcord.preview._media import MediaInfo, MediaWorker

_KINDS = {"PNG": "image/png", "WEBP": "image/webp"}


class OwnPictures(MediaWorker):
    """Hands PNG and WebP files that stand still to the page as they are."""

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """What the file is; anything else than our pictures is looked at by SimCord."""
        if blob.startswith((b"\x89PNG", b"RIFF")):
            with Image.open(io.BytesIO(blob)) as image:
                kind, (width, height) = str(image.format), image.size
                if kind in _KINDS and getattr(image, "n_frames", 1) == 1:
                    return MediaInfo(kind, width, height, 1, width * height * 4, blob, _KINDS[kind])
        return await super().validate(key, blob, media_time=media_time)
