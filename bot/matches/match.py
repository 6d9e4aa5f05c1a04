"""A running match in memory: its position, the decisions put to each seat, and what was told.

The state is rebuilt by replaying the journal; nothing here waits, stores anything or draws luck of its own.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from bot.store import JournalRow, MatchRow
from engine.core import AnyRules, Event, Result, Seat, Veiled, apply_step, check_step
from engine.luck import SealedRandom
from engine.record import Codec, Record, write

TOLD = 60
"""How many of the latest events a match remembers."""


class Told(NamedTuple):
    """An event and its number in the match."""

    n: int
    event: Event


class Choice(NamedTuple):
    """What a seat chose when it was asked for the decision ``stamp``."""

    seat: Seat
    stamp: int
    action: Any


@dataclass(slots=True)
class Match:
    """One match. ``stamps[seat]`` counts the decisions put to the seat; the latest is its stamp."""

    row: MatchRow
    rules: AnyRules
    options: Any
    state: Any
    steps: list[tuple[Seat | None, Any]]
    entries: list[JournalRow]
    """What has happened since the journal was last written."""
    drawn: int
    stamps: list[int]
    waiting: tuple[Seat, ...]
    told: deque[Told]
    events: int
    answered: list[int]
    """By seat: how many events had been told when it last chose."""
    stood_in: list[int]
    """By seat: how often a computer has chosen for its person."""
    frames: list[Match]
    """The match just before each new step of a person that must not look forced."""

    @classmethod
    def begin(cls, row: MatchRow, rules: AnyRules) -> Self:
        """The match before anything has happened."""
        options = rules.Options.model_validate(row.options)
        seats = len(row.seats)
        match = cls(
            row=row,
            rules=rules,
            options=options,
            state=rules.start(options, seats),
            steps=[],
            entries=[],
            drawn=0,
            stamps=[0] * seats,
            waiting=(),
            told=deque(maxlen=TOLD),
            events=0,
            answered=[0] * seats,
            stood_in=[0] * seats,
            frames=[],
        )
        match._ask(None)
        return match

    @classmethod
    def restore(cls, row: MatchRow, rules: AnyRules, journal: Iterable[JournalRow]) -> Self:
        """The match as its journal says. Raises some exception if the journal is corrupt."""
        match = cls.begin(row, rules)
        codec = Codec(rules)
        for line in journal:
            if line.n != len(match.steps):
                raise ValueError(f"entry {len(match.steps)} is missing")
            match._step(*codec.decode(json.loads(line.entry)), line.player_id)
        match.frames.clear()
        return match

    def fork(self) -> Self:
        """An independent copy to try something on; it collects its own new ``entries``."""
        return type(self)(
            row=self.row,
            rules=self.rules,
            options=self.options,
            state=self.state.clone(),
            steps=self.steps.copy(),
            entries=[],
            drawn=self.drawn,
            stamps=self.stamps.copy(),
            waiting=self.waiting,
            told=self.told.copy(),
            events=self.events,
            answered=self.answered.copy(),
            stood_in=self.stood_in.copy(),
            frames=[],
        )

    def play(self, seat: Seat, action: Any, *, at: int, person_id: int | None = None) -> None:
        """Let a seat's action happen, and the outcomes of chance that are due then.

        ``person_id``: whose choice it was; None: a computer's. Raises IllegalAction; then nothing happens.
        """
        self._enter(seat, action, person_id, at)
        self.draw_chance(at)

    def draw_chance(self, at: int) -> None:
        """Draw every outcome of chance that is due from the match's seed."""
        while (node := self.rules.chance(self.state)) is not None:
            self._enter(None, node.sample(SealedRandom(self.row.seed, self.drawn)), None, at)

    def reseat(self, seat: Seat, **values: Any) -> None:
        """Change who holds the seat, or how."""
        seats = list(self.row.seats)
        seats[seat] = replace(seats[seat], **values)
        self.row = replace(self.row, seats=tuple(seats))

    @property
    def progress(self) -> tuple[int, int]:
        """Differs after every change of the match: its revision, and the number of events told."""
        return self.row.revision, self.events

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more: the match has a result, or was called off."""
        return self.row.status != "running"

    def legal(self, seat: Seat) -> list[Any]:
        """What the seat may choose from now."""
        return list(self.rules.legal(self.state, seat)) if seat in self.waiting else []

    def asks(self, choice: Choice) -> bool:
        """Whether the decision that the choice answers is still the one that is due."""
        return choice.seat in self.waiting and self.stamps[choice.seat] == choice.stamp

    def computers(self) -> list[Seat]:
        """The seats that have to choose and are held by computers."""
        return [seat for seat in self.waiting if self.row.seats[seat].computer]

    def result(self) -> Result | None:
        """The outcome once the match is over."""
        return self.rules.result(self.state)

    def record(self) -> Record:
        """The match record so far."""
        return write(self.rules, self.options, len(self.row.seats), self.steps)

    def _enter(self, seat: Seat | None, thing: Any, person_id: int | None, at: int) -> None:
        entry = json.dumps(Codec(self.rules).encode(seat, thing), separators=(",", ":"))
        n = len(self.steps)
        self._step(seat, thing, person_id)
        self.entries.append(JournalRow(n, entry, person_id, at))

    def _step(self, seat: Seat | None, thing: Any, person_id: int | None) -> None:
        """One entry. Whoever it comes from, it is checked here: raises IllegalAction."""
        check_step(self.rules, self.state, seat, thing)
        if seat is None:
            self.drawn += 1
        else:
            self.answered[seat] = self.events
            if person_id is None and self.row.seats[seat].player_id is not None:
                self.stood_in[seat] += 1
        apply_step(self.rules, self.state, seat, thing, self._tell)
        self.steps.append((seat, thing))
        self._ask(seat)

    def _ask(self, actor: Seat | None) -> None:
        """Count the decisions that are newly put to seats after ``actor`` has chosen."""
        waiting = self.rules.to_act(self.state)
        for seat in waiting:
            if seat == actor or seat not in self.waiting:
                self.stamps[seat] += 1
        self.waiting = waiting

    def _tell(self, event: Event) -> None:
        if isinstance(event, Veiled):
            self.stamps[event.seat] += 1
            if not self.row.seats[event.seat].computer:
                frame = self.fork()
                frame.waiting = (event.seat,)
                self.frames.append(frame)
            return
        self.told.append(Told(self.events, event))
        self.events += 1
