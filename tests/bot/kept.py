"""Rows to put into a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.store import Change, JournalRow, MatchRow, Person, ResultRow, SeatRow, Store
from bot.store.store import remembered

SERVER = 10
CHANNEL = 20
SEED = bytes(range(32))


async def remember(store: Store, person: Person) -> None:
    """Keep the person's latest name and language, as a change that comes from them does."""
    await store.write(remembered(person))


def lobby_row(*seats: SeatRow, **fields: Any) -> MatchRow:
    """A lobby of the first seat's person."""
    row = MatchRow(
        id=0,
        slug="hilo",
        version=1,
        options={},
        status="lobby",
        revision=0,
        server_id=SERVER,
        locale="en-US",
        host_id=seats[0].player_id or 0,
        seed=SEED,
        rematch_of=None,
        computer_due=False,
        created_at=1_000,
        started_at=None,
        ended_at=None,
        why=None,
        seats=seats,
    )
    return replace(row, **fields)


def sitting(*names: str) -> tuple[SeatRow, ...]:
    """People by name; their ids are 1, 2, ..."""
    return tuple(SeatRow(number, None, name) for number, name in enumerate(names, start=1))


async def open_lobby(store: Store, *seats: SeatRow, channel_id: int = CHANNEL, **fields: Any) -> MatchRow:
    """Keep a lobby with everybody seated."""
    for seat in seats:
        if seat.player_id is not None:
            await remember(store, Person(seat.player_id, seat.name))
    return await store.commit(Change(lobby_row(*seats, **fields), None, channel_id=channel_id))


async def changed(
    store: Store,
    row: MatchRow,
    entries: Sequence[JournalRow] = (),
    results: Sequence[ResultRow] = (),
    person: Person | None = None,
    **values: Any,
) -> MatchRow:
    """Change a match that was read as ``row``."""
    return await store.commit(Change(replace(row, **values), row, entries, results, person))


def over(why: str, at: int) -> dict[str, Any]:
    """What is so of a match that has ended."""
    times = dict.fromkeys(("deadline", "due", "paused_at", "paused_why"))
    return {"status": "over", "why": why, "ended_at": at, "computer_due": False, **times}


async def finished(
    store: Store,
    figures: Mapping[Person, tuple[int, int]],
    *,
    at: int,
    solo: bool = False,
    slug: str = "hilo",
    server_id: int | None = SERVER,
) -> MatchRow:
    """Keep a match that is over: by person their share of the win and their score."""
    seats = [SeatRow(person.id, None, person.name) for person in figures]
    row = await open_lobby(store, *seats, slug=slug, server_id=server_id)
    row = await changed(store, row, status="running", started_at=at)
    outcome = [
        ResultRow(seat, person.id, solo, share, score)
        for seat, (person, (share, score)) in enumerate(figures.items())
    ]
    return await changed(store, row, results=outcome, **over("test", at))
