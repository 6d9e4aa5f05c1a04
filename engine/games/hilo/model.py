"""What a match of Cardinality is made of: options, actions, outcomes of chance, scores."""

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.cards import Card, Rank
from engine.core import Seat

DECK = 52

Cards: TypeAlias = tuple[int, ...]
Direction: TypeAlias = Literal["higher", "lower"]
Ace: TypeAlias = Literal["high", "low"]


class HiloOptions(core.Options):
    """The options of a match (R3)."""

    mode: Literal["greedy", "turn_based"] = "turn_based"
    ace: Literal["high", "low", "per_turn"] = "high"
    turn_order: Literal["guess", "random"] = "guess"
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    trading_stages: Annotated[int, Field(ge=1, le=7)] = 3


class Guess(NamedTuple):
    """A rank named to settle who starts (R6)."""

    rank: Rank


class Call(NamedTuple):
    """The call of a round; with ``ace = per_turn`` it names the ace as well (R14)."""

    call: Direction
    ace: Ace | None = None


class Steal(NamedTuple):
    """A card of the round taken by right (R21)."""

    card: Card


class Pass(NamedTuple):
    """A steal right left unused (R21)."""


class Offer(NamedTuple):
    """A card of the own pile put up for trade (R25)."""

    card: Card


class Pick(NamedTuple):
    """An offer taken; the first of four traders also names who picks next (R26, R27)."""

    card: Card
    next: Seat | None = None


Action: TypeAlias = Guess | Call | Steal | Pass | Offer | Pick


class TurnUp(NamedTuple):
    """The card against which the guesses are held (R6)."""

    card: Card


class First(NamedTuple):
    """The seat that starts, by lot (R6, R7)."""

    seat: Seat


class Shuffle(NamedTuple):
    """The deck of a deal, top card first (R8)."""

    order: tuple[Card, ...]


class Deal(NamedTuple):
    """The score of a finished deal (R31-R33), lists by seat."""

    first: Seat
    rounds: int
    cards: tuple[int, ...]
    unclaimed: int
    grand_sequence: tuple[int, ...]
    hoard: tuple[int, ...]
    tri_bash: tuple[int, ...]
    points: tuple[int, ...]


Asked: TypeAlias = Literal[
    "guess", "turn_up", "first", "shuffle", "call", "steal", "offer", "pick", "nothing"
]
"""What a position waits for, by the entry that comes next."""


def rank_counts(pile: Iterable[int]) -> list[int]:
    """How many cards of each rank, 2 first, ace last."""
    counts = [0] * 13
    for card in pile:
        counts[card % 13] += 1
    return counts
