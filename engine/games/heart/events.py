"""What happens in a match of Heart of the Cards, as it is told to those who may know it."""

from engine.core import Event, Seat
from engine.games.heart.cards import Cards
from engine.games.heart.model import Effect, Roll, Round


class RoundBegan(Event):
    """A heart is laid (R11)."""

    number: int
    first: Seat | None
    """None in the first round, where a roll decides (R13)."""


class Rolled(Event):
    """Dice for the first player, or between tied hands (R12, R24)."""

    roll: Roll
    best: tuple[Seat, ...]
    winner: Seat | None
    """None if the best roll again."""


class Picked(Event):
    """A card taken (R14); ``card`` only if everybody sees it (R17)."""

    seat: Seat
    spot: int
    wildcard: bool
    card: int | None
    forced: bool
    """Whether it was the only one that the seat could take."""


class Seen(Event):
    """The face of a card taken face down, for its taker alone (R17)."""

    spot: int
    card: int


class Skipped(Event):
    """A turn lost: the seat holds a Wildcard, and only Wildcards are left (R15)."""

    seat: Seat


class PickingEnded(Event):
    """Only the Queen is left (R18)."""

    first: Seat
    """Who plays a Wildcard first (R19)."""
    wildcards: bool


class WildcardShown(Event):
    """A Wildcard laid open, before its player chooses (R21)."""

    seat: Seat
    wild: int


class WildcardPlayed(Event):
    """What a Wildcard has done (R20, R21)."""

    effect: Effect


class Forced(Event):
    """For its player alone: only one card came into question (R26)."""

    card: int


class QueenTurned(Event):
    """The Queen and all hands are shown (R22), lists by seat."""

    queen: int
    hands: tuple[Cards, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    best: tuple[Seat, ...]
    """Several roll for it (R24)."""


class RoundEnded(Event):
    """A round is won (R23-R25)."""

    number: int
    round: Round
    scores: tuple[int, ...]
