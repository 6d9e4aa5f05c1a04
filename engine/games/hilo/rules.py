"""The rules of Cardinality, put together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.cards import ACE, TEXTS
from engine.chance import lot, shuffle
from engine.core import ChanceNode, Rules, Seat, Tell
from engine.games.hilo import guessing, high_low, trading
from engine.games.hilo.model import (
    DECK,
    Action,
    Call,
    First,
    Guess,
    HiloOptions,
    Offer,
    Pass,
    Pick,
    Shuffle,
    Steal,
    TurnUp,
)
from engine.games.hilo.refusals import refusal
from engine.games.hilo.scoring import result
from engine.games.hilo.state import State, View
from engine.games.hilo.view import imagine, view

_TURN_UP = lot(TurnUp, "R6", range(DECK))
_SHUFFLE = shuffle(Shuffle, "R8", range(DECK))
_GUESSES = (Guess(ACE), *map(Guess, range(ACE)))
_CALLS = Call("higher"), Call("lower")
_CALLS_WITH_ACE = (
    Call("higher", "high"),
    Call("higher", "low"),
    Call("lower", "high"),
    Call("lower", "low"),
)
_STEALS = tuple(map(Steal, range(DECK)))
_PASS = Pass()
_OFFERS = tuple(map(Offer, range(DECK)))
_PICKS = tuple(map(Pick, range(DECK)))
_PICKS_NAMING = tuple(tuple(Pick(card, seat) for seat in range(4)) for card in range(DECK))
_PLACES = [(card + 1) % 13 * 4 + card // 13 for card in range(DECK)]
"""The order of cards in a pile as it is offered: ranks from ace to king, then suits."""


class Hilo(Rules[HiloOptions, State, Action, View]):
    """Cardinality.

    Actions are listed so: ranks from ace to king; Higher before Lower, the ace high before low;
    cards to steal as they were drawn, then the pass; cards to offer by rank, from ace to king, then by
    suit; offers to take by owner, then the next picker by seat.
    """

    slug = "hilo"
    seats = range(2, 5)
    Options = HiloOptions
    actions = (Guess, Call, Steal, Pass, Offer, Pick)
    outcomes = (TurnUp, First, Shuffle)
    result_rules: ClassVar[Mapping[str, str]] = {
        "scores": "R34",
        "winners": "R34",
        "deals": "R31-R33",
        "deals.first": "R35",
        "deals.rounds": "R9",
        "deals.cards": "R9",
        "deals.unclaimed": "R22",
        "deals.grand_sequence": "R31",
        "deals.tri_bash": "R32",
        "deals.hoard": "R33",
    }
    spoken: ClassVar[Mapping[str, Callable[[Any], str]]] = {"card": TEXTS.__getitem__}

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    result = staticmethod(result)

    def start(self, options: HiloOptions, seats: int) -> State:
        guess = options.turn_order == "guess"
        return State(
            options=options,
            seats=seats,
            asked="guess" if guess else "first",
            to_act=tuple(range(seats)) if guess else (),
            scores=(0,) * seats,
            guesses=(None,) * seats if guess else (),
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        if state.to_act or state.asked == "nothing":
            return None
        if state.asked == "first":
            among = guessing.among(state)
            rule = "R6" if state.options.turn_order == "guess" else "R7"
            return lot(First, rule, among, fixed={"among": list(among)})
        return _TURN_UP if state.asked == "turn_up" else _SHUFFLE

    def resolve(self, state: State, outcome: TurnUp | First | Shuffle, tell: Tell) -> None:
        if isinstance(outcome, TurnUp):
            guessing.turn_up(state, outcome.card, tell)
        elif isinstance(outcome, First):
            guessing.draw_lots(state, outcome.seat, tell)
        else:
            high_low.begin_deal(state, outcome, tell)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in state.to_act:
            return ()
        asked = state.asked
        if asked == "call":
            return _CALLS_WITH_ACE if state.options.ace == "per_turn" else _CALLS
        if asked == "offer":
            return [_OFFERS[card] for card in sorted(state.piles[seat], key=_PLACES.__getitem__)]
        if asked == "steal":
            return [*(_STEALS[card] for card in state.cards if card not in state.stolen), _PASS]
        if asked == "guess":
            return _GUESSES
        return _picks(state, seat)

    def advance(self, state: State, seat: Seat, action: Action, tell: Tell) -> None:
        if isinstance(action, Call):
            high_low.call(state, action, tell)
        elif isinstance(action, Offer):
            trading.offer(state, seat, action.card, tell)
        elif isinstance(action, Pick):
            trading.pick(state, seat, action, tell)
        elif isinstance(action, Steal):
            high_low.steal(state, seat, action.card, tell)
        elif isinstance(action, Pass):
            high_low.pass_(state, seat, tell)
        else:
            guessing.guess(state, seat, action.rank, tell)


def _picks(state: State, seat: Seat) -> Sequence[Action]:
    taken = state.taken
    cards = [
        card
        for owner, card in enumerate(state.offers)
        if card is not None and owner != seat and card not in taken
    ]
    if len(state.traders) == 4 and len(state.pickers) == 1:
        return [_PICKS_NAMING[card][other] for card in cards for other in state.traders if other != seat]
    return [_PICKS[card] for card in cards]
