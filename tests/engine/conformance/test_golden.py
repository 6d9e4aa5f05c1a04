"""The kept playthroughs still go as they went (``python -m tests.golden`` writes them anew)."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import HERE, TABLES, playthrough


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_playthrough(slug: str, seats: int) -> None:
    kept = (HERE / f"{slug}-{seats}.txt").read_text(encoding="utf-8")
    assert playthrough(slug, seats).splitlines() == kept.splitlines()
