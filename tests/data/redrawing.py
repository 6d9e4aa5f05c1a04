"""Drawings are compared with what the drawing script makes of them now."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from data.art.svg import png


def pixels(content: bytes) -> Image.Image:
    """The picture as it looks on black: colours below full transparency do not count."""
    image = Image.open(BytesIO(content)).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, "black"), image)


def assert_drawn_anew(folder: Path, drawings: Mapping[str, str]) -> None:
    """The folder holds these drawings and nothing else.

    Another processor may round a pixel otherwise, so a few steps of 255 are allowed.
    """
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.png" for name in drawings)
    for name, drawing in drawings.items():
        committed, anew = (folder / f"{name}.png").read_bytes(), png(drawing)
        if committed != anew:
            difference = ImageChops.difference(pixels(committed), pixels(anew)).tobytes()
            assert max(difference) <= 3, name
