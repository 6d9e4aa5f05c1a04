"""What the tests of all games need to know of Your trumps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.cards import TEXTS, parse_suit
from engine.core import Event, Seat
from engine.games.trumps import events
from engine.games.trumps.cards import PACKS, beats
from engine.games.trumps.rules import OwnTrumps
from engine.games.trumps.state import State, View
from engine.record import Entry, Playthrough, write
from engine.shell import inspection
from tests.engine.adapters import Check, result_key
from tests.engine.solving import solve
from tests.engine.wording import cards_in, suits_in

STEPS = 200_000
CLONE = 3.0
VIEW = 10.0
DECK = range(52)
LONGEST = 10 * 500 * 2 + 15


def cards(state: State) -> list[int] | None:
    """With those that are not in the pack."""
    if not state.dealt:
        return None
    absent = set(DECK) - set(PACKS[state.options.deck])
    return [*absent, *state.pile, *(card for hand in state.hands for card in hand)]


def named(event: Event) -> set[int]:
    match event:
        case events.Laid(_, card, on=on):
            return {card} if on is None else {card, on}
        case events.PickedUp(_, taken, _, bared):
            return {*taken, *(() if bared is None else (bared,))}
        case events.LowTrumps(moves):
            return {card for card, _, _ in moves}
        case events.DealEnded(last_card=int(card)):
            return {card}
        case _:
            return set()


def known(view: View) -> set[int]:
    return set(view.pile).union(*view.hands)


def mentions(text: str) -> set[int]:
    return cards_in(text) | suits_in(text)


def _secrets(state: State, seat: Seat | None) -> list[set[int]]:
    """By seat: the cards that have not been seen."""
    if state.options.hands == "open" or state.asked == "nothing":
        return [set() for _ in state.hands]
    return [
        set() if owner == seat else set(hand) - set(state.shown) for owner, hand in enumerate(state.hands)
    ]


def _may_hold(state: State, seat: Seat, card: int) -> bool:
    """Not if the seat has had to pick up what the card beats."""
    return not any(beats(card, top, state.trumps[seat]) for top in state.unbeaten[seat])


def _swapped(state: State, one: Seat, card: int, other: Seat, their: int) -> State | None:
    """The position if these two cards had been dealt the other way round."""
    if not (_may_hold(state, one, their) and _may_hold(state, other, card)):
        return None
    swap = {card: their, their: card}
    twin = state.clone()
    twin.hands = [bytes(sorted(swap.get(held, held) for held in hand)) for hand in state.hands]
    twin.dealt = tuple(bytes(sorted(swap.get(held, held) for held in hand)) for hand in state.dealt)
    return twin


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    other = state.clone()
    for _ in range(40):
        secrets = [(owner, sorted(held)) for owner, held in enumerate(_secrets(other, seat)) if held]
        if len(secrets) < 2:
            break
        (one, mine), (two, theirs) = rng.sample(secrets, 2)
        other = _swapped(other, one, rng.choice(mine), two, rng.choice(theirs)) or other
    return other


def hides(view: View) -> bool:
    """Whether two cards may have been dealt the other way round."""
    rules = OwnTrumps()
    state = rules.imagine(view, Random(1))
    secrets = _secrets(state, view.seat)
    for one in range(view.seats):
        for two in range(one):
            for card in secrets[one]:
                for their in secrets[two]:
                    twin = _swapped(state, one, card, two, their)
                    if twin is not None and all(len(rules.legal(twin, seat)) > 1 for seat in view.to_act):
                        return True
    return False


def _equal(actual: Callable[[State], Any]) -> Check:
    def check(match: Playthrough, expected: Any) -> None:
        assert actual(match.state) == expected

    return check


def _texts(run: bytes) -> list[str]:
    return [TEXTS[card] for card in run]


def _standing(match: Playthrough) -> dict[str, Any]:
    return inspection.report(write(match.rules, match.options, match.seats, match.steps).json_line())


def _legal(match: Playthrough, expected: list[Entry]) -> None:
    assert _standing(match)["legal"] == expected


def _chance(match: Playthrough, expected: str | None) -> None:
    assert _standing(match)["chance"] == expected


def _forced_tail(match: Playthrough, expected: list[Entry]) -> None:
    again = Playthrough(match.rules, match.options, match.seats)
    told: list[Event] = []
    for seat, thing in match.steps:
        again.take(seat, thing, told.append)
    forced: list[Entry] = []
    entry: Entry = {}
    for event in told:
        match event:
            case events.Laid(seat, card, how):
                entry = {"seat": seat, "do": how, "card": TEXTS[card]}
            case events.PickedUp(seat):
                entry = {"seat": seat, "do": "pick_up"}
        if isinstance(event, events.OnlyChoice) or getattr(event, "forced", False):
            forced.append(entry)
    assert forced[-len(expected) :] == expected


def _solve(match: Playthrough, expected: str) -> None:
    assert solve(match.rules, match.state) == expected


CHECKS: Mapping[str, Check] = {
    "legal": _legal,
    "chance": _chance,
    "pile": _equal(lambda state: _texts(state.pile)),
    "hands": _equal(lambda state: list(map(_texts, state.hands))),
    "counts": _equal(lambda state: list(map(len, state.hands))),
    "turns": _equal(lambda state: state.turns),
    "out": _equal(lambda state: list(state.out)),
    "trumps": lambda match, expected: _equal(lambda state: list(state.trumps))(
        match, [*map(parse_suit, expected)]
    ),
    "deals": result_key("deals"),
    "forced_tail": _forced_tail,
    "solve": _solve,
}
