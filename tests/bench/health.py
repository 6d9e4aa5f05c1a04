"""What the health check of a container costs, which runs twice a minute."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from tests.bench.figures import quantile, verdict

TIMES = 5
BUDGET = 0.25
"""Seconds of CPU."""
MEMORY = 30.0
"""Megabytes."""


def _once(port: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "bot", "health"],
        env={**os.environ, "HEALTH_PORT": port},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report() -> bool:
    """Print the CPU time and the memory of one check beside their budgets; whether both are kept.

    Nobody listens at the port: that costs the bot's side nothing, and the asking side the same. In a process
    of its own (``python -m tests.bench.health``), since memory is that of the largest child.
    """
    seconds = quantile([_once("1") for _ in range(TIMES)], 0.5)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    kept = seconds <= BUDGET and memory <= MEMORY
    print(f"CPU      {seconds * 1000:5.0f} ms   x{BUDGET / seconds:.1f} of {BUDGET * 1000:.0f} ms")
    print(f"memory   {memory:5.0f} MB   x{MEMORY / memory:.1f} of {MEMORY:.0f} MB   {verdict(kept=kept)}")
    return kept


if __name__ == "__main__":
    sys.exit(not report())
