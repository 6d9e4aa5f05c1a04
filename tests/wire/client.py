"""Drive a simulated Discord from a test: synchronous, and safe to use from several threads.

with World.start(users=["alice", "bob:de"]) as world:
    bot = world.parlour(tmp_path / "parlour.db")
    table = world.people["alice"].slash("play hilo", rounds=3)
    world.people["bob"].click(table, label="Join")
    bot.kill()
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUTTON, TEXT = 2, 10
CONTROLS = {BUTTON, 3, 5, 6, 7, 8}  # and the five kinds of menu

PATIENCE = 60.0
"""Seconds that anything may take on a machine that is busy with other things."""


class CannotDo(Exception):
    """A real person could not do this: a disabled button, no permission, an unknown command …"""


def walk(components: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, however deep it is nested, in reading order."""
    for c in components or []:
        yield c
        yield from walk(c.get("components"))
        yield from walk([c[inner] for inner in ("accessory", "component") if c.get(inner)])


class Message(dict[str, Any]):
    """A message as its JSON, with a few readings of it."""

    @property
    def id(self) -> str:
        return str(self["id"])

    @property
    def ephemeral(self) -> bool:
        return bool(self["ephemeral"])

    @property
    def text(self) -> str:
        shown = [c["content"] for c in walk(self["components"]) if c["type"] == TEXT]
        return "\n".join([self["content"], *shown]).strip()

    @property
    def controls(self) -> list[dict[str, Any]]:
        return [c for c in walk(self["components"]) if c["type"] in CONTROLS]

    @property
    def labels(self) -> list[str]:
        """Labels of the buttons that can be pressed."""
        return [c.get("label", "") for c in self.controls if c["type"] == BUTTON and not c.get("disabled")]

    @property
    def files(self) -> dict[str, int]:
        """The attachments, with their sizes."""
        return {a["filename"]: a["size"] for a in self["attachments"]}


