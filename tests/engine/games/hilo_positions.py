"""Positions of the game, set up by hand, and what is refused in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.cards import parse_card
from engine.core import Event
from engine.games.hilo import trading
from engine.games.hilo.model import Action, Call, First, Guess, HiloOptions, Offer, Pass, Pick, Shuffle, Steal
from engine.games.hilo.rules import Hilo
from engine.games.hilo.state import State

RULES = Hilo()


E_ = TypeVar("E_", bound=Event)


class Table:
    """A match on a stacked deck, which may be shorter than a real one."""

    def __init__(self, deck: str, seats: int, first: int = 0, **options: Any) -> None:
        self.state: State = RULES.start(HiloOptions(turn_order="random", **options), seats)
        self.told: list[Event] = []
        RULES.resolve(self.state, First(first), self.told.append)
        self.deal(deck)

    def deal(self, deck: str) -> None:
        order = Shuffle(tuple(map(parse_card, deck.split())))
        RULES.resolve(self.state, order, self.told.append)

    def do(self, *choices: str) -> Table:
        """Calls, cards to steal, offer or take ("KS>2" names seat 2), or "pass", by who is to act."""
        for choice in choices:
            seat = RULES.to_act(self.state)[0]
            RULES.advance(self.state, seat, self._action(choice), self.told.append)
        return self

    def _action(self, choice: str) -> Any:
        card, _, following = choice.partition(">")
        match self.state.asked:
            case "call":
                return Call("higher" if choice[0] == "h" else "lower", None)
            case "steal":
                return Pass() if choice == "pass" else Steal(parse_card(choice))
            case "offer":
                return Offer(parse_card(choice))
            case _:
                return Pick(parse_card(card), int(following) if following else None)

    def last(self, kind: type[E_]) -> E_:
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    def all(self, kind: type[E_]) -> list[E_]:
        return [event for event in self.told if isinstance(event, kind)]

    def pile(self, seat: int) -> list[int]:
        return sorted(self.state.piles[seat])


FILL = " 2S 3S 4S 5S 6S 7S 8S 9S"


def piles(*texts: str, first_picker: int = 0, stages: int = 1) -> Table:
    """A trade about to begin: a last round without cards of its own."""
    table = Table("2S 3S" + FILL, len(texts), trading_stages=stages)
    table.state.piles = [tuple(map(parse_card, text.split())) for text in texts]
    table.state.active = first_picker
    trading.begin(table.state, table.told.append)
    return table


REFUSALS: dict[str, Callable[[], tuple[State, int, Action]]] = {
    "already_guessed": lambda: (guessing(0), 0, Guess(3)),
    "other_action_is_due": lambda: (guessing(), 0, Call("higher")),
    "chance_is_due": lambda: (guessing(0, 1), 0, Guess(3)),
    "not_active": lambda: (Table("2S 3S 4S 5S", 2).state, 1, Call("higher")),
    "ace_is_fixed": lambda: (Table("2S 3S 4S 5S", 2).state, 0, Call("higher", "low")),
    "ace_is_missing": lambda: (Table("2S 3S 4S 5S", 2, ace="per_turn").state, 0, Call("higher")),
    "no_steal_right": lambda: (stealing(), 0, Pass()),
    "steals_later": lambda: (stealing(), 3, Pass()),
    "not_drawn_in_this_round": lambda: (stealing(), 1, Steal(parse_card("KS"))),
    "not_in_your_pile": lambda: (piles("KS QS", "2S 3S").state, 0, Offer(parse_card("2S"))),
    "already_offered": lambda: (piles("KS QS", "2S 3S").do("KS").state, 0, Offer(parse_card("QS"))),
    "not_taking_part": lambda: (piles("KS QS", "2S 3S", "").state, 2, Offer(parse_card("QS"))),
    "not_your_pick": lambda: (picking(), 1, Pick(parse_card("2S"))),
    "own_offer": lambda: (picking(), 0, Pick(parse_card("KS"), 1)),
    "not_offered": lambda: (picking(), 0, Pick(parse_card("QS"), 1)),
    "next_is_missing": lambda: (picking(), 0, Pick(parse_card("2S"))),
    "next_is_yourself": lambda: (picking(), 0, Pick(parse_card("2S"), 0)),
    "next_is_no_trader": lambda: (picking(), 0, Pick(parse_card("2S"), 9)),
    "already_taken": lambda: (picking("5S>1"), 1, Pick(parse_card("5S"))),
    "nobody_is_named": lambda: (picking("2S>1"), 1, Pick(parse_card("5S"), 2)),
    "match_over": lambda: (piles("KS QS", "").state, 0, Pass()),
}


def guessing(*seats: int) -> State:
    state = RULES.start(HiloOptions(), 2)
    for seat in seats:
        RULES.advance(state, seat, Guess(5), lambda event: None)
    return state


def stealing() -> State:
    return Table("KS 4S 4H 4D 3S 9S 5S 6S 7S 8S 10S JS", 4).do("h", "h").state


def picking(*choices: str) -> State:
    return piles("KS QS JS", "2S 3S", "5S 6S", "8S 9S").do("KS", "2S", "5S", "8S", *choices).state
