"""The end of a deal and of the match (R31-R36)."""

from typing import Literal

from engine.core import Result, Tell, in_json
from engine.games.hilo.events import DealEnded, MatchEnded
from engine.games.hilo.model import Deal, rank_counts
from engine.games.hilo.state import State
from engine.seats import added, leaders

GRAND_SEQUENCE = 5
HOARD = 3
DEAL_LIMIT = 100

Why = Literal["single_deal", "target", "deal_limit"]


def end_deal(state: State, tell: Tell) -> None:
    """Count the points; the match ends, or the next deck is due."""
    deal = _score(state)
    state.deals += (deal,)
    state.scores = added(state.scores, deal.points)
    number = len(state.deals)
    tell(DealEnded(number, deal, state.scores))
    why = _ended(state)
    state.to_act = ()
    if why:
        state.asked = "nothing"
        tell(MatchEnded(why, state.scores, leaders(state.scores)))
    else:
        state.asked = "shuffle"
        state.first = (deal.first + 1) % state.seats


def result(state: State) -> Result | None:
    """The outcome once the match is over (R34)."""
    why = _ended(state) if state.asked == "nothing" else None
    if why is None:
        return None
    return Result(state.scores, leaders(state.scores), why, {"deals": in_json(state.deals)})


def _score(state: State) -> Deal:
    assert state.first is not None
    sizes = tuple(map(len, state.piles))
    counts = [rank_counts(pile) for pile in state.piles]
    most = max(sizes)
    sole = sizes.count(most) == 1
    grand_sequence = tuple(GRAND_SEQUENCE if all(held) else 0 for held in counts)
    hoard = tuple(HOARD if sole and size == most else 0 for size in sizes)
    tri_bash = tuple(held.count(3) + held.count(4) for held in counts)
    points = tuple(map(sum, zip(grand_sequence, hoard, tri_bash, strict=True)))
    return Deal(state.first, state.round, sizes, len(state.board), grand_sequence, hoard, tri_bash, points)


def _ended(state: State) -> Why | None:
    target = state.options.target
    if target is None:
        return "single_deal"
    if max(state.scores) >= target:
        return "target"
    return "deal_limit" if len(state.deals) >= DEAL_LIMIT else None
