"""Decisions about a match: pure functions from the match, a command and the time to what is to be written.

Each raises Refused when the wish cannot be met, and returns None when there is nothing to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.matches import pace, results
from bot.matches.match import Choice, Match
from bot.matches.refusals import Refused
from bot.store import Change, MatchRow, Person, SeatRow
from engine.core import Seat

STAND_IN = "normal"
"""The level of computers that take the seats of people."""


class Decided(NamedTuple):
    """What is to be written, and the position after it where the match was replayed for it."""

    change: Change
    match: Match | None = None


def of_row(row: MatchRow, *, person: Person | None = None, **values: Any) -> Decided:
    """These values of the row change, and nothing else."""
    return Decided(Change(replace(row, **values), row, person=person))


def seat_of(match: Match, person_id: int) -> Seat:
    """The person's seat. Raises Refused (not_seated)."""
    seat = match.row.seat_of(person_id)
    if seat is None:
        raise Refused("not_seated", match=match)
    return seat


# Choices


def act(
    match: Match, person_id: int, stamp: int, choice: int, at: int, answers: Sequence[Choice] = ()
) -> Decided:
    """The person plays option ``choice`` of decision ``stamp``, and computers ``answers`` as far as they fit.

    Refused: not_seated, over, stale (another decision is due), waiting (none is).
    """
    seat = seat_of(match, person_id)
    if match.over:
        raise Refused("over", match=match)
    legal = match.legal(seat)
    if match.stamps[seat] != stamp or not 0 <= choice < len(legal):
        raise Refused("stale" if legal else "waiting", match=match)
    after = match.fork()
    after.reseat(seat, misses=0)
    after.play(seat, legal[choice], at=at, person_id=person_id)
    _play(after, answers, at)
    return _concluded(match.row, match, after, at)


def computers(match: Match, choices: Sequence[Choice], at: int) -> Decided | None:
    """Computers make these choices, as far as each answers the decision that is due."""
    after = match.fork()
    _play(after, choices, at)
    return _concluded(match.row, match, after, at) if after.entries else None


def _play(after: Match, choices: Iterable[Choice], at: int) -> None:
    for choice in choices:
        if not after.asks(choice) or not after.row.seats[choice.seat].computer:
            return
        after.play(choice.seat, choice.action, at=at)


def overdue(match: Match, at: int) -> bool:
    """Whether the time of those who are to choose is over."""
    row = match.row
    return not match.over and row.paused_at is None and row.deadline is not None and row.deadline <= at


def stand_in(match: Match, choices: Iterable[Choice], at: int) -> Decided | None:
    """Computers choose once for the people whose time is over.

    After ``pace.MISSES`` such decisions in a row the computer keeps the seat until its owner presses.
    """
    if not overdue(match, at):
        return None
    after = match.fork()
    for choice in choices:
        sitting = after.row.seats[choice.seat]
        if after.asks(choice) and not sitting.computer:
            after.play(choice.seat, choice.action, at=at)
            misses = sitting.misses + 1
            away = misses >= pace.MISSES
            after.reseat(choice.seat, level=STAND_IN if away else None, misses=misses, away=away)
    return _concluded(match.row, match, after, at) if after.entries else None


def started(lobby: MatchRow, match: Match, at: int) -> Decided:
    """A match that begins: ``match`` is its position before anything has happened."""
    match.draw_chance(at)
    return _concluded(lobby, None, match, at)


def _concluded(was: MatchRow, before: Match | None, after: Match, at: int) -> Decided:
    """What follows from the new position: the result, or who is waited for until when."""
    result = after.result()
    if result is not None:
        after.row = _ended(after.row, "over", result.why, at)
        change = Change(after.row, was, tuple(after.entries), results.outcome(after.row, result))
    else:
        new = before is None or any(after.stamps[seat] != before.stamps[seat] for seat in after.waiting)
        times = pace.times(after.row, asked=new, waits=bool(after.waiting), at=at)
        after.row = replace(
            after.row, computer_due=bool(after.computers()), deadline=times.deadline, due=times.due
        )
        change = Change(after.row, was, tuple(after.entries))
    after.entries = []
    return Decided(change, after)


def _ended(row: MatchRow, status: Any, why: str, at: int) -> MatchRow:
    return replace(
        row,
        status=status,
        why=why,
        ended_at=at,
        computer_due=False,
        deadline=None,
        due=None,
        paused_at=None,
        paused_why=None,
    )


# Seats


