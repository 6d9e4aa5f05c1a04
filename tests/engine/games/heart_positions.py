"""Positions of the game, set up by hand, and what is refused in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.cards import parse_card
from engine.core import Event
from engine.games.heart.model import Action, Deal, HeartOptions, Pick, Roll, Wild
from engine.games.heart.rules import Heart
from engine.games.heart.state import State, View

RULES = Heart()


E_ = TypeVar("E_", bound=Event)


class Table:
    """A match on a stacked deal: ``hands`` are the Point cards that each seat will take, in turn."""

    def __init__(self, spots: str, seats: int = 2, queen: str = "QH", **options: Any) -> None:
        self.state: State = RULES.start(HeartOptions(**{"size": "small"} | options), seats)
        self.told: list[Event] = []
        self.deal(spots, queen)
        if self.state.asked == "roll":
            self.roll(*range(6, 6 - seats, -1))

    def deal(self, spots: str, queen: str = "QH") -> Table:
        outcome = Deal(parse_card(queen), tuple(map(parse_card, spots.split())))
        node = RULES.chance(self.state)
        assert node is not None
        assert node.admits(outcome)
        RULES.resolve(self.state, outcome, self.told.append)
        return self

    def roll(self, *values: int) -> Table:
        why = "first" if self.state.asked == "roll" else "tie"
        outcome = Roll(why, self.state.rolling, values)  # type: ignore[arg-type]
        node = RULES.chance(self.state)
        assert node is not None
        assert node.admits(outcome)
        RULES.resolve(self.state, outcome, self.told.append)
        return self

    def do(self, *choices: int | str) -> Table:
        """Spots to pick, and cards for Wildcards, by who is to act."""
        for choice in choices:
            (seat,) = RULES.to_act(self.state)
            action: Action = Pick(choice) if isinstance(choice, int) else Wild(parse_card(choice))
            assert RULES.allows(self.state, seat, action)
            RULES.advance(self.state, seat, action, self.told.append)
        return self

    def all(self, kind: type[E_]) -> list[E_]:
        return [event for event in self.told if isinstance(event, kind)]

    def last(self, kind: type[E_]) -> E_:
        return self.all(kind)[-1]

    def view(self, seat: int | None) -> View:
        return RULES.view(self.state, seat)


PLAIN = "10H 10S 9H 10C 2S 8S AC 7C 3D 5H 4S AH"


TIED = "AH AD 2H 2D 3S 3C 4S 4C 5H 5D 6H 6D"


MIXED = "KH JS 7H 2H 3S 4H 9C 5H 2D 6H AS 8H"


IN_TURN = (*range(1, 12),)
"""Everybody takes the lowest spot; the last one is taken without asking."""


def wildcards(wild: str, own: str) -> Table:
    """Seat 0 takes these five Point cards and the Wildcard; seat 1 the others."""
    mine = own.split()
    free = [text for text in ("2H", "2D", "3H", "3D", "4H", "4D", "5H") if text not in mine][:5]
    spots = [wild, "KS" if wild == "KD" else "KD"]
    for one, two in zip(mine, free, strict=True):
        spots += [one, two]
    return Table(" ".join(spots)).do(*IN_TURN)


def choosing() -> State:
    return wildcards("KH", "10H 9S 8H 7S 6H").state


def turning() -> State:
    return wildcards("KC", "10H 9S 8H 7S 6H").state


REFUSALS: dict[str, Callable[[], tuple[State, int, Action]]] = {
    "match_over": lambda: (Table(PLAIN, wildcards=False).do(*IN_TURN).state, 0, Pick(1)),
    "chance_is_due": lambda: (RULES.start(HeartOptions(), 2), 0, Pick(1)),
    "not_your_turn": lambda: (Table(MIXED).state, 1, Pick(1)),
    "other_action_is_due": lambda: (choosing(), 0, Pick(1)),
    "no_such_spot": lambda: (Table(MIXED).state, 0, Pick(13)),
    "already_taken": lambda: (Table(MIXED).do(5).state, 1, Pick(5)),
    "holds_a_wildcard": lambda: (Table(MIXED).do(1, 3).state, 0, Pick(2)),
    "not_in_your_hand": lambda: (choosing(), 0, Wild(parse_card("2H"))),
    "not_negative": lambda: (choosing(), 0, Wild(parse_card("10H"))),
    "not_positive": lambda: (turning(), 0, Wild(parse_card("9S"))),
}
"""A position, a seat and an action for each reason of refusal."""
