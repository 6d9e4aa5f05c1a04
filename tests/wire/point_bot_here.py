"""Start an unmodified discord.py program against a simulated Discord.

    python tests/wire/point_bot_here.py ADDRESS [--token-env DISCORD_TOKEN] -- python -m bot

ADDRESS is the "address" of `python -m tests.wire.world`. The command replaces this process (same pid), so
that a SIGKILL hits the bot itself. Nothing in the bot changes: a copy of this file, named sitecustomize.py
and alone in a directory of its own, is put in front of PYTHONPATH. Python runs it at start, and it moves
discord.py's addresses as soon as (and only if) `discord` is imported. Processes that the bot starts are moved
too. `python -I`, `-E` and `-S` switch the mechanism off.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

VARIABLE = "DISCORD_WIRE"


def move(address: str) -> None:
    """The whole intervention: where REST, gateway and pictures live."""
    import discord  # noqa: PLC0415 (it is what we wait for)
    import yarl  # noqa: PLC0415
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415

    discord.http.Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway/")
    discord.Asset.BASE = f"{address}/cdn"


class Hook(importlib.abc.MetaPathFinder):
    """Waits for `import discord`, then gets out of the way."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "discord":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                move(os.environ[VARIABLE])

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def run_shadowed() -> None:
    """Only one sitecustomize runs; if ours hides another, run that one as well."""
    here = Path(__file__).resolve().parent
    others = [p for p in sys.path if Path(p).resolve() != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def shim_directory() -> str:
    """A private directory with this file as sitecustomize.py, named after its contents: made but once."""
    source = Path(__file__).read_bytes()
    name = f"discord-wire-{os.getuid()}-{hashlib.sha256(source).hexdigest()[:16]}"
    directory = Path(tempfile.gettempdir()) / name
    directory.mkdir(mode=0o700, exist_ok=True)
    if directory.stat().st_uid != os.getuid():
        raise SystemExit(f"{directory} belongs to somebody else")
    scratch = directory / f"{os.getpid()}.new"
    scratch.write_bytes(source)
    scratch.replace(directory / "sitecustomize.py")  # never half a file, however many bots start at once
    return str(directory)


def environment(address: str, base: dict[str, str] | None = None) -> dict[str, str]:
    """The environment in which any Python program finds the simulated Discord."""
    env = dict(os.environ if base is None else base)
    env[VARIABLE] = address.rstrip("/")
    env["PYTHONPATH"] = os.pathsep.join(p for p in (shim_directory(), env.get("PYTHONPATH", "")) if p)
    return env


def main(args: list[str]) -> None:
    if "--" not in args or len(args) < 3:
        raise SystemExit(__doc__)
    ours, command = args[: args.index("--")], args[args.index("--") + 1 :]
    env = environment(ours[0])
    if ours[1:2] == ["--token-env"]:
        request = urllib.request.Request(f"{ours[0]}/control", json.dumps({"op": "info"}).encode())
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
            env[ours[2]] = json.load(reply)["value"]["token"]
    os.execvpe(command[0], command, env)


if __name__ == "sitecustomize" and VARIABLE in os.environ:
    sys.meta_path.insert(0, Hook())
    run_shadowed()
elif __name__ == "__main__":
    main(sys.argv[1:])
