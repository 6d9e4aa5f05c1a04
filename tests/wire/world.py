"""A simulated Discord that real bot processes reach over loopback HTTP and WebSocket.

    python -m tests.wire.world [--port N] [--guilds N] [--users alice,bob:de] [--shards N]

prints one JSON line (addresses, token, ids) and serves until it is ended. People and trouble are driven by
`POST /control` with `{"op": NAME, ...}`: each public method of `People`, `Trouble` and `Observer` is an
operation, and its parameters are the keys of the JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import inspect
import sys
import time
import traceback
from typing import Any

import simcord
from aiohttp import web
from simcord.backend import cdn

from tests.wire.gateway import Gateway
from tests.wire.people import People
from tests.wire.rest import Rest
from tests.wire.stage import Json, Stage, dumps
from tests.wire.trouble import Trouble

HOST = "127.0.0.1"


class Observer:
    """Looking at the bot. Every public method is an operation of `POST /control`."""

    def __init__(self, stage: Stage, gateway: Gateway, rest: Rest) -> None:
        self._stage, self._gateway, self._rest = stage, gateway, rest

    def info(self) -> Json:
        backend, shards, url = self._stage.backend, self._stage.shards, self._stage.address
        guilds = [
            {
                "id": str(g.id),
                "shard": (g.id >> 22) % shards,
                "channels": {backend.channels[c].name: str(c) for c in g.channel_ids},
            }
            for g in self._stage.guilds
        ]
        return {
            "address": url,
            "rest": f"{url}/api/v10",
            "gateway": self._stage.gateway_address,
            "control": f"{url}/control",
            "token": self._stage.token,
            "application_id": str(backend.application_id),
            "bot_id": str(backend.bot_user.id),
            "shards": shards,
            "guilds": guilds,
            "users": {name: str(person.id) for name, person in self._stage.people.items()},
        }

    def status(self) -> Json:
        sessions = [
            {
                "id": s.id,
                "shard": s.shard,
                "intents": s.intents.value,
                "connected": s.line is not None,
                "seq": s.seq,
                "resumed": s.resumed,
                "unseen": len(s.unseen),
            }
            for s in self._gateway.sessions.values()
        ]
        commands = sorted({name for scope in self._stage.backend.commands.values() for name, _ in scope})
        identified, gaps = self._gateway.identified, self._rest.gaps
        return {"sessions": sessions, "identified": identified, "gaps": gaps, "commands": commands}

    def transcript(self, since: int = 0) -> list[Json]:
        return self._rest.transcript[since:]

    def refusals(self) -> Json:
        """Of Discord's limits, by scope; `old` are edits of messages older than an hour."""
        return {**self._rest.limits.refusals, "old": self._rest.limits.old}

    def clear(self, what: str = "all") -> None:
        """Forget the "transcript", the injected "faults", or both."""
        for name in ("transcript", "faults") if what == "all" else (what,):
            getattr(self._rest, name).clear()

    async def wait_ready(
        self,
        identified: int = 1,
        commands: bool = True,
        patience: float = 20.0,
    ) -> bool:
        """Until that many IDENTIFYs have been answered in all, and (`commands`) a command is registered."""

        def done() -> bool:
            registered = any(self._stage.backend.commands.values())
            return self._gateway.identified >= identified and (registered or not commands)

        return await self._stage.pulse.until(done, patience)

    async def settle(self, quiet: float = 0.1, patience: float = 5.0) -> bool:
        """Until no request is under way and none has ended for `quiet` seconds."""
        end = time.monotonic() + patience
        while busy := self._rest.busy or time.monotonic() - self._rest.last < quiet:
            if time.monotonic() > end:
                break
            await asyncio.sleep(quiet / 4)
        return not busy


class World:
    def __init__(self, guilds: int, users: list[str], shards: int) -> None:
        self.stage = Stage(guilds, users, shards)
        self.gateway, self.rest = Gateway(self.stage), Rest(self.stage)
        self.observer = Observer(self.stage, self.gateway, self.rest)
        desks = (
            People(self.stage, self.gateway),
            Trouble(self.stage, self.gateway, self.rest),
            self.observer,
        )
        self.operations = {
            name: operation
            for desk in desks
            for name, operation in inspect.getmembers(desk, inspect.ismethod)
            if not name.startswith("_")
        }

    async def serve(self, port: int) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.add_routes(
            [
                web.route("*", "/api/v10/{path:.*}", self.rest.handle),
                web.get("/gateway/", self.gateway.handle),
                web.get("/cdn/{path:.*}", self.rest.blob),
                web.post("/control", self.control),
            ]
        )
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, port).start()
        self.stage.address = f"http://{HOST}:{runner.addresses[0][1]}"
        cdn.CDN_BASE = f"{self.stage.address}/cdn"
        sys.stdout.write(dumps(self.observer.info()) + "\n")
        sys.stdout.flush()
        await asyncio.Event().wait()

    async def control(self, request: web.Request) -> web.Response:
        try:
            args: dict[str, Any] = await request.json()
            value = self.operations[args.pop("op")](**args)
            if inspect.isawaitable(value):
                value = await value
            return web.json_response({"value": value}, dumps=dumps)
        except Exception as error:  # noqa: BLE001 (whatever it is, the test is told)
            if not isinstance(error, (simcord.SetupError, simcord.BackendError)):
                traceback.print_exc()  # no "a person cannot do this", but nonsense
            return web.json_response({"error": str(error), "kind": type(error).__name__}, status=409)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.wire.world", description="A simulated Discord.")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--guilds", type=int, default=1)
    parser.add_argument("--users", default="alice,bob", help="names, each with an optional :locale")
    parser.add_argument("--shards", type=int, default=1, help="guild i lands on shard i %% N")
    options = parser.parse_args()
    world = World(options.guilds, options.users.split(","), options.shards)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(world.serve(options.port))


if __name__ == "__main__":
    main()