class Sight(dict[str, Any]):
    """What a person saw after acting.

    `kind` is message, update, modal, autocomplete, deferred (it still thinks), deferred_update, "no answer".
    """

    def __init__(self, person: Person, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.person = person

    @property
    def kind(self) -> str:
        return str(self["kind"])

    @property
    def message(self) -> Message:
        if self["message"] is None:
            raise AssertionError(f"no message to see: {self['note'] or self.kind}")
        return Message(self["message"])

    @property
    def followups(self) -> list[Message]:
        return [Message(m) for m in self["followups"]]

    @property
    def choices(self) -> list[Any]:
        return [c["value"] for c in self["choices"] or []]

    def submit(self, **values: Any) -> Sight:
        """Fill in the modal (keys: labels or custom ids) and send it."""
        return self.person.submit(self["interaction"], values)

    def again(self) -> Sight:
        """The same answer as it looks now, after later edits and follow-ups."""
        return Sight(self.person, self.person.world.call("look", interaction=self["interaction"]))


Target = str | int | Message | Sight


def message_id(target: Target) -> str:
    if isinstance(target, Sight):
        return target.message.id
    return target.id if isinstance(target, Message) else str(target)


class Person:
    """One of the people in the world. `at` is a channel's id (default: the very first channel) or "dm"."""

    def __init__(self, world: World, name: str, user_id: str) -> None:
        self.world, self.name, self.id = world, name, user_id

    def _act(self, op: str, **args: Any) -> Sight:
        given = {name: value for name, value in args.items() if value is not None}
        return Sight(self, self.world.call(op, who=self.name, **given))

    def slash(
        self,
        command: str,
        *,
        at: str | None = None,
        locale: str | None = None,
        options: dict[str, Any] | None = None,
        patience: float | None = None,
        **named: Any,
    ) -> Sight:
        filled = {**(options or {}), **named}
        return self._act(
            "slash", command=command, channel=at, locale=locale, options=filled, patience=patience
        )

    def autocomplete(
        self,
        command: str,
        option: str,
        value: str = "",
        *,
        at: str | None = None,
        locale: str | None = None,
        **filled: Any,
    ) -> Sight:
        given = {"command": command, "option": option, "value": value, "options": filled}
        return self._act("autocomplete", channel=at, locale=locale, **given)

    def click(
        self,
        message: Target,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        stale: bool = False,
        locale: str | None = None,
        patience: float | None = None,
    ) -> Sight:
        """Press a button. `stale`: though it is gone or disabled, like one who has not seen the edit yet."""
        given = {"label": label, "custom_id": custom_id, "stale": stale or None}
        return self._act("click", message=message_id(message), locale=locale, patience=patience, **given)

    def select(
        self,
        message: Target,
        *values: Any,
        custom_id: str | None = None,
        locale: str | None = None,
        patience: float | None = None,
    ) -> Sight:
        given = {"values": list(values), "custom_id": custom_id}
        return self._act("click", message=message_id(message), locale=locale, patience=patience, **given)

    def submit(self, interaction: str, values: dict[str, Any], patience: float | None = None) -> Sight:
        return self._act("submit", interaction=interaction, values=values, patience=patience)

    def dm(self, content: str, wait: float = 0.0) -> Message | None:
        """Write to the bot; returns its reply if it comes within `wait` seconds."""
        reply = self.world.call("dm", who=self.name, content=content, wait=wait)
        return Message(reply) if reply else None

    def messages(self, at: str | None = None) -> list[Message]:
        return self.world.messages(at, who=self.name)


class Bot:
    """A bot's operating-system process. Its output goes to a file that `log` reads."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process, self.output, self.pid = process, output, process.pid

    @property
    def log(self) -> str:
        return self.output.read_text(errors="replace")

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """kill -9"""
        self.process.kill()
        self.process.wait()

    def stop(self, timeout: float = PATIENCE) -> int:
        """SIGTERM, then SIGKILL for one that does not listen. Returns the exit status."""
        self.process.terminate()
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            return self.process.returncode

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


class World:
    """A simulated Discord in a process of its own."""

    def __init__(self, info: dict[str, Any], process: subprocess.Popen[str]) -> None:
        self.info, self.process = info, process
        self.address, self.token = str(info["address"]), str(info["token"])
        self.people = {name: Person(self, name, user_id) for name, user_id in info["users"].items()}
        self.bots: list[Bot] = []
        self._connections: list[http.client.HTTPConnection] = []
        self._local = threading.local()
        self._scratch = tempfile.TemporaryDirectory(prefix="wire-")

    @classmethod
    def start(cls, *, guilds: int = 1, users: Sequence[str] = ("alice", "bob"), shards: int = 1) -> World:
        options = {"--guilds": guilds, "--users": ",".join(users), "--shards": shards}
        command = [sys.executable, "-m", "tests.wire.world"]
        for name, value in options.items():
            command += [name, str(value)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"the world did not start (exit status {process.wait()})")
        return cls(json.loads(line), process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the bots and the world that this object started, and nothing else."""
        for bot in self.bots:
            if bot.running:
                bot.thaw()
                bot.stop(3.0)
        for connection in self._connections:
            connection.close()
        self.process.terminate()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._scratch.cleanup()

    def call(self, op: str, **args: Any) -> Any:
        """One operation of the world: a public method of `People`, `Trouble` or `Observer`."""
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            where = urlsplit(self.address)
            connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=3 * PATIENCE)
            self._local.connection = connection
            self._connections.append(connection)
        body = json.dumps({"op": op, **args})
        connection.request("POST", "/control", body, {"Content-Type": "application/json"})
        reply = json.loads(connection.getresponse().read())
        if "error" in reply:
            raise CannotDo(f"{reply['kind']}: {reply['error']}")
        return reply["value"]

    # ------------------------------------------------------------------------------------ bots

    def parlour(self, database: Path, *, identifies: int = 1, **env: str) -> Bot:
        """Start Parlour as its operator does, with a database file. `env`: further settings."""
        settings = {"DISCORD_TOKEN": self.token, "DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
        return self.run([sys.executable, "-m", "bot"], env=settings | env, identifies=identifies)

    def run(
        self,
        command: Sequence[str],
        *,
        env: dict[str, str] | None = None,
        identifies: int = 1,
        commands: bool = True,
        timeout: float = 2 * PATIENCE,
    ) -> Bot:
        """Start a bot against this world, and wait until it has identified and registered its commands.

        `identifies`: how many shards it holds; 0 does not wait. It runs in an empty directory, so that no
        `.env` tells it anything.
        """
        before = self.status()["identified"]
        output = Path(self._scratch.name) / f"bot-{len(self.bots)}.log"
        pointed = [sys.executable, str(HERE / "point_bot_here.py"), self.address, "--", *command]
        paths = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH", "")) if p)
        whole = {**os.environ, "PYTHONPATH": paths, **(env or {})}
        with output.open("wb") as out:
            process = subprocess.Popen(
                pointed, env=whole, cwd=self._scratch.name, stdout=out, stderr=subprocess.STDOUT
            )
        bot = Bot(process, output)
        self.bots.append(bot)
        end = time.monotonic() + timeout
        wanted = before + identifies
        ready = {"identified": wanted, "commands": commands, "patience": 0.5}
        while identifies and not self.call("wait_ready", **ready):
            if not bot.running or time.monotonic() > end:
                raise RuntimeError(f"the bot is not ready (exit status {process.poll()}):\n{bot.log}")
        return bot

    def status(self) -> dict[str, Any]:
        value: dict[str, Any] = self.call("status")
        return value

    def settle(self, quiet: float = 0.1, patience: float = PATIENCE) -> bool:
        """Wait until the bot has sent nothing for `quiet` seconds."""
        return bool(self.call("settle", quiet=quiet, patience=patience))

    # ------------------------------------------------------------------------------------ the world

    def channel(self, guild: int = 0, name: str = "general") -> str:
        return str(self.info["guilds"][guild]["channels"][name])

    def messages(self, at: str | None = None, *, who: str = "") -> list[Message]:
        """What a person (nobody named: everybody) sees in a channel, oldest first."""
        return [Message(m) for m in self.call("messages", channel=at, who=who)]

    def download(self, url: str) -> bytes:
        """The bytes of an attachment or an application emoji."""
        where = urlsplit(url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
        try:
            connection.request("GET", where.path)
            return connection.getresponse().read()
        finally:
            connection.close()

    # ------------------------------------------------------------------------------------ trouble

    def inject(self, method: str = "*", path: str = "*", **fault: Any) -> None:
        """status, code, message, times (None: until cleared), delay, late, retry_after: as in rest.Fault."""
        self.call("inject", method=method, path=path, **fault)

    def drop_gateway(self, **how: Any) -> int:
        """how, resume, hold, shard, code: as in Trouble.drop_gateway."""
        return int(self.call("drop_gateway", **how))

    def answer_within(self, seconds: float | None = None) -> None:
        """How long people wait for an answer: for ever, nearly, if a test does not say."""
        self.call("settings", answer_within=PATIENCE if seconds is None else seconds)

    def expire_tokens(self, code: int = 50027) -> None:
        self.call("expire_tokens", code=code)

    def transcript(self, method: str | None = None, contains: str = "") -> list[dict[str, Any]]:
        """All requests of the bot so far: n, at, method, path, json, files, status, code."""
        return [e for e in self.call("transcript") if method in (None, e["method"]) and contains in e["path"]]

    def clear(self, what: str = "all") -> None:
        self.call("clear", what=what)
