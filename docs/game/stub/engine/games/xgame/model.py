"""Options, actions and outcomes of chance, as they stand in a record."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine import core
from engine.cards import TEXTS, Card

PACK = tuple(range(len(TEXTS)))


class XgameOptions(core.Options):
    """R2."""

    tricks: Annotated[int, Field(ge=3, le=7)] = 5


class Play(NamedTuple):
    """A card of the hand laid open (R5)."""

    card: Card


class Shuffle(NamedTuple):
    """All cards, top card first (R3)."""

    order: tuple[Card, ...]


Asked: TypeAlias = Literal["shuffle", "play", "nothing"]
"""What a position waits for, by the entry that comes next."""
