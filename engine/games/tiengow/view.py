"""What a seat, or a watcher, knows (R3, R7, R15), and the positions that look the same from there."""

from collections.abc import Iterable
from itertools import islice
from math import comb, prod
from random import Random

from engine.core import Seat
from engine.games.tiengow import tricks as play
from engine.games.tiengow.groups import BY_FACES, Faces, Tiles, is_above
from engine.games.tiengow.model import SEATS
from engine.games.tiengow.state import State, View, nothing
from engine.tiles import COPIES, faces_of


def view(state: State, seat: Seat | None) -> View:
    seen, hands = View.of(state), state.hands
    seen.seat = seat
    seen.tiles_left = (len(hands[0]), len(hands[1]), len(hands[2]), len(hands[3]))
    seen.hand = () if seat is None else hands[seat]
    seen.discarded = () if seat is None else faces_of(state.face_down[seat])
    return seen


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is dealt from what was not seen.

    Whoever is to act has a choice, for the rules would have made a forced step (R16).
    """
    state = State.of(view)
    state.high_tiles = ()
    state.hands, state.face_up, state.face_down = nothing(), nothing(), nothing()
    while view.to_act:
        _deal(state, view, rng)
        if view.seat == state.turn or play.forced(state) is None:
            break
    return state


def _deal(state: State, view: View, rng: Random) -> None:
    """Deal the unseen tiles to where they may be."""
    pool = view.unseen()
    rng.shuffle(pool)
    turn = view.turn
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
        if is_above(group, high)
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
