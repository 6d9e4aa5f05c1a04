"""Positions of the game, set up by hand, and what is refused in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.cards import parse_card, parse_suit
from engine.core import Event, play
from engine.games.trumps.model import Action, Add, Beat, Deal, Dealer, Lead, PickUp, Trump, TrumpsOptions
from engine.games.trumps.rules import OwnTrumps
from engine.games.trumps.state import State

RULES = OwnTrumps()


E_ = TypeVar("E_", bound=Event)


def cards(text: str) -> bytes:
    return bytes(map(parse_card, text.split()))


class Table:
    """A turn about to begin: hands by seat, the pile bottom first, trump suits by seat."""

    def __init__(
        self, trumps: str, *hands: str, pile: str = "", actor: int = 0, dealer: int = 0, **options: Any
    ) -> None:
        self.state = state = RULES.start(TrumpsOptions(**options), len(hands))
        state.trumps = tuple(map(parse_suit, trumps))
        state.hands = [bytes(sorted(cards(hand))) for hand in hands]
        state.dealt = tuple(state.hands)
        state.unbeaten = [b""] * len(hands)
        state.pile = state.shown = cards(pile)
        state.dealer = dealer

        state.to_act = (actor,)
        state.asked = "beat" if pile else "lead"
        self.told: list[Event] = []

    def do(self, *choices: str) -> Table:
        """Cards to play, or "pick up", by who is to act."""
        for choice in choices:
            (seat,) = RULES.to_act(self.state)
            kinds: dict[str, Callable[[int], Action]] = {"lead": Lead, "beat": Beat, "add": Add}
            action = PickUp() if choice == "pick up" else kinds[self.state.asked](parse_card(choice))
            assert RULES.allows(self.state, seat, action)
            RULES.advance(self.state, seat, action, self.told.append)
        return self

    def last(self, kind: type[E_]) -> E_:
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    @property
    def deal(self) -> Deal:
        return self.state.deals[-1]


def _choosing() -> State:
    state = RULES.start(TrumpsOptions(), 2)
    RULES.resolve(state, Dealer(0), lambda event: None)
    return play(RULES, state, 1, Trump(2))


def _leading() -> State:
    return Table("SH", "6S 7C 8D", "6H 7H 8H").state


def _beating() -> State:
    return Table("SH", "6S 7C 8D QC", "6H 7H 8H", pile="JC").state


def _own_on_top() -> State:
    return Table("SH", "6S KS AS", "6H 7H 8H", pile="QS").state


def _adding() -> State:
    return Table("SH", "6S 7C 8D QC", "6H 7H 8H", pile="JC").do("QC").state


def _one_is_out() -> State:
    table = Table("SHD", "9C", "QC KC AC", "6D 7D 8S", pile="8C", pick_up="free")
    return table.do("9C").state


def _over() -> State:
    return Table("SH", "9D", "JC QC", pile="8D", pick_up="free").do("9D").state


REFUSALS: dict[str, tuple[str, Callable[[], State], int, Action]] = {
    "match_over": ("R27", _over, 0, PickUp()),
    "chance_is_due": ("R5", lambda: RULES.start(TrumpsOptions(), 2), 0, PickUp()),
    "not_your_turn": ("R11", _leading, 1, Lead(parse_card("6H"))),
    "out": ("R18", _one_is_out, 0, PickUp()),
    "trump_is_due": ("R6", _choosing, 0, PickUp()),
    "trumps_stay": ("R6", _leading, 0, Trump(2)),
    "suit_taken": ("R6", _choosing, 0, Trump(2)),
    "pile_is_empty": ("R12", _leading, 0, PickUp()),
    "pile_is_not_empty": ("R12", _beating, 0, Lead(parse_card("6S"))),
    "second_card_is_due": ("R14", _adding, 0, Beat(parse_card("6S"))),
    "beat_first": ("R14", _beating, 0, Add(parse_card("6S"))),
    "can_beat": ("R16", _beating, 0, PickUp()),
    "not_in_your_hand": ("R13", _beating, 0, Beat(parse_card("AS"))),
    "does_not_beat": ("R13", _beating, 0, Beat(parse_card("7C"))),
    "own_trump_on_top": ("R13", _own_on_top, 0, Beat(parse_card("6S"))),
}
"""Each reason for a refusal: its rule, a position, a seat and an action."""
