"""The rules of Tien Gow, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from engine.core import ChanceNode, IllegalAction, Result, Rules, Seat, Tell
from engine.games.tiengow import groups, refusals, scoring, tricks
from engine.games.tiengow import view as views
from engine.games.tiengow.groups import GROUPS, Tiles
from engine.games.tiengow.model import (
    SEATS,
    Action,
    Banker,
    Beat,
    Discard,
    Lead,
    Shuffle,
    State,
    TiengowOptions,
)
from engine.games.tiengow.view import View
from engine.tiles import DECK, FACES

_LEADS = {tiles: Lead(tiles) for tiles in GROUPS}
_BEATS = {tiles: Beat(tiles) for tiles in GROUPS}
_SINGLES: dict[Tiles, Discard] = {(tile,): Discard((tile,)) for tile in range(DECK)}


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

    def start(self, options: TiengowOptions, seats: int) -> State:
        return State(options)

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.asked == "banker":
            return ChanceNode(
                Banker,
                "R8",
                sample=lambda rng: Banker(rng.randrange(SEATS)),
                admits=lambda outcome: 0 <= outcome.seat < SEATS,
            )
        if state.asked == "shuffle":
            return ChanceNode(Shuffle, "R8", sample=_shuffle, admits=_whole_deck)
        return None

    def resolve(self, state: State, outcome: Banker | Shuffle, tell: Tell) -> None:
        if isinstance(outcome, Shuffle):
            tricks.deal(state, outcome, tell)
        else:
            tricks.draw_banker(state, outcome, tell)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.asked in {"lead", "follow"} else ()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn:
            return ()
        hand = state.hands[seat]
        if state.asked == "lead":
            return [_LEADS[tiles] for tiles in groups.leads(hand)]
        if state.asked != "follow":
            return ()
        size = state.plays[0].size
        laid = groups.discards(hand, size)
        actions: list[Action] = []
        if not tricks.must_discard(state):
            high = GROUPS[state.high_tiles]
            actions += [_BEATS[tiles] for tiles in groups.beats(hand, high.kind, high.rank)]
        actions += [_SINGLES[tiles] for tiles in laid] if size == 1 else map(Discard, laid)
        return actions

    def allows(self, state: State, seat: Seat, action: Action) -> bool:
        if seat != state.turn or state.asked not in {"lead", "follow"}:
            return False
        leads = isinstance(action, Lead)
        if leads != (state.asked == "lead"):
            return False
        tiles, hand = action.tiles, state.hands[seat]
        if not _holds(hand, tiles) or groups.canonical(hand, tiles) != tiles:
            return False
        if leads:
            return tiles in GROUPS
        if len(tiles) != state.plays[0].size:
            return False
        return isinstance(action, Discard) or (tricks.beats(state, tiles) and not tricks.must_discard(state))

    def refusal(self, state: State, seat: Seat | None, action: Any) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Discard):
            tricks.discard(state, action.tiles, tell)
        elif isinstance(action, Beat):
            tricks.beat(state, action.tiles, tell)
        else:
            tricks.lead(state, action.tiles, tell)

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Random) -> State:
        return views.imagine(view, rng)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def result(self, state: State) -> Result | None:
        return scoring.result(state)


def _shuffle(rng: Random) -> Shuffle:
    order = list(range(DECK))
    rng.shuffle(order)
    return Shuffle(tuple(order))


def _whole_deck(outcome: Shuffle) -> bool:
    return len(outcome.order) == DECK and len(set(outcome.order)) == DECK


def _holds(hand: Tiles, tiles: Tiles) -> bool:
    return bool(tiles) and all(tile in hand for tile in tiles)
