"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from dataclasses import field
from typing import Literal, TypeAlias

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.hilo.events import Revealed, Traded
from engine.games.hilo.model import Asked, Cards, Deal, HiloOptions

Phase: TypeAlias = Literal["setup", "high_low", "trading", "over"]

PHASES: dict[Asked, Phase] = {
    "guess": "setup",
    "turn_up": "setup",
    "first": "setup",
    "shuffle": "setup",
    "call": "high_low",
    "steal": "high_low",
    "offer": "trading",
    "pick": "trading",
    "nothing": "over",
}


@copied
class Public(Position):
    """What everybody knows. With guesses and offers those are to act who have not made theirs yet."""

    options: HiloOptions
    asked: Asked
    deals: tuple[Deal, ...] = ()
    """The finished deals."""

    turned_up: int | None = None
    first: Seat | None = None
    """Who starts the present deal, once that is known."""

    round: int = 0
    active: Seat | None = None
    participants: tuple[Seat, ...] = ()
    """Who drew a card in this round, in that order (R10)."""
    stolen: Cards = ()
    """The cards stolen in this round."""
    blind: bool = False
    """Whether the active seat calls without seeing its card (R13)."""
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
    taken: tuple[int | None, ...] = ()
    """The offers taken so far in this stage, by who took them."""
    traded: Traded | None = None
    """The last finished stage of this deal."""


@copied
class State(Public):
    """What the rules keep."""

    guesses: tuple[int | None, ...] = ()
    deck: Cards = ()
    dealt: int = 0
    """How many cards of the deck are drawn."""
    cards: Cards = ()
    """What the participants drew, stolen cards included."""
    offers: tuple[int | None, ...] = ()
    piles: list[Cards] = field(default_factory=list)


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows. Lists are by seat where nothing else is said."""

    seat: Seat | None
    guesses: tuple[int | None, ...]
    """Ranks; only the own one until a card is turned up (R6)."""
    deck_left: int
    drawn: tuple[int | None, ...]
    """The participants' cards; None: face down, or stolen since."""
    offers: tuple[int | None, ...]
    """Only the own one until all are in (R25)."""
    piles: tuple[Cards, ...]

    @property
    def phase(self) -> Phase:
        """What the match is about now."""
        return PHASES[self.asked]

    @property
    def own_card(self) -> int | None:
        """The card that the active seat may see before its call."""
        return self.drawn[0] if self.asked == "call" and self.seat == self.active else None
