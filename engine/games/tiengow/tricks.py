"""The play of the tiles: dealing, tricks, forced steps (R8-R18)."""

from typing import Literal, TypeAlias

from engine.core import Seat, Tell, Veiled
from engine.games.tiengow import events, scoring
from engine.games.tiengow.groups import GROUPS, Tiles, is_above, is_second
from engine.games.tiengow.model import HAND, SEATS, Banker, Shown, Shuffle, Trick
from engine.games.tiengow.state import State
from engine.tiles import faces_of

Why: TypeAlias = Literal["last_tile", "early_death", "cannot_beat", "twins"]
"""Why a step is forced: R16 a; R17; R16 b; R16 c. Everybody can see the first two."""


_ALONE = tuple((seat,) for seat in range(SEATS))


def draw_banker(state: State, outcome: Banker, tell: Tell) -> None:
    """Settle who leads first (R8)."""
    state.banker = outcome.seat
    state.asked = "shuffle"
    tell(events.BankerDrawn(outcome.seat))


def deal(state: State, outcome: Shuffle, tell: Tell) -> None:
    """Give every seat its tiles, and let the banker lead (R8)."""
    order = outcome.order
    state.hands = [tuple(sorted(order[at : at + HAND])) for at in range(0, SEATS * HAND, HAND)]
    state.columns = state.immediate = (0,) * SEATS
    state.paid = ()
    state.tricks = ()
    assert state.banker is not None
    tell(events.DealBegan(len(state.deals) + 1, state.banker))
    _begin_trick(state, state.banker)


def beat(state: State, tiles: Tiles, tell: Tell) -> None:
    """Play over the high group (R11)."""
    seat = state.turn
    faces = _show(state, seat, tiles)
    assert state.high is not None
    tell(events.Topped(seat, faces, GROUPS[tiles].kind, state.high))
    state.high = seat
    state.high_tiles = tiles
    _next(state, tell)


def is_last_trick(state: State) -> bool:
    """Whether the leader has played all he had left; asked of a follower who is still to play (R17)."""
    return len(state.hands[state.turn]) == state.plays[0].size


def must_discard(state: State) -> bool:
    """Whether the follower may not win for want of a column: early death (R17)."""
    return state.plays[0].size == 1 and state.columns[state.turn] == 0 and is_last_trick(state)


def forced(state: State) -> Why | None:
    """Why the seat to act has only one legal action; None if it has more (R16)."""
    hand = state.hands[state.turn]
    if state.asked == "lead":
        return "last_tile" if len(hand) == 1 else None
    size = state.plays[0].size
    if len(hand) == size:
        if must_discard(state):
            return "early_death"
        return None if beats(state, hand) else "cannot_beat"
    if len(hand) == 2 and is_second(*hand) and not beats(state, hand[:1]):
        return "twins"
    return None


def beats(state: State, tiles: Tiles) -> bool:
    """Whether the tiles are a group above the high one (R12)."""
    group, high = GROUPS.get(tiles), GROUPS[state.high_tiles]
    return group is not None and is_above(group, high)


def go_on(state: State, tell: Tell) -> None:
    """Make every step that is forced (R16)."""
    while state.asked in {"lead", "follow"} and (why := forced(state)):
        seat = state.turn
        if why == "twins":
            tell(Veiled(seat))
        hand = state.hands[seat]
        if why == "last_tile":
            lead(state, hand, tell)
            continue
        if why != "early_death":
            tell(events.Forced(seat, why, to=(seat,)))
        discard(state, hand[: state.plays[0].size], tell, barred=why == "early_death")


def _begin_trick(state: State, leader: Seat) -> None:
    state.asked = "lead"
    state.to_act = _ALONE[leader]
    state.plays = ()
    state.high = None
    state.high_tiles = ()


def lead(state: State, tiles: Tiles, tell: Tell) -> None:
    """Play the first tiles of a trick (R10)."""
    seat = state.turn
    faces = _show(state, seat, tiles)
    state.high = seat
    state.high_tiles = tiles
    state.asked = "follow"
    tell(events.Led(seat, faces, GROUPS[tiles].kind, not state.hands[seat]))
    _next(state, tell)


def discard(state: State, tiles: Tiles, tell: Tell, *, barred: bool = False) -> None:
    """Lay tiles face down (R11)."""
    seat = state.turn
    _take(state, seat, tiles)
    state.face_down[seat] += tiles
    size = len(tiles)
    state.plays += (Shown(seat, size, None),)
    tell(events.Discarded(seat, size, barred))
    tell(events.LaidDown(seat, faces_of(tiles), to=(seat,)))
    _next(state, tell)


def _show(state: State, seat: Seat, tiles: Tiles) -> tuple[int, ...]:
    """Play tiles face up; their faces."""
    _take(state, seat, tiles)
    faces = faces_of(tiles)
    state.face_up[seat] += tiles
    state.plays += (Shown(seat, len(tiles), faces),)
    return faces


def _take(state: State, seat: Seat, tiles: Tiles) -> None:
    state.hands[seat] = tuple([tile for tile in state.hands[seat] if tile not in tiles])


def _next(state: State, tell: Tell) -> None:
    """The next seat's turn, or the end of the trick (R18)."""
    if len(state.plays) < SEATS:
        state.to_act = _ALONE[(state.turn + 1) % SEATS]
        return
    winner, size = state.high, len(state.high_tiles)
    assert winner is not None
    columns = list(state.columns)
    columns[winner] += size
    state.columns = tuple(columns)
    trick = Trick(state.plays, winner)
    state.tricks += (trick,)
    tell(events.TrickWon(len(state.tricks), winner, faces_of(state.high_tiles), size, state.columns))
    scoring.pay_at_once(state, winner, GROUPS[state.high_tiles].kind, tell)
    if state.hands[winner]:
        _begin_trick(state, winner)
    else:
        scoring.end_deal(state, tell)
