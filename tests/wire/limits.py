"""Discord's limits on requests: https://docs.discord.com/developers/topics/rate-limits

Each route has a bucket of its own for each channel, all routes of the bot together have 50 requests a second,
and a message older than an hour takes few edits. What answers an interaction is bound to none but its own
bucket: https://docs.discord.com/developers/interactions/receiving-and-responding
"""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

EVERYWHERE = 50
"""Requests a second, over all routes."""

ROUTES = (
    ("POST", r"/channels/\d+/messages", 5, 5.0),
    ("PATCH", r"/channels/\d+/messages/\d+", 5, 5.0),
    ("DELETE", r"/channels/\d+/messages/\d+", 5, 1.0),
    ("*", r"/webhooks/\d+/[^/]+.*", 5, 2.0),
)
"""Method, path, requests, and in how many seconds; Discord promises no numbers, these are what it has had."""

OF_INTERACTIONS = re.compile(r"/interactions/|/webhooks/\d+/[^/]+")

HOUR = 3600.0
OLD_EDITS, OLD_WHILE, OLD_WAIT = 2, 60.0, 10.0
"""A message older than an hour takes two edits in a minute, and says to come back in ten seconds."""


class Refusal(NamedTuple):
    """A 429: its scope (user, shared, global), after how long to try again, Discord's code."""

    scope: str
    retry_after: float
    code: int = 0

    @property
    def body(self) -> dict[str, Any]:
        text = "You are being rate limited."
        if self.code:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        is_global = self.scope == "global"
        return {"message": text, "code": self.code, "retry_after": self.retry_after, "global": is_global}


@dataclass
class Bucket:
    """So many requests in a window that begins with the first of them."""

    limit: int
    seconds: float
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        """Whether there was one left."""
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        self.used += 1
        return self.used <= self.limit

    def headers(self, name: str, now: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "X-RateLimit-Reset": f"{time.time() + self.ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{self.ends - now:.3f}",
            "X-RateLimit-Bucket": name,
        }


@dataclass
class Limits:
    """What has been asked for lately, and what of it was too much."""

    on: bool = False
    everywhere: int = EVERYWHERE
    refusals: dict[str, int] = field(default_factory=dict)
    """How many by scope; those of the scope ``shared`` do not count towards a ban."""
    old: int = 0
    """Refused edits of messages older than an hour."""
    _buckets: dict[tuple[int, str], Bucket] = field(default_factory=dict)
    _edits: dict[str, deque[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._everywhere = Bucket(self.everywhere, 1.0)

    def ask(self, method: str, path: str, age: float) -> tuple[dict[str, str], Refusal | None]:
        """The headers of the answer, and the refusal if this is too much; ``age`` of the message in s."""
        if not self.on:
            return {}, None
        now, headers = time.monotonic(), {}
        refusal = None
        if not OF_INTERACTIONS.match(path) and not self._everywhere.take(now):
            refusal = Refusal("global", round(self._everywhere.ends - now, 3))
        for number, (verb, pattern, limit, seconds) in enumerate(ROUTES):
            if refusal is None and verb in ("*", method) and re.fullmatch(pattern, path):
                major = "/".join(path.split("/")[: 4 if path.startswith("/webhooks") else 3])
                bucket = self._buckets.setdefault((number, major), Bucket(limit, seconds))
                if not bucket.take(now):
                    refusal = Refusal("user", round(bucket.ends - now, 3))
                headers = bucket.headers(f"bucket{number}", now)
        if refusal is None and method == "PATCH" and path.startswith("/channels/") and age > HOUR:
            refusal = self._edit_old(path, now)
        if refusal is not None:
            self.refusals[refusal.scope] = self.refusals.get(refusal.scope, 0) + 1
            headers |= {
                "Retry-After": str(refusal.retry_after),
                "X-RateLimit-Scope": refusal.scope,
            }
            if refusal.scope == "global":
                headers["X-RateLimit-Global"] = "true"
        return headers, refusal

    def _edit_old(self, path: str, now: float) -> Refusal | None:
        edits = self._edits.setdefault(path, deque())
        while edits and edits[0] < now - OLD_WHILE:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            self.old += 1
            return Refusal("user", OLD_WAIT, 30046)
        edits.append(now)
        return None
