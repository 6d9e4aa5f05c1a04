"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from dataclasses import field

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.flip.model import (
    UNMARKED,
    Asked,
    Cards,
    FlipOptions,
    Moment,
    Round,
    Side,
    Sign,
    collector,
)


@copied
class Public(Position):
    """What everybody knows. Lists are by seat where nothing else is said."""

    options: FlipOptions
    asked: Asked
    rounds: tuple[Round, ...] = ()
    """The finished rounds."""

    side: Side | None = None
    starter: Seat | None = None
    """Who opened the present round, or the last one while cards are due."""
    turn: Seat | None = None
    moment: Moment = "opening"
    """What the play of the seat on turn is (or was)."""
    drawer: Seat | None = None
    """For whom the draw pile has to be refilled: the seat on turn (R13) or the skipped one (R18)."""

    pile: list[int] = field(default_factory=list)
    """Top card last."""
    played: int = 0
    """How many cards were put down in this round."""
    collected: list[Cards]
    latest: Seat | None = None
    """Who played last in this round."""
    earlier: Seat | None = None
    """Which other seat played last before that (R15)."""

    signs: list[Sign] = field(default_factory=list)
    """What the round has told of hands."""
    refills: int = 0
    batch: bytes = UNMARKED
    """By card: the last shuffle it was in; 0 the deal's, then one for each refill (R33)."""


@copied
class State(Public):
    """What the rules keep."""

    deck: Cards = ()
    drawn: int = 0
    """How many cards of the deck are gone."""
    hands: list[list[int]]
    """Sorted."""


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows."""

    seat: Seat | None
    hand: Cards
    """The own one, sorted."""
    sizes: tuple[int, ...]
    """Of all hands."""
    deck_left: int

    @property
    def top(self) -> int | None:
        """What the next card has to fit; None: anything goes."""
        return self.pile[-1] if self.pile else None

    @property
    def again(self) -> bool:
        """Whether the seat on turn has skipped its only opponent (R18)."""
        return self.moment in {"turn", "rescued"} and self.turn is not None and self.turn == self.latest

    def fits(self, card: int) -> bool:
        """Whether the card may be put on the pile (R9)."""
        return not self.pile or (card > self.pile[-1]) == (self.side == "hi")

    def taker(self, seat: Seat, *, after_playing: bool = False) -> Seat:
        """Who collects when the seat makes a reset play, now or after another card of its own (R15)."""
        latest, earlier = self.latest, self.earlier
        if after_playing and latest != seat:
            latest, earlier = seat, latest
        return collector(seat, self.seats, latest, earlier)
