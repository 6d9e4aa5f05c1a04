"""Words in the language of whoever reads them, and in English where there is no other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot import i18n
from bot.i18n import _, ngettext, speaking

Words = Mapping[str | tuple[str, str], str | tuple[str, ...]]

LANGUAGES: dict[str, Words] = {
    "de": {
        "Join": "Mitspielen",
        "Leave": "",  # not translated yet
        ("{n} point", "{n} points"): ("{n} Punkt", "{n} Punkte"),
        ("{n} card", "{n} cards"): ("", ""),
    },
    "pl": {("{n} point", "{n} points"): ("{n} punkt", "{n} punkty", "{n} punktów")},
    "pt": {"Join": "Participar", "Leave": "Sair"},
    "pt_BR": {"Join": "Entrar"},
    "ja": {("{n} point", "{n} points"): ("{n}点",)},
}


@pytest.fixture(autouse=True)
def _catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for language, words in LANGUAGES.items():
        catalogue = Catalog(locale=language)
        for message, translated in words.items():
            catalogue.add(message, translated)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        place = tmp_path / language / "LC_MESSAGES"
        place.mkdir(parents=True)
        (place / "parlour.mo").write_bytes(compiled.getvalue())
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    i18n._catalogue.cache_clear()
    yield
    i18n._catalogue.cache_clear()


def points(n: int) -> str:
    return ngettext("{n} point", "{n} points", n).format(n=n)


@pytest.mark.parametrize(
    ("locale", "join", "leave"),
    [
        ("de", "Mitspielen", "Leave"),
        ("de-AT", "Mitspielen", "Leave"),
        ("pt-BR", "Entrar", "Sair"),
        ("pt", "Participar", "Sair"),
        ("en-US", "Join", "Leave"),
        ("en-GB", "Join", "Leave"),
        ("xx", "Join", "Leave"),
        ("", "Join", "Leave"),
        (None, "Join", "Leave"),
        ("../de", "Join", "Leave"),
    ],
)
def test_the_reader_s_language_or_a_near_one_or_english(locale: str | None, join: str, leave: str) -> None:
    with speaking(locale):
        assert _("Join") == join
        assert _("Leave") == leave


@pytest.mark.parametrize("locale", [None, "en-US", "de", "pl", "pt-BR", "ja"])
def test_what_is_not_translated_is_english(locale: str | None) -> None:
    with speaking(locale):
        assert _("Never heard of, {name}") == "Never heard of, {name}"
        assert ngettext("{n} thing", "{n} things", 1) == "{n} thing"
        assert ngettext("{n} thing", "{n} things", 2) == "{n} things"


def test_a_plural_that_is_not_translated_is_english() -> None:
    with speaking("de"):
        assert [ngettext("{n} card", "{n} cards", n).format(n=n) for n in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        (None, ["0 points", "1 point", "2 points", "5 points", "22 points"]),
        ("en-US", ["0 points", "1 point", "2 points", "5 points", "22 points"]),
        ("de", ["0 Punkte", "1 Punkt", "2 Punkte", "5 Punkte", "22 Punkte"]),
        ("pl", ["0 punktów", "1 punkt", "2 punkty", "5 punktów", "22 punkty"]),
        ("ja", ["0点", "1点", "2点", "5点", "22点"]),
    ],
)
def test_plurals(locale: str | None, said: list[str]) -> None:
    with speaking(locale):
        assert [points(n) for n in (0, 1, 2, 5, 22)] == said


def test_english_outside_of_any_language() -> None:
    assert _("Join") == "Join"
    assert [points(1), points(2)] == ["1 point", "2 points"]


@pytest.mark.parametrize("locale", [None, "de", "pt-BR"])
def test_empty_text_is_left_out(locale: str | None) -> None:
    with speaking(locale):
        assert _("") == ""


def test_languages_nest() -> None:
    with speaking("de"):
        with speaking("pt"):
            with speaking(None):
                assert _("Join") == "Join"
            assert _("Join") == "Participar"
        assert _("Join") == "Mitspielen"
        with pytest.raises(RuntimeError, match="Entrar"), speaking("pt-BR"):
            raise RuntimeError(_("Join"))
        assert _("Join") == "Mitspielen"
    assert _("Join") == "Join"


async def test_each_task_speaks_its_own_language() -> None:
    both = asyncio.Barrier(2)

    async def say(locale: str) -> list[str]:
        said = []
        with speaking(locale):
            for _turn in range(3):
                await both.wait()
                said.append(_("Join"))
            said.append(await asyncio.to_thread(_, "Join"))
        said.append(_("Join"))
        return said

    german, portuguese = await asyncio.gather(say("de"), say("pt"))
    assert german == ["Mitspielen"] * 4 + ["Join"]
    assert portuguese == ["Participar"] * 4 + ["Join"]


async def test_a_task_goes_on_in_the_language_it_was_started_in() -> None:
    async def later() -> str:
        await asyncio.sleep(0)
        return _("Join")

    with speaking("de"):
        task = asyncio.create_task(later())
    assert _("Join") == "Join"
    assert await task == "Mitspielen"
