"""Positions of the game, set up by hand, and what is refused in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.core import Event
from engine.games.flip.model import CARDS, Chip, FlipOptions, Play, Shuffle, Side
from engine.games.flip.rules import Flip
from engine.games.flip.state import State

RULES = Flip()


E_ = TypeVar("E_", bound=Event)


class Table:
    """A match in which the hands, then the cards to draw, are as given."""

    def __init__(
        self, *hands: Sequence[int], draws: Sequence[int] = (), side: Side = "hi", target: int = 75
    ) -> None:
        self.state: State = RULES.start(FlipOptions(target=target, hand_size=len(hands[0])), len(hands))
        self.told: list[Event] = []
        self.deal(*hands, draws=draws)
        self.flip(side)

    def deal(self, *hands: Sequence[int], draws: Sequence[int] = ()) -> Table:
        first = [card for cards in zip(*hands, strict=True) for card in cards]
        first += draws
        RULES.resolve(
            self.state,
            Shuffle((*first, *(card for card in CARDS if card not in first))),
            self.told.append,
        )
        return self

    def flip(self, *sides: Side) -> Table:
        for side in sides:
            assert self.state.asked == "chip"
            RULES.resolve(self.state, Chip(side), self.told.append)
        return self

    def play(self, *cards: int) -> Table:
        for card in cards:
            (seat,) = RULES.to_act(self.state)
            assert RULES.allows(self.state, seat, Play(card))
            RULES.advance(self.state, seat, Play(card), self.told.append)
        return self

    def legal(self) -> list[int]:
        return [action.card for seat in RULES.to_act(self.state) for action in RULES.legal(self.state, seat)]

    def last(self, kind: type[E_]) -> E_:
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    def drain(self) -> Table:
        """No card is left to draw; what was there has been collected by the first seat."""
        self.state.collected[0] += self.state.deck[self.state.drawn :]
        self.state.drawn = len(self.state.deck)
        return self


REFUSALS: dict[str, Callable[[], tuple[State, int, int, str]]] = {
    "not_your_turn": lambda: (Table([20, 50, 7], [8, 30, 60]).state, 1, 8, "R8"),
    "not_in_your_hand": lambda: (Table([20, 50, 7], [8, 30, 60]).play(20).state, 1, 50, "R10"),
    "does_not_fit": lambda: (Table([20, 50, 7], [8, 30, 60]).play(20).state, 1, 8, "R9"),
    "chance_is_due": lambda: (Table([7, 20, 50], [8, 30, 60]).play(7, 60).state, 0, 20, "R11"),
    "match_over": lambda: (
        Table([30, 40, 92], [35, 36, 50], target=25).play(30, 35, 40, 50, 92).state,
        1,
        36,
        "R31",
    ),
}
