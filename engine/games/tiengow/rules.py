"""The rules of Tien Gow, put together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.chance import lot, shuffle
from engine.core import ChanceNode, Rules, Seat, Tell
from engine.games.tiengow import groups, tricks
from engine.games.tiengow.groups import GROUPS, Tiles
from engine.games.tiengow.model import SEATS, Action, Banker, Beat, Discard, Lead, Shuffle, TiengowOptions
from engine.games.tiengow.refusals import refusal
from engine.games.tiengow.scoring import result
from engine.games.tiengow.state import State, View
from engine.games.tiengow.view import imagine, view
from engine.tiles import DECK, FACES

_LEADS = {tiles: Lead(tiles) for tiles in GROUPS}
_BEATS = {tiles: Beat(tiles) for tiles in GROUPS}
_SINGLES = tuple(Discard((tile,)) for tile in range(DECK))
_SINGLE_BEATS: dict[Tiles, tuple[Beat | None, ...]] = {
    tiles: tuple(_BEATS[tile,] if groups.is_above(GROUPS[tile,], high) else None for tile in range(DECK))
    for tiles, high in GROUPS.items()
    if len(tiles) == 1
}
"""By a single tile that was led or is high: what each tile does to it, None if it does not beat it.

Most choices of a match follow a single tile, and this makes their lists without looking for groups.
"""
_BANKER = lot(Banker, "R8", range(SEATS))
_SHUFFLE = shuffle(Shuffle, "R8", range(DECK))


class Tiengow(Rules[TiengowOptions, State, Action, View]):
    """Tien Gow.

    Actions are listed so: leads, or the beats and then the discards, each by their tiles in canonical
    order.
    """

    slug = "tiengow"
    seats = range(SEATS, SEATS + 1)
    Options = TiengowOptions
    actions = (Lead, Beat, Discard)
    outcomes = (Banker, Shuffle)
    result_rules: ClassVar[Mapping[str, str]] = {
        "scores": "R25",
        "winners": "R26",
        "deals_won": "R26",
        "deals": "R18-R25",
        "deals.banker": "R25",
        "deals.winner": "R18",
        "deals.last_group": "R9",
        "deals.columns": "R18",
        "deals.immediate": "R19",
        "deals.multiplier": "R21-R22",
        "deals.little_three_payer": "R23",
        "deals.settlement": "R20-R24",
        "deals.scores": "R25",
    }
    spoken: ClassVar[Mapping[str, Callable[[Any], str]]] = {
        "faces": lambda faces: " ".join(FACES[face] for face in faces)
    }

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    result = staticmethod(result)

    def start(self, options: TiengowOptions, seats: int) -> State:
        return State(options=options, seats=seats, asked="banker", scores=(0,) * seats)

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.asked == "banker":
            return _BANKER
        return _SHUFFLE if state.asked == "shuffle" else None

    def resolve(self, state: State, outcome: Banker | Shuffle, tell: Tell) -> None:
        if isinstance(outcome, Shuffle):
            tricks.deal(state, outcome, tell)
        else:
            tricks.draw_banker(state, outcome, tell)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.to_act:
            return ()
        hand = state.hands[seat]
        if state.asked == "lead":
            return [_LEADS[tiles] for tiles in groups.leads(hand)]
        size = state.plays[0].size
        barred = tricks.must_discard(state)
        if size == 1:
            return _single_follows(hand, state.high_tiles, barred)
        beats = () if barred else groups.beats(hand, state.high_tiles)
        return [*(_BEATS[tiles] for tiles in beats), *map(Discard, groups.discards(hand, size))]

    def allows(self, state: State, seat: Seat, action: Action) -> bool:
        if seat not in state.to_act:
            return False
        leads = isinstance(action, Lead)
        if leads != (state.asked == "lead"):
            return False
        tiles, hand = action.tiles, state.hands[seat]
        if not tiles or any(tile not in hand for tile in tiles) or groups.canonical(hand, tiles) != tiles:
            return False
        if leads:
            return tiles in GROUPS
        if len(tiles) != state.plays[0].size:
            return False
        return isinstance(action, Discard) or (tricks.beats(state, tiles) and not tricks.must_discard(state))

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Discard):
            tricks.discard(state, action.tiles, tell)
        elif isinstance(action, Beat):
            tricks.beat(state, action.tiles, tell)
        else:
            tricks.lead(state, action.tiles, tell)
        tricks.go_on(state, tell)


def _single_follows(hand: Tiles, high: Tiles, barred: bool) -> list[Action]:
    """The beats, unless the seat is barred from winning, and then the discards."""
    tiles = groups.choices(hand)
    discards: list[Action] = [_SINGLES[tile] for tile in tiles]
    if barred:
        return discards
    beats = _SINGLE_BEATS[high]
    return [beat for tile in tiles if (beat := beats[tile])] + discards
