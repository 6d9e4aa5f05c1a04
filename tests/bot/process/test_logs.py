"""What the log shows, and what it never shows."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.process import logs
from engine.cards import parse_card

# Made up, and put together here so that nobody takes them for real ones.
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4" + ".Cl2FMQ." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs_x"
PRESS = "aW50ZXJhY3Rpb246" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZmdoaWpr"


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    logger = logging.getLogger("bot.tried")
    logger.propagate = False
    logger.setLevel(logging.DEBUG)
    yield logger
    logger.handlers.clear()


def written(log: logging.Logger, formatter: logging.Formatter) -> io.StringIO:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(formatter)
    log.addHandler(handler)
    return out


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"logging in with {TOKEN}", TOKEN),
        (f"Authorization: Bot {TOKEN}", TOKEN),
        (f"POST https://discord.com/api/v10/interactions/12/{PRESS}/callback failed", PRESS),
        ("PATCH /webhooks/12/short-token/messages/@original", "short-token"),
        (f"got {PRESS}.", PRESS),
        ("{'token': 'abc def', 'type': 3}", "abc def"),
        ('{"token": "abc", "type": 3}', "abc"),
        ("postgresql+asyncpg://parlour:pass/word@db/parlour", "pass/word"),
        ("postgresql+asyncpg://parlour:password@db/parlour", ":password@"),
        ("the secret is hunter2!", "hunter2"),
    ],
)
def test_secrets_are_hidden(text: str, secret: str) -> None:
    shown = logs.redact(text, ["hunter2"])
    assert secret not in shown
    assert logs.HIDDEN in shown


@pytest.mark.parametrize(
    "text",
    [
        "match 12: its table cannot be edited: 403 Forbidden (error code: 50013): Missing Permissions",
        "sqlite+aiosqlite:////data/parlour.db",
        "http://127.0.0.1:8080/healthz",
        "/channels/1576786029694681088/messages/1576786029694681089",
        "bot.store.store.StoreUnusable",
    ],
)
def test_ordinary_text_is_not_redacted(text: str) -> None:
    assert logs.redact(text) == text


@pytest.mark.parametrize("kind", [logs.Plain, logs.Json])
def test_secrets_are_hidden_in_tracebacks(log: logging.Logger, kind: type[logs.Plain]) -> None:
    out = written(log, kind(["hunter2"]))
    try:
        raise ValueError(f"{TOKEN} hunter2 /webhooks/12/{PRESS}")
    except ValueError:
        log.exception("failed with %s and %s", TOKEN, PRESS)
    shown = out.getvalue()
    assert "ValueError" in shown
    assert not [secret for secret in (TOKEN, PRESS, "hunter2") if secret in shown]


@pytest.mark.parametrize("kind", [logs.Plain, logs.Json])
def test_error_text_of_a_game_is_redacted(log: logging.Logger, kind: type[logs.Plain]) -> None:
    """It may name a card; where it happened is told."""
    out = written(log, kind())
    card = "7" * 9
    try:
        try:
            parse_card(card)
        except ValueError as error:
            raise RuntimeError(f"the command raised {error}") from error
    except RuntimeError:
        log.exception("failed")
    shown = out.getvalue()
    assert card not in shown
    assert "texts.py" in shown
    assert shown.index("ValueError") < shown.index("RuntimeError")


def test_json_is_one_object_a_line_and_names_the_match(log: logging.Logger) -> None:
    out = written(log, logs.Json())
    log.info("before")
    with logs.about(12):
        log.warning("its table\ncannot be edited: %s", "403")
        try:
            raise ValueError("in\ntwo lines")
        except ValueError:
            log.exception("failed")
    log.info("after")
    before, within, failed, after = map(json.loads, out.getvalue().splitlines())
    assert (before["message"], before["level"], before["logger"]) == ("before", "INFO", "bot.tried")
    assert before["at"].endswith("+00:00")
    assert (within["match"], within["message"]) == (12, "its table\ncannot be edited: 403")
    assert failed["error"].startswith("Traceback")
    assert "match" not in before
    assert "match" not in after


def test_text_names_the_match_once(log: logging.Logger) -> None:
    out = written(log, logs.Plain())
    with logs.about(12):
        log.info("hello")
        log.info("match 12: hello")
    first, second = out.getvalue().splitlines()
    assert first.endswith("INFO bot.tried: hello (match 12)")
    assert second.endswith("INFO bot.tried: match 12: hello")


def test_library_debug_records_are_dropped() -> None:
    """At DEBUG discord.py writes what people type, and aiosqlite every statement with its values."""
    root = logging.getLogger()
    was, ours = root.level, {name: logging.getLogger(name).level for name in logs.OURS}
    handler = logs.setup("DEBUG")
    try:
        assert logging.getLogger("bot.app").isEnabledFor(logging.DEBUG)
        for name in ("discord.gateway", "aiosqlite", "sqlalchemy.engine"):
            assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    finally:
        root.removeHandler(handler)
        root.setLevel(was)
        for name, level in ours.items():
            logging.getLogger(name).setLevel(level)
