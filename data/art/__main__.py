"""``python -m data.art`` draws all emoji and sprites anew, the same bytes on every run."""

from collections.abc import Mapping
from pathlib import Path

from data.art import emoji, sprites
from data.art.svg import png

DATA = Path(__file__).parent.parent
EMOJI, SPRITES = DATA / "emoji", DATA / "sprites"


def main() -> None:
    _draw(EMOJI, emoji.drawings())
    _draw(SPRITES, sprites.drawings())


def _draw(folder: Path, drawings: Mapping[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.png"):
        if old.stem not in drawings:
            old.unlink()
    for name, drawing in drawings.items():
        (folder / f"{name}.png").write_bytes(png(drawing))
    print(f"{len(drawings)} drawings in {folder}")


if __name__ == "__main__":
    main()
