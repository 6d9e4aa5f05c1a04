"""How long a decision may take, when its owner is warned, and when a match falls due.

Times are milliseconds.
"""

from typing import NamedTuple

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
"""How soon it is tried again to show a match that could not be shown, and how often while Discord is down."""

RETRY_MOST = 6 * HOUR
"""The longest time between two tries where Discord refuses a table."""

GIVEN_UP = 30 * DAY
"""How long a match may be paused before it is called off."""


def of(tempo: str | None) -> Pace:
    """The pace of this name; of an unknown one the usual."""
    return PACES.get(tempo or DEFAULT, PACES[DEFAULT])


def retry(since: int, at: int) -> int:
    """How long to wait until the next try, where Discord has refused a table ``since`` then.

    As long as it has been refused, so that the tries become rarer and rarer: Discord bans who asks for too
    much that is refused.
    """
    return min(max(at - since, RETRY), RETRY_MOST)


def times(
    tempo: str | None, deadline: int | None, due: int | None, paused_at: int | None, *, asked: bool, at: int
) -> Times:
    """When a match in which people are to choose falls due from now on.

    ``asked`` says that somebody has been asked something new, which alone gives new time. A paused match
    keeps being looked at; its clock stands at the pause.
    """
    retry = None if paused_at is None else at + RETRY
    if not asked and deadline is not None:
        return Times(deadline, retry or due)
    pace = of(tempo)
    until = (paused_at or at) + pace.decision
    return Times(until, retry or until - pace.warning)
