"""Computer players think here, off the event loop."""

from __future__ import annotations

import asyncio
import random
import time

from bot.match import Match
from engine import players
from engine.core import Seat

PATIENCE = 0.3
"""Seconds that a press may wait for the computers' answers; longer thoughts go on in the background."""


async def answer(match: Match, at: int, patience: float = PATIENCE) -> None:
    """Let the computers of ``match`` choose until it waits for people only, is over, or patience ends."""
    if match.computers():
        await asyncio.to_thread(_answer, match, at, patience)


async def stand_in(match: Match, seat: Seat, level: str, at: int) -> None:
    """Let a computer choose once for the person of a seat."""
    await asyncio.to_thread(_choose, match, seat, level, random.Random(), at)


def _answer(match: Match, at: int, patience: float) -> None:
    rng = random.Random()
    until = time.monotonic() + patience
    while (waiting := match.computers()) and time.monotonic() < until:
        seat = waiting[0]
        level = match.row.seats[seat].level
        assert level is not None
        _choose(match, seat, level, rng, at)
        match.let_chance(at)


def _choose(match: Match, seat: Seat, level: str, rng: random.Random, at: int) -> None:
    view = match.rules.view(match.state, seat)
    action = players.player(level, match.rules.slug).choose(view, match.legal(seat), rng)
    match.act(seat, action, player_id=None, at=at)
