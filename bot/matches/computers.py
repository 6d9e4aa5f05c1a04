"""Computer players think here, off the event loop unless a thought is shorter than the way there and back."""

from __future__ import annotations

import asyncio
import logging
import random
import time

from bot.matches.match import Match
from engine import players
from engine.core import Seat

log = logging.getLogger(__name__)

PATIENCE = 0.3
"""Seconds that a press may wait for the computers' answers; longer thoughts go on in the background."""

QUICK = 0.001
"""Seconds of a thought that another thread is not worth: the way there and back takes a fifth of it."""

SLICE = 0.002
"""Seconds that quick thoughts may hold up the event loop in all before they go on in another thread."""

_FADES = 0.9
_takes: dict[type, float] = {}
"""By kind of player: seconds of CPU of its longest latest thought, which fades with every shorter one."""


async def answer(match: Match, at: int, patience: float = PATIENCE) -> None:
    """Let the computers of ``match`` choose until it waits for people only, is over, or patience ends."""
    if not match.computers():
        return
    now = time.monotonic()
    if _quick(match):
        _answer(match, at, now + min(SLICE, patience), quick=True)
    if match.computers():
        await asyncio.to_thread(_answer, match, at, now + patience)


async def answered(match: Match, at: int) -> Match:
    """The match after its computers have chosen; as it was if one of them fails: it is to try again later."""
    if not match.computers():
        return match
    after = match.fork()
    try:
        await answer(after, at)
    except Exception:
        log.exception("match %d: a computer could not move", match.row.id)
        return match
    after.entries[:0] = match.entries
    after.veiled[:0] = match.veiled
    return after


async def stand_in(match: Match, seat: Seat, level: str, at: int) -> None:
    """Let a computer choose once for the person of a seat."""
    await asyncio.to_thread(_choose, match, seat, level, random.Random(), at)


def _answer(match: Match, at: int, until: float, *, quick: bool = False) -> None:
    rng = random.Random()
    while match.computers() and time.monotonic() < until and (not quick or _quick(match)):
        seat = match.computers()[0]
        level = match.row.seats[seat].level
        assert level is not None
        _choose(match, seat, level, rng, at)
        match.let_chance(at)


def _quick(match: Match) -> bool:
    """Whether the computer that chooses next is known to take no time worth speaking of."""
    level = match.row.seats[match.computers()[0]].level
    assert level is not None
    return _takes.get(type(players.player(level, match.rules.slug)), QUICK) < QUICK


def _choose(match: Match, seat: Seat, level: str, rng: random.Random, at: int) -> None:
    began = time.thread_time()
    player = players.player(level, match.rules.slug)
    action = player.choose(match.rules.view(match.state, seat), match.legal(seat), rng)
    match.act(seat, action, player_id=None, at=at)
    _takes[type(player)] = max(time.thread_time() - began, _FADES * _takes.get(type(player), 0.0))
