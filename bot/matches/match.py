"""A running match in memory, and what may be decided about its position.

The state is rebuilt by replaying the journal; nothing here waits, stores anything or draws luck of its own.
A match is never changed once others know it: what happens is tried on a copy. The decisions raise Refused
when a wish cannot be met, and return None when there is nothing to change. Those that need no position are
in ``bot.matches.changes``.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from bot.matches import pace, results
from bot.matches.errors import Refused
from bot.store import Change, JournalRow, MatchRow, SeatRow
from bot.store.rows import Status
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
    stamps: list[int]
    answered: list[int]
    """By seat: how many events had been told when it last chose."""
    stood_in: list[int]
    """By seat: how often a computer has chosen for its person."""
    steps: list[tuple[Seat | None, Any]] = field(default_factory=list)
    entries: list[JournalRow] = field(default_factory=list)
    """What has happened since the journal was last written."""
    drawn: int = 0
    waiting: tuple[Seat, ...] = ()
    told: deque[Told] = field(default_factory=lambda: deque(maxlen=TOLD))
    events: int = 0
    frames: list[Match] = field(default_factory=list)
    """The match just before each new step of a person that must not look forced."""
    version: object = field(default_factory=object, init=False, compare=False)
    """Told apart from every other position, and every other row, of this match."""

    @classmethod
    def begin(cls, row: MatchRow, rules: AnyRules) -> Self:
        """The match before anything has happened."""
        options = rules.Options.model_validate(row.options)
        seats = len(row.seats)
        state = rules.start(options, seats)
        match = cls(
            row, rules, options, state, stamps=[0] * seats, answered=[0] * seats, stood_in=[0] * seats
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
        return replace(
            self,
            state=self.state.clone(),
            stamps=self.stamps.copy(),
            answered=self.answered.copy(),
            stood_in=self.stood_in.copy(),
            steps=self.steps.copy(),
            entries=[],
            told=self.told.copy(),
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

    def happenings(self) -> list[Event]:
        """Every event of the match, from its first deal on."""
        events: list[Event] = []
        state = self.rules.start(self.options, len(self.row.seats))
        for seat, thing in self.steps:
            apply_step(self.rules, state, seat, thing, events.append)
        return [event for event in events if not isinstance(event, Veiled)]

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


STAND_IN = "normal"
"""The level of computers that take the seats of people."""


class Decided(NamedTuple):
    """What is to be written, and the position after it where that was replayed."""

    change: Change
    match: Match | None = None


def act(
    match: Match, person_id: int, stamp: int, choice: int, at: int, answers: Sequence[Choice] = ()
) -> Decided:
    """The person plays option ``choice`` of decision ``stamp``, and computers ``answers`` as far as they fit.

    Refused: not_seated, over, stale (another decision is due), waiting (none is).
    """
    seat = match.row.seat_of(person_id)
    if seat is None:
        raise Refused("not_seated", match=match)
    if match.row.over:
        raise Refused("over", match=match)
    legal = match.legal(seat)
    if match.stamps[seat] != stamp or not 0 <= choice < len(legal):
        raise Refused("stale" if legal else "waiting", match=match)
    after = match.fork()
    if match.row.seats[seat].misses:
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
    return not row.over and row.paused_at is None and row.deadline is not None and row.deadline <= at


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


def started(lobby: MatchRow | None, match: Match, at: int) -> Decided:
    """A match that begins: ``match`` is its position before anything has happened.

    ``lobby`` is what was kept of it until now, None if it begins without having been a lobby.
    """
    match.draw_chance(at)
    return _concluded(lobby, None, match, at)


def _concluded(was: MatchRow | None, before: Match | None, after: Match, at: int) -> Decided:
    """What follows from the new position: the result, or who is waited for until when."""
    entries, row = tuple(after.entries), after.row
    after.entries = []
    if (result := after.result()) is not None:
        after.row = ended(row, "over", result.why, at)
        return Decided(Change(after.row, was, entries, results.outcome(after.row, result)), after)
    deadline, due = None, None if row.paused_at is None else at + pace.RETRY
    if after.waiting:
        asked = before is None or any(after.stamps[seat] != before.stamps[seat] for seat in after.waiting)
        deadline, due = pace.times(row.tempo, row.deadline, row.due, row.paused_at, asked=asked, at=at)
    after.row = replace(row, computer_due=bool(after.computers()), deadline=deadline, due=due)
    return Decided(Change(after.row, was, entries), after)


def restart_clock(match: Match, at: int) -> Decided | None:
    """The time of a decision that was hidden until now begins when it is seen."""
    row = match.row
    if row.over or row.deadline is None or row.paused_at is not None:
        return None
    deadline, due = pace.times(row.tempo, None, None, None, asked=True, at=at)
    return Decided(Change(replace(row, deadline=deadline, due=due), row))


def leave(match: Match, person_id: int, at: int) -> Decided:
    """A computer takes the person's seat; the match is called off if nobody is left. Refused: not_seated."""
    seats = given_up(match.row, person_id)
    after = match.fork()
    after.row = replace(match.row, seats=seats)
    if not after.row.people:
        return called_off(after.row, match.row, "abandoned", at)
    heirs = [sitting.player_id for sitting in seats if sitting.player_id and not sitting.computer]
    if heirs and match.row.host_id not in heirs:
        after.row = replace(after.row, host_id=heirs[0])
    return _concluded(match.row, match, after, at)


def take_back(match: Match, person_id: int, _at: int) -> Decided | None:
    """The person has the seat back from the computer that kept it while they were away."""
    if not match.row.keeps_seat_of(person_id):
        return None
    after = match.fork()
    seat = match.row.seat_of(person_id)
    assert seat is not None
    after.reseat(seat, level=None, misses=0, away=False)
    after.row = replace(after.row, computer_due=bool(after.computers()))
    return Decided(Change(after.row, match.row), after)


def given_up(row: MatchRow, person_id: int) -> tuple[SeatRow, ...]:
    """The seats when a computer has taken the person's. Refused: not_seated."""
    seat = row.seat_of(person_id)
    if seat is None or row.over:
        raise Refused("not_seated")
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], level=STAND_IN, misses=0, away=False)
    return tuple(seats)


def called_off(row: MatchRow, was: MatchRow, why: str, at: int) -> Decided:
    """The match or lobby ends and counts for nobody."""
    return Decided(Change(replace(ended(row, "cancelled", why, at), rematch_of=None), was))


def ended(row: MatchRow, status: Status, why: str, at: int) -> MatchRow:
    """The row when nobody is waited for any more."""
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
        put_out=[],
    )
