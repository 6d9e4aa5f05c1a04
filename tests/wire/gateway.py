"""Discord's gateway: HELLO, IDENTIFY, RESUME, heartbeats, and events to the shard that they belong to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord.backend import Backend, serializers
from simcord.gateway import FakeGateway, FakeWebSocket

from tests.wire.client import PATIENCE
from tests.wire.stage import Json, Stage, dumps

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11


class Line:
    """One WebSocket connection; what is queued leaves in order."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse) -> None:
        self.ws, self.transport = ws, request.transport
        self.queue: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: int, d: Any = None) -> None:
        self.queue.put_nowait(dumps({"op": op, "d": d, "s": None, "t": None}))

    async def pump(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.ws.send_str(await self.queue.get())


class Session:
    """What IDENTIFY creates and RESUME takes up again; it outlives its line by `Gateway.resume_window`.

    To SimCord it looks like a bot's connection state: so SimCord cuts events down to the intents, and answers
    requests for members.
    """

    def __init__(self, backend: Backend, shard: tuple[int, int], intents: int, line: Line) -> None:
        self.id, self.shard, self.parsers = secrets.token_hex(16), shard, self
        self.intents = discord.Intents.none()
        self.intents.value = intents
        self.line: Line | None = line
        self.seq, self.resumed, self.lost_at = 0, 0, 0.0
        self.unseen: deque[tuple[int, str]] = deque()  # kept until the bot says that they arrived
        self.gate = FakeGateway(backend, self)
        self.requests = FakeWebSocket(backend, self.gate)

    def get(self, event: str) -> Callable[[Json], None]:
        return partial(self.push, event)

    __getitem__ = get  # state.parsers[event](payload) is how SimCord hands an event over

    def push(self, event: str, payload: Json) -> None:
        self.seq += 1
        self.unseen.append((self.seq, dumps({"op": DISPATCH, "t": event, "s": self.seq, "d": payload})))
        if self.line is not None:
            self.line.queue.put_nowait(self.unseen[-1][1])

    def seen(self, seq: int | None) -> None:
        while seq is not None and self.unseen and self.unseen[0][0] <= seq:
            self.unseen.popleft()

    def owns(self, guild_id: int | None) -> bool:
        return self.shard[0] == ((guild_id >> 22) % self.shard[1] if guild_id else 0)


class Gateway:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.backend, self.identified = stage, stage.backend, 0
        # Discord waits three seconds, but a busy machine may need longer: tests of that say so.
        self.answer_within, self.resume_window, self.heartbeat = PATIENCE, 120.0, 41.25
        self.redelivered = 0  # how often each interaction comes once more
        self.hello_after = 0.0  # moment (monotonic) until which new connections are kept waiting
        self.sessions: dict[str, Session] = {}
        self.dark: set[int] = set()  # servers the bot cannot see: kicked from, or in an outage
        self.backend.subscribers.append(self.feed)

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """SimCord calls this with everything that happens."""
        if event == "INTERACTION_CREATE":  # add what SimCord leaves out, and start the clock of the answer
            record = self.backend.interactions[int(payload["id"])]
            record.initial_response_deadline = self.backend.iso_after(self.answer_within)
            owners = {"0": str(record.guild_id or 0)}
            payload = {
                **payload,
                "locale": self.stage.locales[record.user_id],
                "authorizing_integration_owners": owners,
            }
            if record.guild_id is not None:
                payload["guild_locale"] = self.backend.guilds[record.guild_id].preferred_locale
        about = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None)
        if about is None or int(about) not in self.dark:
            self.deliver(event, payload, int(about) if about else None)

    def deliver(self, event: str, payload: Mapping[str, Any], guild_id: int | None) -> None:
        me = str(self.backend.bot_user.id)
        for s in list(self.sessions.values()):
            if s.line is None and time.monotonic() - s.lost_at > self.resume_window:
                del self.sessions[s.id]
            elif s.owns(guild_id) and event == "GUILD_MEMBER_UPDATE" and payload["user"]["id"] == me:
                s.push(event, {**payload})  # about the bot itself: comes whatever the intents
            elif s.owns(guild_id):
                for _ in range(1 + (self.redelivered if event == "INTERACTION_CREATE" else 0)):
                    s.gate.feed(event, payload)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        while time.monotonic() < self.hello_after:  # noqa: ASYNC110 (it may be set back meanwhile)
            await asyncio.sleep(0.02)
        line = Line(request, ws)
        session: Session | None = None
        pump = asyncio.create_task(line.pump())
        line.send(HELLO, {"heartbeat_interval": int(self.heartbeat * 1000)})
        try:
            async for frame in ws:
                if frame.type == WSMsgType.TEXT:
                    session = await self.hear(line, session, **json.loads(frame.data))
        finally:
            pump.cancel()
            if session is not None and session.line is line:
                session.line, session.lost_at = None, time.monotonic()
        return ws

    async def hear(
        self, line: Line, session: Session | None, op: int, d: Any = None, **_: Any
    ) -> Session | None:
        """One message of the bot. Returns the session that the line has now."""
        if op == HEARTBEAT:
            line.send(ACK)
            if session is not None:
                session.seen(d)
        elif op in (IDENTIFY, RESUME) and d["token"] != self.stage.token:
            await line.ws.close(code=4004)
        elif op == IDENTIFY:
            return self.identify(line, d)
        elif op == RESUME:
            return self.resume(line, d)
        elif op == MEMBERS and session is not None:
            known = {k: d[k] for k in ("query", "user_ids", "presences", "nonce") if k in d}
            await session.requests.request_chunks(int(d["guild_id"]), limit=d.get("limit", 0), **known)
        return session

    def identify(self, line: Line, d: Json) -> Session:
        backend = self.backend
        index, count = d.get("shard") or (0, 1)
        session = Session(backend, (index, count), d["intents"], line)
        self.sessions[session.id] = session
        guilds = [
            g for g in backend.guilds.values() if session.owns(g.id) and backend.bot_user.id in g.members
        ]
        ready = {
            "v": 10,
            "user": serializers.user_payload(backend.bot_user),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.stage.gateway_address,
            "shard": session.shard,
            "private_channels": [],
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        session.push("READY", ready)
        for g in guilds:
            if g.id not in self.dark:
                session.gate.feed("GUILD_CREATE", serializers.guild_create_payload(backend, g))
        self.identified += 1
        self.stage.pulse.beat()
        return session

    def resume(self, line: Line, d: Json) -> Session | None:
        session = self.sessions.get(d["session_id"])
        if session is None or d["seq"] is None or d["seq"] > session.seq:
            line.send(INVALID, d=False)
            return None
        session.seen(d["seq"])
        session.line, session.resumed = line, session.resumed + 1
        for _, text in session.unseen:
            line.queue.put_nowait(text)
        session.push("RESUMED", {"_trace": ["wire"]})
        return session

    async def drop(self, shard: int | None, how: str, code: int, *, resume: bool, hold: float) -> int:
        self.hello_after = time.monotonic() + hold
        hit = [
            (s, s.line) for s in self.sessions.values() if s.line is not None and shard in (None, s.shard[0])
        ]
        for session, line in hit:
            session.line, session.lost_at = None, time.monotonic()
            if not resume:
                del self.sessions[session.id]
            if how in ("reconnect", "invalid"):
                line.send(RECONNECT if how == "reconnect" else INVALID, resume)
            elif how == "close":
                await line.ws.close(code=code)
            elif line.transport is not None:
                line.transport.abort()
        return len(hit)
