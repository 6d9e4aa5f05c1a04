"""What a match of Heart of the Cards is made of: options, actions, outcomes of chance, the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.cards import Card
from engine.core import Seat
from engine.games.heart.cards import VALUES, Cards, worth

NOBODY: Seat = -1

SIZES = {"small": 12, "medium": 24, "large": 32}
"""Spots around the Queen (R7)."""

LAST_ROLL = 10
"""A roll-off ends at the latest with this roll (R12)."""

Reveal: TypeAlias = Literal["none", "half", "all"]
Why: TypeAlias = Literal["first", "tie"]


class HeartOptions(core.Options):
    """R5."""

    rounds: Annotated[int, Field(ge=1, le=9)] = 1
    size: Literal["small", "medium", "large"] = "medium"
    wildcards: bool = True
    reveal: Reveal = "half"


class Pick(NamedTuple):
    """The card of a spot taken into the hand (R14)."""

    spot: int


class Wild(NamedTuple):
    """The own Point card that KH, KC or JH shall meet (R20)."""

    card: Card


Action: TypeAlias = Pick | Wild


class Deal(NamedTuple):
    """The Queen, and the cards of spots 1 to N (R7, R8)."""

    queen: Card
    spots: tuple[Card, ...]


class Roll(NamedTuple):
    """One die each, for the first player (R12) or between tied hands (R24)."""

    why: Why
    seats: tuple[Seat, ...]
    values: tuple[int, ...]


class Discard(NamedTuple):
    """The card that JC costs (R20)."""

    seat: Seat
    card: Card


class Effect(NamedTuple):
    """A Wildcard played, and the cards of the own hand that it met, none or some (R20)."""

    seat: Seat
    wild: int
    cards: Cards


class Round(NamedTuple):
    """A finished round (R27), lists by seat."""

    queen: int
    first: Seat
    wilds: tuple[int | None, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winner: Seat


class Sheet(NamedTuple):
    """What everybody has seen of a finished round, lists by seat."""

    round: Round
    hands: tuple[Cards, ...]
    """The Point cards, in the order in which they were taken."""
    effects: tuple[Effect, ...]
    rolls: tuple[Roll, ...]


Asked: TypeAlias = Literal["deal", "roll", "pick", "wild", "discard", "tie", "nothing"]
"""What a position waits for: the entry that comes next; "tie" is a roll between tied hands."""


@dataclass(slots=True)
class State:
    """A position. Whatever is not a list is replaced, never changed, so copies share it."""

    options: HeartOptions
    seats: int
    asked: Asked
    waiting: tuple[Seat, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    last: Sheet | None = None
    """The last finished round."""
    first: Seat = NOBODY
    """The first player of this round (R13)."""

    queen: int = NOBODY
    spots: Cards = ()
    """The cards of spots 1 to N; () between rounds."""
    open: tuple[int | None, ...] = ()
    """Those of them that lie, or lay, face up (R9)."""
    left: tuple[Pick, ...] = ()
    """The remaining spots, Wildcards first."""
    wilds_left: int = 0
    wilds: tuple[int, ...] = ()
    """By seat: the spot of the Wildcard that it took, 0 if none."""
    turn: int = 0
    """Whose Wildcard is due, counted from the first player (R19)."""
    effects: tuple[Effect, ...] = ()
    rolls: tuple[Roll, ...] = ()
    """All of this round."""
    rolling: tuple[Seat, ...] = ()

    taken: list[tuple[int, ...]] = field(default_factory=list)
    """By seat: the spots of its Point cards, in the order in which it took them."""

    def clone(self) -> State:
        """An independent copy."""
        return State(
            self.options,
            self.seats,
            self.asked,
            self.waiting,
            self.scores,
            self.rounds,
            self.last,
            self.first,
            self.queen,
            self.spots,
            self.open,
            self.left,
            self.wilds_left,
            self.wilds,
            self.turn,
            self.effects,
            self.rolls,
            self.rolling,
            self.taken[:],
        )

    def hand(self, seat: Seat) -> list[int]:
        """The seat's Point cards, discarded ones included, in the order in which it took them."""
        spots = self.spots
        return [spots[spot - 1] for spot in self.taken[seat]]


def values(hand: Cards | list[int], effect: Effect | None) -> list[int]:
    """What the cards of a hand are worth after its Wildcard; discarded ones are gone (R20)."""
    met = () if effect is None else effect.cards
    if effect is None or not met:
        return [VALUES[card] for card in hand]
    after = [worth(card, effect.wild) if card in met else VALUES[card] for card in hand]
    return [value for value in after if value is not None]
