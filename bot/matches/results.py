"""What each seat gets from a finished match, by one published rule for every leaderboard.

A win counts 1, a win shared by k counts 1/k. What a computer won in a seat that its owner left, or was away
from at the end, counts for nobody: neither the win nor the points; points below zero stay. A match that one
person began against computers counts on the board against computers; leaving a match does not move it from
one board to the other.
"""

from bot.store import MatchRow, ResultRow
from bot.store.rows import WHOLE
from engine.core import Result


def outcome(row: MatchRow, result: Result) -> list[ResultRow]:
    """The results by seat."""
    people = sum(1 for seat in row.seats if seat.player_id is not None)
    share = WHOLE // len(result.winners)
    return [
        ResultRow(
            seat=seat,
            player_id=sitting.player_id,
            solo=people <= 1,
            share=share if seat in result.winners and not sitting.computer else 0,
            score=min(0, result.scores[seat]) if sitting.computer else result.scores[seat],
        )
        for seat, sitting in enumerate(row.seats)
    ]
