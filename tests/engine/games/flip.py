"""What the tests of all games need to know of Hi-Lo Flip."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.core import Event, Seat
from engine.games.flip import events
from engine.games.flip.model import CARDS
from engine.games.flip.state import State, View
from engine.record import Playthrough
from tests.engine.adapters import Check

STEPS = 300_000
CLONE = 1.5
VIEW = 5.0
DECK = CARDS
LONGEST = 6 * 300 * (1 + 3 * 150)


def cards(state: State) -> list[int] | None:
    if not state.deck:
        return None
    lying = [*state.hands, *state.collected, state.pile, state.deck[state.drawn :]]
    return [card for place in lying for card in place]


def named(event: Event) -> set[int]:
    match event:
        case events.Played(_, card) | events.Drew(_, card):
            return {card}
        case events.Flipped(top=top):
            return {top}
        case events.Reset(cards=cards) | events.RoundEnded(pile=cards):
            return set(cards)
        case _:
            return set()


def known(view: View) -> set[int]:
    return set(view.hand).union(view.pile, *view.collected)


_COUNTS = re.compile(
    r"(\d+) cards?: \1\b|<[^>]*>|https?://\S+|[Mm]atch \d+|decision \d+"
    r"|\d+ (?:cards?|points?|rounds?|fits?)\b|[=+(] ?(?:\*\*)?\d+"
    r"|\bof (?:the )?\d+|\d+(?:\*\*)? of \d+|target \d+|pile: \d+|[Rr]ound \d+|By round: .*"
    r"|(?<=worth )10\b|# You won, .*|\d+ (?:times|of them|a ten|for going)"
)
"""Numbers that are no cards."""
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?!\w)")


def mentions(text: str) -> set[int]:
    """Cards are mere numbers."""
    return {number for found in _NUMBER.findall(_COUNTS.sub("", text)) if (number := int(found)) in CARDS}


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    """Hidden cards change places with others of the same shuffle and between the same known bounds."""
    other = state.clone()
    bounds = sorted({sign[2] for sign in state.signs if sign[0] in {"below", "above"}} | {*state.pile[-1:]})

    def alike(card: int) -> tuple[int, int]:
        return state.batch[card], bisect(bounds, card)

    hidden = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    hidden += state.deck[state.drawn :]
    becomes: dict[int, int] = {}
    for kind in {alike(card) for card in hidden}:
        group = [card for card in hidden if alike(card) == kind]
        becomes |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    other.hands = [
        hand[:] if owner == seat else sorted(becomes[card] for card in hand)
        for owner, hand in enumerate(state.hands)
    ]
    left = [becomes[card] for card in state.deck[state.drawn :]]
    rng.shuffle(left)
    other.deck = (*state.deck[: state.drawn], *left)
    return other


def hides(view: View) -> bool:
    return view.deck_left > 1


def swell(state: State, rng: Random) -> State:
    """Much of the draw pile has gone to those who are to play."""
    other = state.clone()
    if state.asked == "play":
        (seat,) = state.to_act
        taken = rng.randint(0, len(state.deck) - state.drawn)
        other.hands[seat] = sorted([*state.hands[seat], *state.deck[state.drawn : state.drawn + taken]])
        other.drawn += taken
    return other


def _equal(actual: Callable[[State], Any]) -> Check:
    def check(match: Playthrough, expected: Any) -> None:
        assert actual(match.state) == expected

    return check


def _legal_cards(match: Playthrough, expected: list[int]) -> None:
    assert [play.card for play in match.rules.legal(match.state, match.state.turn)] == expected


def _rounds(match: Playthrough, expected: list[dict[str, Any]]) -> None:
    for scored, shown in zip(match.state.rounds, expected, strict=True):
        entry = {key: list(one) if isinstance(one, tuple) else one for key, one in scored._asdict().items()}
        assert entry == shown


CHECKS: Mapping[str, Check] = {
    "due": _equal(lambda state: "over" if state.asked == "nothing" else state.asked),
    "legal_cards": _legal_cards,
    "chip": _equal(lambda state: state.side),
    "pile": _equal(lambda state: state.pile),
    "hands": _equal(lambda state: state.hands),
    "collected": _equal(lambda state: [sorted(cards) for cards in state.collected]),
    "draw_left": _equal(lambda state: len(state.deck) - state.drawn),
    "rounds": _rounds,
}
