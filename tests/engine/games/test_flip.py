"""The rules of Hi-Lo Flip, case by case, on stacked decks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import BadOptions, IllegalAction, Seat, play
from engine.games.flip import events
from engine.games.flip.model import FlipOptions, Play, Reshuffle
from engine.games.flip.view import told as known_of
from engine.record import Playthrough
from tests.engine.games.flip_positions import REFUSALS, RULES, Table
from tests.engine.strategies import matches
from tests.engine.walks import finish


def waits(table: Table) -> str | tuple[str, Seat | None]:
    return (table.state.moment, table.state.turn) if table.state.asked == "play" else table.state.asked


def test_the_chip_says_who_opens() -> None:
    assert waits(Table([3, 4, 5], [6, 7, 8], [9, 13, 14], side="hi")) == ("opening", 0)
    assert waits(Table([3, 4, 5], [6, 7, 8], [9, 13, 14], side="lo")) == ("opening", 2)


def test_a_fitting_card_must_be_played() -> None:
    table = Table([20, 50, 7], [8, 30, 60]).play(20)
    assert table.legal() == [30, 60]
    with pytest.raises(IllegalAction) as refused:
        play(RULES, table.state, 1, Play(8))
    assert refused.value.facts == {"card": 8, "top": 20, "side": "hi"}


def test_stuck_and_rescued() -> None:
    table = Table([7, 20, 50], [8, 30, 60]).play(7, 60).flip("lo")
    assert waits(table) == ("rescued", 0)
    assert table.legal() == [20, 50]
    assert table.last(events.Flipped) == events.Flipped(0, "lo", changed=True, top=60)


def test_stuck_and_the_drawn_card_fits() -> None:
    table = Table([7, 20, 50], [8, 30, 60], draws=[99]).play(7, 60).flip("hi")
    assert waits(table) == "chip"
    assert table.last(events.Played) == events.Played(0, 99, "drawn", left=2)
    assert not any(isinstance(event, events.Drew) for event in table.told)


def test_stuck_for_good_gives_the_pile_away() -> None:
    table = Table([7, 20, 50], [8, 30, 60], draws=[15]).play(7, 60).flip("hi")
    assert waits(table) == ("reset", 0)
    assert table.legal() == [15, 20, 50]
    assert table.last(events.Drew) == events.Drew(0, 15, to=(0,))
    assert table.last(events.Reset) == events.Reset(0, 1, neighbour=False, cards=(7, 60), why="drawn")


def test_a_1_skips_and_the_skipped_card_is_private() -> None:
    table = Table([91, 7, 20], [95, 8, 30], [70, 9, 40], draws=[33]).play(91)
    assert waits(table) == "chip"
    assert table.state.turn == 2
    assert table.last(events.Skipped) == events.Skipped(1, drew=True, next=2)
    assert table.last(events.Drew).to == (1,)


def test_a_1_of_two_is_a_second_turn_whose_pile_the_opponent_takes() -> None:
    table = Table([20, 91, 7], [60, 8, 30], draws=[33, 34]).play(20, 60, 91)
    assert waits(table) == "chip"
    table.flip("hi")
    assert table.last(events.Reset).collector == 1
    assert table.legal() == [7, 34]
    view = RULES.view(Table([20, 61, 97], [60, 8, 30]).play(20, 60, 61).state, 0)
    assert view.again
    assert view.taker(0) == 1


def test_2s_call_for_more_and_a_1_ends_it() -> None:
    table = Table([12, 22, 31, 99], [40, 50, 60, 70], [5, 6, 7, 8], draws=[44]).play(12)
    assert waits(table) == ("second", 0)
    assert table.legal() == [22, 31, 99]
    table.play(22, 31)
    assert table.state.turn == 2


def test_a_2_that_nothing_follows_resets_without_flip_or_draw() -> None:
    table = Table([40, 70, 92], [90, 8, 30]).play(40, 90, 92)
    assert waits(table) == ("reset", 0)
    assert table.last(events.Reset) == events.Reset(0, 1, neighbour=False, cards=(40, 90, 92), why="second")
    assert len(table.state.deck) - table.state.drawn == 94


def test_resets_in_a_row_go_to_the_same_seat() -> None:
    table = Table([40, 70, 82, 92], [90, 8, 30, 3]).play(40, 90, 92, 82)
    assert sorted(table.state.collected[1]) == [40, 82, 90, 92]
    assert table.legal() == [70]


def test_the_right_hand_neighbour_collects_when_nobody_else_has_played() -> None:
    table = Table([92, 7, 20], [3, 4, 5], [6, 8, 9]).play(92)
    assert table.last(events.Reset) == events.Reset(0, 2, neighbour=True, cards=(92,), why="second")


def test_a_skipped_seat_has_not_played() -> None:
    table = Table([50, 3, 4], [61, 5, 6], [97, 8, 9], [96, 7, 13], draws=[14, 15]).play(50, 61)
    assert table.state.turn == 3
    table.play(96)
    table.flip("hi")  # seat 0 draws 15
    assert table.last(events.Reset).collector == 3


def test_a_drawn_1_skips_too() -> None:
    table = Table([20, 50, 7], [8, 30, 60], [65, 9, 80], draws=[71, 72]).play(20, 60, 65).flip("hi")
    assert waits(table) == ("turn", 2)
    assert table.state.hands[1] == [8, 30, 72]


def test_a_drawn_2_always_resets() -> None:
    table = Table([7, 20, 50], [8, 30, 60], draws=[92]).play(7, 60).flip("hi")
    assert waits(table) == ("reset", 0)
    assert table.last(events.Reset) == events.Reset(0, 1, neighbour=False, cards=(7, 60, 92), why="second")


def test_the_draw_pile_is_refilled_when_a_card_is_due() -> None:
    table = Table([7, 20, 50], [8, 30, 60]).drain().play(7, 60)
    assert waits(table) == "chip"
    table.flip("hi")
    assert waits(table) == "reshuffle"
    node = RULES.chance(table.state)
    assert node is not None
    assert node.sample(Random(1)) == Reshuffle((7,))
    assert not node.admits(Reshuffle((60,)))
    RULES.resolve(table.state, Reshuffle((7,)), table.told.append)
    assert table.state.hands[0] == [7, 20, 50]
    assert waits(table) == ("reset", 0)
    assert table.last(events.Refilled).count == 1


def test_with_nothing_to_draw_a_skip_is_just_a_skip() -> None:
    table = Table([21, 90, 50], [8, 30, 60]).drain().play(21)
    assert waits(table) == ("turn", 0)
    assert table.last(events.Skipped) == events.Skipped(1, drew=False, next=0)


def test_with_nothing_to_draw_a_stuck_seat_resets() -> None:
    table = Table([93, 20, 50], [8, 30, 60]).drain().play(93).flip("hi")
    assert waits(table) == ("reset", 1)
    assert table.last(events.Reset).why == "nothing_to_draw"


def test_two_refills_follow_each_other() -> None:
    table = Table([7, 20, 50], [8, 30, 60], draws=[71]).drain().play(7, 60)
    table.state.pile[0] = 71
    table.state.collected[0] = (*(card for card in table.state.collected[0] if card != 71), 7)
    table.flip("hi")
    RULES.resolve(table.state, Reshuffle((71,)), table.told.append)
    assert table.last(events.Played).how == "drawn"
    assert waits(table) == "reshuffle"
    RULES.resolve(table.state, Reshuffle((60,)), table.told.append)
    assert table.last(events.Drew) == events.Drew(1, 60, to=(1,))
    assert table.state.refills == 2


@pytest.mark.parametrize("last", [92, 91, 100, 95])
def test_the_last_card_ends_the_round_whatever_it_is(last: int) -> None:
    table = Table([30, 40, last], [35, 36, 50]).play(30, 35, 40, 50, last)
    ended = table.last(events.RoundEnded)
    assert waits(table) == "shuffle"
    assert ended.pile == (30, 35, 40, 50, last)
    assert ended.round.out == 0
    assert ended.round.points == (5 + 9 * (4 if last == 100 else 3) + 10, 0)


def test_the_last_place_opens_and_the_chip_stays() -> None:
    table = Table([30, 40, 92], [35, 36, 50], [38, 39, 60]).play(30, 35, 38, 40, 50, 60, 92)
    assert table.state.scores == (53, 0, 0)
    table.deal([3, 4, 5], [6, 7, 8], [9, 13, 14])
    assert waits(table) == ("opening", 1)
    assert table.last(events.RoundBegan) == events.RoundBegan(2, 1, "hi", 0, tied=True)


def test_at_lo_the_junior_of_the_last_opens() -> None:
    table = Table([60, 20, 3], [50, 10, 4], [70, 40, 5], side="lo").play(70, 60, 50, 40, 20, 10, 5)
    assert table.state.scores == (0, 0, 71)
    table.deal([3, 4, 5], [6, 7, 8], [9, 13, 14])
    assert waits(table) == ("opening", 1)
    assert table.last(events.RoundBegan) == events.RoundBegan(2, 1, "lo", 0, tied=True)


def test_the_match_ends_at_the_target_and_may_be_shared() -> None:
    table = Table([30, 40, 92], [35, 36, 50], target=25).play(30, 35, 40, 50, 92)
    result = RULES.result(table.state)
    assert result is not None
    assert (result.scores, result.winners, result.why) == ((42, 0), (0,), "target")


def test_150_cards_end_a_round() -> None:
    table = Table([20, 50, 7], [8, 30, 60])
    table.state.played = 149
    table.play(20)
    assert table.last(events.RoundEnded).round.out is None
    assert table.state.scores == (10, 0)


def test_what_being_stuck_tells() -> None:
    table = Table([7, 20, 50], [8, 30, 60], draws=[15, 99]).play(7, 60).flip("hi").play(15)
    known = known_of(RULES.view(table.state, None))
    assert [(group.size, group.low, group.high) for group in known[0]] == [(1, 0, 60), (1, 0, 60)]
    assert sum(group.size for group in known[1]) == 2
    assert all(group.high == 101 for group in known[1])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_known_of_hands_is_true(data: st.DataObject) -> None:
    match: Playthrough = data.draw(matches(RULES))
    state = match.state
    for hand, groups in zip(state.hands, known_of(RULES.view(state, None)), strict=True):
        assert sum(group.size for group in groups) == len(hand)
        left = list(hand)
        for group in groups:  # the best known first: their bounds lie within those of the later ones
            for _ in range(group.size):
                able = [card for card in left if group.low < card < group.high]
                able = [card for card in able if state.batch[card] == group.batch]
                assert able
                left.remove(able[0])


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(0, 99))
def test_imagined_seats_are_stuck_when_the_real_one_is(data: st.DataObject, seed: int) -> None:
    match: Playthrough = data.draw(matches(RULES))
    state = RULES.imagine(RULES.view(match.state, None), Random(seed))
    if state.asked == "chip" and state.pile:
        assert state.turn is not None
        fits = [card for card in state.hands[state.turn] if (card > state.pile[-1]) == (state.side == "hi")]
        assert not fits
    for seat in RULES.to_act(state):
        assert RULES.legal(state, seat)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_points_are_what_was_collected(seats: int) -> None:
    for seed in range(20):
        match = finish(RULES, FlipOptions(), seats, Random(seed))
        for scored in match.state.rounds:
            for seat in range(seats):
                bonus = 10 if seat == scored.out else 0
                assert scored.points[seat] == scored.cards[seat] + 9 * scored.tens[seat] + bonus
            assert sum(scored.tens) <= 10
        assert match.state.scores == tuple(
            sum(scored.points[seat] for scored in match.state.rounds) for seat in range(seats)
        )


@pytest.mark.parametrize(
    "options",
    [{"target": 24}, {"target": 301}, {"hand_size": 2}, {"hand_size": 13}, {"target": True}, {"other": 1}],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        FlipOptions(**options)
    with pytest.raises(BadOptions):
        RULES.check(FlipOptions(), 7)


def test_the_seat_is_refused_by_the_rule_of_the_moment() -> None:
    for table, rule in (
        (Table([20, 50, 7], [8, 30, 60]).play(20), "R8"),
        (Table([12, 50, 7], [8, 30, 60]).play(12), "R19"),
        (Table([40, 70, 92], [90, 8, 30]).play(40, 90, 92), "R16"),
    ):
        (seat,) = table.state.to_act
        assert RULES.refusal(table.state, 1 - seat, Play(8)).rule == rule


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals(reason: str) -> None:
    state, seat, card, rule = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, Play(card))
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
