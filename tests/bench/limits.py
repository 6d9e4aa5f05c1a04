"""What Discord refuses, and how many matches stand still for it, when many press: over the wire."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.figures import verdict
from tests.wire.client import World
from tests.wire.crowded import after_outage, paused, refused, seat

BURST = 934
"""Presses of as many tables that arrive together, as when a gateway is back after an outage."""

STEADY, SECONDS = 60, 40
"""Presses a second, and for how long."""

FEW = 100
"""Refusals that are no matter: both ends are on one machine, whose delays push requests together.

Discord bans an address for a while after 10,000 in ten minutes."""


def report() -> bool:
    """A burst, and then a steady stream, on the same tables."""
    with tempfile.TemporaryDirectory() as folder, World.start() as world:
        database = Path(folder) / "parlour.db"
        world.parlour(database)
        hands = seat(world, BURST)
        world.call("limit")
        kept = [_told(f"{BURST} at once", after_outage(world, hands, BURST), world, database)]
        world.call("limit")
        kinds = world.call("press_on", who="alice", hands=hands, presses=STEADY * SECONDS, rate=STEADY)
        kept.append(_told(f"{STEADY}/s for {SECONDS} s", kinds, world, database))
    return all(kept)


def _told(what: str, kinds: dict[str, int], world: World, database: Path) -> bool:
    world.settle(quiet=6.0, patience=300.0)
    refusals, still = refused(world), paused(database)
    unanswered = kinds.get("no answer", 0)
    well = refusals <= FEW and not still and not unanswered
    print(
        f"  {what:16} {sum(kinds.values()):6} presses  {unanswered:4} unanswered"
        f"  {refusals:6} refusals  {still:4} paused   {verdict(kept=well)}",
        flush=True,
    )
    return well
