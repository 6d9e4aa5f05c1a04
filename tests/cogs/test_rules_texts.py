"""The rules for players: a page a section, each short enough for a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.games import FACES

TEXTS = Path(__file__).resolve().parents[2] / "data" / "rules"
PAGE = 900


@pytest.mark.parametrize("slug", FACES)
def test_every_game_has_rules_in_english(slug: str) -> None:
    assert (TEXTS / "en" / f"{slug}.md").is_file()


@pytest.mark.parametrize(
    "path", sorted(TEXTS.glob("*/*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_pages_are_short(path: Path) -> None:
    title, *sections = path.read_text(encoding="utf-8").split("\n## ")
    assert title.startswith("# ")
    assert 3 <= len(sections) <= 25
    for section in sections:
        heading, _, text = section.partition("\n")
        assert 0 < len(heading) <= 40
        assert 0 < len(text.strip()) <= PAGE
