"""The emoji keep Discord's limits, and are what the drawing script draws.

Limits: https://docs.discord.com/developers/resources/emoji
"""

import re
from hashlib import sha256

from PIL import Image

from data.art.__main__ import EMOJI
from data.art.emoji import drawings
from tests.data.redrawing import assert_drawn_anew

FILES = sorted(EMOJI.glob("*.png"))


def test_drawing_anew_gives_the_committed_files() -> None:
    assert_drawn_anew(EMOJI, drawings())


def test_each_file_is_a_small_square_with_transparency() -> None:
    assert len(FILES) == 342
    for path in FILES:
        assert path.stat().st_size <= 256 * 1024, path.name
        with Image.open(path) as image:
            assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA"), path.name


def test_names_are_taken_by_discord_with_a_version_of_three_characters() -> None:
    for path in FILES:
        assert re.fullmatch(r"[A-Za-z0-9_]{2,28}", path.stem), path.name


def test_no_picture_is_there_twice_but_inks_that_are_the_same() -> None:
    """Spades have the same ink in both faces; every other picture is its own."""
    seen: dict[str, str] = {}
    for path in FILES:
        digest = sha256(path.read_bytes()).hexdigest()
        other = seen.setdefault(digest, path.stem)
        assert other == path.stem or ("_spades" in other and path.stem == f"{other}_2"), path.name
