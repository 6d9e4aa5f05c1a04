"""Decisions about a match or lobby that need its row alone: its times, and matches that cannot be shown.

Pure, as those in ``bot.matches.match``; each returns None when there is nothing to change.
"""

from dataclasses import replace
from typing import Any

from bot.matches import pace
from bot.matches.match import Decided, called_off, given_up
from bot.matches.refusals import Refused
from bot.store import Change, MatchRow, Person

PASSING = {"discord", "unreadable"}
"""Why a match is paused though nobody has refused anything: it is tried as often as before."""


def of_row(row: MatchRow, *, person: Person | None = None, **values: Any) -> Decided:
    """These values of the row change, and nothing else."""
    return Decided(Change(replace(row, **values), row, person=person))


def leave_unreadable(row: MatchRow, person_id: int, at: int) -> Decided:
    """Leave a match that cannot be replayed; it is called off if nobody is left. Refused: not_seated."""
    after = replace(row, seats=given_up(row, person_id))
    return Decided(Change(after, row)) if after.people else called_off(after, row, "abandoned", at)


def warn(row: MatchRow, at: int) -> Decided | None:
    """Those who are waited for are being warned, if it is the time for it."""
    if row.over or row.paused_at is not None or row.due is None or row.deadline is None:
        return None
    return of_row(row, due=row.deadline) if row.due <= at < row.deadline else None


def pause(row: MatchRow, why: str, at: int) -> Decided | None:
    """The clock stops: the table cannot be shown, for this reason."""
    if row.over:
        return None
    since = row.paused_at or at
    after = pace.RETRY if why in PASSING else pace.retry(since, at)
    return of_row(row, paused_at=since, paused_why=why, due=at + after)


def resumed(row: MatchRow, at: int) -> MatchRow:
    """The row when the clock goes on: the pause is charged to nobody."""
    if row.paused_at is None:
        return row
    deadline = None if row.deadline is None else row.deadline + at - row.paused_at
    due = None if deadline is None else max(at, deadline - pace.of(row.tempo).warning)
    return replace(row, paused_at=None, paused_why=None, deadline=deadline, due=due)


def resume(row: MatchRow, at: int) -> Decided | None:
    """The table of a paused match is shown again."""
    return None if row.over or row.paused_at is None else Decided(Change(resumed(row, at), row))


def give_up(row: MatchRow, at: int) -> Decided | None:
    """A match that could not be shown, or not be read, for ``pace.GIVEN_UP`` is called off."""
    if row.over or row.paused_at is None or at - row.paused_at < pace.GIVEN_UP:
        return None
    why = "unreadable" if row.paused_why == "unreadable" else "unreachable"
    return called_off(row, row, why, at)


def end(row: MatchRow, at: int) -> Decided:
    """A moderator ends an open match or lobby. Refused: over, cancelled."""
    if row.status not in {"lobby", "running"}:
        raise Refused(row.status, row=row)
    return called_off(row, row, "ended", at)


def look_again(row: MatchRow, after: int, at: int) -> Decided:
    """The match or lobby is looked at once more after so many milliseconds."""
    return of_row(row, due=at + after)


def show_end_later(row: MatchRow, after: int, at: int) -> Decided | None:
    """The end could not be shown; that is tried again for a day."""
    if row.ended_at is None or at - row.ended_at >= pace.DAY:
        return None
    return look_again(row, after, at)


def end_shown(row: MatchRow, due: int | None) -> Decided | None:
    """Nothing about an ended match or lobby is due any more, unless there is a new time for it."""
    return of_row(row, due=None) if row.due == due else None
