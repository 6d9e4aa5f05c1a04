"""Every game has the files that are looked up by its name. No face is imported, so this runs without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "engine/games/{slug}/__init__.py",
    "engine/players/{slug}.py",
    "cogs/{slug}/face.py",
    "data/rules/en/{slug}.md",
    "docs/rules/{slug}.md",
    "tests/engine/games/{slug}.py",
    "tests/cases/{slug}.jsonl",
)


@pytest.mark.parametrize("slug", GAMES)
def test_no_file_of_a_game_is_missing(slug: str) -> None:
    needed = [file.format(slug=slug) for file in FILES]
    needed += [f"tests/golden/{slug}-{seats}.txt" for seats in GAMES[slug].seats]
    assert [file for file in needed if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_slug_is_a_plain_word(slug: str) -> None:
    """It stands in commands, in module names, and between the dashes of custom ids."""
    assert slug.isascii()
    assert slug.isalpha()
    assert slug.islower()
