"""Words, in the reader's language (private texts) or the server's (public ones).

Every text goes through ``_`` or ``ngettext`` when it is shown, under ``speaking(locale)``.
Catalogues are ``data/locales/<language>/LC_MESSAGES/parlour.mo``; English needs none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

LOCALES = Path(__file__).resolve().parent.parent / "data" / "locales"
DEFAULT = "en-US"

_language: ContextVar[NullTranslations | None] = ContextVar("language", default=None)


@cache
def _catalogue(locale: str) -> NullTranslations:
    """The catalogue of a Discord locale such as "pt-BR": that one, else its language's, else English."""
    languages = [locale.replace("-", "_"), locale.partition("-")[0]]
    return translation("parlour", LOCALES, languages, fallback=True)


@contextmanager
def speaking(locale: str | None) -> Iterator[None]:
    """Within this block words are in ``locale`` (a Discord locale)."""
    token = _language.set(_catalogue(locale or DEFAULT))
    try:
        yield
    finally:
        _language.reset(token)


def _(message: str) -> str:
    """The message in the language being spoken."""
    language = _language.get()
    # gettext keeps the catalogue's header under the empty message.
    return message if language is None or not message else language.gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The message for ``n`` things, in the language being spoken."""
    language = _language.get()
    if language is None:
        return one if n == 1 else many
    return language.ngettext(one, many, n)
