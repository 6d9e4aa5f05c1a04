"""The rules of Cardinality, case by case, on stacked decks."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import RANKS, parse_card, parse_rank
from engine.core import BadOptions, Event, IllegalAction, play
from engine.games.hilo import events
from engine.games.hilo.model import Call, Guess, HiloOptions, Offer, Pass, Steal, TurnUp
from engine.record import Playthrough
from tests.engine.games.hilo_positions import FILL, REFUSALS, RULES, Table, piles
from tests.engine.strategies import matches
from tests.engine.walks import finish


def numbers(cards: str) -> list[int]:
    return sorted(map(parse_card, cards.split()))


def test_one_best_card() -> None:
    table = Table("9S KH 3D" + FILL, 3).do("h")
    told = table.last(events.Revealed)
    assert (told.case, told.winner, told.next_active) == ("one_best", 1, 1)
    assert table.pile(1) == numbers("9S KH 3D")
    assert table.last(events.RoundEnded).taken == tuple(map(parse_card, ["9S", "KH", "3D"]))


def test_all_the_same_goes_to_the_caller() -> None:
    told = Table("9S 9H" + FILL, 2).do("l").last(events.Revealed)
    assert (told.case, told.winner, told.tied, told.earned) == ("all_same", 0, (), ())


def test_all_but_one() -> None:
    table = Table("QS 4S QH" + FILL, 3).do("h")
    told = table.last(events.Revealed)
    assert (told.case, told.winner, told.tied, told.earned) == ("all_but_one", 1, (), ())
    assert table.state.board == ()
    assert table.state.sitting_out == ()


def test_winning_tie_sits_out_for_one_round() -> None:
    table = Table("QS QH 4S 7S 2S 3S 5S 6S 8S 9S", 4).do("h")
    told = table.last(events.Revealed)
    assert (told.case, told.winner, told.tied, told.next_active) == ("winning_tie", None, (0, 1), 2)
    ended = table.last(events.RoundEnded)
    assert ended.to_board == tuple(map(parse_card, ("QS", "QH")))
    assert ended.kept == ((2, parse_card("4S")), (3, parse_card("7S")))
    began = table.last(events.RoundBegan)
    assert (began.participants, began.sitting_out, began.passed_over) == ((2, 3), (0, 1), (1,))
    table.do("h")
    assert table.pile(3) == numbers("7S 2S 3S QS QH")
    assert table.last(events.RoundBegan).participants == (3, 0, 1, 2)


@pytest.mark.parametrize(("mode", "following"), [("greedy", 1), ("turn_based", 1)])
def test_double_tie(mode: str, following: int) -> None:
    table = Table("KS 4S KH 4H" + FILL, 4, mode=mode).do("h")
    told = table.last(events.Revealed)
    assert told.double_tie
    assert (told.tied, told.earned, told.next_active) == ((0, 2), (1, 3), following)
    assert table.state.participants == (1, 3)
    assert table.state.rights == (1, 3)


def test_greedy_double_tie_passes_over_the_tied() -> None:
    table = Table("KS KH 4S 4H" + FILL, 4, mode="greedy").do("h")
    assert table.last(events.Revealed).next_active == 2
    assert table.last(events.RoundBegan).passed_over == ()


def test_losing_tie_earns_rights_and_changes_nothing_else() -> None:
    table = Table("KS 4S 4H 4D" + FILL, 4).do("h")
    told = table.last(events.Revealed)
    assert (told.case, told.winner, told.earned) == ("one_best", 0, (1, 2, 3))
    assert table.state.rights == (1, 2, 3)


def test_a_winner_s_right_lapses_and_the_others_steal_clockwise_from_the_active() -> None:
    table = Table("KS 4S 4H 4D 3S 9S 5S 6S 7S 8S 10S JS", 4).do("h", "h")
    told = table.last(events.Revealed)
    assert (told.winner, told.stealing) == (2, (1, 3))
    assert table.last(events.Lapsed).seats == (2,)
    assert table.last(events.Lapsed).why == "won"
    table.do("9S", "pass")
    assert table.last(events.Stolen) == events.Stolen(1, parse_card("9S"), 2)
    assert table.pile(2) == numbers("3S 5S 6S")
    assert table.state.rights == ()


def test_rights_lapse_when_nothing_is_left() -> None:
    table = Table("KS 4S 4H 4D 9S 8S", 4, mode="greedy").do("h", "h", "9S", "8S")
    assert table.last(events.Lapsed) == events.Lapsed((3,), "nothing_left")
    assert table.last(events.RoundEnded).taken == ()
    assert table.state.asked == "offer"


def test_rights_earned_in_the_last_round_are_lost() -> None:
    table = Table("KS 4S 4H", 3).do("h")
    assert table.last(events.Lapsed) == events.Lapsed((1, 2), "deck_empty")
    assert table.state.rights == ()


def test_a_last_card_is_free_and_can_be_stolen() -> None:
    table = Table("KS 4S 4H 9S", 3).do("h")
    told = table.last(events.Revealed)
    assert (told.case, told.call, told.winner, told.stealing) == ("alone", None, 1, (2,))
    assert table.last(events.RoundBegan).short == (2, 0)
    assert RULES.legal(table.state, 2) == [Steal(parse_card("9S")), Pass()]
    table.do("9S")
    assert table.pile(2) == numbers("9S")


def test_short_round() -> None:
    table = Table("KS 4S 5S 6S 2H 3H", 4).do("h")
    began = table.last(events.RoundBegan)
    assert (began.participants, began.short) == ((1, 2), (3, 0))
    assert table.state.asked == "call"


def test_blind_after_two_wins_in_a_row_whoever_was_active() -> None:
    table = Table("2S KH 3S QH 4S JH 5S 10H", 2, mode="greedy").do("h")
    assert not table.state.blind
    table.do("h")
    began = table.last(events.RoundBegan)
    assert (began.active, began.blind, began.streak) == (0, False, 1)
    table.do("l")
    assert table.last(events.RoundBegan).blind
    assert RULES.view(table.state, 0).own_card is None
    table.do("h")
    assert table.last(events.Revealed).blind


def test_no_blind_round_turn_by_turn() -> None:
    table = Table("KS 2H 3S QH JS 4H", 2).do("h", "h")
    assert table.state.streak_of in {0, 1}
    assert not table.state.blind


@pytest.mark.parametrize(
    ("ace", "call", "winner"),
    [
        ("high", Call("higher"), 0),
        ("low", Call("higher"), 1),
        ("per_turn", Call("higher", "high"), 0),
        ("per_turn", Call("higher", "low"), 1),
        ("per_turn", Call("lower", "low"), 0),
        ("per_turn", Call("lower", "high"), 1),
    ],
)
def test_what_the_ace_counts(ace: str, call: Call, winner: int) -> None:
    table = Table("AS 9S" + FILL, 2, ace=ace)
    RULES.advance(table.state, 0, call, table.told.append)
    assert table.last(events.Revealed).winner == winner


@pytest.mark.parametrize(
    ("ace", "guesses", "card", "distances"),
    [
        ("high", "A 7 2", "KS", (1, 6, 11)),
        ("low", "A 7 2", "KS", (12, 6, 11)),
        ("per_turn", "A 7 2", "KS", (1, 6, 11)),
        ("per_turn", "A K 3", "AS", (0, 1, 2)),
    ],
)
def test_distances_of_guesses(ace: str, guesses: str, card: str, distances: tuple[int, ...]) -> None:
    state = RULES.start(HiloOptions.model_validate({"ace": ace}), 3)
    for seat, rank in enumerate(guesses.split()):
        RULES.advance(state, seat, Guess(parse_rank(rank)), lambda event: None)
    told: list[Event] = []
    RULES.resolve(state, TurnUp(parse_card(card)), told.append)
    assert isinstance(told[0], events.TurnedUp)
    assert told[0].distances == distances


def test_two_traders_exchange() -> None:
    table = piles("KS QS", "2S 3S 4S").do("KS", "2S")
    assert table.pile(0) == numbers("QS 2S")
    assert table.last(events.Traded).picked == ()
    assert RULES.result(table.state) is not None


def test_three_traders_and_nobody_gets_the_own_offer() -> None:
    table = piles("KS QS JS", "2S 3S", "5S 6S").do("KS", "2S", "5S", "2S")
    got = table.last(events.Traded).got
    assert got == tuple(map(parse_card, ("2S", "5S", "KS")))


def test_four_traders_whose_offers_were_both_taken() -> None:
    table = piles("KS QS JS", "2S 3S", "5S 6S", "8S 9S").do("KS", "2S", "5S", "8S", "5S>1", "8S")
    assert table.last(events.Traded).got == tuple(map(parse_card, ("5S", "8S", "KS", "2S")))
    assert table.last(events.Traded).picked == (0, 1)


def test_four_traders_swap_when_both_own_offers_are_left() -> None:
    table = piles("KS QS JS", "2S 3S", "5S 6S", "8S 9S").do("KS", "2S", "5S", "8S", "2S>1", "KS")
    assert table.last(events.Traded).got == tuple(map(parse_card, ("2S", "KS", "8S", "5S")))


def test_the_last_active_picks_first_when_the_most_cards_are_shared() -> None:
    table = piles("KS QS", "2S 3S", "5S 6S", first_picker=2)
    told = table.last(events.TradingBegan)
    assert (told.first_picker, told.most_cards) == (2, False)
    table = piles("KS QS", "", "5S 6S", "8S", first_picker=1)
    assert table.last(events.TradingBegan).first_picker == 2


def test_an_only_card_is_offered_without_asking() -> None:
    table = piles("KS", "2S 3S", "5S 6S 7S")
    assert table.last(events.StageBegan).unasked == (0,)
    assert RULES.to_act(table.state) == (1, 2)
    with pytest.raises(IllegalAction) as refused:
        play(RULES, table.state, 0, Offer(parse_card("KS")))
    assert refused.value.reason == "offered_without_asking"
    table.do("2S", "5S", "KS")
    assert table.pile(2) == numbers("6S 7S KS")


def test_no_trade_with_fewer_than_two_traders() -> None:
    table = piles("KS QS", "")
    assert table.last(events.TradingSkipped).traders == (0,)
    assert table.last(events.MatchEnded).why == "single_deal"


def test_scores() -> None:
    every = " ".join(f"{rank}S" for rank in RANKS)
    table = piles(every + " AH AD 2H 2D 2C", "KH KD KC")
    table.do("3S", "KH")
    deal = table.last(events.DealEnded).deal
    assert deal.grand_sequence == (0, 0)
    assert deal.tri_bash == (2, 0)
    assert deal.hoard == (3, 0)
    table = piles(every + " AH AD 3H", "KH KD KC").do("3H", "KH")
    assert table.last(events.DealEnded).deal.grand_sequence == (5, 0)


def test_nobody_hoards_when_the_most_cards_are_shared() -> None:
    table = piles("KS QS", "2S 3S").do("KS", "2S")
    assert table.last(events.DealEnded).deal.hoard == (0, 0)


def test_a_hundred_deals_are_enough() -> None:
    table = Table("2S 3H", 2, target=100)
    dealt = 1
    while True:
        table.do("h")
        if RULES.result(table.state) is not None:
            break
        starts = table.state.first
        table.deal("2S 3H")
        dealt += 1
        assert starts == (dealt - 1) % 2
        if dealt % 40 == 0:
            table.state.scores = (0, 0)
    assert dealt == 100
    assert table.last(events.MatchEnded).why == "deal_limit"


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 101},
        {"trading_stages": 0},
        {"trading_stages": True},
        {"mode": "x"},
        {"other": 1},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        HiloOptions(**options)
    with pytest.raises(BadOptions):
        RULES.check(HiloOptions(), 5)


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals(reason: str) -> None:
    state, seat, action = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, action)
    assert refused.value.reason == reason
    assert refused.value.rule.startswith("R")


def judged(ranks: list[int], call: str) -> tuple[str, int | None]:
    """R15 to R18 once more, read off the rules page: the case and the winner's place."""
    best = max(ranks) if call == "higher" else min(ranks)
    held = Counter(ranks)
    if len(held) == 1:
        return "all_same", 0
    if held[best] == 1:
        return "one_best", ranks.index(best)
    if held[best] == len(ranks) - 1:
        return "all_but_one", next(place for place, rank in enumerate(ranks) if rank != best)
    return "winning_tie", None


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_round_is_judged_by_the_rules_page(data: st.DataObject) -> None:
    told: list[Event] = []
    match: Playthrough = data.draw(matches(RULES, told=told))
    for event in told:
        if not isinstance(event, events.Revealed) or event.call is None:
            continue
        low = (event.ace or match.options.ace) == "low"
        ranks = [(card + 1) % 13 if low else card % 13 for card in event.cards]
        case, place = judged(ranks, event.call)
        assert event.case == case
        assert event.winner == (None if place is None else event.participants[place])
        best = max(ranks) if event.call == "higher" else min(ranks)
        shared = [rank != best and ranks.count(rank) > 1 for rank in ranks]
        assert event.earned == tuple(
            seat for seat, tie in zip(event.participants, shared, strict=True) if tie
        )


@pytest.mark.parametrize(("seats", "rounds"), [(2, {26}), (3, {18}), (4, set(range(13, 18)))])
@pytest.mark.parametrize("mode", ["greedy", "turn_based"])
def test_consequences_named_on_the_rules_page(seats: int, rounds: set[int], mode: str) -> None:
    for seed in range(40):
        told: list[Event] = []
        options = HiloOptions.model_validate({"mode": mode, "trading_stages": 1})
        match = finish(RULES, options, seats, Random(seed), told)
        for deal in match.state.deals:
            assert deal.rounds in rounds
            assert deal.unclaimed in ({0, 1, 2} if seats == 4 else {0})
        for event in told:
            if isinstance(event, events.Revealed):
                assert len(event.board) <= (2 if seats == 4 else 0)
                assert seats == 4 or not event.tied
                if event.board:
                    assert len(event.participants) == 2
                    assert event.winner is not None
