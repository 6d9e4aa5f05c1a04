"""Every refusal has words of its own for whoever pressed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from bot.emoji import plain
from bot.matches import lobby
from bot.matches.errors import Refused
from bot.store.rows import Status
from bot.ui import words
from cogs.games import FACES
from engine.core import BadOptions
from tests.bot.kept import lobby_row, sitting

ROOT = Path(__file__).resolve().parents[3]
CODES = (Refused.__doc__ or "").partition("Codes:")[2].partition("\n\n")[0]
DOCUMENTED = set(re.findall(r"``([a-z_]+)``", CODES)) - {"error"}


def raised() -> Iterator[str]:
    """The codes with which anything in the bot refuses."""
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id="Refused"), args=[code, *_]):
                        yield from (
                            part.value
                            for part in ast.walk(code)
                            if isinstance(part, ast.Constant) and isinstance(part.value, str)
                        )
                        if isinstance(code, ast.Attribute):
                            assert code.attr == "status", ast.unparse(code)
                            yield from get_args(Status)


def said(code: str, slug: str = next(iter(FACES))) -> str:
    row = lobby_row(*sitting("an_n", "bob"), slug=slug, id=7)
    error = BadOptions("seats", "out_of_range", least=2, most=4)
    server = {"games": [*FACES], "channels": [2**62, 2**62 + 1], "n": 3, "link": "<#20>"}
    return plain(words.refusal(Refused(code, row=row, error=error, **server), FACES))


def test_every_code_is_documented_and_every_documented_one_is_used() -> None:
    assert set(raised()) == DOCUMENTED


@pytest.mark.parametrize("code", sorted(DOCUMENTED))
def test_every_code_has_words(code: str) -> None:
    text = said(code)
    assert 10 < len(text) <= 200
    assert "\n" not in text
    assert "_" not in text.replace(r"\_", "")
    assert "{" not in text
    assert text.endswith((".", ">", *FACES)) or code == "bad_options"


def test_each_code_has_its_own_words() -> None:
    assert len({said(code) for code in DOCUMENTED}) == len(DOCUMENTED)


def test_the_host_is_named_and_the_name_is_safe() -> None:
    assert "**\u2068an\\_n\u2069**" in said("not_host")


@pytest.mark.parametrize("slug", FACES)
def test_every_game_says_what_is_wrong_with_its_options(slug: str) -> None:
    rules = FACES[slug].rules
    with pytest.raises(BadOptions) as caught:
        rules.check(rules.Options(), rules.seats[-1] + 1)
    refused = Refused("bad_options", row=lobby_row(*sitting("ann"), slug=slug), error=caught.value)
    assert words.refusal(refused, FACES).strip()


def test_computers_have_names_of_their_own() -> None:
    assert (
        len(set(lobby.COMPUTERS))
        == len(lobby.COMPUTERS)
        >= max(face.rules.seats[-1] for face in FACES.values())
    )
