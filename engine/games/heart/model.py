"""What a match of Heart of the Cards is made of: options, actions, outcomes of chance, scores."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.cards import Card
from engine.core import Seat
from engine.games.heart.cards import VALUES, Cards, worth

SIZES = {"small": 12, "medium": 24, "large": 32}
"""Spots around the Queen (R7)."""

LAST_ROLL = 10
"""A roll-off ends at the latest with this roll (R12)."""

Reveal: TypeAlias = Literal["none", "half", "all"]
Why: TypeAlias = Literal["first", "tie"]


class HeartOptions(core.Options):
    """The options of a match (R5)."""

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


def values(hand: Cards | list[int], effect: Effect | None) -> list[int]:
    """What the cards of a hand are worth after its Wildcard; discarded ones are gone (R20)."""
    met = () if effect is None else effect.cards
    if effect is None or not met:
        return [VALUES[card] for card in hand]
    after = [worth(card, effect.wild) if card in met else VALUES[card] for card in hand]
    return [value for value in after if value is not None]
