"""Databases full of open matches, made in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import create_engine, insert

from bot.matches.match import Match
from bot.store import MatchRow, SeatRow, Store
from bot.store.schema import journal, matches, players, pulses, seats, tables
from engine.core import AnyRules
from engine.games import GAMES
from tests.bench.discord_stub import CHANNEL, GUILD
from tests.bench.stage import sqlite

KINDS = 60
"""Different matches; the others are like them, with other people."""
STEPS = 40
"""Entries after which a match is left to its people, at most."""
HOUR = 3_600_000
AT = 1_800_000_000_000


async def fill(folder: Path, many: int, *, computers_due: int = 0, people: bool = True) -> str:
    """A database with so many running matches over all games, ids from 1; its address.

    In the last ``computers_due`` of them a computer has to move; without ``people`` in all of them.
    """
    url = sqlite(folder)
    await (await Store.open(url)).close()
    engine = create_engine(url.replace("+aiosqlite", ""))
    kinds = list(_kinds(Random(7), people=people, due=False))
    hurried = list(_kinds(Random(8), people=people, due=True))
    with engine.begin() as connection:
        lines: dict[Any, list[dict[str, Any]]] = {
            table: [] for table in (players, matches, tables, seats, journal)
        }
        for match_id in range(1, many + 1):
            _add(lines, (hurried if match_id > many - computers_due else kinds)[match_id % KINDS], match_id)
        lines[players].append({"id": 1, "name": "host", "settings": {}})
        for table, rows in lines.items():
            connection.execute(insert(table), rows)
        connection.execute(insert(pulses), {"process": "all", "at": AT - HOUR})
    engine.dispose()
    return url


def person(match_id: int, seat: int) -> int:
    """Who sits there, if it is a person."""
    return 1000 + match_id * 10 + seat


def _add(lines: dict[Any, list[dict[str, Any]]], kind: Match, match_id: int) -> None:
    sitting = [
        sitting if sitting.player_id is None else replace(sitting, player_id=person(match_id, seat))
        for seat, sitting in enumerate(kind.row.seats)
    ]
    people = [sitting.player_id for sitting in sitting if sitting.player_id is not None]
    lines[players] += [{"id": other, "name": f"person {other}", "settings": {}} for other in people]
    row = asdict(kind.row) | {"id": match_id, "host_id": (people or [1])[0]}
    del row["seats"]
    row["computer_due"] = bool(kind.computers())
    lines[matches].append(row)
    lines[tables].append({"match_id": match_id, "channel_id": CHANNEL, "message_id": match_id})
    lines[seats] += [{"match_id": match_id, "seat": at, **asdict(s)} for at, s in enumerate(sitting)]
    lines[journal] += [{"match_id": match_id, **entry._asdict()} for entry in kind.entries]


def _kinds(rng: Random, *, people: bool, due: bool) -> Iterator[Match]:
    games = list(GAMES.values())
    for number in range(KINDS):
        rules = games[number % len(games)]
        # One person against computers, two people, a full table of people: in turn.
        persons = (1, 2, rules.seats[-1])[number // len(games) % 3] if people else 0
        persons = min(persons, 1) if due else persons
        many = max(persons, rules.seats[0])
        sitting = [
            SeatRow(seat, None, f"person {seat}")
            if seat < persons
            else SeatRow(None, "normal", f"computer {seat}")
            for seat in range(many)
        ]
        yield _played(rules, sitting, rng.randrange(STEPS) if people else 0, rng, due=due)


def _played(rules: AnyRules, sitting: list[SeatRow], steps: int, rng: Random, *, due: bool) -> Match:
    """A match of so many random steps or a few more, until people, or computers, are asked; never over."""
    match = Match.begin(_row(rules, sitting, rng), rules)
    match.draw_chance(AT)
    while sitting[0].player_id is not None and (
        len(match.steps) < steps or bool(match.computers()) is not due
    ):
        seat = (match.computers() or list(match.waiting))[0]
        before = match.fork()
        before.entries = list(match.entries)
        match.play(seat, rng.choice(match.legal(seat)), person_id=sitting[seat].player_id, at=AT)
        if match.result() is not None:
            return before
    return match


def _row(rules: AnyRules, sitting: list[SeatRow], rng: Random) -> MatchRow:
    return MatchRow(
        id=0,
        slug=rules.slug,
        version=rules.version,
        options=rules.Options().model_dump(mode="json"),
        status="running",
        revision=1,
        server_id=GUILD,
        locale="en-US",
        host_id=0,
        seed=rng.randbytes(32),
        rematch_of=None,
        computer_due=False,
        created_at=AT,
        started_at=AT,
        ended_at=None,
        why=None,
        seats=tuple(sitting),
        pace="none",
        deadline=4 * AT,
        due=4 * AT,
    )
