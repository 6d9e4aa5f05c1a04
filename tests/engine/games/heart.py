"""What the tests of all games need to know of Heart of the Cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bot.emoji import plain
from cogs.heart.words import reminder
from engine.cards import TEXTS, parse_card
from engine.core import Event, Seat
from engine.games.heart import events, picking
from engine.games.heart.cards import POINTS, QUEENS, WILDCARDS, worth
from engine.games.heart.rules import Heart
from engine.games.heart.state import State, View
from engine.record import Playthrough
from tests.engine.adapters import Check
from tests.engine.wording import cards_in

RULES = Heart()
STEPS = 300_000
CLONE = 1.5
VIEW = 5.0
DECK = range(52)
LONGEST = 9 * (1 + 10 + 32 + 4 + 10)


def cards(state: State) -> list[int] | None:
    if not state.spots:
        return None
    on_table = [pick.spot for pick in state.left]
    in_hands = [spot for taken in state.taken for spot in taken]
    wilds = [spot for spot in state.wilds if spot]
    placed = [state.spots[spot - 1] for spot in (*on_table, *in_hands, *wilds)]
    aside = set(DECK) - set(state.spots) - {state.queen}
    return [*placed, state.queen, *aside]


def named(event: Event) -> set[int]:
    match event:
        case events.Picked(card=card):
            return set() if card is None else {card}
        case events.Seen(_, card) | events.Forced(card):
            return {card}
        case events.WildcardShown(_, wild):
            return {wild}
        case events.WildcardPlayed(effect):
            return {effect.wild, *effect.cards}
        case events.QueenTurned(queen, hands):
            return {queen}.union(*hands)
        case events.RoundEnded(round=done):
            return {done.queen, *(wild for wild in done.wilds if wild is not None)}
        case _:
            return set()


def known(view: View) -> set[int]:
    shown = {card for card in (*view.spots, view.queen) if card is not None}
    if view.last is not None and not view.spots:
        done = view.last.round
        shown |= {done.queen}.union(*view.last.hands)
        shown |= {wild for wild in done.wilds if wild is not None}
    return shown


def mentions(text: str) -> set[int]:
    """Not those of rounds that are long over."""
    return cards_in(re.sub(r"Round \d+ · \S+", "", text.replace(plain(reminder()), "")))


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    """The hidden cards laid anew; once Wildcards are played, those of a hand only within the hand."""
    other = state.clone()
    if not state.spots or state.asked == "tie":
        return other
    other.queen = rng.choice(QUEENS)
    hidden = [at for at, card in enumerate(RULES.view(state, seat).spots) if card is None]
    spots = list(state.spots)

    def anew(places: list[int], besides: list[int]) -> None:
        pool = [state.spots[at] for at in places] + besides
        rng.shuffle(pool)
        for at in places:
            spots[at] = pool.pop()

    undealt = [card for card in (*POINTS, *WILDCARDS) if card not in spots]
    anew([at for at in hidden if spots[at] in WILDCARDS], [card for card in undealt if card in WILDCARDS])
    if state.asked in {"roll", "pick"}:
        anew([at for at in hidden if spots[at] in POINTS], [card for card in undealt if card in POINTS])
    for taken in state.taken if state.asked in {"wild", "discard"} else ():
        anew([at for at in hidden if at + 1 in taken], [])
    other.spots = tuple(spots)
    other.open = picking.faces(other.spots, state.options.reveal)
    return other


def hides(view: View) -> bool:
    return bool(view.spots) and view.queen is None


def _equal(actual: Callable[[Playthrough], Any]) -> Check:
    def check(match: Playthrough, expected: Any) -> None:
        assert actual(match) == expected

    return check


def _last(key: str) -> Check:
    """The key of the last finished round."""

    def actual(match: Playthrough) -> Any:
        done = match.state.rounds[-1]._asdict()
        if key == "wilds":
            return [None if wild is None else TEXTS[wild] for wild in done[key]]
        return list(done[key]) if isinstance(done[key], tuple) else done[key]

    return _equal(actual)


def _hands(match: Playthrough, expected: list[list[str]]) -> None:
    state = match.state
    lost = {card for effect in state.effects for card in effect.cards if worth(card, effect.wild) is None}
    hands = [sorted(set(state.hand(seat)) - lost) for seat in range(state.seats)]
    assert hands == [sorted(map(parse_card, hand)) for hand in expected]


def _view(match: Playthrough, expected: dict[str, Any]) -> None:
    view = match.rules.view(match.state, expected["seat"])
    faces = {str(at + 1): TEXTS[card] for at, card in enumerate(view.spots) if card is not None}
    assert faces == expected["known"]


CHECKS: Mapping[str, Check] = {
    "legal_spots": _equal(
        lambda match: [
            action.spot for action in match.rules.legal(match.state, match.rules.to_act(match.state)[0])
        ]
    ),
    "hands": _hands,
    "view": _view,
    "points": _last("points"),
    "totals": _last("totals"),
    "winner": _last("winner"),
    "first": _last("first"),
    "wilds": _last("wilds"),
}
