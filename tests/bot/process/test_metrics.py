"""Figures for Prometheus."""

from __future__ import annotations

import logging
from pathlib import Path

from bot.process import metrics

ROOT = Path(__file__).resolve().parents[3]


def shown() -> str:
    return metrics.page({"running": 3, "lobby": 1}, 2)[0].decode()


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
