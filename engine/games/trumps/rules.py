"""The rules of Your trumps, put together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.cards import SUITS, TEXTS
from engine.chance import lot, shuffle, shuffled
from engine.core import BadOptions, ChanceNode, Result, Rules, Seat, Tell, in_json
from engine.games.trumps import dealing, turns
from engine.games.trumps.cards import PACKS, beaters
from engine.games.trumps.model import (
    NONE,
    Action,
    Add,
    Beat,
    Dealer,
    Lead,
    PickUp,
    Shuffle,
    Trump,
    Trumps,
    TrumpsOptions,
)
from engine.games.trumps.refusals import refusal
from engine.games.trumps.state import State, View
from engine.games.trumps.view import imagine, view
from engine.seats import leaders

_TRUMPS = tuple(map(Trump, range(4)))
_LEAD = tuple(map(Lead, range(52))).__getitem__
_BEAT = tuple(map(Beat, range(52))).__getitem__
_ADD = tuple(map(Add, range(52))).__getitem__
_PICK_UP = PickUp()


class OwnTrumps(Rules[TrumpsOptions, State, Action, View]):
    """Your trumps.

    Actions are listed by suit, spades to clubs, within a suit low to high, and picking up last (R31).
    """

    slug = "trumps"
    seats = range(2, 5)
    Options = TrumpsOptions
    actions = (Trump, Lead, Beat, Add, PickUp)
    outcomes = (Dealer, Trumps, Shuffle)
    result_rules: ClassVar[Mapping[str, str]] = {
        "scores": "R26",
        "winners": "R27",
        "trumps": "R6",
        "deals": "R18-R26",
        "deals.dealer": "R25",
        "deals.end": "R19-R23",
        "deals.loser": "R19",
        "deals.out": "R18",
        "deals.left": "R19",
        "deals.pile": "R19",
        "deals.turns": "R11",
        "deals.points": "R26",
    }
    spoken: ClassVar[Mapping[str, Callable[[Any], str]]] = {
        "card": TEXTS.__getitem__,
        "top": TEXTS.__getitem__,
        "suit": SUITS.__getitem__,
    }

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)

    def check(self, options: TrumpsOptions, seats: int) -> None:
        super().check(options, seats)
        if options.deal == "mirror" and seats != 2:
            raise BadOptions("deal", "mirror_wants_two_seats", seats=seats)

    def start(self, options: TrumpsOptions, seats: int) -> State:
        return State(
            options=options,
            seats=seats,
            asked="dealer",
            scores=(0,) * seats,
            trumps=(NONE,) * seats,
            hands=[b""] * seats,
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.to_act or state.asked == "nothing":
            return None
        seats = state.seats
        if state.asked == "dealer":
            return lot(Dealer, "R5", range(seats))
        if state.asked == "trumps":
            return ChanceNode(
                Trumps,
                "R6",
                sample=lambda rng: Trumps(shuffled(range(4), rng)[:seats]),
                admits=lambda outcome: len(outcome.suits) == len(set(outcome.suits)) == seats,
            )
        return shuffle(Shuffle, "R9" if state.options.deal == "mirror" else "R8", PACKS[state.options.deck])

    def resolve(self, state: State, outcome: Dealer | Trumps | Shuffle, tell: Tell) -> None:
        if isinstance(outcome, Shuffle):
            dealing.deal(state, outcome, tell)
        elif isinstance(outcome, Trumps):
            dealing.draw_trumps(state, outcome.suits, tell)
        else:
            dealing.draw_dealer(state, outcome.seat, tell)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.to_act:
            return ()
        asked = state.asked
        if asked == "add":
            return list(map(_ADD, state.hands[seat]))
        if asked == "beat":
            able = beaters(state.hands[seat], state.pile[-1], state.trumps[seat])
            beats: list[Action] = list(map(_BEAT, able))
            if not able or state.options.pick_up == "free":
                beats.append(_PICK_UP)
            return beats
        if asked == "lead":
            return list(map(_LEAD, state.hands[seat]))
        return [_TRUMPS[suit] for suit in dealing.free_suits(state)]

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Trump):
            dealing.choose_trump(state, seat, action.suit, tell)
            return
        if isinstance(action, PickUp):
            turns.pick_up(state, seat, tell)
        else:
            turns.lay(state, seat, action.card, tell)
        turns.go_on(state, tell)

    def result(self, state: State) -> Result | None:
        if state.asked != "nothing":
            return None
        details = {"trumps": [SUITS[suit] for suit in state.trumps], "deals": in_json(state.deals)}
        return Result(state.scores, leaders(state.scores), state.deals[-1].end, details)
