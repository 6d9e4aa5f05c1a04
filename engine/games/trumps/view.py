"""What a seat, or a watcher, knows (R24), and the positions that look the same from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine.core import Seat
from engine.games.trumps.cards import PACKS, Cards, beaters, without
from engine.games.trumps.model import NOBODY, Asked, Deal, Position, State, TrumpsOptions, position


@dataclass(slots=True)
class View:
    """All that ``seat`` (None: a watcher) knows. Lists are by seat where nothing else is said."""

    seat: Seat | None
    options: TrumpsOptions
    seats: int
    asked: Asked
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    trumps: tuple[int, ...]
    """-1 until a seat has its suit."""
    deals: tuple[Deal, ...]
    """The finished deals."""
    dealer: Seat | None
    pile: Cards
    """Bottom first."""
    shown: Cards
    """The cards that everybody has seen in this deal."""
    turns: int
    """Completed in this deal."""
    out: tuple[Seat, ...]
    """Who is out of this deal, in that order (R18)."""
    counts: tuple[int, ...]
    """Cards in each hand."""
    hands: tuple[Cards, ...]
    """The cards of each hand that the seat knows, sorted: those shown, its own, and what follows."""
    dealt: tuple[Cards, ...]
    """The same of the hands at the first turn."""
    unbeaten: tuple[Cards, ...]
    """The top cards for which each seat had to pick up, having nothing to beat them (R16)."""
    positions: Mapping[Position, int]
    """How often each position of this deal has occurred (R22)."""

    @property
    def actor(self) -> Seat | None:
        """Who is to act."""
        return self.to_act[0] if self.to_act else None

    @property
    def occurred(self) -> int:
        """How often the position has occurred in this deal; 0 amid a turn."""
        if self.actor is None or self.asked not in {"lead", "beat"}:
            return 0
        return self.positions.get(position(self.actor, self.pile, self.hands, self.dealt), 0)

    def unseen(self) -> Cards:
        """The cards of which this seat does not know who holds them."""
        if sum(self.counts) == sum(map(len, self.hands)):
            return b""
        return without(PACKS[self.options.deck], self.pile + b"".join(self.hands))

    def may_hold(self, seat: Seat) -> Cards:
        """What the hand of that seat consists of, or may: its known cards, and unseen ones."""
        known = self.hands[seat]
        if len(known) == self.counts[seat]:
            return known
        unseen = self.unseen()
        for top in self.unbeaten[seat]:
            unseen = without(unseen, beaters(unseen, top, self.trumps[seat]))
        return known + unseen


def view(state: State, seat: Seat | None) -> View:
    """What the seat knows of this position."""
    hands, dealt = tuple(state.hands), state.dealt
    if state.options.hands == "hidden" and state.asked != "nothing":
        shown = state.shown
        secrets = [b"" if own == seat else hand.translate(None, shown) for own, hand in enumerate(hands)]
        if secrets.count(b"") < len(secrets) - 1:  # else all the rest is in one hand
            hands = tuple(map(without, hands, secrets))
            dealt = tuple(map(without, dealt, secrets))
    return View(
        seat,
        state.options,
        state.seats,
        state.asked,
        state.waiting,
        state.scores,
        state.trumps,
        state.deals,
        None if state.dealer == NOBODY else state.dealer,
        state.pile,
        state.shown,
        state.turns,
        state.out,
        tuple(map(len, state.hands)),
        hands,
        dealt,
        tuple(state.unbeaten),
        state.positions.copy(),
    )


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: unseen cards are dealt to those who may hold them."""
    hands, dealt = list(view.hands), list(view.dealt)
    for seat, cards in enumerate(_share_out(view, rng)):
        if cards:
            hands[seat] = bytes(sorted(hands[seat] + cards))
            dealt[seat] = bytes(sorted(dealt[seat] + cards))
    return State(
        view.options,
        view.seats,
        view.asked,
        view.to_act,
        view.scores,
        view.trumps,
        view.deals,
        NOBODY if view.dealer is None else view.dealer,
        NOBODY if view.actor is None else view.actor,
        view.pile,
        view.shown,
        view.turns,
        view.out,
        hands,
        tuple(dealt),
        list(view.unbeaten),
        dict(view.positions),
    )


def _share_out(view: View, rng: Random) -> list[Cards]:
    """The unseen cards of each seat."""
    unseen = list(view.unseen())
    if not unseen:
        return [b""] * view.seats
    rng.shuffle(unseen)
    allowed = [frozenset(view.may_hold(seat)) for seat in range(view.seats)]
    room = [count - len(known) for count, known in zip(view.counts, view.hands, strict=True)]
    for given in _given(view, unseen, allowed):
        held: list[list[int]] = [[] for _ in room]
        left = room.copy()
        if given and view.actor is not None:
            left[view.actor] -= len(given)
        if all(_place(card, allowed, left, held, set(), rng) for card in unseen if card not in given):
            if given and view.actor is not None:
                held[view.actor] += given
            return [bytes(cards) for cards in held]
    raise ValueError("no deal agrees with this view")


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


def _place(
    card: int,
    allowed: list[frozenset[int]],
    room: list[int],
    held: list[list[int]],
    tried: set[Seat],
    rng: Random,
) -> bool:
    """Give the card to somebody who may hold it, moving other cards on where there is no room."""
    order = [seat for seat in range(len(room)) if room[seat] and card in allowed[seat]]
    rng.shuffle(order)
    for seat in order:
        if len(held[seat]) < room[seat]:
            held[seat].append(card)
            return True
    for seat in order:
        if seat in tried:
            continue
        tried.add(seat)
        for at, other in enumerate(held[seat]):
            if _place(other, allowed, room, held, tried | {seat}, rng):
                held[seat][at] = card
                return True
    return False
