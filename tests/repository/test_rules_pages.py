"""Every rule that a game's code cites by its number stands in the game's rules page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
CITED = re.compile(r"\bR(\d+)(?:\s*(?:-|–|to)\s*R(\d+))?\b")
DEFINED = re.compile(r"^(?:- )?\*\*R(\d+)\b", flags=re.MULTILINE)


def files(slug: str) -> Iterator[Path]:
    """The Python files that are this game's own."""
    for place in ("engine/games", "engine/players", "cogs", "tests/engine/games"):
        folder = ROOT / place
        yield from (folder / slug).rglob("*.py")
        names = (f"{slug}.py", f"test_{slug}.py", f"{slug}_positions.py")
        yield from (path for name in names if (path := folder / name).exists())


def cited(text: str) -> set[int]:
    """The numbers of the rules that a text names, those within "R18-R26" included."""
    return {
        number for first, last in CITED.findall(text) for number in range(int(first), int(last or first) + 1)
    }


@pytest.mark.parametrize("slug", GAMES)
def test_cited_rules_are_in_the_page(slug: str) -> None:
    page = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    defined = set(map(int, DEFINED.findall(page)))
    found = {path.relative_to(ROOT): cited(path.read_text(encoding="utf-8")) for path in files(slug)}
    assert any(found.values())
    assert {str(path): missing for path, numbers in found.items() if (missing := numbers - defined)} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_rules_are_numbered_without_gaps(slug: str) -> None:
    numbers = list(map(int, DEFINED.findall((PAGES / f"{slug}.md").read_text(encoding="utf-8"))))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_range_cites_every_rule_in_it() -> None:
    assert cited('"R18-R20", R7 and (R2, R4)') == {2, 4, 7, 18, 19, 20}
