"""Who is looking at a match, and who has to be told of their turn: pure, without Discord."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.matches.match import Match
from engine.core import Seat

AWAY = 120
"""Seconds without a press after which a person is told of the turn by a notice."""


class Seen(NamedTuple):
    """What a person has before them: their open hand."""

    stamp: int
    """Of the decision that the hand shows."""
    answered: int
    """Of the decision that it showed when they pressed last: they have seen that one."""
    pressed: float
    """When that was, in seconds."""


class Plan(NamedTuple):
    """Whom to tell now, and in how many seconds to look again whether somebody is still looking."""

    tell: tuple[Seat, ...]
    again: float | None


def waited_for(match: Match) -> dict[Seat, int]:
    """The people who are to choose, by seat."""
    if match.row.over:
        return {}
    seats = match.row.seats
    return {
        seat: person
        for seat in match.waiting
        if (person := seats[seat].player_id) is not None and not seats[seat].computer
    }


def plan(match: Match, told: Mapping[Seat, int], seen: Mapping[Seat, Seen], now: float) -> Plan:
    """Whom to tell that it is their turn: nobody if one person plays alone, as nobody is kept waiting.

    ``told`` has by seat the stamp of the latest decision that it has been told of, or has seen; ``now`` is in
    seconds.
    """
    if match.row.people <= 1:
        return Plan((), None)
    tell: list[Seat] = []
    again: list[float] = []
    for seat in waited_for(match):
        stamp, look = match.stamps[seat], seen.get(seat)
        if told.get(seat) == stamp:
            continue
        if look is not None and look.stamp == stamp and (left := look.pressed + AWAY - now) > 0:
            again.append(left)  # they may have closed it
        else:
            tell.append(seat)
    return Plan(tuple(tell), min(again, default=None))
