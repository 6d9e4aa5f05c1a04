"""The rules of Tien Gow, case by case, on stacked deals."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import Event, IllegalAction, Seat, Veiled, play
from engine.games.tiengow import events
from engine.games.tiengow.groups import GROUPS, canonical, discards
from engine.games.tiengow.model import HAND, Beat, Discard, Lead, TiengowOptions
from engine.games.tiengow.state import State
from engine.games.tiengow.tricks import forced
from engine.players import player
from engine.record import Playthrough
from engine.tiles import DECK, FACE_OF, PIPS, TEXTS, parse_tile
from tests.engine.games.tiengow_positions import FOLLOWING, HANDS, REFUSALS, RULES, Table, numbers
from tests.engine.strategies import matches
from tests.engine.walks import finish


def test_tiles() -> None:
    assert len(set(TEXTS)) == DECK
    assert sum(sum(PIPS[FACE_OF[tile]]) for tile in range(DECK)) == 227
    with pytest.raises(ValueError, match="is no tile"):
        parse_tile("nine_7_2")


def test_groups_are_as_many_as_the_rules_say() -> None:
    counted: dict[str, int] = {}
    for group in GROUPS.values():
        counted[group.kind] = counted.get(group.kind, 0) + 1
    assert counted == {
        "civil_single": 22,
        "military_single": 10,
        "civil_pair": 11,
        "military_pair": 4,
        "mixed_pair": 16,
        "mixed_triple_civil": 8,
        "mixed_triple_military": 8,
        "quartet": 4,
        "supreme": 1,
    }
    assert list(GROUPS) == sorted(GROUPS)


@given(st.sets(st.integers(0, DECK - 1), min_size=1, max_size=HAND), st.integers(1, 4))
@settings(max_examples=200, deadline=None)
def test_discards_are_the_choices_that_look_different(chosen: set[int], size: int) -> None:
    hand = tuple(sorted(chosen))
    listed = discards(hand, size) if size <= len(hand) else []
    every = list(combinations(hand, size))
    assert listed == sorted({canonical(hand, tiles) for tiles in every})
    looks = {tuple(FACE_OF[tile] for tile in tiles) for tiles in every}
    assert len(listed) == len(looks)


TWINS = ("heaven_1 nine_6_3", "plum_1 plum_2", "earth_1 hatchet_1", "big_six little_three")


def test_a_forced_discard_of_twins_looks_like_any_other() -> None:
    table = Table(*TWINS)
    frames: list[State] = []

    def tell(event: Event) -> None:
        table.told.append(event)
        if isinstance(event, Veiled):
            frames.append(table.state.clone())

    RULES.advance(table.state, 0, Lead(numbers("heaven_1")), tell)
    (frame,) = frames
    assert RULES.to_act(frame) == (1,)
    assert RULES.legal(frame, 1) == [Discard(numbers("plum_1"))]
    assert [type(event) for event in table.told] == [
        events.Led,
        Veiled,
        events.Forced,
        events.Discarded,
        events.LaidDown,
    ]
    assert [event.to for event in table.told[2:]] == [(1,), None, (1,)]
    assert RULES.to_act(table.state) == (2,)


def test_twins_that_can_beat_are_a_choice() -> None:
    table = Table("hatchet_1 nine_6_3", *TWINS[1:]).do("hatchet_1")
    assert RULES.to_act(table.state) == (1,)
    assert RULES.legal(table.state, 1) == [Beat(numbers("plum_1")), Discard(numbers("plum_1"))]


def test_early_death_is_told_to_everybody_and_want_of_a_higher_tile_to_nobody_else() -> None:
    table = Table("plum_1 nine_6_3", "heaven_1 seven_5_2", "board_1 board_2", "earth_1 hatchet_1")
    table.columns(1, 0, 1, 1).do("nine_6_3", "-seven_5_2", "-hatchet_1")
    assert table.last(events.Led) == events.Led(
        0, (FACE_OF[parse_tile("plum_1")],), "civil_single", last=True
    )
    assert [one.seat for one in table.all(events.Discarded) if one.barred] == [1]
    forced_ = table.last(events.Forced)
    assert (forced_.seat, forced_.why, forced_.to) == (2, "cannot_beat", (2,))
    assert RULES.to_act(table.state) == (3,)
    assert table.do("!earth_1").last(events.DealEnded).deal.winner == 3


def test_without_a_column_a_last_pair_may_be_beaten() -> None:
    table = Table("plum_1 plum_2", "heaven_1 heaven_2", "board_1 board_2", "seven_5_2 seven_4_3")
    table.columns(6, 0, 0, 0).do("plum_1 plum_2", "!heaven_1 heaven_2")
    assert table.last(events.DealEnded).deal.winner == 1


def test_equal_rank_does_not_beat() -> None:
    table = Table(
        "heaven_1 nine_6_3 plum_1",
        "heaven_2 nine_5_4 board_1",
        "man_1 man_2 goose_1",
        "earth_1 earth_2 big_six",
    )
    table.do("heaven_1 nine_6_3")
    with pytest.raises(IllegalAction, match="R12: equal rank"):
        play(RULES, table.state, 1, Beat(numbers("heaven_2 nine_5_4")))


@pytest.mark.parametrize(
    ("columns", "plays", "payer", "settlement", "multiplier"),
    [
        # Big Six wins: seat 0, the banker, pays his own 3 x 2 and the 4 - 2 and 4 - 1 of the others.
        ((0, 2, 3, 1), ["-five_4_1", "!big_six"], 0, [-11, 0, 11, 0], 1),
        ((0, 2, 3, 1), ["!five_4_1", "!big_six"], 0, [-11, 0, 11, 0], 1),
        # Whoever is above four columns is still paid by the winner.
        ((0, 5, 1, 0), ["-five_4_1", "!big_six"], 0, [-11, 1, 10, 0], 1),
        # A five takes it and nobody is caught; or nothing does, and it counts double.
        ((0, 2, 3, 1), ["!five_4_1", "-big_six"], None, [-6, 10, -1, -3], 1),
        ((0, 2, 3, 1), ["-five_4_1", "-big_six"], None, [24, -8, -4, -12], 2),
    ],
)
def test_little_three_led_last(
    columns: tuple[int, ...],
    plays: list[str],
    payer: Seat | None,
    settlement: list[int],
    multiplier: int,
) -> None:
    table = Table("little_three heaven_1", "five_4_1 board_1", "big_six board_2", "plum_1 hatchet_1").columns(
        *columns
    )
    table.do("heaven_1", "-board_1", "-board_2", "-hatchet_1", *plays)
    deal = table.last(events.DealEnded).deal
    assert deal.little_three_payer == payer
    assert list(deal.settlement) == settlement
    assert deal.multiplier == multiplier


def test_early_death_of_big_six_saves_little_three() -> None:
    table = Table("little_three heaven_1", "five_4_1 board_1", "big_six board_2", "plum_1 hatchet_1")
    table.columns(6, 0, 0, 0).do("heaven_1", "-board_1", "-board_2", "-hatchet_1")
    ended = table.last(events.DealEnded)
    assert ended.deal.little_three_payer is None
    assert ended.deal.multiplier == 4
    assert ended.deal.settlement == (120, -40, -40, -40)
    assert [payment.points for payment in ended.payments] == [40, 40, 40]


def test_quartet_pays_at_once_and_doubles_when_last() -> None:
    table = Table(
        "goose_1 goose_2 five_4_1 five_3_2",
        "man_1 man_2 seven_5_2 seven_4_3",
        "board_1 board_2 plum_1 plum_2",
        "hatchet_1 hatchet_2 nine_6_3 nine_5_4",
        banker=0,
    ).columns(2, 0, 0, 2)
    table.do("goose_1 goose_2 five_4_1 five_3_2", "!man_1 man_2 seven_5_2 seven_4_3")
    deal = table.last(events.DealEnded).deal
    assert deal.immediate == (-8, 16, -4, -4)
    assert deal.multiplier == 2
    assert deal.settlement == (-8, 22, -10, -4)
    assert deal.scores == (-16, 38, -14, -8)


def test_a_match_of_several_deals_is_won_by_points_then_by_last_tricks() -> None:
    state = RULES.start(TiengowOptions(deals=3), 4)
    won = [finish(RULES, TiengowOptions(deals=3), 4, Random(seed)) for seed in range(3)]
    for match in won:
        result = RULES.result(match.state)
        assert result is not None
        best = max(result.scores)
        assert all(result.scores[seat] == best for seat in result.winners)
    finished = won[0].state.clone()
    first = finished.deals[0]
    finished.scores = (5, 5, 5, -15)
    finished.deals = tuple(first._replace(winner=seat) for seat in (1, 2, 2))
    result = RULES.result(finished)
    assert result is not None
    assert result.winners == (2,)
    finished.deals = tuple(first._replace(winner=seat) for seat in (1, 2, 3))
    result = RULES.result(finished)
    assert result is not None
    assert result.winners == (1, 2)
    assert RULES.result(state) is None


def test_a_target_ends_the_match_after_a_deal() -> None:
    for seed in range(20):
        match = finish(RULES, TiengowOptions(deals=20, target=5), 4, Random(seed))
        result = RULES.result(match.state)
        assert result is not None
        assert result.why == "target"
        assert max(result.scores) >= 5


@pytest.mark.parametrize(("seat", "action", "rule", "reason"), REFUSALS)
def test_refused_leads(seat: Seat, action: Any, rule: str, reason: str) -> None:
    table = Table(*HANDS)
    refused = RULES.refusal(table.state, seat, action)
    assert not RULES.allows(table.state, seat, action)
    assert (refused.rule, refused.reason) == (rule, reason)


@pytest.mark.parametrize(("lead", "action", "rule", "reason"), FOLLOWING)
def test_refused_answers(lead: str, action: Any, rule: str, reason: str) -> None:
    table = Table(*HANDS).do(lead)
    refused = RULES.refusal(table.state, 1, action)
    assert not RULES.allows(table.state, 1, action)
    assert (refused.rule, refused.reason) == (rule, reason)


def test_nobody_beats_supreme() -> None:
    table = Table(HANDS[1], HANDS[0], *HANDS[2:]).do("big_six little_three")
    refused = RULES.refusal(table.state, 1, Beat(numbers("plum_1 plum_2")))
    assert (refused.rule, refused.reason) == ("R13", "supreme_is_led")


@given(matches(RULES))
@settings(max_examples=60, deadline=None)
def test_money_and_columns(match: Playthrough) -> None:
    state = match.state
    for deal in state.deals:
        assert sum(deal.columns) == HAND
        assert sum(deal.immediate) == sum(deal.settlement) == 0
        assert 6 <= deal.settlement[deal.winner] <= 120
    assert sum(state.scores) == 0
    if RULES.to_act(state):
        assert forced(state) is None
        assert len(RULES.legal(state, state.turn)) >= 2


@given(matches(RULES), st.integers(0, 3), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_imagined_seats_to_act_have_a_choice(match: Playthrough, seat: Seat, seed: int) -> None:
    imagined = RULES.imagine(RULES.view(match.state, seat), Random(seed))
    for waiting in RULES.to_act(imagined):
        assert len(RULES.legal(imagined, waiting)) >= 2


@given(matches(RULES))
@settings(max_examples=60, deadline=None)
def test_copies_stay_with_their_player(match: Playthrough) -> None:
    """With the copies of every face swapped that one does not hold, a seat knows and chooses the same."""
    state = match.state
    for seat in range(4):
        swapped = state.clone()
        mine = {FACE_OF[tile] for tile in state.hands[seat]}
        for places in (swapped.hands, swapped.face_up, swapped.face_down):
            for owner in range(4):
                tiles = [
                    tile ^ 1 if tile < 22 and FACE_OF[tile] not in mine else tile for tile in places[owner]
                ]
                places[owner] = tuple(sorted(tiles) if places is swapped.hands else tiles)
        assert RULES.view(swapped, seat) == RULES.view(state, seat)
        if RULES.to_act(state) == (seat,):
            view, legal = RULES.view(state, seat), RULES.legal(state, seat)
            choice = player("normal", "tiengow").choose(view, legal, Random(1))
            assert choice in RULES.legal(state, seat)
