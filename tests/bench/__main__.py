"""``make bench``: everything against its budget, or what is named (``make bench BENCH="press soak"``).

``soak`` takes a quarter of an hour and is only run when it is named; ``life`` is a short form of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping

from tests.bench import engine, health, history, lag, limits, load, picture, press, restart, soak
from tests.bench.figures import verdict

SHORT_LIFE = 400
"""Matches of the short form of the soak."""


def apart(*arguments: str) -> Callable[[], bool]:
    """A benchmark in a process of its own, whose memory nothing else has stretched."""
    return lambda: subprocess.run([sys.executable, "-m", *arguments], check=False).returncode == 0


PARTS: Mapping[str, tuple[str, Callable[[], bool]]] = {
    "engine": ("Engine, random play", engine.report),
    "press": (
        "One press, CPU of all threads, from dispatch to answered, committed and table redrawn",
        press.report,
    ),
    "picture": ("Pictures of tables: CPU, and size with the strongest grain", picture.report),
    "load": ("Load: presses a second with 1,000 open matches", load.report),
    "lag": ("Lag of the event loop while all computers think", lag.report),
    "restart": ("Restart with 10,000 open matches", restart.report),
    "health": ("The health check", apart(health.__name__)),
    "history": (f"A database with {history.OVER:,} matches that are over", history.report),
    "limits": ("Discord's limits on requests: refusals and paused matches", limits.report),
    "life": (
        f"A short life: {SHORT_LIFE} matches, half of them abandoned in the lobby",
        apart(soak.__name__, str(SHORT_LIFE)),
    ),
    "soak": (f"A long life: {soak.WHOLE_LIFE:,} matches, half of them abandoned in the lobby", soak.report),
}


def main(chosen: list[str]) -> None:
    if unknown := [name for name in chosen if name not in PARTS]:
        sys.exit(f"no benchmark is called {unknown[0]}; there are {', '.join(PARTS)}")
    kept = {}
    for name in chosen or [name for name in PARTS if name != "soak"]:
        title, report = PARTS[name]
        print(f"\n{title}", flush=True)
        kept[name] = report()
    print("\n" + "   ".join(f"{name} {verdict(kept=well)}" for name, well in kept.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
