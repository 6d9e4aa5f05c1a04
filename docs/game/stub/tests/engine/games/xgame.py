"""What the tests of all games need to know of Xgame."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core import Event, Seat
from engine.games.xgame import events
from engine.games.xgame.state import View
from engine.games.xgame.model import PACK
from engine.games.xgame.state import State
from tests.engine.adapters import Check
from tests.engine.wording import cards_in, suits_in

STEPS = 200_000
CLONE = 1.5
VIEW = 5.0
DECK = PACK
LONGEST = 1 + 4 * 7


def cards(state: State) -> list[int] | None:
    if not state.deck:
        return None
    held = [card for hand in state.hands for card in hand]
    return [*held, *state.trick.values(), *state.played, *state.deck]


def named(event: Event) -> set[int]:
    match event:
        case events.Played(_, card) | events.TrickWon(_, card):
            return {card}
        case _:
            return set()


def known(view: View) -> set[int]:
    return {*view.hand, *view.trick.values(), *view.played}


def mentions(text: str) -> set[int]:
    return cards_in(text) | suits_in(text)


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    other = state.clone()
    hidden = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    hidden += state.deck
    rng.shuffle(hidden)
    for owner, hand in enumerate(state.hands):
        if owner != seat:
            other.hands[owner] = sorted(hidden.pop() for _ in hand)
    other.deck = tuple(hidden)
    return other


def hides(view: View) -> bool:
    return view.deck_left > 1


CHECKS: Mapping[str, Check] = {}
