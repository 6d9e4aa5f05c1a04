"""What tells others how the bot is: ``/healthz`` for whoever starts it anew, ``/metrics`` for Prometheus."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Protocol

from aiohttp import web

from bot.process import metrics


class CannotListen(Exception):
    """The address of the endpoint is not to be had."""


class Patient(Protocol):
    """Whose health is told."""

    async def unwell(self) -> str | None:
        """Why it cannot serve, or None."""
        ...

    async def figures(self) -> tuple[Mapping[str, int], int]:
        """How many matches there are by status, and in how many of them computers are choosing."""
        ...


@asynccontextmanager
async def endpoint(patient: Patient, host: str, port: int | None) -> AsyncIterator[None]:
    """Answer on this port within the block; nothing at all without one. Raises CannotListen."""
    if port is None:
        yield
        return

    async def healthz(_request: web.Request) -> web.Response:
        reason = await patient.unwell()
        return web.Response(status=200 if reason is None else 503, text=f"{reason or 'ok'}\n")

    async def figures(_request: web.Request) -> web.Response:
        reason = await patient.unwell()
        body, kind = metrics.page(*(await patient.figures() if reason is None else ({}, 0)))
        return web.Response(body=body, headers={"Content-Type": kind})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", figures)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    lag = asyncio.create_task(metrics.watch_loop(), name="loop lag")
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise CannotListen(f"{host}:{port} cannot be used: {error.strerror}") from None
        yield
    finally:
        lag.cancel()
        await runner.cleanup()
