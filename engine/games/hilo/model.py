"""What a match of Cardinality is made of: options, actions, outcomes of chance, the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.cards import Card, Rank
from engine.core import Seat
from engine.games.hilo.events import Ace, Direction, Revealed, Traded

DECK = 52

NOBODY: Seat = -1


class HiloOptions(core.Options):
    """R3."""

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

Cards: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class State:
    """A position. Whatever is not a list is replaced, never changed, so copies share it."""

    options: HiloOptions
    seats: int
    asked: Asked
    waiting: tuple[Seat, ...]
    scores: tuple[int, ...]
    deals: tuple[Deal, ...] = ()

    guesses: tuple[int | None, ...] = ()
    turned_up: int | None = None
    first: Seat = NOBODY
    """Who starts the present deal."""

    deck: Cards = ()
    dealt: int = 0
    """How many cards of the deck are drawn."""
    round: int = 0
    active: Seat = NOBODY
    participants: tuple[Seat, ...] = ()
    """Who drew a card in this round, in that order (R10)."""
    cards: Cards = ()
    """What they drew, stolen cards included."""
    stolen: Cards = ()
    blind: bool = False
    rights: tuple[Seat, ...] = ()
    """Who may still steal in this round, in that order (R20, R21)."""
    sitting_out: tuple[Seat, ...] = ()
    streak: int = 0
    streak_of: Seat | None = None
    board: Cards = ()
    revealed: Revealed | None = None
    """The last reveal of this deal: of this round once it is called, else of the one before."""

    traders: tuple[Seat, ...] = ()
    """Once trading has begun: the players with at least one card (R23)."""
    stage: int = 0
    pickers: tuple[Seat, ...] = ()
    """The first picker and, once named, the second (R24, R26)."""
    offers: tuple[int | None, ...] = ()
    taken: tuple[int | None, ...] = ()
    """The offers taken in this stage, by who took them."""
    traded: Traded | None = None
    """The last finished stage of this deal."""

    piles: list[Cards] = field(default_factory=list)

    def clone(self) -> State:
        """An independent copy."""
        return State(
            self.options,
            self.seats,
            self.asked,
            self.waiting,
            self.scores,
            self.deals,
            self.guesses,
            self.turned_up,
            self.first,
            self.deck,
            self.dealt,
            self.round,
            self.active,
            self.participants,
            self.cards,
            self.stolen,
            self.blind,
            self.rights,
            self.sitting_out,
            self.streak,
            self.streak_of,
            self.board,
            self.revealed,
            self.traders,
            self.stage,
            self.pickers,
            self.offers,
            self.taken,
            self.traded,
            self.piles[:],
        )
