"""The end of a round and of the match (R24-R32)."""

from engine.core import MatchEnded, Result, Seat, Tell, in_json
from engine.games.flip.events import RoundEnded
from engine.games.flip.model import BONUS, Round, tens
from engine.games.flip.state import State
from engine.seats import added, leaders


def end_round(state: State, seat: Seat, tell: Tell) -> None:
    """The seat that played last takes the pile, points are added; the match ends, or cards are due."""
    pile = tuple(state.pile)
    state.collected[seat] += pile
    state.pile = []
    scored = _score(state, None if state.hands[seat] else seat)
    state.rounds += (scored,)
    state.scores = added(state.scores, scored.points)
    state.to_act = ()
    tell(RoundEnded(len(state.rounds), seat, pile, scored, state.scores))
    if max(state.scores) >= state.options.target:
        state.asked = "nothing"
        tell(MatchEnded(state.scores, leaders(state.scores)))
    else:
        state.asked = "shuffle"


def result(state: State) -> Result | None:
    """The outcome once the match is over."""
    if state.asked != "nothing":
        return None
    return Result(state.scores, leaders(state.scores), "target", {"rounds": in_json(state.rounds)})


def _score(state: State, out: Seat | None) -> Round:
    assert state.starter is not None
    cards = [len(pile) for pile in state.collected]
    of_ten = [tens(pile) for pile in state.collected]
    points = [count + 9 * ten for count, ten in zip(cards, of_ten, strict=True)]
    if out is not None:
        points[out] += BONUS
    return Round(state.starter, out, tuple(cards), tuple(of_ten), tuple(points))
