"""Matches whose journal cannot be replayed: they wait to be mended, and can be left. Nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from bot.matches import pace
from bot.matches.refusals import Refused
from bot.store import MatchRow, Store


class Corrupt(Exception):
    """A journal that cannot be replayed; the operator, who must look at it, has been told in the log."""


async def leave(store: Store, match_id: int, person_id: int, level: str, at: int) -> None:
    """Give the person's seat to a computer; without people the match is called off. Raises Refused."""
    row = await store.match(match_id)
    if row is None or row.status != "running" or (seat := row.seat_of(person_id)) is None:
        raise Refused("not_seated")
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], level=level, misses=0, away=False)
    if all(sitting.computer and not sitting.away for sitting in seats):
        await store.call_off(replace(row, seats=tuple(seats)), "abandoned", at)
    else:
        await store.change(row, seated=seats)


async def shelve(store: Store, match_id: int, at: int) -> MatchRow | None:
    """Stop the match's clock, until somebody has mended it.

    After ``pace.GIVEN_UP`` it is called off, and its row returned.
    """
    row = await store.match(match_id)
    if row is None or row.status != "running":
        return None
    if row.paused_at is not None and at - row.paused_at >= pace.GIVEN_UP:
        return await store.call_off(row, "unreadable", at)
    await store.change(row, paused_at=row.paused_at or at, paused_why="unreadable", due=at + pace.RETRY)
    return None
