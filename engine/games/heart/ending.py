"""The Queen, the roll-offs, and the end of a round and of the match (R12, R22-R25)."""

from typing import TypeAlias

from engine.cards import TEXTS
from engine.core import MatchEnded, Result, Seat, Tell, in_json
from engine.games.heart.cards import Cards, best_is_high, total
from engine.games.heart.events import QueenTurned, Rolled, RoundEnded
from engine.games.heart.model import LAST_ROLL, Roll, Round, Sheet, values
from engine.games.heart.state import NO_QUEEN, State
from engine.seats import leaders

Figures: TypeAlias = tuple[int, ...]


def turn_queen(state: State, tell: Tell) -> None:
    """Show everything and compare the hands (R22, R23)."""
    hands = _hands(state)
    points, totals = _count(state, hands)
    best = _best(totals, high=best_is_high(state.queen))
    tell(QueenTurned(state.queen, hands, points, totals, best))
    if len(best) > 1:
        state.asked, state.to_act, state.rolling = "tie", (), best
    else:
        _end_round(state, hands, points, totals, best[0], tell)


def roll(state: State, outcome: Roll, tell: Tell) -> None:
    """Dice decide, or those who are still tied roll again (R12, R24)."""
    state.rolls += (outcome,)
    high = outcome.why == "first" or best_is_high(state.queen)
    best = tuple(outcome.seats[at] for at in _best(outcome.values, high=high))
    rolled = sum(1 for one in state.rolls if one.why == outcome.why)
    decided = len(best) == 1 or rolled == LAST_ROLL
    tell(Rolled(outcome, best, best[0] if decided else None))
    if not decided:
        state.rolling = best
        return
    state.rolling = ()
    if outcome.why == "first":
        state.first = best[0]
        state.asked, state.to_act = "pick", best[:1]
    else:
        hands = _hands(state)
        _end_round(state, hands, *_count(state, hands), best[0], tell)


def result(state: State) -> Result | None:
    """The outcome once all rounds are played (R25, R27)."""
    if state.asked != "nothing":
        return None
    rounds = in_json(state.rounds)
    for each in rounds:
        each["queen"] = TEXTS[each["queen"]]
        each["wilds"] = [None if wild is None else TEXTS[wild] for wild in each["wilds"]]
    return Result(state.scores, leaders(state.scores), "rounds", {"rounds": rounds})


def _hands(state: State) -> tuple[Cards, ...]:
    return tuple([tuple(state.hand(seat)) for seat in range(state.seats)])


def _count(state: State, hands: tuple[Cards, ...]) -> tuple[Figures, Figures]:
    """Points and totals of the hands (R22)."""
    effects = {effect.seat: effect for effect in state.effects}
    worths = [values(hand, effects.get(seat)) for seat, hand in enumerate(hands)]
    return tuple(map(sum, worths)), tuple([total(state.queen, worth) for worth in worths])


def _best(figures: Figures, *, high: bool) -> tuple[int, ...]:
    """Where the best of the figures are."""
    return leaders(figures if high else [-figure for figure in figures])


def _end_round(
    state: State, hands: tuple[Cards, ...], points: Figures, totals: Figures, winner: Seat, tell: Tell
) -> None:
    assert state.first is not None
    wilds = tuple([state.spots[spot - 1] if spot else None for spot in state.wilds])
    done = Round(state.queen, state.first, wilds, points, totals, winner)
    state.last = Sheet(done, hands, state.effects, state.rolls)
    state.rounds += (done,)
    state.scores = tuple([score + (seat == winner) for seat, score in enumerate(state.scores)])
    tell(RoundEnded(len(state.rounds), done, state.scores))
    # Between rounds nothing lies on the table.
    state.to_act = state.rolling = state.spots = state.open = state.wilds = ()
    state.effects = state.rolls = ()
    state.queen, state.taken = NO_QUEEN, []
    if len(state.rounds) == state.options.rounds:
        state.asked = "nothing"
        tell(MatchEnded(state.scores, leaders(state.scores)))
    else:
        state.asked = "deal"
        state.first = (state.first + 1) % state.seats
