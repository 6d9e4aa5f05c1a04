"""Who wins how often: computer players against each other on the same deals."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engine.core import AnyRules
from engine.players.base import Player
from engine.shell.playing import play_out


class Standing(NamedTuple):
    """What an entrant has won: shares of matches, with half a 95 % interval, and points a match."""

    share: float
    margin: float
    points: float


def contest(
    rules: AnyRules, options: Any, entrants: Sequence[Player], matches: int, seed: int
) -> list[Standing]:
    """The standing of each entrant.

    Every deal is played once in each rotation of the seats with the same luck, so luck of the deal and
    of the seat falls on all alike. The interval takes the deals, not the matches, as independent.
    """
    tables = [_deal(rules, options, entrants, seed, deal) for deal in range(-(-matches // len(entrants)))]
    standings = []
    for number in range(len(entrants)):
        shares = [fmean(share for share, _ in deal[number]) for deal in tables]
        points = fmean(point for deal in tables for _, point in deal[number])
        margin = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
        standings.append(Standing(fmean(shares), margin, points))
    return standings


def _deal(
    rules: AnyRules, options: Any, entrants: Sequence[Player], seed: int, deal: int
) -> list[list[tuple[float, int]]]:
    """Share and points of each entrant in each rotation."""
    won: list[list[tuple[float, int]]] = [[] for _ in entrants]
    for first in range(len(entrants)):
        seating = [(first + seat) % len(entrants) for seat in range(len(entrants))]
        state, _ = play_out(
            rules,
            options,
            [entrants[number] for number in seating],
            lambda outcome: Random(f"{seed} {deal} {outcome}"),
            Random(f"{seed} {deal} {first} choices"),
        )
        result = rules.result(state)
        assert result is not None
        for seat, number in enumerate(seating):
            share = 1 / len(result.winners) if seat in result.winners else 0.0
            won[number].append((share, result.scores[seat]))
    return won
