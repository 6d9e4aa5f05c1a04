"""Every page of every game's rules, as it is shown."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bot.screen import Button, Do, Menu, Option, Row, Screen
from bot.store import MatchRow
from bot.ui import rules_pages
from bot.ui.layout import layout
from cogs.games import FACES
from tests.bot.kept import lobby_row, sitting
from tests.bot.ui.limits import hold, texts
from tests.engine.walks import kinds

LANGUAGES = sorted(path.name for path in rules_pages.RULES.iterdir())
PAGES = [
    (slug, language, page)
    for slug in FACES
    for language in LANGUAGES
    for page in range(len(rules_pages.pages(slug, language)))
]


def rows(slug: str) -> list[MatchRow]:
    """Matches with many kinds of options."""
    rules = FACES[slug].rules
    return [
        lobby_row(*sitting("ann"), slug=slug, id=10**15, options=options.model_dump(mode="json"))
        for options in kinds(rules, rules.seats[-1], 15)
    ]


def buttons(screen: Screen) -> list[Button]:
    return [button for block in screen.blocks if isinstance(block, Row) for button in block.buttons]


def options(screen: Screen) -> list[Option]:
    return [option for block in screen.blocks if isinstance(block, Menu) for option in block.options]


@pytest.mark.parametrize(("slug", "language", "page"), PAGES)
def test_every_rules_page_is_shown_in_full(slug: str, language: str, page: int) -> None:
    heading, text = rules_pages.pages(slug, language)[page]
    for row in (None, *rows(slug)):
        shown = layout(rules_pages.screen(FACES[slug], page, language, row), row.id if row else 0)
        hold(shown)
        first = texts(shown)[0]
        assert first.endswith(f"{heading}\n{text}")
        assert f"Page {page + 1} of " in "\n".join(texts(shown))


@pytest.mark.parametrize("slug", FACES)
@pytest.mark.parametrize("at_match", [False, True])
def test_pages_lead_to_one_another(slug: str, at_match: bool) -> None:
    face = FACES[slug]
    row = Random(0).choice(rows(slug)) if at_match else None
    count = len(rules_pages.pages(slug, "en"))
    screens = [rules_pages.screen(face, page, "en", row) for page in range(count)]

    def to(page: int) -> Do:
        return Do("rules", row.id, str(page)) if row else Do("book", None, f"{slug}-{page}")

    for page, screen in enumerate(screens):
        back, forward = buttons(screen)
        assert back.target == (to(page - 1) if page else None)
        assert forward.target == (to(page + 1) if page + 1 < count else None)
        assert [option.target for option in options(screen)] == [to(other) for other in range(count)]
    assert all(one != other for one, other in pairwise(screens))


@pytest.mark.parametrize("slug", FACES)
def test_a_page_that_does_not_exist_is_the_nearest(slug: str) -> None:
    face, last = FACES[slug], len(rules_pages.pages(slug, "en")) - 1
    assert rules_pages.screen(face, -3, "en") == rules_pages.screen(face, 0, "en")
    assert rules_pages.screen(face, 10**18, "en") == rules_pages.screen(face, last, "en")


@pytest.mark.parametrize("slug", FACES)
@pytest.mark.parametrize("locale", ["en-US", "xx", "", "../../..", "de-AT/.."])
def test_any_language_has_rules(slug: str, locale: str) -> None:
    assert rules_pages.pages(slug, locale)
