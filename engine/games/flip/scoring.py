"""The end of a round and of the match (R24-R32)."""

from __future__ import annotations

from operator import add

from engine.core import Result, Seat, Tell
from engine.games.flip.events import MatchEnded, RoundEnded
from engine.games.flip.model import BONUS, Round, State, tens


def end_round(state: State, seat: Seat, tell: Tell) -> None:
    """The seat that played last takes the pile, points are added; the match ends, or cards are due."""
    pile = tuple(state.pile)
    state.collected[seat] += pile
    state.pile = []
    scored = _score(state, None if state.hands[seat] else seat)
    state.rounds += (scored,)
    state.scores = tuple(map(add, state.scores, scored.points))
    state.waiting = ()
    tell(RoundEnded(len(state.rounds), seat, pile, scored, state.scores))
    if max(state.scores) >= state.options.target:
        state.asked = "nothing"
        tell(MatchEnded(state.scores, winners(state)))
    else:
        state.asked = "shuffle"


def result(state: State) -> Result | None:
    """The outcome once the match is over."""
    if state.asked != "nothing":
        return None
    rounds = [
        {key: list(value) if isinstance(value, tuple) else value for key, value in one._asdict().items()}
        for one in state.rounds
    ]
    return Result(state.scores, winners(state), "target", {"rounds": rounds})


def winners(state: State) -> tuple[Seat, ...]:
    """The players with the highest total (R32)."""
    best = max(state.scores)
    return tuple(seat for seat, score in enumerate(state.scores) if score == best)


def _score(state: State, out: Seat | None) -> Round:
    cards = [len(pile) for pile in state.collected]
    of_ten = [tens(pile) for pile in state.collected]
    points = [count + 9 * ten for count, ten in zip(cards, of_ten, strict=True)]
    if out is not None:
        points[out] += BONUS
    return Round(state.starter, out, tuple(cards), tuple(of_ten), tuple(points))
