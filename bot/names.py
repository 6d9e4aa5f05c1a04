"""People's names, made safe to show in one place.

A name may hold markdown, mentions, right-to-left overrides, zero-width or blank-looking characters,
be another seat's name, or be written from right to left. What comes out is formatted by nobody, pings nobody,
is unlike the others, and leaves the order of what stands beside it as it is.
"""

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 32
COMPUTER = "🤖"
"""Marks a computer player, so nobody's name may hold it."""

_ISOLATE, _END = "\u2068", "\u2069"
"""First strong isolate, and its end: https://unicode.org/reports/tr9/#Explicit_Directional_Isolates"""

_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800\ufffc\U0001d159"
_BLANK_MARKS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@+\-.!])")
_MARKS_A_LETTER = 4
"""More nonspacing marks in a row are in no name: https://unicode.org/reports/tr39/#Optional_Detection"""
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
"""The combining class of the sign that joins consonants in the scripts of India."""
_EMOJI = (range(0x1F000, 0x1FB00), range(0x1FC00, 0x1FFFE))
"""Where emoji are, and where Unicode keeps room for those to come."""
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
    seen = unicodedata.normalize("NFC", "".join(filter(_can_be_seen, _BLANK_MARKS.sub("", name))))
    for character, after in zip(seen, seen[1:] + " ", strict=False):
        if character in (_NON_JOINER, _JOINER):
            if kept and _joins(kept[-1], character, after):
                kept.append(character)
            continue
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] != "M":
            kept.append(" " if kind == "Zs" else character)
        elif marks <= _MARKS_A_LETTER and kept and kept[-1] not in (" ", character):
            kept.append(character)
    line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return line[:LONGEST].rstrip(f" {_NON_JOINER}{_JOINER}")


def _can_be_seen(character: str) -> bool:
    """Also true for joiners, which show by their neighbours, and emoji that this Python does not know yet."""
    kind = unicodedata.category(character)
    if kind == "Cn":
        return _is_emoji(character)
    if kind == "Cf":
        return character in (_NON_JOINER, _JOINER)
    return kind not in ("Cc", "Co", "Cs", "Zl", "Zp") and character not in (*_BLANK_LETTERS, COMPUTER)


def _is_emoji(character: str) -> bool:
    return unicodedata.category(character) == "So" or any(ord(character) in block for block in _EMOJI)


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner between these changes what is seen, as in an emoji of several parts.

    Letters: the contexts A1, A2 and B of https://unicode.org/reports/tr31/#Layout_and_Format_Control_Characters
    """
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    if joiner == _JOINER:
        return _is_emoji(before) and _is_emoji(after)
    return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"


def readable(*known: str) -> str:
    """The first of a person's names of which something can be seen, as it is; the last if there is none."""
    return next(filter(plain, known), known[-1])


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
        if unicodedata.category(character) not in ("Mn", "Me", "Cf")
    )
    return letters.translate(_FOREIGN).casefold().translate(_NEAR)


def safe(names: Sequence[str]) -> list[str]:
    """Each seat's name as markdown, which is what games and messages show."""
    return [isolated(escape(name)) for name in labels(names)]


def alone(name: str, instead: str) -> str:
    """The name as markdown where it need not differ from others; ``instead`` if nothing of it can be seen."""
    return isolated(escape(plain(name))) if plain(name) else instead


def isolated(text: str) -> str:
    """The text with a direction of its own: an Arabic name else reverses the cards and numbers beside it."""
    return f"{_ISOLATE}{text}{_END}"
