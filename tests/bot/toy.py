"""A tiny game that has everything a match can meet: simultaneous choices, chance, turns, veiled steps.

Tests of the application play it, and whoever writes a game may read it as an introduction to ``Rules``.

A round: all seats bid at once. A roll puts three to eight counters on the table, which the seats take in
turn, one to three of them each; the bids settle who begins. When two counters or fewer are left, the seat on
turn takes one without being asked. That step is veiled: to the others it looks like an ordinary turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from bot.store import MatchRow, SeatRow
from engine import core
from engine.copying import copied
from engine.core import (
    ChanceNode,
    Event,
    IllegalAction,
    Position,
    Result,
    Rules,
    Seat,
    Tell,
    Veiled,
)
from engine.seats import leaders
from tests.bot.kept import lobby_row

FORCED = 2


class ToyOptions(core.Options):
    rounds: int = 2


class Bid(NamedTuple):
    n: int


class Take(NamedTuple):
    n: int


class Roll(NamedTuple):
    face: int


class HasBid(Event):
    seat: Seat
    n: int


class Rolled(Event):
    face: int


class Took(Event):
    seat: Seat
    n: int


Action: TypeAlias = Bid | Take


@copied
class State(Position):
    left: int
    asked: Literal["bid", "roll", "take", "nothing"]
    bids: list[int | None]
    pool: int = 0


class Toy(Rules[ToyOptions, State, Action, State]):
    slug = "toy"
    seats = range(2, 5)
    Options = ToyOptions
    actions = (Bid, Take)
    outcomes = (Roll,)
    result_rules: ClassVar[dict[str, str]] = {}

    def start(self, options: ToyOptions, seats: int) -> State:
        return State(
            options=options,
            seats=seats,
            asked="bid",
            to_act=tuple(range(seats)),
            scores=(0,) * seats,
            left=options.rounds,
            bids=[None] * seats,
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.asked != "roll":
            return None
        return ChanceNode(
            Roll,
            "T1",
            sample=lambda rng: Roll(rng.randrange(6)),
            admits=lambda outcome: 0 <= outcome.face < 6,
        )

    def resolve(self, state: State, outcome: Roll, tell: Tell) -> None:
        tell(Rolled(outcome.face))
        state.pool = FORCED + 1 + outcome.face
        state.to_act = (sum(bid or 0 for bid in state.bids) % state.seats,)
        state.asked = "take"

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.to_act:
            return ()
        if state.asked == "bid":
            return [Bid(n) for n in range(4)]
        return [Take(n) for n in range(1, 2 if state.pool <= FORCED else min(3, state.pool) + 1)]

    def refusal(self, state: State, seat: Seat | None, action: Any) -> IllegalAction:
        return IllegalAction("T2", "not_now")

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Bid):
            state.bids[seat] = action.n
            state.to_act = tuple(other for other in state.to_act if other != seat)
            tell(HasBid(seat, action.n, to=(seat,)))
            if not state.to_act:
                state.asked = "roll"
            return
        self._take(state, action.n, tell)
        while 0 < state.pool <= FORCED:
            tell(Veiled(state.to_act[0]))
            self._take(state, 1, tell)
        if state.pool == 0:
            state.left -= 1
            state.bids = [None] * state.seats
            state.asked = "bid" if state.left else "nothing"
            state.to_act = tuple(range(state.seats)) if state.left else ()

    @staticmethod
    def _take(state: State, n: int, tell: Tell) -> None:
        (seat,) = state.to_act
        state.pool -= n
        state.scores = (*state.scores[:seat], state.scores[seat] + n, *state.scores[seat + 1 :])
        state.to_act = ((seat + 1) % state.seats,)
        tell(Took(seat, n))

    def view(self, state: State, seat: Seat | None) -> State:
        return state.clone()

    def imagine(self, view: State, rng: Random) -> State:
        return view.clone()

    def result(self, state: State) -> Result | None:
        if state.asked != "nothing":
            return None
        return Result(state.scores, leaders(state.scores), "taken", {})


TOY = Toy()


def toy_row(*seats: SeatRow, rounds: int = 2, **fields: Any) -> MatchRow:
    """A running match of this game."""
    options = {"rounds": rounds}
    return lobby_row(*seats, slug="toy", options=options, status="running", id=1, started_at=1, **fields)
