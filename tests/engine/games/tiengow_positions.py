"""Positions of the game, set up by hand, and what is refused in them."""

from __future__ import annotations

from typing import TypeVar

from engine.core import Event, Seat, silent
from engine.games.tiengow.model import Banker, Beat, Discard, Lead, Shuffle, TiengowOptions
from engine.games.tiengow.rules import Tiengow
from engine.games.tiengow.state import State
from engine.tiles import DECK, parse_tile

RULES = Tiengow()


E_ = TypeVar("E_", bound=Event)


def numbers(texts: str) -> tuple[int, ...]:
    return tuple(map(parse_tile, texts.split()))


class Table:
    """A deal with stacked hands, which may be short; tiles not named are left out."""

    def __init__(self, *hands: str, banker: Seat = 0, **options: int) -> None:
        self.state: State = RULES.start(TiengowOptions(**options), 4)
        self.told: list[Event] = []
        RULES.resolve(self.state, Banker(banker), silent)
        RULES.resolve(self.state, Shuffle(tuple(range(DECK))), silent)
        self.state.hands = [tuple(sorted(numbers(hand))) for hand in hands]

    def columns(self, *columns: int) -> Table:
        self.state.columns = columns
        return self

    def do(self, *choices: str) -> Table:
        """Plays by who is to act: "!" before the tiles beats, "-" discards, else it is a lead."""
        for choice in choices:
            tiles = numbers(choice.lstrip("!-"))
            kind = Beat if choice[0] == "!" else Discard if choice[0] == "-" else Lead
            seat = RULES.to_act(self.state)[0]
            assert RULES.allows(self.state, seat, kind(tiles)), choice
            RULES.advance(self.state, seat, kind(tiles), self.told.append)
        return self

    def last(self, kind: type[E_]) -> E_:
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    def all(self, kind: type[E_]) -> list[E_]:
        return [event for event in self.told if isinstance(event, kind)]


REFUSALS = [
    (0, Discard(numbers("plum_1")), "R10", "lead_is_due"),
    (1, Lead(numbers("heaven_2")), "R8", "not_your_turn"),
    (0, Lead(numbers("man_1")), "R10", "not_in_hand"),
    (0, Lead(numbers("plum_2 plum_1")), "R7", "not_in_order"),
    (0, Lead(numbers("plum_2")), "R7", "first_copy_goes_first"),
    (0, Lead(numbers("heaven_1 plum_1")), "R9", "no_group"),
    (0, Lead(()), "R9", "no_group"),
]


FOLLOWING = [
    ("plum_1", Lead(numbers("heaven_2")), "R11", "trick_is_open"),
    ("plum_1", Beat(numbers("heaven_2 nine_5_4")), "R11", "wrong_number"),
    ("plum_1", Beat(numbers("nine_5_4")), "R12", "other_kind"),
    ("plum_1", Beat(numbers("board_1")), "R12", "too_low"),
    ("heaven_1", Beat(numbers("heaven_2")), "R12", "equal_rank"),
    ("plum_1 plum_2", Beat(numbers("heaven_2 board_1")), "R9", "no_group"),
    ("plum_1 plum_2", Beat(numbers("big_six little_three")), "R13", "supreme_beats_nothing"),
]


HANDS = (
    "heaven_1 plum_1 plum_2 nine_6_3",
    "heaven_2 board_1 nine_5_4 big_six little_three",
    "man_1 man_2 goose_1 goose_2",
    "earth_1 earth_2 seven_5_2 seven_4_3",
)
