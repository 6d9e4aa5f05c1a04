"""The rules of Xgame, put together."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.cards import TEXTS, rank_of
from engine.chance import shuffle
from engine.core import ChanceNode, Result, Rules, Seat, Tell
from engine.games.xgame.events import Played, TrickWon
from engine.games.xgame.model import PACK, Play, Shuffle, XgameOptions
from engine.games.xgame.refusals import refusal
from engine.games.xgame.state import State, View
from engine.games.xgame.view import imagine, view
from engine.seats import leaders

_SHUFFLE = shuffle(Shuffle, "R3", PACK)


class Xgame(Rules[XgameOptions, State, Play, View]):
    """Xgame. Cards to play are listed rising."""

    slug = "xgame"
    seats = range(2, 5)
    Options = XgameOptions
    actions = (Play,)
    outcomes = (Shuffle,)
    result_rules: ClassVar[Mapping[str, str]] = {"scores": "R6", "winners": "R7"}
    spoken: ClassVar = {"card": TEXTS.__getitem__}

    refusal = staticmethod(refusal)
    view = staticmethod(view)
    imagine = staticmethod(imagine)

    def start(self, options: XgameOptions, seats: int) -> State:
        return State(
            options=options,
            seats=seats,
            asked="shuffle",
            to_act=(),
            scores=(0,) * seats,
            hands=[[] for _ in range(seats)],
        )

    def chance(self, state: State) -> ChanceNode[Any] | None:
        return _SHUFFLE if state.asked == "shuffle" else None

    def resolve(self, state: State, outcome: Shuffle, tell: Tell) -> None:
        dealt = state.options.tricks * state.seats
        state.hands = [sorted(outcome.order[seat : dealt : state.seats]) for seat in range(state.seats)]
        state.deck = outcome.order[dealt:]
        state.asked, state.to_act = "play", (0,)

    def legal(self, state: State, seat: Seat) -> Sequence[Play]:
        return [Play(card) for card in state.hands[seat]] if seat in state.to_act else ()

    def advance(self, state: State, seat: Seat, action: Play, tell: Tell) -> None:
        state.hands[seat].remove(action.card)
        state.trick[seat] = action.card
        tell(Played(seat, action.card))
        if len(state.trick) < state.seats:
            state.to_act = ((seat + 1) % state.seats,)
            return
        winner = max(state.trick, key=lambda one: rank_of(state.trick[one]))  # of equal ones the first
        tell(TrickWon(winner, state.trick[winner]))
        state.scores = tuple(score + (one == winner) for one, score in enumerate(state.scores))
        state.played += state.trick.values()
        state.trick = {}
        if state.hands[seat]:
            state.to_act = (winner,)
        else:
            state.asked, state.to_act = "nothing", ()

    def result(self, state: State) -> Result | None:
        if state.asked != "nothing":
            return None
        return Result(state.scores, leaders(state.scores), "tricks", {})
