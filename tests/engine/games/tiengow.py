"""What the tests of all games need to know of Tien Gow."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bot.emoji import plain
from cogs.tiengow.words import chart
from engine.core import Event, Seat, replay
from engine.games.tiengow import events, tricks
from engine.games.tiengow.model import Discard, Lead
from engine.games.tiengow.state import State, View
from engine.record import Codec, Playthrough
from engine.tiles import BIG_SIX, FACE_OF, LITTLE_THREE, PIPS, TEXTS, faces_of
from engine.tiles import DECK as TILES
from tests.engine.adapters import Check

STEPS = 80_000
CLONE = 3.0
VIEW = 10.0
DECK = range(TILES)
LONGEST = 1 + 20 * (1 + 32)


def cards(state: State) -> list[int] | None:
    if state.asked not in {"lead", "follow"}:
        return None
    return [tile for place in (state.hands, state.face_up, state.face_down) for one in place for tile in one]


def named(event: Event) -> set[int]:
    """Faces: nobody is told copies."""
    match event:
        case events.Led() | events.Topped() | events.LaidDown() | events.TrickWon():
            return set(event.faces)
        case events.DealEnded():
            return {face for faces in event.discards for face in faces}
        case _:
            return set()


def known(view: View) -> set[int]:
    shown = {face for play in view.all_plays() for face in play.faces or ()}
    last = set() if view.last is None else named(view.last)
    return shown | last | {*faces_of(view.hand), *view.discarded}


_FACES = {frozenset(ends): face for face, ends in enumerate(PIPS)}
_PIPS = re.compile("(?<![0-9])([1-6])[-\u2011]([1-6])(?![0-9])")
_COPY = re.compile(r"\b(?:" + "|".join(TEXTS) + r")\b")
_NAMES = {"Nine": (11, 12), "Eight": (13, 14), "Seven": (15, 16), "Five": (18, 19)}
_CIVIL = {"Heaven": 0, "Earth": 1, "Man": 2, "Goose": 3}


def mentions(text: str) -> set[Any]:
    """Faces; and, as text, tiles as a record has them, which nobody may see."""
    text = text.replace(plain(chart()), "")
    found: set[Any] = {_FACES[frozenset(map(int, ends))] for ends in _PIPS.findall(text)}
    found.update(_COPY.findall(text))
    for name in re.findall(r"both (\w+) tiles", text):
        found.update(_NAMES[name])
    for civil, military in re.findall(r"quartet (\w+)–(\w+)", text):
        found.update((_CIVIL[civil], *_NAMES[military]))
    if "(Big Six + Little Three)" in text:
        found.update((FACE_OF[BIG_SIX], FACE_OF[LITTLE_THREE]))
    return found


def scramble(state: State, seat: Seat | None, rng: Random) -> State:
    """Hidden tiles change places, and copies that the seat cannot tell apart change names."""
    if state.asked not in {"lead", "follow"}:
        return state.clone()
    while True:
        other = _scrambled(state, seat, rng)
        if other.turn == seat or tricks.forced(other) is None:
            return other


def _scrambled(state: State, seat: Seat | None, rng: Random) -> State:
    other = state.clone()
    places = [
        (where, owner) for where in (other.hands, other.face_down) for owner in range(4) if owner != seat
    ]
    if _is_last_trick(state) and state.turn != seat:
        places.remove((other.hands, state.turn))  # it can beat, which few others could
    hidden = [tile for where, owner in places for tile in where[owner]]
    rng.shuffle(hidden)
    for where, owner in places:
        size = len(where[owner])
        where[owner] = tuple(sorted(hidden[:size])) if where is other.hands else tuple(hidden[:size])
        del hidden[:size]
    own = () if seat is None else other.hands[seat]
    swapped = {
        tile: tile ^ 1
        for first in range(0, 22, 2)
        if not {first, first + 1} & {*own} and rng.random() < 0.5
        for tile in (first, first + 1)
    }
    for where in (other.hands, other.face_up, other.face_down):
        for owner in range(4):
            renamed = [swapped.get(tile, tile) for tile in where[owner]]
            where[owner] = tuple(sorted(renamed) if where is other.hands else renamed)
    other.high_tiles = tuple(sorted(swapped.get(tile, tile) for tile in state.high_tiles))
    return other


def _is_last_trick(state: State) -> bool:
    return state.asked == "follow" and tricks.is_last_trick(state)


def hides(view: View) -> bool:
    return view.asked in {"lead", "follow"} and len(set(view.unseen())) > 4


def _equal(actual: Callable[[State], Any]) -> Check:
    def check(match: Playthrough, expected: Any) -> None:
        assert actual(match.state) == expected

    return check


def _legal(match: Playthrough) -> list[Any]:
    codec, state = Codec(match.rules), match.state
    return [codec.encode(state.turn, action) for action in match.rules.legal(state, state.turn)]


def _legal_in_order(match: Playthrough, expected: Any) -> None:
    node = match.rules.chance(match.state)
    listed = [{"chance": Codec.name(node.kind)}] if node else _legal(match)
    assert listed == expected


def _legal_count(match: Playthrough, expected: int) -> None:
    assert len(_legal(match)) == expected


def _legal_has(match: Playthrough, expected: list[Any]) -> None:
    legal = _legal(match)
    assert all(entry in legal for entry in expected)


def _legal_lacks(match: Playthrough, expected: list[Any]) -> None:
    legal = _legal(match)
    assert not any(entry in legal for entry in expected)


def _deal(match: Playthrough, expected: Any) -> None:
    deal = match.state.deals[-1]._asdict()
    assert {key: list(one) if isinstance(one, tuple) else one for key, one in deal.items()} == expected


def _forced(match: Playthrough, expected: list[Any]) -> None:
    """What was played after the last entry, in tiles of those hands."""
    state = replay(match.rules, match.options, match.seats, match.steps[:-1])
    hands = [list(hand) for hand in state.hands]
    told: list[Event] = []
    seat, action = match.steps[-1]
    assert seat is not None
    match.rules.advance(state, seat, action, told.append)
    codec = Codec(match.rules)
    made = []
    for event in told:
        if isinstance(event, events.Led | events.Topped | events.LaidDown):
            hand = hands[event.seat]
            tiles = tuple(next(tile for tile in hand if FACE_OF[tile] == face) for face in event.faces)
            hands[event.seat] = [tile for tile in hand if tile not in tiles]
            kind = Lead if isinstance(event, events.Led) else Discard
            made.append(codec.encode(event.seat, kind(tiles)))
    assert made[1:] == expected


CHECKS: Mapping[str, Check] = {
    "legal": _legal_in_order,
    "legal_count": _legal_count,
    "legal_has": _legal_has,
    "legal_lacks": _legal_lacks,
    "columns": _equal(lambda state: list(state.columns)),
    "immediate": _equal(lambda state: list(state.immediate)),
    "deal": _deal,
    "next_banker": _equal(lambda state: state.deals[-1].winner),
    "forced": _forced,
}
