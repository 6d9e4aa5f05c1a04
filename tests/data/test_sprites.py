"""The sprites of the tables are what the drawing script draws, small, and as large as tables need them."""

from __future__ import annotations

from hashlib import sha256
from itertools import product

import pytest
from PIL import Image

from data.art import __main__ as script
from data.art.__main__ import SPRITES
from data.art.emoji import RANK_NAMES, SUIT_NAMES
from data.art.sprites import drawings
from engine.tiles import FACES
from tests.data.redrawing import assert_drawn_anew

FILES = sorted(SPRITES.glob("*.png"))
CARDS = [f"{rank}_of_{suit}" for rank, suit in product(RANK_NAMES.values(), SUIT_NAMES.values())]
SIZES = {
    "card": (142, 199),
    "fan": (104, 146),
    "spot": (86, 103),
    "table_tile": (146, 83),
    "bar": (16, 30),
}
"""Width and height in pixels by the beginning of the name."""


def test_drawing_anew_gives_the_committed_files() -> None:
    assert_drawn_anew(SPRITES, drawings())


def test_all_that_tables_may_show_is_there() -> None:
    expected = {
        f"{kind}_{card}{ink}" for kind in ("card", "fan", "spot") for card in CARDS for ink in ("", "_2")
    }
    expected |= {f"card_number_{number}" for number in range(1, 101)}
    expected |= {f"card_back_{kind}" for kind in ("point", "wild", "heart", "number")}
    expected |= {f"spot_back_{kind}" for kind in ("point", "wild", "heart")}
    expected |= {f"table_tile_{face}" for face in (*FACES, "back")}
    expected |= {f"glyph_{sign}" for sign in (*range(10), "plus", "minus", "bar")}
    expected |= {"bar_full", "bar_empty"}
    assert {path.stem for path in FILES} == expected


def test_all_together_are_small() -> None:
    sizes = {path.stem: path.stat().st_size for path in FILES}
    assert sum(sizes.values()) <= 2 * 2**20
    assert max(sizes.values()) <= 32 * 2**10


def test_each_is_as_large_as_tables_need_it() -> None:
    for path in FILES:
        with Image.open(path) as image:
            assert (image.format, image.mode) == ("PNG", "RGBA"), path.name
            if not path.stem.startswith("glyph"):
                size = next(size for kind, size in SIZES.items() if path.stem.startswith(kind))
                assert image.size == size, path.name


def test_digits_are_as_high_as_each_other_and_white() -> None:
    for path in SPRITES.glob("glyph_*.png"):
        with Image.open(path) as image:
            assert image.height == 70
            bands = image.convert("RGBA").split()
            inside = bands[3].point(lambda level: 255 if level == 255 else 0)
            assert [band.crop(inside.getbbox()).getextrema()[1] for band in bands[:3]] == [255, 255, 255]


def test_no_sprite_is_there_twice_but_inks_that_are_the_same() -> None:
    """Spades have the same ink in two colours, and so have the negative cards of the heart."""
    seen: dict[str, str] = {}
    for path in FILES:
        other = seen.setdefault(sha256(path.read_bytes()).hexdigest(), path.stem)
        assert path.stem in {other, f"{other}_2"}


def test_a_drawing_that_is_not_drawn_any_more_goes(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("sprites")
    (folder / "card_joker.png").touch()
    (folder / "notes.txt").touch()
    script._draw(folder, {"bar_full": drawings()["bar_full"]})
    assert sorted(path.name for path in folder.iterdir()) == ["bar_full.png", "notes.txt"]
    assert (folder / "bar_full.png").read_bytes() == (SPRITES / "bar_full.png").read_bytes()
