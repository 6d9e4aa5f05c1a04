"""What a seat, or a watcher, knows (R3, R7, R15), and the positions that look the same from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb, prod
from random import Random

from engine.core import Seat
from engine.games.tiengow import tricks as play
from engine.games.tiengow.events import DealEnded, Paid
from engine.games.tiengow.groups import BY_FACES, Faces, Group, Tiles
from engine.games.tiengow.model import NOBODY, SEATS, Asked, Deal, Shown, State, TiengowOptions, Trick
from engine.tiles import COPIES, FACES, faces_of


@dataclass(slots=True)
class View:
    """All that ``seat`` (None: a watcher) knows. Tiles are faces, but for the own hand; lists are by seat."""

    seat: Seat | None
    options: TiengowOptions
    asked: Asked
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    deals: tuple[Deal, ...]
    """The finished deals."""
    last: DealEnded | None
    """The end of the last finished deal, with all its discards."""

    banker: Seat | None
    columns: tuple[int, ...]
    immediate: tuple[int, ...]
    paid: tuple[Paid, ...]
    tricks: tuple[Trick, ...]
    """The finished tricks of this deal."""
    plays: tuple[Shown, ...]
    """The present trick; None stands for backs."""
    high: Seat | None
    """Whose group is the highest of the present trick."""

    tiles_left: tuple[int, ...]
    hand: Tiles
    """The own hand, as tiles: actions name these."""
    discarded: Faces
    """The own discards of this deal, in that order (R15)."""

    @property
    def high_group(self) -> Group | None:
        """The group to beat."""
        faces = next((shown.faces for shown in reversed(self.plays) if shown.faces is not None), None)
        return None if faces is None else BY_FACES[faces]

    @property
    def size(self) -> int:
        """How many tiles were led; 0 before the lead."""
        return self.plays[0].size if self.plays else 0

    @property
    def last_trick(self) -> bool:
        """Whether the present trick is the last one (R17)."""
        return bool(self.plays) and self.tiles_left[self.plays[0].seat] == 0

    def all_plays(self) -> Iterator[Shown]:
        """Every play of the deal, in order."""
        for trick in self.tricks:
            yield from trick.plays
        yield from self.plays

    def unseen(self) -> list[int]:
        """The faces of the tiles that the seat has not seen, copies one by one (R15)."""
        left = list(map(len, COPIES))
        for face in (*faces_of(self.hand), *self.discarded):
            left[face] -= 1
        for shown in self.all_plays():
            for face in shown.faces or ():
                left[face] -= 1
        return [face for face in range(len(FACES)) for _ in range(left[face])]


def view(state: State, seat: Seat | None) -> View:
    """What the seat knows of this position."""
    hands = state.hands
    return View(
        seat,
        state.options,
        state.asked,
        (state.turn,) if state.asked in {"lead", "follow"} else (),
        state.scores,
        state.deals,
        state.last,
        None if state.banker == NOBODY else state.banker,
        state.columns,
        state.immediate,
        state.paid,
        state.tricks,
        state.plays,
        None if state.high == NOBODY else state.high,
        (len(hands[0]), len(hands[1]), len(hands[2]), len(hands[3])),
        () if seat is None else hands[seat],
        () if seat is None else faces_of(state.face_down[seat]),
    )


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is dealt from what was not seen.

    Whoever is to act has a choice, for the rules would have made a forced step (R16).
    """
    state = State(
        view.options,
        view.asked,
        view.to_act[0] if view.to_act else NOBODY,
        view.scores,
        view.deals,
        view.last,
        NOBODY if view.banker is None else view.banker,
        view.columns,
        view.immediate,
        view.paid,
        view.tricks,
        view.plays,
        NOBODY if view.high is None else view.high,
    )
    while view.to_act:
        _deal(state, view, rng)
        if view.seat == state.turn or play.forced(state) is None:
            break
    return state


def _deal(state: State, view: View, rng: Random) -> None:
    """Deal the unseen tiles to where they may be."""
    pool = view.unseen()
    rng.shuffle(pool)
    turn = state.turn
    answer = _beating(view, pool, rng) if view.last_trick and view.seat != turn else ()
    for face in answer:
        pool.remove(face)
    own = iter(view.discarded)
    up: list[list[int]] = [[] for _ in range(SEATS)]
    down: list[list[int]] = [[] for _ in range(SEATS)]
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    placed: list[tuple[int, Seat, list[int]]] = []
    """Faces in the order in which they left the hands, whose they are, and where they lie."""

    def place(faces: Iterable[int], seat: Seat, where: list[int]) -> None:
        placed.extend((face, seat, where) for face in sorted(faces))

    for seat, size, faces in view.all_plays():
        if faces is not None:
            place(faces, seat, up[seat])
        else:
            place(islice(own, size) if seat == view.seat else _drawn(pool, size), seat, down[seat])
    for seat in range(SEATS):
        if seat != view.seat:
            place(
                answer if seat == turn and answer else _drawn(pool, view.tiles_left[seat]), seat, hands[seat]
            )
    copies = _copies(placed, view.hand, rng)
    for face, _, where in placed:
        where.append(copies[face].pop())
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    state.hands, state.face_up, state.face_down = (list(map(tuple, tiles)) for tiles in (hands, up, down))
    state.high_tiles = () if view.high is None else state.face_up[view.high][-view.size :]


def _drawn(pool: list[int], size: int) -> list[int]:
    return [pool.pop() for _ in range(size)]


def _beating(view: View, pool: list[int], rng: Random) -> Faces:
    """What the seat to act may hold in the last trick, where only who can beat is asked (R16)."""
    high = view.high_group
    assert high is not None
    groups = [
        faces
        for faces, group in BY_FACES.items()
        if group.kind == high.kind and group.rank > high.rank
        for _ in range(prod(comb(pool.count(face), faces.count(face)) for face in set(faces)))
    ]
    return groups[rng.randrange(len(groups))]


def _copies(placed: Iterable[tuple[int, Seat, list[int]]], hand: Tiles, rng: Random) -> dict[int, list[int]]:
    """Which copies of each face are left, the one to place first at the end.

    A seat that had both copies has played the first one first (R7); else either may be where.
    """
    owners: dict[int, set[Seat]] = {}
    for face, seat, _ in placed:
        owners.setdefault(face, set()).add(seat)
    copies = {}
    for face in sorted(owners):
        copies[face] = [tile for tile in reversed(COPIES[face]) if tile not in hand]
        if len(owners[face]) == 2 and rng.randrange(2):
            copies[face].reverse()
    return copies
