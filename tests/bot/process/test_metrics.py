"""Figures with prometheus-client, and nothing at all without it."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

from bot.process import metrics

ROOT = Path(__file__).resolve().parents[3]

WITHOUT = """
import asyncio, logging, sys
sys.modules["prometheus_client"] = None
from bot.process import metrics
assert not metrics.INSTALLED
metrics.pressed("act", "ok", 0.1)
metrics.Errors().handle(logging.makeLogRecord({"name": "bot"}))
assert metrics.http_trace() is None
asyncio.run(metrics.watch_loop())
assert metrics.page({"running": 1}, 0) is None
"""


def shown() -> str:
    page = metrics.page({"running": 3, "lobby": 1}, 2)
    assert page is not None
    return page[0].decode()


def test_metrics_are_exported() -> None:
    metrics.pressed("tried", "ok", 0.02)
    metrics.Errors().handle(logging.makeLogRecord({"name": "bot.tried", "levelno": logging.ERROR}))
    page = shown()
    for line in (
        'parlour_presses_total{outcome="ok",verb="tried"} 1.0',
        'parlour_errors_total{logger="bot.tried"} 1.0',
        'parlour_matches{status="running"} 3.0',
        "parlour_matches_thinking 2.0",
    ):
        assert f"{line}\n" in page


def test_without_the_library_nothing_is_counted() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT], cwd=ROOT, check=True)
