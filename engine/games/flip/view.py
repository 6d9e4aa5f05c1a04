"""What a seat, or a watcher, knows (R33)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat
from engine.games.flip.model import (
    NOBODY,
    Asked,
    Cards,
    FlipOptions,
    Moment,
    Round,
    Side,
    Sign,
    State,
    collector,
)


@dataclass(slots=True)
class View:
    """All that ``seat`` (None: a watcher) knows. Lists are by seat where nothing else is said."""

    seat: Seat | None
    options: FlipOptions
    seats: int
    asked: Asked
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    """The finished rounds."""

    side: Side | None
    starter: Seat | None
    """Who opened the present round, or the last one while cards are due."""
    turn: Seat | None
    moment: Moment
    """What the play of the seat on turn is (or was)."""
    drawer: Seat | None
    """For whom the draw pile has to be refilled."""

    hand: Cards
    """The own one, sorted."""
    sizes: tuple[int, ...]
    signs: tuple[Sign, ...]
    """What the round has told of hands."""
    pile: Cards
    """Top card last."""
    played: int
    """How many cards were put down in this round."""
    deck_left: int
    collected: tuple[Cards, ...]
    latest: Seat | None
    """Who played last in this round."""
    earlier: Seat | None
    """Which other seat played last before that."""
    refills: int
    batch: bytes
    """By card: the last shuffle it was in; 0 the deal's, then one for each refill (R33)."""

    @property
    def top(self) -> int | None:
        """What the next card has to fit; None: anything goes."""
        return self.pile[-1] if self.pile else None

    @property
    def again(self) -> bool:
        """Whether the seat on turn has skipped its only opponent (R18)."""
        return self.moment in {"turn", "rescued"} and self.turn is not None and self.turn == self.latest

    def fits(self, card: int) -> bool:
        """R9."""
        return not self.pile or (card > self.pile[-1]) == (self.side == "hi")

    def taker(self, seat: Seat, *, after_playing: bool = False) -> Seat:
        """Who collects when the seat makes a reset play, now or after another card of its own (R15)."""
        latest = NOBODY if self.latest is None else self.latest
        earlier = NOBODY if self.earlier is None else self.earlier
        if after_playing and latest != seat:
            latest, earlier = seat, latest
        return collector(seat, self.seats, latest, earlier)


def view(state: State, seat: Seat | None) -> View:
    """What the seat knows of this position."""
    return View(
        seat,
        state.options,
        state.seats,
        state.asked,
        state.waiting,
        state.scores,
        state.rounds,
        state.side,
        _somebody(state.starter),
        _somebody(state.turn),
        state.moment,
        _somebody(state.drawer),
        () if seat is None else tuple(state.hands[seat]),
        tuple(map(len, state.hands)),
        tuple(state.signs),
        tuple(state.pile),
        state.played,
        len(state.deck) - state.drawn,
        tuple(state.collected),
        _somebody(state.latest),
        _somebody(state.earlier),
        state.refills,
        state.batch,
    )


def _somebody(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat
