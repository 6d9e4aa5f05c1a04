"""What a seat, or a watcher, knows (R4), and the positions that look the same from there."""

from random import Random

from engine.core import Seat
from engine.games.hilo.model import DECK, Cards
from engine.games.hilo.state import State, View


def view(state: State, seat: Seat | None) -> View:
    asked = state.asked
    drawn: tuple[int | None, ...] = state.cards
    if asked == "call":
        sees = seat == state.active and not state.blind
        drawn = (state.cards[0] if sees else None, *(None,) * (len(state.cards) - 1))
    elif state.stolen:
        drawn = tuple(None if card in state.stolen else card for card in state.cards)
    seen = View.of(state)
    seen.seat = seat
    seen.guesses = _own(state.guesses, seat) if asked in {"guess", "turn_up"} else state.guesses
    seen.deck_left = len(state.deck) - state.dealt
    seen.drawn = drawn
    seen.offers = _own(state.offers, seat) if asked == "offer" else state.offers
    seen.piles = tuple(state.piles)
    return seen


def _own(secrets: tuple[int | None, ...], seat: Seat | None) -> tuple[int | None, ...]:
    return tuple(secret if owner == seat else None for owner, secret in enumerate(secrets))


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is drawn from what it may be."""
    state = State.of(view)
    state.guesses, state.offers = view.guesses, view.offers
    if view.asked in {"guess", "turn_up"}:
        state.guesses = tuple(
            rng.randrange(13) if known is None and seat not in view.to_act else known
            for seat, known in enumerate(view.guesses)
        )
    if view.asked == "offer":
        state.offers = tuple(
            pile[rng.randrange(len(pile))] if known is None and pile and seat not in view.to_act else known
            for seat, (known, pile) in enumerate(zip(view.offers, view.piles, strict=True))
        )
    state.cards, state.deck = _imagine_deck(view, rng)
    state.dealt = 0
    state.piles = list(view.piles)
    return state


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
