"""Who sits at a table, as it is kept and as it is shown."""

from __future__ import annotations

from bot.store import MatchRow
from tests.e2e.shown import Shown, match_number
from tests.e2e.world import World


async def row_of(world: World, table: Shown) -> MatchRow:
    """The match or lobby that the message is the table of."""
    row = await world.bot.store.match(match_number(table))
    assert row is not None
    return row


def seated(world: World, table: Shown) -> list[str]:
    """Who sits at the table, as it says."""
    (line,) = [line for line in world.now(table).text.splitlines() if line.startswith(("**", "🤖"))]
    return line.split(" · ")
