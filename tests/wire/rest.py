"""Discord's REST: SimCord judges the requests, here they arrive and may come to grief."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import fnmatch
import io
import json
import re
import sys
import time
import traceback
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import discord
import simcord
from aiohttp import BodyPartReader, web
from simcord.backend import cdn
from simcord.http import (
    router,
    routes,  # noqa: F401  (importing it fills the router's table)
)

from tests.wire.limits import Limits
from tests.wire.stage import Json, Stage, dumps


@dataclass
class Fault:
    """Trouble for the next `times` (None: all) requests that match."""

    method: str = "*"
    path: str = "*"  # as in fnmatch, without /api/v10
    status: int | None = None  # None: nothing but the delay; 0: the connection is cut instead of an answer
    code: int = 0
    message: str = "injected"
    times: int | None = 1
    delay: float = 0.0
    late: bool = False  # carry the request out first, then give the bad answer
    retry_after: float = 0.5  # for 429
    scope: str = ""  # for 429: user, shared, global; empty: not told
    hits: int = 0

    def meets(self, method: str, path: str) -> bool:
        return self.method in ("*", method) and fnmatch.fnmatchcase(path, self.path)

    def spent(self) -> bool:
        """Count a hit; whether it was the last one."""
        self.hits += 1
        return self.times is not None and self.hits >= self.times

    def answer(self, status: int) -> tuple[int, Json]:
        out: Json = {"code": self.code, "message": self.message}
        if status == 429:
            out |= {"retry_after": self.retry_after, "global": self.scope == "global"}
        return status, out


class Rest:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.backend = stage, stage.backend
        self.faults: list[Fault] = []
        self.limits = Limits()
        self.transcript: list[Json] = []
        self.gaps: list[str] = []  # requests that SimCord does not know or stumbled over
        self.images: dict[str, bytes] = {}
        self.busy, self.last, self.expired_code = 0, 0.0, 50027
        self.released = asyncio.Event()

    async def handle(self, request: web.Request) -> web.Response:
        path = request.rel_url.raw_path.removeprefix("/api/v10")
        body, files = await self.read(request)
        entry: Json = {
            "n": len(self.transcript),
            "at": time.time(),
            "method": request.method,
            "path": path,
            "json": body,
            "files": [{"name": f.filename, "size": len(f.fp.getbuffer())} for f in files],
            "status": None,
            "code": None,
        }
        self.transcript.append(entry)
        self.busy += 1
        fault = next((f for f in self.faults if f.meets(request.method, path)), Fault())
        if fault.spent():
            self.faults = [f for f in self.faults if f is not fault]
        status: int = 0
        out: Any = None
        limited, refusal = self.limits.ask(request.method, path, self.age(path))
        try:
            if fault.delay:
                await self.hold(fault)
            if refusal is not None:
                status, out = 429, refusal.body
            elif fault.status is None or fault.late:
                status, out = self.answer(request, path, body, files)
            if fault.status is not None and refusal is None:
                status, out = fault.answer(fault.status)
                if fault.status == 429 and fault.scope:
                    limited["X-RateLimit-Scope"] = fault.scope
            entry["status"], entry["code"] = status, out["code"] if status >= 400 else None
        finally:
            self.busy, self.last = self.busy - 1, time.monotonic()
            self.stage.pulse.beat()
        if status == 0 and request.transport is not None:
            request.transport.abort()
        # discord.py reads JSON only from exactly "application/json", and takes a 429 without Via for a ban.
        headers = {"Via": "1.1 wire"} | limited
        if out is None:
            return web.Response(status=status or 500, headers=headers)
        answer = dumps(out).encode()
        return web.Response(status=status, body=answer, content_type="application/json", headers=headers)

    def age(self, path: str) -> float:
        """Seconds since the message that the path names was sent; 0 if it names none."""
        named = re.fullmatch(r"/channels/\d+/messages/(\d+)", path)
        return time.time() - discord.utils.snowflake_time(int(named[1])).timestamp() if named else 0.0

    async def hold(self, fault: Fault) -> None:
        """Wait for as long as the fault says, or until it is released."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(fault.delay):
                await self.released.wait()

    def release(self) -> None:
        """Requests that wait for a fault go on now."""
        self.released.set()
        self.released = asyncio.Event()

    @staticmethod
    async def read(request: web.Request) -> tuple[Any, list[Any]]:
        """The JSON and the files, these with the three attributes that SimCord reads."""
        if not request.content_type.startswith("multipart/"):
            text = await request.text()
            return (json.loads(text) if text else None), []
        form: list[Json] = []
        files: dict[str, Any] = {}  # by the number in "files[0]"
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.filename is None:
                form.append({"name": part.name, "value": await part.text()})
            else:
                data = io.BytesIO(bytes(await part.read()))
                number = re.sub(r"\D", "", part.name or "")
                files[number] = SimpleNamespace(filename=part.filename, fp=data, description=None)
        body, uploads = router.parse_form(form, list(files.values()))
        described = (body.get("data") or body).get("attachments") if isinstance(body, dict) else None
        for told in described or []:
            if str(told.get("id")) in files:
                files[str(told["id"])].description = told.get("description")
        return body, uploads

    def answer(self, request: web.Request, path: str, body: Any, files: list[Any]) -> tuple[int, Any]:
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 86400000, "max_concurrency": 16}
            about = {
                "url": self.stage.gateway_address,
                "shards": self.stage.shards,
                "session_start_limit": limit,
            }
            return 200, about
        token = re.match(r"/webhooks/\d+/([^/]+)|/interactions/", path)
        if token is None and request.headers.get("Authorization") != f"Bot {self.stage.token}":
            return 401, {"code": 0, "message": "401: Unauthorized"}
        backend = self.backend
        try:
            reason = request.headers.get("X-Audit-Log-Reason")
            params = dict(request.query)
            out = router.dispatch(
                backend, request.method, path, json=body, params=params, files=files, reason=reason
            )
        except (simcord.RouteNotImplemented, simcord.UnsupportedField) as error:
            return self.gap(str(error))
        except simcord.BackendError as error:
            known = (
                backend.interactions.get(backend.interaction_tokens.get(token[1] or "", 0)) if token else None
            )
            expired = error.code == 10015 and known is not None and known.responded
            if expired and self.expired_code == 50027:  # what Discord says of an answered one that is too old
                return 401, {"code": 50027, "message": "Invalid Webhook Token"}
            return error.status, error.to_json()
        except Exception:  # noqa: BLE001 (SimCord stumbled, which is a gap as well)
            return self.gap(f"{request.method} {path}: {traceback.format_exc()}")
        finally:  # SimCord's own logs would grow for ever
            backend.http_requests.clear()
            backend.transcript.clear()
        if request.method == "POST" and path.endswith("/emojis"):  # SimCord throws the picture away
            self.images[f"emojis/{out['id']}.png"] = base64.b64decode(body["image"].split(",", 1)[1])
        return (204, None) if out is None else (200, out)

    def gap(self, what: str) -> tuple[int, Json]:
        """What SimCord cannot do is no error of Discord's: told on stderr and in `gaps`, and as a 400, which
        nobody tries again."""
        self.gaps.append(what)
        sys.stderr.write(f"world: GAP: {what}\n")
        return 400, {"code": 0, "message": f"the simulator cannot do this: {what.strip().splitlines()[-1]}"}

    async def blob(self, request: web.Request) -> web.Response:
        """An attachment or the picture of an emoji."""
        name = request.match_info["path"]
        data = self.images.get(name) or self.backend.cdn.get(f"{cdn.CDN_BASE}/{name}")
        return web.Response(status=404) if data is None else web.Response(body=data)
