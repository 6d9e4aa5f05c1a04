"""What happens in a match of Tien Gow, as it is told to those who may know it. Tiles are told by face."""

from typing import Literal, NamedTuple

from engine.core import Event, Seat
from engine.games.tiengow.groups import Faces, Kind
from engine.games.tiengow.model import Deal


class BankerDrawn(Event):
    """Who leads first (R8)."""

    seat: Seat


class DealBegan(Event):
    """The tiles are dealt (R8)."""

    number: int
    banker: Seat


class Led(Event):
    """A group is led (R10)."""

    seat: Seat
    faces: Faces
    kind: Kind
    last: bool
    """Whether it is all that the leader has left (R17)."""


class Topped(Event):
    """The high group is beaten (R11)."""

    seat: Seat
    faces: Faces
    kind: Kind
    under: Seat
    """Whose group was high."""


class Discarded(Event):
    """Tiles are laid face down (R11)."""

    seat: Seat
    size: int
    barred: bool
    """Whether the seat may not win for want of a column: early death (R17)."""


class LaidDown(Event):
    """Which tiles they are, for their player alone (R15)."""

    seat: Seat
    faces: Faces


class Forced(Event):
    """The discard that comes next is all that the seat can do, which its hand alone tells (R16 b, c)."""

    seat: Seat
    why: Literal["cannot_beat", "twins"]


class TrickWon(Event):
    """A trick is complete (R18)."""

    number: int
    seat: Seat
    faces: Faces
    gained: int
    columns: tuple[int, ...]


class Paid(Event):
    """Immediate payments for a trick won with Supreme or a quartet (R19)."""

    seat: Seat
    kind: Kind
    amounts: tuple[int, ...]
    """By seat, net."""


class Payment(NamedTuple):
    """One payment of the settlement (R20-R24): ``base`` times two for each factor that holds."""

    payer: Seat
    payee: Seat
    loser: Seat
    """For whose columns: the payer's or payee's, or of one for whom the leader of Little Three pays (R23)."""
    base: int
    banker: bool
    bonus: bool
    sweep: bool

    @property
    def points(self) -> int:
        return int(self.base << (self.banker + self.bonus + self.sweep))


class DealEnded(Event):
    """The settlement; all discards are shown (R15, R20-R25)."""

    number: int
    deal: Deal
    payments: tuple[Payment, ...]
    paid: tuple[Paid, ...]
    discards: tuple[Faces, ...]
    scores: tuple[int, ...]


class MatchEnded(Event):
    """The match is over (R25, R26)."""

    why: Literal["single_deal", "target", "deal_limit"]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
