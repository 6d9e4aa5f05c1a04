"""The rules of a game, a page at a time, with the options in force when read at a match."""

from functools import cache
from pathlib import Path

from bot.face import AnyFace
from bot.i18n import _
from bot.screen import Block, Do, Menu, Option, Screen, Text
from bot.store import MatchRow
from bot.ui import screens

RULES = Path(__file__).resolve().parent.parent.parent / "data" / "rules"


@cache
def pages(slug: str, locale: str) -> tuple[tuple[str, str], ...]:
    """Heading and text of each page, in the reader's language if there is one, else in English."""
    for language in (locale, locale.partition("-")[0], "en"):
        file = RULES / language / f"{slug}.md"
        if file.is_file():
            break
    parts = file.read_text(encoding="utf-8").split("\n## ")[1:]
    return tuple((part.partition("\n")[0].strip(), part.partition("\n")[2].strip()) for part in parts)


def screen(face: AnyFace, page: int, locale: str, row: MatchRow | None = None) -> Screen:
    """One page of the rules, with a menu of the others."""
    book = pages(face.slug, locale)
    page = min(max(page, 0), len(book) - 1)
    heading, text = book[page]
    blocks: list[Block] = [
        Text(f"### {face.title()}: {heading}\n{text}"),
        Text(_("-# Page {n} of {all}").format(n=page + 1, all=len(book))),
    ]
    if row is not None:
        options = face.rules.Options.model_validate(row.options)
        blocks.insert(
            1,
            Text(
                _("**In force at match {number}**").format(number=row.id)
                + "\n"
                + screens.in_force(face, options)
            ),
        )

    def to(other: int) -> Do:
        if row is not None:
            return Do("rules", row.id, str(other))
        return Do("book", None, f"{face.slug}-{other}")

    blocks += screens.turning(page, len(book), to)
    blocks.append(
        Menu(_("Go to…"), tuple(Option(name, to(at)) for at, (name, _text) in enumerate(book[:25])))
    )
    return Screen(tuple(blocks), face.colour)
