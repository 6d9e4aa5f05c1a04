"""What a seat, or a watcher, knows (R4), and the positions that look the same from there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from engine.core import Seat
from engine.games.hilo.events import Revealed, Traded
from engine.games.hilo.model import DECK, NOBODY, Asked, Cards, Deal, HiloOptions, State

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


@dataclass(slots=True)
class View:
    """All that ``seat`` (None: a watcher) knows. Lists are by seat where nothing else is said."""

    seat: Seat | None
    options: HiloOptions
    seats: int
    phase: Phase
    asked: Asked
    to_act: tuple[Seat, ...]
    """Who has to choose; with guesses and offers those who have not done so yet."""
    scores: tuple[int, ...]
    deals: tuple[Deal, ...]
    """The finished deals."""

    guesses: tuple[int | None, ...]
    """Ranks; only the own one until a card is turned up (R6)."""
    turned_up: int | None
    first: Seat | None
    """Who starts the present deal, once that is known."""

    deck_left: int
    round: int
    active: Seat | None
    participants: tuple[Seat, ...]
    """Who drew a card in this round, in that order (R10)."""
    drawn: tuple[int | None, ...]
    """Their cards in the same order; None: face down, or stolen since."""
    stolen: Cards
    """The cards stolen in this round."""
    blind: bool
    """Whether the active seat calls without seeing its card (R13)."""
    rights: tuple[Seat, ...]
    """Who may (still) steal in this round, in that order."""
    sitting_out: tuple[Seat, ...]
    streak: int
    streak_of: Seat | None
    board: Cards
    revealed: Revealed | None
    """The last reveal of this deal: while stealing goes on this round's, else the round's before."""

    traders: tuple[Seat, ...]
    """Once trading has begun: the players with at least one card (R23)."""
    stage: int
    pickers: tuple[Seat, ...]
    """The first picker and, once named, the second (R24, R26)."""
    offers: tuple[int | None, ...]
    """Only the own one until all are in (R25)."""
    taken: tuple[int | None, ...]
    """The offers taken so far in this stage, by who took them."""
    traded: Traded | None
    """The last finished stage of this deal."""

    piles: tuple[Cards, ...]

    @property
    def own_card(self) -> int | None:
        """The card that the active seat may see before its call."""
        return self.drawn[0] if self.asked == "call" and self.seat == self.active else None


def view(state: State, seat: Seat | None) -> View:
    """What the seat knows of this position."""
    asked = state.asked
    drawn: tuple[int | None, ...] = state.cards
    if asked == "call":
        sees = seat == state.active and not state.blind
        drawn = (state.cards[0] if sees else None, *(None,) * (len(state.cards) - 1))
    elif state.stolen:
        drawn = tuple(None if card in state.stolen else card for card in state.cards)
    return View(
        seat,
        state.options,
        state.seats,
        PHASES[asked],
        asked,
        state.waiting,
        state.scores,
        state.deals,
        _own(state.guesses, seat) if asked in {"guess", "turn_up"} else state.guesses,
        state.turned_up,
        None if state.first == NOBODY else state.first,
        len(state.deck) - state.dealt,
        state.round,
        None if state.active == NOBODY else state.active,
        state.participants,
        drawn,
        state.stolen,
        state.blind,
        state.rights,
        state.sitting_out,
        state.streak,
        state.streak_of,
        state.board,
        state.revealed,
        state.traders,
        state.stage,
        state.pickers,
        _own(state.offers, seat) if asked == "offer" else state.offers,
        state.taken,
        state.traded,
        tuple(state.piles),
    )


def _own(secrets: tuple[int | None, ...], seat: Seat | None) -> tuple[int | None, ...]:
    return tuple(secret if owner == seat else None for owner, secret in enumerate(secrets))


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is drawn from what it may be."""
    guesses, offers = view.guesses, view.offers
    if view.asked in {"guess", "turn_up"}:
        guesses = tuple(
            rng.randrange(13) if known is None and seat not in view.to_act else known
            for seat, known in enumerate(guesses)
        )
    if view.asked == "offer":
        offers = tuple(
            pile[rng.randrange(len(pile))] if known is None and pile and seat not in view.to_act else known
            for seat, (known, pile) in enumerate(zip(offers, view.piles, strict=True))
        )
    cards, deck = _imagine_deck(view, rng)
    return State(
        view.options,
        view.seats,
        view.asked,
        view.to_act,
        view.scores,
        view.deals,
        guesses,
        view.turned_up,
        NOBODY if view.first is None else view.first,
        deck,
        0,
        view.round,
        NOBODY if view.active is None else view.active,
        view.participants,
        cards,
        view.stolen,
        view.blind,
        view.rights,
        view.sitting_out,
        view.streak,
        view.streak_of,
        view.board,
        view.revealed,
        view.traders,
        view.stage,
        view.pickers,
        offers,
        view.taken,
        view.traded,
        list(view.piles),
    )


def _imagine_deck(view: View, rng: Random) -> tuple[Cards, Cards]:
    """The round's cards and the rest of the deck."""
    drawn: tuple[int | None, ...] = view.drawn
    if view.asked == "steal" and view.revealed is not None:
        drawn = view.revealed.cards
    hidden = drawn.count(None)
    if not hidden and not view.deck_left:
        return tuple(card for card in drawn if card is not None), ()
    seen = set(view.board).union(*view.piles, drawn)
    unseen = [card for card in range(DECK) if card not in seen]
    rng.shuffle(unseen)
    cards = tuple(unseen.pop() if card is None else card for card in drawn)
    return cards, tuple(unseen)
