"""Who is looking at a match, and who has to be told of their turn: pure, without Discord."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from bot.matches.match import Match
from engine.core import Seat

AWAY = 120
"""Seconds without a press after which a person is told of the turn by a notice."""


class Plan(NamedTuple):
    """Whom to tell now, and in how many seconds to look again whether somebody is still looking."""

    tell: tuple[Seat, ...]
    again: float | None


def waited_for(match: Match) -> dict[Seat, int]:
    """The people who are to choose, by seat."""
    return {
        seat: person
        for seat in match.waiting
        if not match.over
        and (person := match.row.seats[seat].player_id) is not None
        and not match.row.seats[seat].computer
    }


def alone(match: Match) -> bool:
    """Whether one person plays against computers, so that nobody is kept waiting."""
    return (
        sum(each.player_id is not None and (each.away or not each.computer) for each in match.row.seats) == 1
    )


def plan(
    match: Match,
    told: Mapping[Seat, int],
    open_hands: Collection[int],
    pressed: Mapping[int, float],
    now: float,
) -> Plan:
    """Whom to tell that it is their turn.

    ``told`` has the stamp of the latest decision that each seat was told of; ``open_hands`` the people whose
    hand shows the present decision; ``pressed`` when each person last pressed, in seconds like ``now``.
    """
    if alone(match):
        return Plan((), None)
    tell: list[Seat] = []
    again: list[float] = []
    for seat, person in waited_for(match).items():
        if told.get(seat) == match.stamps[seat]:
            continue
        until = pressed.get(person, 0) + AWAY
        if person in open_hands and until > now:
            again.append(until - now)  # they may have closed it
        else:
            tell.append(seat)
    return Plan(tuple(tell), min(again, default=None))
