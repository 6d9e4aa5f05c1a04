"""How often one press passes from one file of the application to another."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import TypeAlias

from engine.games import GAMES
from tests.bench.soak import LeapingClock
from tests.bench.stage import Stage
from tests.repository.shape import ROOT, Code

Crossing: TypeAlias = tuple[str, str]


class Crossings:
    """Counts calls, and resumptions of coroutines, that pass from one file of ``bot/`` to another.

    The caller is the frame directly below. Files that import no other of ``bot/`` (``Code.vocabulary``) are
    not counted: asking the clock or translating a word sends no reader elsewhere. A coroutine that has waited
    is resumed through all the coroutines that await it, and each of these steps counts.
    """

    def __init__(self, code: Code) -> None:
        self._left_out = code.vocabulary()
        self._names: dict[CodeType, str | None] = {}
        self.found: list[Crossing] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """A profile function."""
        if event != "call" or frame.f_back is None:
            return
        here, there = self._name(frame.f_back.f_code), self._name(frame.f_code)
        if here is not None and there is not None and here != there:
            self.found.append((here, there))

    def _name(self, code: CodeType) -> str | None:
        if code not in self._names:
            path = Path(code.co_filename)
            name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
            self._names[code] = name if name.startswith("bot/") and name not in self._left_out else None
        return self._names[code]

    @property
    def files(self) -> set[str]:
        return {name for crossing in self.found for name in crossing}


async def one_press(slug: str = "flip", presses: int = 3) -> Crossings:
    """What a press in a match of two people passes through: the quietest of their first presses.

    That is one after which the same person is asked again. No computer plays, nobody has to be told and no
    other hand is open: the press is committed, answered, and the table edited. Time stands still, however
    busy the machine is, so that nothing which only happens now and then falls into a press.
    """
    code = Code()
    counted: list[Crossings] = []
    people = [101, 102]
    rng = Random(1)
    async with Stage.open(clock=LeapingClock()) as stage:
        while len(counted) < presses:
            match = await stage.deal(GAMES[slug], people)
            waiting = match.row.seats[match.waiting[0]].player_id
            assert waiting is not None
            hand = await stage.look(match.row.id, waiting)
            control = next((found for found in hand.controls(rng) if found.acts), None)
            if control is None:
                continue
            await stage.bot.display.idle()
            crossings = Crossings(code)
            sys.setprofile(crossings)
            try:
                await stage.press(hand, control)
                await stage.bot.display.idle()
            finally:
                sys.setprofile(None)
            after = await stage.bot.matches.match(match.row.id)
            if after.waiting == match.waiting:  # else somebody has been told
                counted.append(crossings)
    return min(counted, key=lambda crossings: len(crossings.found))
