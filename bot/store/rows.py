"""The rows that the store hands out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Status: TypeAlias = Literal["lobby", "running", "over", "cancelled"]

WHOLE = 60
"""A win in sixtieths, so that shares of 2 to 6 winners are whole numbers."""


class Person(NamedTuple):
    """A Discord user as met: id, display name, client language."""

    id: int
    name: str
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where.

    ``level`` is the computer player's that holds the seat; with a ``player_id`` beside it the person left,
    or, with ``away``, let ``misses`` decisions pass and has the seat back when they press anything.
    ``ready`` is False for somebody who was invited and has not agreed.
    """

    player_id: int | None
    level: str | None
    name: str
    ready: bool = True
    misses: int = 0
    away: bool = False

    @property
    def computer(self) -> bool:
        """Whether a computer holds the seat now."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match or lobby without its journal."""

    id: int
    slug: str
    version: int
    options: dict[str, Any]
    status: Status
    revision: int
    server_id: int | None
    locale: str | None
    host_id: int
    seed: bytes
    rematch_of: int | None
    computer_due: bool
    created_at: int
    started_at: int | None
    ended_at: int | None
    why: str | None
    seats: tuple[SeatRow, ...]
    pace: str | None = None
    deadline: int | None = None
    due: int | None = None
    paused_at: int | None = None
    paused_why: str | None = None
    put_out: list[int] = field(default_factory=list)
    """The people whom the host has put out of a lobby: they may not join it again."""

    @property
    def over(self) -> bool:
        """Whether nothing can happen in the match any more: it has a result, or was called off."""
        return self.status != "running"

    @property
    def people(self) -> int:
        """How many people play, those included whose seats a computer keeps while they are away."""
        return sum(seat.player_id is not None and (seat.away or seat.level is None) for seat in self.seats)

    @property
    def tempo(self) -> str | None:
        """The pace in force: one person against computers keeps nobody waiting, and is in no hurry."""
        return "none" if self.people <= 1 else self.pace

    def keeps_seat_of(self, player_id: int) -> bool:
        """Whether a computer keeps the person's seat while they are away."""
        seat = self.seat_of(player_id)
        return seat is not None and self.seats[seat].away and not self.over

    def seat_of(self, player_id: int) -> int | None:
        """The person's seat; not one that they left."""
        for seat, row in enumerate(self.seats):
            if row.player_id == player_id and (row.away or not row.computer):
                return seat
        return None


@dataclass(frozen=True, slots=True)
class TableRow:
    """Where the table of a match is shown: what is shown where is no part of the match."""

    match_id: int
    channel_id: int
    message_id: int | None = None
    notice_id: int | None = None
    """The latest turn notice."""
    parent_id: int | None = None
    """The channel that this one is a thread or post of."""


class JournalRow(NamedTuple):
    """Something that happened: ``entry`` is the record's entry as JSON text."""

    n: int
    entry: str
    player_id: int | None
    at: int


class ResultRow(NamedTuple):
    """What a seat got from a finished match; ``share`` of the win in sixtieths."""

    seat: int
    player_id: int | None
    solo: bool
    share: int
    score: int


@dataclass(frozen=True, slots=True)
class Change:
    """What one decision changes about a match or lobby; it is written in one transaction.

    ``row`` is the match as it is afterwards, but for the revision (and the id of a new lobby); ``was`` is the
    match as it was read, None for a new lobby. ``results`` come with the end of a match, ``person`` with the
    latest name and language to keep, ``channel_id`` and, of a thread, ``parent_id`` with a new lobby: its
    table will stand there.
    """

    row: MatchRow
    was: MatchRow | None
    entries: Sequence[JournalRow] = ()
    results: Sequence[ResultRow] = ()
    person: Person | None = None
    channel_id: int | None = None
    parent_id: int | None = None


class Standing(NamedTuple):
    """A line of a leaderboard. ``wins`` counts a shared win as its share."""

    rank: int
    player_id: int
    name: str
    wins: float
    points: int
    matches: int

    @property
    def rate(self) -> float:
        """Wins by match, 0 to 1."""
        return self.wins / self.matches