def leave(match: Match, person_id: int, at: int) -> Decided:
    """A computer takes the person's seat; the match is called off if nobody is left. Refused: not_seated."""
    after = match.fork()
    seats = _given_up(match.row, seat_of(match, person_id))
    if _nobody(seats):
        return called_off(replace(match.row, seats=seats), match.row, "abandoned", at)
    heirs = [sitting.player_id for sitting in seats if sitting.player_id and not sitting.computer]
    host = heirs[0] if heirs and match.row.host_id not in heirs else match.row.host_id
    after.row = replace(match.row, seats=seats, host_id=host)
    return _concluded(match.row, match, after, at)


def leave_unreadable(row: MatchRow, person_id: int, at: int) -> Decided:
    """``leave`` for a match that cannot be replayed. Refused: not_seated."""
    seat = row.seat_of(person_id)
    if row.status != "running" or seat is None:
        raise Refused("not_seated")
    seats = _given_up(row, seat)
    if _nobody(seats):
        return called_off(replace(row, seats=seats), row, "abandoned", at)
    return of_row(row, seats=seats)


def _given_up(row: MatchRow, seat: Seat) -> tuple[SeatRow, ...]:
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], level=STAND_IN, misses=0, away=False)
    return tuple(seats)


def _nobody(seats: Iterable[SeatRow]) -> bool:
    return all(sitting.computer and not sitting.away for sitting in seats)


def kept_for(row: MatchRow, person_id: int) -> Seat | None:
    """The person's seat, if a computer keeps it while they are away."""
    seat = row.seat_of(person_id)
    return seat if seat is not None and row.seats[seat].away and row.status == "running" else None


def take_back(match: Match, person_id: int, _at: int) -> Decided | None:
    """The person has the seat back from the computer that kept it."""
    seat = kept_for(match.row, person_id)
    if seat is None:
        return None
    after = match.fork()
    after.reseat(seat, level=None, misses=0, away=False)
    after.row = replace(after.row, computer_due=bool(after.computers()))
    return Decided(Change(after.row, match.row), after)


# Times, and matches that cannot be shown


def called_off(row: MatchRow, was: MatchRow, why: str, at: int) -> Decided:
    """The match ends and counts for nobody."""
    return Decided(Change(replace(_ended(row, "cancelled", why, at), rematch_of=None), was))


def warn(row: MatchRow, at: int) -> Decided | None:
    """Those who are waited for are being warned, if it is the time for it."""
    if row.status != "running" or row.paused_at is not None or row.due is None or row.deadline is None:
        return None
    return of_row(row, due=row.deadline) if row.due <= at < row.deadline else None


def restart_clock(match: Match, at: int) -> Decided | None:
    """The time of a decision that was hidden until now begins when it is seen."""
    row = match.row
    if match.over or row.deadline is None or row.paused_at is not None:
        return None
    times = pace.times(row, asked=True, waits=True, at=at)
    return of_row(row, deadline=times.deadline, due=times.due)


def pause(row: MatchRow, why: str, at: int) -> Decided | None:
    """The clock stops: the table cannot be shown, for this reason."""
    if row.status != "running":
        return None
    return of_row(row, paused_at=row.paused_at or at, paused_why=why, due=at + pace.RETRY)


def resume(row: MatchRow, at: int) -> Decided | None:
    """The table is shown again: the clock goes on, and the pause is charged to nobody."""
    again = pace.resumed(row, at)
    return None if row.status != "running" or again is row else Decided(Change(again, row))


def give_up(row: MatchRow, at: int) -> Decided | None:
    """A match that could not be shown, or not be read, for ``pace.GIVEN_UP`` is called off."""
    if row.status != "running" or row.paused_at is None or at - row.paused_at < pace.GIVEN_UP:
        return None
    why = "unreadable" if row.paused_why == "unreadable" else "unreachable"
    return called_off(row, row, why, at)


def look_again(row: MatchRow, after: int, at: int) -> Decided:
    """The match or lobby is looked at once more ``after`` milliseconds."""
    return of_row(row, due=at + after)


def show_end_later(row: MatchRow, after: int, at: int) -> Decided | None:
    """The end could not be shown; that is tried again for a day."""
    if row.ended_at is None or at - row.ended_at >= pace.DAY:
        return None
    return look_again(row, after, at)


def end_shown(row: MatchRow, due: int | None) -> Decided | None:
    """Nothing about an ended match or lobby is due any more, unless there is a new time for it."""
    return of_row(row, due=None) if row.due == due else None
