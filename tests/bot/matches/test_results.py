"""What counts for whom at the end of a match."""

from __future__ import annotations

from random import Random

import pytest

from bot.matches import results
from bot.store import SeatRow
from bot.store.rows import WHOLE
from engine.core import Result
from tests.bot.kept import lobby_row

ANN, BOB, CAT = (SeatRow(n, None, name) for n, name in enumerate(("ann", "bob", "cat"), start=1))
BOB_LEFT = SeatRow(2, "normal", "bob")
ADA, CARL = SeatRow(None, "normal", "Ada"), SeatRow(None, "random", "Carl")


def shares(seats: list[SeatRow], *winners: int) -> list[int]:
    scores = tuple(range(len(seats)))
    outcome = results.outcome(lobby_row(*seats, host_id=1), Result(scores, winners, "over", {}))
    assert [line.seat for line in outcome] == list(range(len(seats)))
    assert [line.player_id for line in outcome] == [row.player_id for row in seats]
    assert [line.score for line in outcome] == [
        0 if row.computer else score for row, score in zip(seats, scores, strict=True)
    ]
    return [line.share for line in outcome]


def solo(*seats: SeatRow) -> bool:
    outcome = results.outcome(lobby_row(*seats, host_id=1), Result((0,) * len(seats), (0,), "over", {}))
    (whether,) = {line.solo for line in outcome}
    return whether


def test_group_N_one_winner_has_it_all() -> None:
    assert shares([ANN, BOB, CAT], 1) == [0, WHOLE, 0]


@pytest.mark.parametrize("k", range(1, 7))
def test_group_N_a_shared_win_is_shared_without_rest(k: int) -> None:
    seats = [SeatRow(n, None, f"p{n}") for n in range(1, 7)]
    winners = tuple(Random(k).sample(range(6), k))
    shared = shares(seats, *winners)
    assert sum(shared) == WHOLE
    assert all(bool(share) == (seat in winners) for seat, share in enumerate(shared))
    assert len({shared[seat] for seat in winners}) == 1


def test_group_N_who_left_gets_nothing_of_what_a_computer_won() -> None:
    assert shares([ANN, BOB_LEFT, CAT], 1) == [0, 0, 0]
    assert shares([ANN, BOB_LEFT, CAT], 0, 1) == [WHOLE // 2, 0, 0]


def test_group_N_points_below_zero_stay_with_who_left() -> None:
    result = Result((3, -4), (0,), "over", {})
    assert [line.score for line in results.outcome(lobby_row(ANN, BOB_LEFT, host_id=1), result)] == [3, -4]


def test_group_N_computers_win_nothing() -> None:
    assert shares([ANN, ADA], 1) == [0, 0]
    assert shares([ANN, ADA], 0, 1) == [WHOLE // 2, 0]


def test_group_N_one_person_against_computers_is_another_board() -> None:
    assert solo(ANN, ADA)
    assert not solo(ANN, BOB_LEFT)
    assert not solo(ANN, BOB_LEFT, CARL)
    assert solo(ADA, BOB_LEFT)
    assert not solo(ANN, BOB)
    assert not solo(ANN, BOB, ADA)
    assert not solo(ANN, BOB_LEFT, CAT)
