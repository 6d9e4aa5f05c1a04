"""What a seat, or a watcher, knows (R24), and the positions that look the same from there."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from engine.core import Seat
from engine.games.trumps.cards import Cards, beaters, without
from engine.games.trumps.state import State, View
from engine.matching import Fits, matched


def view(state: State, seat: Seat | None) -> View:
    hands, dealt = tuple(state.hands), state.dealt
    if state.options.hands == "hidden" and state.asked != "nothing":
        shown = state.shown
        secrets = [b"" if own == seat else hand.translate(None, shown) for own, hand in enumerate(hands)]
        if secrets.count(b"") < len(secrets) - 1:  # else all the rest is in one hand
            hands = tuple(map(without, hands, secrets))
            dealt = tuple(map(without, dealt, secrets))
    seen = View.of(state)
    seen.seat = seat
    seen.counts = tuple(map(len, state.hands))
    seen.hands, seen.dealt = hands, dealt
    return seen


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: unseen cards are dealt to those who may hold them."""
    hands, dealt = list(view.hands), list(view.dealt)
    for seat, cards in enumerate(_share_out(view, rng)):
        if cards:
            hands[seat] = bytes(sorted(hands[seat] + cards))
            dealt[seat] = bytes(sorted(dealt[seat] + cards))
    state = State.of(view)
    state.hands, state.dealt = hands, tuple(dealt)
    return state


def _share_out(view: View, rng: Random) -> list[Cards]:
    """The unseen cards of each seat."""
    unseen = list(view.unseen())
    if not unseen:
        return [b""] * view.seats
    rng.shuffle(unseen)
    allowed = [frozenset(view.may_hold(seat)) for seat in range(view.seats)]
    room = [count - len(known) for count, known in zip(view.counts, view.hands, strict=True)]
    for given in _given(view, unseen, allowed):
        slots = [seat for seat, n in enumerate(room) for _ in range(n)]
        for _ in given:
            slots.remove(view.to_act[0])
        rng.shuffle(slots)
        rest = [card for card in unseen if card not in given]
        taken = matched([_slot_for(card, slots, allowed) for card in rest], range(len(slots)))
        if taken is not None:
            held: list[list[int]] = [[] for _ in room]
            for card, slot in zip(rest, taken, strict=True):
                held[slots[slot]].append(card)
            if given:
                held[view.to_act[0]] += given
            return [bytes(cards) for cards in held]
    raise ValueError("no deal agrees with this view")


def _slot_for(card: int, slots: list[Seat], allowed: list[frozenset[int]]) -> Fits:
    """Whether a free place in a hand, by its number, may be the card's."""
    return lambda slot: card in allowed[slots[slot]]


def _given(view: View, unseen: list[int], allowed: list[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Cards that the seat to act may owe its choice to: a position only waits for one who has one (R30)."""
    seat = view.actor
    if seat is None or view.asked != "beat":
        yield ()
        return
    known = beaters(view.hands[seat], view.pile[-1], view.trumps[seat])
    possible = [
        card for card in beaters(bytes(unseen), view.pile[-1], view.trumps[seat]) if card in allowed[seat]
    ]
    wanted = 1 if view.options.pick_up == "free" else 2
    room = view.counts[seat] - len(view.hands[seat])
    for missing in range(max(0, wanted - len(known)), -1, -1):  # fewer where the step was veiled
        if missing <= room:
            yield from combinations(possible, missing)
