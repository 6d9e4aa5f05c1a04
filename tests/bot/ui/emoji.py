"""Every emoji of ``data/emoji``, as though Discord had them all."""

from __future__ import annotations

from pathlib import Path

NAMES = {path.stem for path in (Path(__file__).parents[3] / "data" / "emoji").glob("*.png")}
ID = 10**18
"""As long as Discord's ids are."""


def all_emoji(name: str) -> str:
    """The longest markup that an emoji may have. Fails for one that nobody has drawn."""
    assert name in NAMES, name
    return f"<:{name}_xyz:{ID}>"
