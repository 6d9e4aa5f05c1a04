"""How long a decision may take, when its owner is warned, and when a match falls due.

Times are milliseconds. A match of one person against computers keeps nobody waiting and has the longest pace.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bot.store import MatchRow

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Pace(NamedTuple):
    """Time for one decision, and how long before its end a warning is given."""

    decision: int
    warning: int


class Times(NamedTuple):
    """When the decision is taken by a computer, and when the match must next be looked at."""

    deadline: int | None
    due: int | None


PACES = {
    "live": Pace(60 * SECOND, 20 * SECOND),
    "relaxed": Pace(10 * MINUTE, 2 * MINUTE),
    "daily": Pace(DAY, 4 * HOUR),
    "none": Pace(30 * DAY, 3 * DAY),
}
"""By name, quickest first. Even "none" ends: a match that nobody touches is not kept open for ever."""

DEFAULT = "relaxed"

MISSES = 2
"""Decisions in a row that a person may let pass; then a computer keeps the seat until they press anything."""

LOBBY = HOUR
"""How long a lobby waits for its start; joining does not make it longer."""

RETRY = 5 * MINUTE
"""How often a paused match looks whether it can be shown again."""

GIVEN_UP = 30 * DAY
"""How long a match may be paused before it is called off."""


def of(row: MatchRow) -> Pace:
    """The pace in force."""
    people = sum(seat.player_id is not None and (seat.away or not seat.computer) for seat in row.seats)
    return PACES["none"] if people <= 1 else PACES.get(row.pace or DEFAULT, PACES[DEFAULT])


def times(row: MatchRow, *, asked: bool, waits: bool, at: int) -> Times:
    """When the match falls due from now on.

    ``asked`` says that somebody has been asked something new, which alone gives new time; ``waits`` that
    a person is to choose at all. A paused match keeps being looked at; its clock stands at the pause.
    """
    due = None if row.paused_at is None else at + RETRY
    if not waits:
        return Times(None, due)
    if not asked and row.deadline is not None:
        return Times(row.deadline, due or row.due)
    pace = of(row)
    deadline = (row.paused_at or at) + pace.decision
    return Times(deadline, due or deadline - pace.warning)


def resumed(row: MatchRow, at: int) -> MatchRow:
    """A paused match when its clock goes on: the pause is not charged."""
    if row.paused_at is None:
        return row
    deadline = None if row.deadline is None else row.deadline + at - row.paused_at
    due = None if deadline is None else max(at, deadline - of(row).warning)
    return replace(row, paused_at=None, paused_why=None, deadline=deadline, due=due)
