"""What a match of Your trumps is made of: options, actions, outcomes of chance, scores."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, Field

from engine import core
from engine.cards import Card, Suit
from engine.core import Seat
from engine.games.trumps.cards import Cards, without

NONE = -1
"""The trump suit of a seat that has not got one yet."""


def _whole(value: Any) -> Any:
    """Numbers that are not whole by type equal those that are, so a literal alone would admit 36.0."""
    if type(value) is not int:
        raise ValueError("a whole number")
    return value


class TrumpsOptions(core.Options):
    """The options of a match (R3)."""

    deck: Annotated[Literal[16, 24, 32, 36, 52], BeforeValidator(_whole)] = 36
    deal: Literal["random", "mirror"] = "random"
    trumps: Literal["choose", "random"] = "choose"
    pick_up: Literal["unable", "free"] = "unable"
    low_trumps: bool = False
    hands: Literal["hidden", "open"] = "hidden"
    deals: Annotated[int, Field(ge=1, le=10)] = 1
    turn_limit: Annotated[int, Field(ge=50, le=500)] = 200


class Trump(NamedTuple):
    """A suit chosen as one's own trumps (R6)."""

    suit: Suit


class Lead(NamedTuple):
    """A card played to an empty pile (R12)."""

    card: Card


class Beat(NamedTuple):
    """A card that beats the top card (R13)."""

    card: Card


class Add(NamedTuple):
    """The second card of a turn, any card (R14)."""

    card: Card


class PickUp(NamedTuple):
    """Cards taken from the pile (R15)."""


Action: TypeAlias = Trump | Lead | Beat | Add | PickUp


class Dealer(NamedTuple):
    """The first dealer, by lot (R5)."""

    seat: Seat


class Trumps(NamedTuple):
    """The trump suits by lot, one a seat (R6)."""

    suits: tuple[Suit, ...]


class Shuffle(NamedTuple):
    """The pack of a deal, top card first (R8, R9)."""

    order: tuple[Card, ...]


End: TypeAlias = Literal["out", "last_card", "repetition", "turn_limit"]
"""How a deal ends: R19, R20, R22, R23."""


class Deal(NamedTuple):
    """A finished deal as the record tells it (R26)."""

    dealer: Seat
    end: End
    loser: Seat | None
    out: tuple[Seat, ...]
    left: tuple[int, ...]
    pile: int
    turns: int
    points: tuple[int, ...]


Asked: TypeAlias = Literal["dealer", "trump", "trumps", "shuffle", "lead", "beat", "add", "nothing"]
"""What a position waits for; with ``beat`` a pick-up may be possible as well."""

PositionKey: TypeAlias = tuple[int | Cards, ...]
"""Of R22, from what everybody knows: the seat to act, the pile, and by seat the cards held that were
dealt to somebody else. All other cards are where they were dealt."""


def position_key(actor: Seat, pile: Cards, hands: Iterable[Cards], dealt: Iterable[Cards]) -> PositionKey:
    """The position at the start of a turn."""
    return (actor, pile, *map(without, hands, dealt))
