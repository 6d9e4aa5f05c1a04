"""Figures for Prometheus."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any

import aiohttp
import prometheus_client as prometheus

PAUSE = 0.5
"""Seconds between two measurements of the event loop's lag."""

_PRESSES = prometheus.Counter("parlour_presses", "Presses and commands", ["verb", "outcome"])
_SECONDS = prometheus.Histogram(
    "parlour_press_seconds",
    "From a press to the end of what it sets off",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10),
)
_ERRORS = prometheus.Counter("parlour_errors", "Errors in the log", ["logger"])
_REFUSALS = prometheus.Counter("parlour_discord_refusals", "Refused requests", ["status", "code"])
_LAG = prometheus.Histogram(
    "parlour_loop_lag_seconds",
    "How much later than asked for the event loop came back",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
_MATCHES = prometheus.Gauge("parlour_matches", "Matches in the database", ["status"])
_THINKING = prometheus.Gauge("parlour_matches_thinking", "Matches in which computers are choosing")


def pressed(verb: str, outcome: str, seconds: float) -> None:
    """Count a press and how it ended."""
    _PRESSES.labels(verb, outcome).inc()
    _SECONDS.observe(seconds)


class Errors(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        _ERRORS.labels(record.name).inc()


def http_trace() -> aiohttp.TraceConfig:
    """For Discord's client: counts the requests that are refused, by HTTP status and Discord's own code."""

    async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        if end.response.status >= 400:
            _REFUSALS.labels(end.response.status, code_of(await end.response.text())).inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def code_of(body: str) -> int:
    """Discord's number for what is wrong; 0 if the answer has none."""
    try:
        told: Any = json.loads(body)
        return int(told["code"])
    except (ValueError, TypeError, KeyError):
        return 0


async def watch_loop() -> None:
    """Measure for ever how late the event loop is."""
    loop = asyncio.get_running_loop()
    while True:
        before = loop.time()
        await asyncio.sleep(PAUSE)
        _LAG.observe(max(0.0, loop.time() - before - PAUSE))


def page(matches: Mapping[str, int], thinking: int) -> tuple[bytes, str]:
    """The figures and their content type."""
    _MATCHES.clear()
    for status, number in matches.items():
        _MATCHES.labels(status).set(number)
    _THINKING.set(thinking)
    return prometheus.generate_latest(), prometheus.CONTENT_TYPE_LATEST
