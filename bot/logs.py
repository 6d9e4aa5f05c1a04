"""The log: one line a record, as text or JSON, with the match that it is about and without secrets.

No record should hold a card or somebody's name: a match is named by its number, a person by an id.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

OURS = ("bot", "cogs", "engine")
HIDDEN = "[hidden]"

_SECRETS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # The token of an interaction, in an address or by itself: it begins with "interaction:" in base 64.
        (r"(/(?:webhooks|interactions)/\d+/)[^\s/?'\"<>]+", rf"\1{HIDDEN}"),
        (r"\baW50ZXJhY3Rpb24[\w=+/-]+", HIDDEN),
        # The token of any bot.
        (r"\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}", HIDDEN),
        (r"(\btoken\\?['\"]?\s*[:=]\s*\\?['\"])[^'\"\\]+", rf"\1{HIDDEN}"),
        # The password in the address of a database.
        (r"(://[^\s/:@]*:)\S+@", rf"\1{HIDDEN}@"),
    )
)

_match: ContextVar[int | None] = ContextVar("match", default=None)


@contextmanager
def about(match_id: int | None) -> Iterator[None]:
    """What is logged within this block, by whatever it sets off as well, is about this match."""
    token = _match.set(match_id or None)
    try:
        yield
    finally:
        _match.reset(token)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without these secrets, and without anything that looks like a token or a password."""
    for secret in filter(None, secrets):
        text = text.replace(secret, HIDDEN)
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class Plain(logging.Formatter):
    """For people: ``2026-01-31 12:00:00,000 INFO bot.app: …``, a traceback below."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record)
        match = _match.get()
        return line if match is None or f"match {match}" in line else f"{line} (match {match})"

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record), self._secrets)


class Json(Plain):
    """For machines: one object a line: at, level, logger, message, and match and error where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, str | int] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage(), self._secrets),
        }
        if (match := _match.get()) is not None:
            fields["match"] = match
        if record.exc_info:
            fields["error"] = redact(self.formatException(record.exc_info), self._secrets)
        return json.dumps(fields, ensure_ascii=False)


def setup(level: str, form: Literal["text", "json"] = "text", secrets: Iterable[str] = ()) -> logging.Handler:
    """Log to the standard error output; the handler that does.

    What the libraries say in detail holds tokens, names and cards, so they are heard from INFO upwards only.
    """
    handler = logging.StreamHandler()
    handler.setFormatter((Json if form == "json" else Plain)(secrets))
    wanted = logging.getLevelNamesMapping()[level]
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(wanted, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    return handler
