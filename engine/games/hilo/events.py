"""What happens in a match of Cardinality, as it is told to those who may know it."""

from typing import Literal, TypeAlias

from engine.core import Event, Seat
from engine.games.hilo.model import Ace, Deal, Direction

Case: TypeAlias = Literal["alone", "one_best", "all_same", "all_but_one", "winning_tie"]
"""Who wins a round and why: R11, R15, R16, R17; nobody (R18)."""


class Guessed(Event):
    """A seat has named its rank, which stays hidden until all have (R6)."""

    seat: Seat


class TurnedUp(Event):
    """The guesses are shown and held against a card (R6)."""

    card: int
    guesses: tuple[int, ...]
    distances: tuple[int, ...]
    closest: tuple[Seat, ...]
    """With several of them lots are drawn."""


class FirstFound(Event):
    """Who starts the match (R6, R7)."""

    seat: Seat
    how: Literal["guess", "lots", "random"]
    among: tuple[Seat, ...]


class DealBegan(Event):
    """A deck is shuffled (R8)."""

    number: int
    first: Seat


class RoundBegan(Event):
    """Cards are drawn, face down for all but the active seat (R10)."""

    number: int
    active: Seat
    participants: tuple[Seat, ...]
    short: tuple[Seat, ...]
    """Who would draw, had the deck more cards (R10)."""
    sitting_out: tuple[Seat, ...]
    passed_over: tuple[Seat, ...]
    """Turn by turn: whose turn is lost because they sit out (R22)."""
    blind: bool
    streak: int
    """How many rounds in a row the active seat has won."""
    deck_left: int


class Revealed(Event):
    """A call, and the cards of the round turned up (R14-R19)."""

    active: Seat
    call: Direction | None
    """None in a round of one (R11)."""
    ace: Ace | None
    """As named with the call; None where the options fix it."""
    blind: bool
    participants: tuple[Seat, ...]
    cards: tuple[int, ...]
    case: Case
    winner: Seat | None
    tied: tuple[Seat, ...]
    """In a winning tie: who sits out next (R18)."""
    earned: tuple[Seat, ...]
    """In a losing tie: who may steal in the next round (R19)."""
    board: tuple[int, ...]
    """The cards that the winner of this round takes besides (R21)."""
    stealing: tuple[Seat, ...]
    """Who may steal now, in that order (R21)."""
    next_active: Seat | None
    """None after the last round of a deal."""

    @property
    def double_tie(self) -> bool:
        """Two pairs: the better one sits out, the other earns rights (R19)."""
        return bool(self.tied and self.earned)


class Stolen(Event):
    """A card of the round taken by right (R21)."""

    seat: Seat
    card: int
    owner: Seat


class Passed(Event):
    """A steal right left unused (R21)."""

    seat: Seat


class Lapsed(Event):
    """Steal rights gone: their holder won the round, no card is left, or the deal is over (R20, R21)."""

    seats: tuple[Seat, ...]
    why: Literal["won", "nothing_left", "deck_empty"]


class RoundEnded(Event):
    """The drawn cards that are left find their places (R18, R21)."""

    winner: Seat | None
    taken: tuple[int, ...]
    """By the winner, the board's cards included."""
    kept: tuple[tuple[Seat, int], ...]
    """Without winner: who keeps an own card, and which."""
    to_board: tuple[int, ...]
    stolen: tuple[int, ...]


class TradingBegan(Event):
    """Trading begins (R23, R24)."""

    traders: tuple[Seat, ...]
    first_picker: Seat
    most_cards: bool
    """Whether the first picker alone has the most cards; else the last active seat's place decides."""
    unclaimed: tuple[int, ...]
    """What is left on the board, out of the deal (R22)."""


class TradingSkipped(Event):
    """Fewer than two players have cards (R23)."""

    traders: tuple[Seat, ...]


class StageBegan(Event):
    """A stage of trading (R25)."""

    number: int
    last: int
    unasked: tuple[Seat, ...]
    """Whose only card is offered without a question."""


class Offered(Event):
    """A seat has chosen its offer, which stays hidden until all have (R25)."""

    seat: Seat


class OffersShown(Event):
    """All offers are in (R25); by seat, None for those without a card."""

    offers: tuple[int | None, ...]


class Picked(Event):
    """An offer taken, and with four traders the next picker named (R26, R27)."""

    seat: Seat
    card: int
    owner: Seat
    next: Seat | None


class Traded(Event):
    """A stage is over: what each seat gave and got (R28-R30), None for those without a card."""

    stage: int
    gave: tuple[int | None, ...]
    got: tuple[int | None, ...]
    picked: tuple[Seat, ...]
    """Who chose what they got, in that order."""


class DealEnded(Event):
    """Points are counted (R31-R34)."""

    number: int
    deal: Deal
    scores: tuple[int, ...]


class MatchEnded(Event):
    """The match is over (R34, R36)."""

    why: Literal["single_deal", "target", "deal_limit"]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
