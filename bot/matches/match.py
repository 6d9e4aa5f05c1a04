"""A running match in memory: its position, what each seat has been asked, and what was told.

Pure: nothing here waits, draws luck of its own, or keeps anything.
The journal is the match; this is its fold.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from bot.store import JournalRow, MatchRow
from engine.core import AnyRules, Event, Result, Seat, Veiled, admit
from engine.luck import SealedRandom
from engine.record import Codec, Record, write

TOLD = 60
"""How many of the latest events a match remembers."""


class Told(NamedTuple):
    """An event and its number in the match."""

    n: int
    event: Event


@dataclass(slots=True)
class Match:
    """One match. ``asked[seat]`` counts the decisions put to the seat: its stamp."""

    row: MatchRow
    rules: AnyRules
    options: Any
    state: Any
    steps: list[tuple[Seat | None, Any]]
    entries: list[JournalRow]
    drawn: int
    asked: list[int]
    waiting: tuple[Seat, ...]
    told: deque[Told]
    events: int
    answered: list[int]
    """By seat: how many events had been told when it last chose."""
    stood_in: list[int]
    """By seat: how often a computer has chosen for its person."""
    veiled: list[Match]
    """The match just before each new step of a person that must not look forced."""

    @classmethod
    def begin(cls, row: MatchRow, rules: AnyRules) -> Self:
        """The match before anything has happened."""
        options = rules.Options.model_validate(row.options)
        seats = len(row.seats)
        return cls(
            row=row,
            rules=rules,
            options=options,
            state=rules.start(options, seats),
            steps=[],
            entries=[],
            drawn=0,
            asked=[0] * seats,
            waiting=(),
            told=deque(maxlen=TOLD),
            events=0,
            answered=[0] * seats,
            stood_in=[0] * seats,
            veiled=[],
        ).asking(None)

    @classmethod
    def restore(cls, row: MatchRow, rules: AnyRules, journal: Iterable[JournalRow]) -> Self:
        """The match as its journal says. Raises some exception if the journal is corrupt."""
        match = cls.begin(row, rules)
        codec = Codec(rules)
        for line in journal:
            if line.n != len(match.steps):
                raise ValueError(f"entry {len(match.steps)} is missing")
            seat, thing = codec.decode(json.loads(line.entry))
            if seat is None:
                admit(rules, match.state, thing)
            elif not rules.allows(match.state, seat, thing):
                raise rules.refusal(match.state, seat, thing)
            match._step(seat, thing, line.player_id)
        match.veiled.clear()
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
            asked=self.asked.copy(),
            waiting=self.waiting,
            told=self.told.copy(),
            events=self.events,
            answered=self.answered.copy(),
            stood_in=self.stood_in.copy(),
            veiled=[],
        )

    def asking(self, actor: Seat | None) -> Self:
        """Count the decisions that are newly put to seats."""
        waiting = self.rules.to_act(self.state)
        for seat in waiting:
            if seat == actor or seat not in self.waiting:
                self.asked[seat] += 1
        self.waiting = waiting
        return self

    def act(self, seat: Seat, action: Any, *, player_id: int | None, at: int) -> None:
        """Let a seat's legal action happen."""
        self._enter(seat, action, player_id, at)

    def reseat(self, seat: Seat, **values: Any) -> None:
        """Change who holds the seat, or how."""
        seats = list(self.row.seats)
        seats[seat] = replace(seats[seat], **values)
        self.row = replace(self.row, seats=tuple(seats))

    def let_chance(self, at: int) -> None:
        """Draw every outcome of chance that is due from the match's seed."""
        while (node := self.rules.chance(self.state)) is not None:
            outcome = node.sample(SealedRandom(self.row.seed, self.drawn))
            self._enter(None, outcome, None, at)

    @property
    def progress(self) -> tuple[int, int]:
        """Rises with every change of the match: its revision, and the events told."""
        return self.row.revision, self.events

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more: the match has a result, or was called off."""
        return self.row.status != "running"

    def legal(self, seat: Seat) -> list[Any]:
        """What the seat may choose from now."""
        return list(self.rules.legal(self.state, seat)) if seat in self.waiting else []

    def computers(self) -> list[Seat]:
        """The seats that have to choose and are held by computers."""
        return [seat for seat in self.waiting if self.row.seats[seat].computer]

    def result(self) -> Result | None:
        """The outcome once the match is over."""
        return self.rules.result(self.state)

    def record(self) -> Record:
        """The match record so far."""
        return write(self.rules, self.options, len(self.row.seats), self.steps)

    def _enter(self, seat: Seat | None, thing: Any, player_id: int | None, at: int) -> None:
        entry = json.dumps(Codec(self.rules).encode(seat, thing), separators=(",", ":"))
        n = len(self.steps)
        self._step(seat, thing, player_id)  # first, so that what cannot happen is not kept
        self.entries.append(JournalRow(n, entry, player_id, at))

    def _step(self, seat: Seat | None, thing: Any, player_id: int | None) -> None:
        if seat is None:
            self.drawn += 1
            self.rules.resolve(self.state, thing, self._tell)
        else:
            self.answered[seat] = self.events
            if player_id is None and self.row.seats[seat].player_id is not None:
                self.stood_in[seat] += 1
            self.rules.advance(self.state, seat, thing, self._tell)
        self.steps.append((seat, thing))
        self.asking(seat)

    def _before(self, seat: Seat) -> Match:
        """The match as it is now, waiting for the seat."""
        frame = self.fork()
        frame.waiting = (seat,)
        return frame

    def _tell(self, event: Event) -> None:
        if isinstance(event, Veiled):
            self.asked[event.seat] += 1
            if not self.row.seats[event.seat].computer:
                self.veiled.append(self._before(event.seat))
            return
        self.told.append(Told(self.events, event))
        self.events += 1
