"""``python -m data.art`` draws all emoji anew into ``data/emoji``, the same bytes on every run."""

from pathlib import Path

from data.art.emoji import drawings
from data.art.svg import png

EMOJI = Path(__file__).parent.parent / "emoji"


def main() -> None:
    EMOJI.mkdir(exist_ok=True)
    drawn = drawings()
    for old in EMOJI.glob("*.png"):
        if old.stem not in drawn:
            old.unlink()
    for name, drawing in drawn.items():
        (EMOJI / f"{name}.png").write_bytes(png(drawing))
    print(f"{len(drawn)} emoji in {EMOJI}")


if __name__ == "__main__":
    main()
