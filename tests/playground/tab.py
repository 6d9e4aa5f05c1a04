"""One person's tab without a browser: what the playground's page says to its server."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.playground.table import Table

Json = dict[str, Any]


class Tab:
    def __init__(self, http: aiohttp.ClientSession, address: str, key: str) -> None:
        self.http, self.address = http, address
        self.headers = {"X-Simcord-Capability": key}
        self.numbers = itertools.count(1)
        self.page: Json = {}

    @classmethod
    async def open(cls, http: aiohttp.ClientSession, table: Table, seat: str = "") -> Tab:
        where = urlsplit(table.url)
        tab = cls(http, f"http://{where.netloc}", where.fragment)
        tab.page = await tab.ask("POST", "/api/pages", {"viewer_id": seat})
        tab.headers["X-Simcord-Context"] = tab.page["context"]["id"]
        return tab

    async def ask(self, method: str, path: str, body: Any = None) -> Json:
        async with self.http.request(method, self.address + path, json=body, headers=self.headers) as reply:
            reply.raise_for_status()
            answer: Json = await reply.json()
            return answer

    async def look(self) -> Json:
        self.page = await self.ask("GET", "/api/state")
        return self.page

    @property
    def name(self) -> str:
        return next(str(v["name"]) for v in self.page["viewers"] if v["id"] == self.page["viewerId"])

    async def act(self, kind: str, **details: Any) -> Json:
        """Do something as the page that was last looked at; returns what the server says became of it."""
        number = next(self.numbers)
        said = {
            "protocol_version": 3,
            "kind": kind,
            "sequence": number,
            "request_id": f"r{number}",
            "generation": self.page["context"]["generation"],
            "bot_generation": self.page["botGeneration"],
            "published_revision": self.page["publishedRevision"],
        }
        return await self.ask("POST", "/api/action", said | details)

    async def command(self, invocation: str, **options: str) -> Json:
        known = (await self.ask("GET", "/api/commands"))["entries"]
        entry = next(e for e in known if e["invocation"] == invocation)
        result = await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )
        await self.look()
        return result

    async def press(self, label: str) -> Json:
        """Press a button as it was when this tab last looked."""
        message, key = next((m, c["control_key"]) for m, c in self.controls() if c.get("label") == label)
        return await self.act("click", target_id=message, control_key=key)

    def controls(self) -> Iterator[tuple[str, Json]]:
        for number in reversed(self.page["timeline"]):
            for part in parts(self.page["messages"][number]["components"]):
                if "control_key" in part:
                    yield number, part

    @property
    def text(self) -> str:
        """All that is written in this tab."""
        said = (parts(self.page["messages"][n]["components"]) for n in self.page["timeline"])
        return "\n".join(
            p["content"] for message in said for p in message if isinstance(p.get("content"), str)
        )

    async def until(self, so: Callable[[Tab], bool], within: float = 60.0) -> None:
        """Look again and again, as the page does, until it is so."""
        async with asyncio.timeout(within):
            while not so(self):
                await asyncio.sleep(0.05)
                await self.look()


def parts(value: Any) -> Iterator[Json]:
    """Every component in a message, however deep."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield item
            yield from parts([item.get("components", []), item.get("accessory")])
        elif isinstance(item, list):
            yield from parts(item)
