"""The contract of a game: what the shell, the bot and the computer players may ask of any rules.

A position waits for exactly one thing: the choice of one or more seats, an outcome of chance, or
nothing, because it is over. A match is its options, its number of seats and the entries in order
of arrival; loading a match is replaying them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

from pydantic import BaseModel, ConfigDict, Strict

from engine.copying import copied

Seat: TypeAlias = Annotated[int, Strict()]
"""A seat number from 0, clockwise."""

Facts: TypeAlias = Mapping[str, Any]


class BadOptions(ValueError):
    """A match cannot be played with these options; ``option`` names the one to change."""

    def __init__(self, option: str, reason: str, **facts: Any) -> None:
        super().__init__(option, reason, facts)
        self.option = option
        self.reason = reason
        self.facts: Facts = facts

    def __str__(self) -> str:
        return f"{self.option}: {_plain(self.reason, self.facts, {})}"


class IllegalAction(Exception):
    """An action, or an outcome of chance, that the position does not admit.

    ``rule`` is a number of the game's rules page ("R13"), ``reason`` a code for whoever words the
    refusal, ``facts`` its parameters. The facts hold nothing that the acting seat may not know.
    """

    def __init__(self, rule: str, reason: str, **facts: Any) -> None:
        super().__init__(rule, reason, facts)
        self.rule = rule
        self.reason = reason
        self.facts: Facts = facts

    def __str__(self) -> str:
        return f"{self.rule}: {self.told({})}"

    def told(self, spoken: Mapping[str, Callable[[Any], str]]) -> str:
        """The reason in plain English, its facts by these text forms."""
        return _plain(self.reason, self.facts, spoken)


def _plain(reason: str, facts: Facts, spoken: Mapping[str, Callable[[Any], str]]) -> str:
    words = reason.replace("_", " ")
    if not facts:
        return words
    told = (f"{name} {spoken.get(name, str)(fact)}" for name, fact in facts.items())
    return f"{words} ({', '.join(told)})"


class Options(BaseModel):
    """Base of a game's options: immutable, strictly typed, no unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@copied
class Position:
    """What everybody knows of a position, in any game.

    A game's ``Public`` adds what else is public in it; from there its ``State`` adds what is hidden, and
    its ``View`` what one seat knows. Each is made a dataclass by ``copied``, which writes the two methods.
    Lists and dicts may be changed in place; everything else is replaced, so that copies may share it.
    """

    options: Any
    seats: int
    asked: str
    """What the position waits for, by the entry that comes next; "nothing" once the match is over."""
    to_act: tuple[Seat, ...] = ()
    """The seats that have to choose, lowest first; () while chance is due and when over."""
    scores: tuple[int, ...]
    """The running totals by seat."""

    def clone(self) -> Self:
        """An independent copy; nothing mutable is shared with the original."""
        raise NotImplementedError

    @classmethod
    def of(cls, other: "Position") -> Self:
        """The public part of another position; the fields of this class itself are still to be set."""
        raise NotImplementedError


@dataclass_transform()
class _Events(type):
    """Makes every event a dataclass with slots. Fields of events have no defaults."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        slots = tuple(body.get("__annotations__", ()))
        return dataclass(super().__new__(cls, name, bases, body | {"__slots__": slots}))


@dataclass(slots=True)
class _Told:
    to: tuple[Seat, ...] | None = field(default=None, kw_only=True)


class Event(_Told, metaclass=_Events):
    """Something that happened. ``to`` lists the seats that may know of it; None means everybody.

    Every card that an event names is in the views of those seats, or public by rule. A subclass is a
    dataclass without being decorated.
    """


class Veiled(Event):
    """Told just before a forced step that must look to the others like a choice of ``seat``.

    At that moment the state is complete, as though it waited for the seat, so that a table can be
    drawn from it; ``to_act`` answers that seat.
    """

    seat: Seat


class MatchEnded(Event):
    """The match is over. A game that can end in several ways has an event of its own, which says why."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


Tell: TypeAlias = Callable[[Event], None]


def silent(event: Event) -> None:
    """A ``tell`` that nobody listens to."""


class Result(NamedTuple):
    """The outcome of a match.

    ``scores`` by seat, ``winners`` rising, ``why`` a code saying what ended the match, ``details``
    the further keys of the record's ``result``, in order and in JSON form.
    """

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    why: str
    details: Mapping[str, Any]


def in_json(breakdowns: Iterable[Any]) -> list[dict[str, Any]]:
    """NamedTuples of ints, texts and tuples of those, as ``details`` has them."""
    return [
        {key: list(value) if isinstance(value, tuple) else value for key, value in each._asdict().items()}
        for each in breakdowns
    ]


