"""People's names, made safe to show in one place.

A name may hold markdown, mentions, right-to-left overrides, zero-width or blank-looking characters,
or be another seat's name. What comes out is formatted by nobody, pings nobody and is unlike the others.
"""

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 32
COMPUTER = "🤖"
"""Marks a computer player, so nobody's name may hold it."""

_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
_BLANK_MARKS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@+\-.!])")
_MARKS_A_LETTER = 2
_LOOKS_LIKE = {
    other: letter
    for letter, others in {
        "a": "АаΑα",
        "b": "ВΒ",
        "c": "Сс",
        "d": "ԁ",
        "e": "ЕеΕ",
        "h": "НһΗհ",
        "i": "ІіӀӏΙιı",
        "j": "Јј",
        "k": "КкΚκ",
        "m": "МΜ",
        "n": "Νηո",
        "o": "ОоΟοօ",
        "p": "РрΡρ",
        "q": "Ԛԛ",
        "s": "Ѕѕ",
        "t": "ТΤ",
        "u": "υս",
        "v": "Ѵѵν",
        "w": "Ԝԝ",
        "x": "ХхΧχ",
        "y": "УуΥ",
        "z": "Ζ",
        "#": "♯",
    }.items()
    for other in others
}
"""Letters of other scripts that look like Latin ones."""
_FOREIGN = str.maketrans(_LOOKS_LIKE)
_NEAR = str.maketrans("l1|0", "iiio")
_NUMBERED = re.compile(r"# ?[\dio]\Z")


def plain(name: str) -> str:
    """The name on one line without invisible or direction-changing characters; "" if nothing is left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _BLANK_MARKS.sub("", name)):
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") or character in (*_BLANK_LETTERS, COMPUTER):
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks == 0:
            kept.append(" " if kind == "Zs" else character)
        elif marks <= _MARKS_A_LETTER and kept and kept[-1] != " ":
            kept.append(character)
    return " ".join("".join(kept).split())[:LONGEST].rstrip()


def escape(text: str) -> str:
    """The text with everything escaped that Discord would format or turn into a mention."""
    return _MARKDOWN.sub(r"\\\1", text)


def labels(names: Sequence[str]) -> list[str]:
    """Each seat's name for buttons and menus, where nothing is formatted: plain, and no two alike."""
    clean = [plain(name) for name in names]
    looks = [_look(name) for name in clean]
    return [
        f"{name} #{seat + 1}".lstrip()
        # A name that ends in a number of this kind might be another one that was given it.
        if not name or looks.count(looks[seat]) > 1 or _NUMBERED.search(looks[seat])
        else name
        for seat, name in enumerate(clean)
    ]


def _look(name: str) -> str:
    """Equal for names that are hard to tell apart."""
    letters = "".join(
        character
        for character in unicodedata.normalize("NFKD", name)
        if unicodedata.category(character) not in ("Mn", "Me")
    )
    return letters.translate(_FOREIGN).casefold().translate(_NEAR)


def safe(names: Sequence[str]) -> list[str]:
    """Each seat's name as markdown."""
    return [escape(name) for name in labels(names)]
