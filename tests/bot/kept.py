"""Rows to put into a store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.store import MatchRow, Person, ResultRow, SeatRow, Store

SERVER = 10
SEED = bytes(range(32))


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
        channel_id=20,
        message_id=None,
        notice_id=None,
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


async def open_lobby(store: Store, *seats: SeatRow, **fields: Any) -> MatchRow:
    """Keep a lobby with everybody seated."""
    people = [Person(seat.player_id, seat.name) for seat in seats if seat.player_id is not None]
    for person in people:
        await store.remember(person)
    return await store.open_lobby(lobby_row(*seats, **fields), people[0])


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
    row = await store.change(row, status="running", started_at=at)
    outcome = [
        ResultRow(seat, person.id, solo, share, score)
        for seat, (person, (share, score)) in enumerate(figures.items())
    ]
    return await store.finish(row, [], outcome, why="test", at=at)