C = TypeVar("C", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class ChanceNode(Generic[C]):
    """An outcome of chance that is due.

    ``kind`` is the NamedTuple of its outcomes, ``rule`` the rules page's number, ``fixed`` what is
    known to everybody before the draw, in JSON form (``{"among": [0, 2]}``), ``secret`` what only whoever
    reads the record may know besides. ``sample`` draws with nothing but ``rng.shuffle`` and
    ``rng.randrange(n)``, so that live luck can be checked from outside.
    """

    kind: type[C]
    rule: str
    sample: Callable[[Random], C]
    admits: Callable[[C], bool]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)


O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=Position)
A = TypeVar("A", bound=tuple[Any, ...])
V = TypeVar("V")


class Rules(ABC, Generic[O, S, A, V]):
    """The rules of one game: options ``O``, state ``S``, actions ``A``, view ``V``.

    Actions and outcomes are NamedTuples. The name of the class in snake case is the entry's ``do``
    or ``chance``, its fields are the entry's other keys; a field that is None is left out.
    """

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[range]
    Options: type[O]
    actions: tuple[type[A], ...]
    outcomes: tuple[type[tuple[Any, ...]], ...]
    result_rules: ClassVar[Mapping[str, str]]
    """Which rule each key of the record's ``result`` follows from; an inner key ("deals.points"), too."""
    spoken: ClassVar[Mapping[str, Callable[[Any], str]]] = {}
    """The text forms of those facts of refusals that are numbers of cards."""

    def check(self, options: O, seats: int) -> None:
        """Raise BadOptions unless a match of ``seats`` seats can be played with ``options``."""
        if seats not in self.seats:
            raise BadOptions("seats", "out_of_range", least=self.seats[0], most=self.seats[-1])

    @abstractmethod
    def start(self, options: O, seats: int) -> S:
        """The position before anything happened; draws nothing."""

    @abstractmethod
    def chance(self, state: S) -> ChanceNode[Any] | None:
        """The outcome of chance that is due, if any."""

    @abstractmethod
    def resolve(self, state: S, outcome: Any, tell: Tell) -> None:
        """Let an admitted outcome happen, in place, with the forced steps that follow."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to choose, lowest first; () while chance is due and when over."""
        return state.to_act

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """All that the seat may do, in the rules page's order; empty when it is not to act."""

    def allows(self, state: S, seat: Seat, action: A) -> bool:
        """Whether the action is in ``legal``; overridden where that list is huge.

        Actions of two kinds with the same fields are equal as tuples, so the kind is compared too.
        """
        kind = type(action)
        return any(one == action and type(one) is kind for one in self.legal(state, seat))

    @abstractmethod
    def refusal(self, state: S, seat: Seat | None, action: Any) -> IllegalAction:
        """Why the action is not allowed: the rule it breaks. Called only when it is not.

        With seat None it is an outcome of chance, and none is due.
        """

    @abstractmethod
    def advance(self, state: S, seat: Seat, action: A, tell: Tell) -> None:
        """Do a legal action, in place, with the forced steps that follow."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that the seat knows (None: a watcher), what it saw earlier included.

        Names what is shown; never "the state less its secrets".
        """

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A state that this view cannot tell from the real one."""

    def scores(self, state: S) -> tuple[int, ...]:
        """The running totals by seat."""
        return state.scores

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The outcome once the match is over, else None."""


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


Step: TypeAlias = tuple[Seat | None, Any]
"""A seat and its action, or None and an outcome of chance."""


def check_step(rules: Rules[O, S, A, V], state: S, seat: Seat | None, thing: Any) -> None:
    """Raise IllegalAction unless the step can happen now."""
    if seat is None:
        admit(rules, state, thing)
    elif not rules.allows(state, seat, thing):
        raise rules.refusal(state, seat, thing)


def admit(rules: AnyRules, state: Any, outcome: Any) -> None:
    """Raise IllegalAction unless the outcome of chance can happen now."""
    node = rules.chance(state)
    if node is None:
        raise rules.refusal(state, None, outcome)
    if type(outcome) is not node.kind:
        raise IllegalAction(node.rule, "other_chance_is_due")
    if not node.admits(outcome):
        raise IllegalAction(node.rule, "impossible_outcome")


def apply_step(
    rules: Rules[O, S, A, V], state: S, seat: Seat | None, thing: Any, tell: Tell = silent
) -> None:
    """Let a step happen in place; it is trusted to be legal."""
    if seat is None:
        rules.resolve(state, thing, tell)
    else:
        rules.advance(state, seat, thing, tell)


def play(rules: Rules[O, S, A, V], state: S, seat: Seat | None, thing: Any, tell: Tell = silent) -> S:
    """The position after a step; ``state`` is left as it was. Raises IllegalAction."""
    check_step(rules, state, seat, thing)
    after = state.clone()
    apply_step(rules, after, seat, thing, tell)
    return after


def replay(rules: Rules[O, S, A, V], options: O, seats: int, steps: Iterable[Step]) -> S:
    """The position after trusted steps in order of arrival (checked ones: ``record.check``)."""
    state = rules.start(options, seats)
    for seat, thing in steps:
        apply_step(rules, state, seat, thing)
    return state
