"""People's names, made safe to show in one place.

A name may hold markdown, mentions, right-to-left overrides, zero-width or blank-looking characters,
or be another seat's name. What comes out is formatted by nobody, pings nobody and is unlike the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 32
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@+\-.!])")
_MARKS_A_LETTER = 2


def plain(name: str) -> str:
    """The name on one line without invisible or direction-changing characters; "" if nothing is left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") or character in _BLANK_LETTERS:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS_A_LETTER:
            kept.append(" " if kind == "Zs" else character)
    return " ".join("".join(kept).split())[:LONGEST]


def escape(text: str) -> str:
    """The text with everything escaped that Discord would format or turn into a mention."""
    return _MARKDOWN.sub(r"\\\1", text)


def labels(names: Sequence[str]) -> list[str]:
    """Each seat's name for buttons and menus, where nothing is formatted: plain, and no two alike."""
    clean = [plain(name) or f"#{seat + 1}" for seat, name in enumerate(names)]
    folded = [unicodedata.normalize("NFKC", name).casefold() for name in clean]
    return [
        f"{name} #{seat + 1}" if folded.count(folded[seat]) > 1 else name for seat, name in enumerate(clean)
    ]


def safe(names: Sequence[str]) -> list[str]:
    """Each seat's name as markdown."""
    return [escape(name) for name in labels(names)]
