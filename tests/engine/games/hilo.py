"""What the tests of all games need to know of Cardinality."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.cards import parse_card
from engine.core import Event, Seat
from engine.games.hilo import events
from engine.games.hilo.state import PHASES, State, View
from engine.record import Playthrough
from tests.engine.adapters import Check, result_key
from tests.engine.wording import cards_in

STEPS = 200_000
CLONE = 1.5
VIEW = 5.0
DECK = range(52)
LONGEST = 100 * (26 + 7 * 6) * 4


def cards(state: State) -> list[int] | None:
    if state.round == 0:
        return None
    settled = state.asked not in {"call", "steal"}
    drawn = [] if settled else [card for card in state.cards if card not in state.stolen]
    undealt = state.deck[state.dealt :]
    return [*undealt, *drawn, *state.board, *(card for pile in state.piles for card in pile)]


def named(event: Event) -> set[int]:
    match event:
        case events.TurnedUp(card) | events.Stolen(_, card) | events.Picked(_, card):
            return {card}
        case events.Revealed():
            return {*event.cards, *event.board}
        case events.RoundEnded():
            return {*event.taken, *event.to_board, *event.stolen, *(card for _, card in event.kept)}
        case events.TradingBegan():
            return set(event.unclaimed)
        case events.OffersShown(offers):
            return {card for card in offers if card is not None}
        case events.Traded():
            return {card for card in (*event.gave, *event.got) if card is not None}
        case _:
            return set()


def known(view: View) -> set[int]:
    shown = {card for card in (*view.drawn, view.turned_up) if card is not None}
    return shown.union(view.board, view.stolen, *view.piles)


def mentions(text: str) -> set[int]:
    return cards_in(text)


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    other = state.clone()
    if state.asked == "guess":
        other.guesses = tuple(
            rng.randrange(13) if rank is not None and owner != seat else rank
            for owner, rank in enumerate(state.guesses)
        )
    if state.asked == "turn_up":
        other.guesses = tuple(
            rank if owner == seat else rng.randrange(13) for owner, rank in enumerate(state.guesses)
        )
    if state.asked == "offer":
        other.offers = tuple(
            rng.choice(state.piles[owner]) if card is not None and owner != seat else card
            for owner, card in enumerate(state.offers)
        )
    own = 1 if state.asked == "call" and seat == state.active and not state.blind else 0
    face_down = state.cards[own:] if state.asked == "call" else ()
    unseen = [*face_down, *state.deck[state.dealt :]]
    rng.shuffle(unseen)
    if state.asked == "call":
        other.cards = (*state.cards[:own], *unseen[: len(face_down)])
    other.deck = (*state.deck[: state.dealt], *unseen[len(face_down) :])
    return other


def hides(view: View) -> bool:
    if view.asked == "offer":
        return any(
            len(view.piles[seat]) > 1 and seat != view.seat
            for seat in view.traders
            if seat not in view.to_act
        )
    if view.asked in {"guess", "turn_up"}:
        return any(seat not in view.to_act and seat != view.seat for seat in range(view.seats))
    face_down = view.drawn.count(None) if view.asked == "call" else 0
    return view.deck_left + face_down > 1


def _equal(actual: Callable[[State], Any]) -> Check:
    def check(match: Playthrough, expected: Any) -> None:
        assert actual(match.state) == expected

    return check


def _numbers(texts: list[str] | None) -> list[int] | None:
    return None if texts is None else sorted(map(parse_card, texts))


def _drawn(match: Playthrough, expected: dict[str, str]) -> None:
    state = match.state
    left = {
        str(seat): card
        for seat, card in zip(state.participants, state.cards, strict=True)
        if card not in state.stolen
    }
    assert left == {seat: parse_card(text) for seat, text in expected.items()}


def _piles(match: Playthrough, expected: list[list[str] | None]) -> None:
    for pile, texts in zip(match.state.piles, expected, strict=True):
        assert texts is None or sorted(pile) == _numbers(texts)


def _board(match: Playthrough, expected: list[str]) -> None:
    assert sorted(match.state.board) == _numbers(expected)


CHECKS: Mapping[str, Check] = {
    "deals": result_key("deals"),
    "active": _equal(lambda state: state.active),
    "participants": _equal(lambda state: list(state.participants)),
    "drawn": _drawn,
    "blind": _equal(lambda state: state.blind),
    "board": _board,
    "sitting_out": _equal(lambda state: sorted(state.sitting_out)),
    "rights": _equal(lambda state: sorted(state.rights)),
    "piles": _piles,
    "pile_sizes": _equal(lambda state: list(map(len, state.piles))),
    "deck_left": _equal(lambda state: len(state.deck) - state.dealt),
    "phase": _equal(lambda state: PHASES[state.asked]),
    "stage": _equal(lambda state: state.stage),
    "first_picker": _equal(lambda state: state.pickers[0]),
    "deals_done": _equal(lambda state: len(state.deals)),
}
