"""Whether what is kept of a match is in order."""

from __future__ import annotations

from dataclasses import asdict

from bot.matches.match import Match
from engine import record
from engine.games import GAMES
from tests.e2e.world import World


async def sound(world: World, number: int) -> Match:
    """The match as its journal says: complete, legal, and the same as the one in memory."""
    store = world.bot.store
    row = await store.match(number)
    assert row is not None
    journal = await store.journal(number)
    assert [line.n for line in journal] == list(range(len(journal)))
    kept = Match.restore(row, GAMES[row.slug], journal)
    live = await world.bot.service.load(number)
    assert asdict(kept.row) == asdict(live.row)
    assert kept.steps == live.steps
    assert kept.asked == live.asked
    assert kept.state == live.state
    assert (kept.result() is not None) == (row.status == "over")
    if row.status == "over":
        record.check(GAMES[row.slug], kept.record())
    return kept


async def pressed_by(world: World, number: int, person: int) -> int:
    """How many entries of the journal come from this person."""
    return sum(line.player_id == person for line in await world.bot.store.journal(number))
