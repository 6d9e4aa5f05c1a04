"""The log: one line a record, as text or JSON, with the match that it is about and without secrets.

No record should hold a card or somebody's name: a match is named by its number, a person by an id.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

OURS = ("bot", "cogs", "engine")
HIDDEN = "[hidden]"

ROOT = Path(__file__).resolve().parents[2]
OF_GAMES = ("engine/", "cogs/", "bot/matches/match.py", "bot/matches/computers.py")
OF_MATCHES = tuple(
    str(ROOT / part) for part in ("engine/", "cogs/", "bot/matches/match.py", "bot/matches/computers.py")
)
"""Beginnings of the paths of code that handles cards."""

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


def trace(error: BaseException) -> str:
    """The traceback of an error, after those of what led to it.

    An error that comes out of a match tells no more than its kind, since what it says may name a hidden card.
    """
    led = [f"{trace(each)}\n\nwhich led to:\n" for each in _before(error)]
    frames = traceback.extract_tb(error.__traceback__).format()
    said = traceback.format_exception_only(error)
    if _of_a_match(error):
        said = [f"{type(error).__qualname__}: {HIDDEN}"]
    return "\n".join([*led, "Traceback (most recent call last):", "".join([*frames, *said]).rstrip()])


def _of_a_match(error: BaseException) -> bool:
    frames = traceback.extract_tb(error.__traceback__)
    here = any(frame.filename.startswith(OF_MATCHES) for frame in frames)
    return here or any(_of_a_match(each) for each in _before(error))


def _before(error: BaseException) -> list[BaseException]:
    """The errors from which this one came."""
    if isinstance(error, BaseExceptionGroup):
        return list(error.exceptions)
    led = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [] if led is None else [led]


class Plain(logging.Formatter):
    """For people: ``2026-01-31 12:00:00,000 INFO bot.app: …``, a traceback below."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record)
        match = _match.get()
        return line if match is None or f"match {match}" in line else f"{line} (match {match})"

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return trace(ei[1]) if ei[1] is not None else ""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # what another formatter has left there tells more
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
    logging.getLogger("discord.client").setLevel(logging.WARNING)  # it tells of every try to log in
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    return handler
