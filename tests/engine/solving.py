"""The exact value of a position of two seats (R32), by looking at every position that can follow."""

from __future__ import annotations

from collections import deque
from typing import Literal, TypeAlias

from engine.core import AnyRules, Seat, silent
from engine.games.trumps.cards import Cards
from engine.games.trumps.state import State

Value: TypeAlias = Literal["win", "draw", "loss"]

_Key: TypeAlias = tuple[Seat, str, tuple[Cards, ...], Cards]
_VALUES: tuple[Value, ...] = ("loss", "draw", "win")
_OPPOSITE: dict[Value, Value] = {"win": "loss", "loss": "win", "draw": "draw"}


class TooMany(Exception):
    """More positions can follow than may be looked at."""


def solve(rules: AnyRules, state: State, most: int = 200_000) -> Value:
    """What the seat to act gets out of this deal under best play on both sides; endless play is a draw.

    Raises TooMany when more than ``most`` positions can be reached.
    """
    graph = _Graph(rules, most)
    first = graph.add(_fresh(state))
    graph.explore()
    value = graph.values().get(first, "draw")
    return value if graph.seats[first] == state.actor else _OPPOSITE[value]


def _fresh(state: State) -> State:
    """The same position without a past, so that neither repetition nor the turn limit ends it."""
    state = state.clone()
    state.turns = 0
    state.positions = {}
    return state


class _Graph:
    """The positions with a choice that can be reached, and what each choice leads to."""

    def __init__(self, rules: AnyRules, most: int) -> None:
        self.rules = rules
        self.most = most
        self.seats: list[Seat] = []
        self.choices: list[list[int | tuple[int, ...]]] = []
        """Of each position: positions by number, or the points with which the deal ends."""
        self._numbers: dict[_Key, int] = {}
        self._ahead: deque[State] = deque()

    def add(self, state: State) -> int:
        """The number of a position, which is looked at later if it is new."""
        (seat,) = state.to_act
        key: _Key = (seat, state.asked, tuple(state.hands), state.pile)
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self.seats):
            if number == self.most:
                raise TooMany
            self.seats.append(seat)
            self._ahead.append(state)
        return number

    def explore(self) -> None:
        """Find all choices of all positions."""
        while self._ahead:
            state = self._ahead.popleft()
            choices: list[int | tuple[int, ...]] = []
            (seat,) = state.to_act
            for action in self.rules.legal(state, seat):
                after = state.clone()
                self.rules.advance(after, seat, action, silent)
                over = len(after.deals) > len(state.deals)
                choices.append(after.deals[-1].points if over else self.add(_fresh(after)))
            self.choices.append(choices)

    def values(self) -> dict[int, Value]:
        """Of each position won or lost for its seat, found backwards from the ends of the deal."""
        values: dict[int, Value] = {}
        leading: list[list[int]] = [[] for _ in self.seats]
        for number, choices in enumerate(self.choices):
            for choice in choices:
                if isinstance(choice, int):
                    leading[choice].append(number)
        again = deque(range(len(self.seats)))
        while again:
            number = again.popleft()
            if number in values:
                continue
            seat = self.seats[number]
            outcomes = {self._worth(choice, seat, values) for choice in self.choices[number]}
            if "win" in outcomes:
                values[number] = "win"
            elif outcomes == {"loss"}:
                values[number] = "loss"
            else:
                continue
            again.extend(leading[number])
        return values

    def _worth(self, choice: int | tuple[int, ...], seat: Seat, values: dict[int, Value]) -> Value | None:
        if isinstance(choice, tuple):
            return _VALUES[choice[seat]]
        value = values.get(choice)
        return value if value is None or self.seats[choice] == seat else _OPPOSITE[value]
