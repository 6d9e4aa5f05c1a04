"""The rules of Heart of the Cards, case by case, on stacked deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import parse_card
from engine.core import Event, IllegalAction, Veiled, play, silent
from engine.games.heart import events
from engine.games.heart.cards import POINTS, VALUES, WILDCARDS
from engine.games.heart.model import Deal, Discard, HeartOptions, Pick, Roll, Wild
from engine.games.heart.state import State, View
from engine.players import player
from engine.record import Playthrough
from engine.shell.contest import contest
from tests.engine.games.heart_positions import IN_TURN, MIXED, PLAIN, REFUSALS, RULES, TIED, Table, wildcards
from tests.engine.strategies import matches
from tests.engine.walks import finish, walk


def numbers(cards: str) -> tuple[int, ...]:
    return tuple(map(parse_card, cards.split()))


def test_values() -> None:
    worths = {text: VALUES[parse_card(text)] for text in ("8D", "AS", "AH", "10C", "QH", "KD", "JS")}
    assert worths == {"8D": 8, "AS": -1, "AH": 1, "10C": -10, "QH": 0, "KD": 0, "JS": 0}
    assert (len(POINTS), len(WILDCARDS)) == (40, 8)
    assert sum(VALUES) == 0


@pytest.mark.parametrize(("size", "spots"), [("small", 12), ("medium", 24), ("large", 32)])
@pytest.mark.parametrize("wildcards", [False, True])
def test_a_deal_has_wildcards_on_the_first_spots_alone(size: Any, spots: int, wildcards: bool) -> None:
    for seats in RULES.seats:
        state = RULES.start(HeartOptions(size=size, wildcards=wildcards), seats)
        node = RULES.chance(state)
        assert node is not None
        outcome = node.sample(Random(seats))
        places = [at + 1 for at, card in enumerate(outcome.spots) if card in WILDCARDS]
        assert len(outcome.spots) == spots
        assert places == (list(range(1, seats + 1)) if wildcards else [])
        assert not node.admits(outcome._replace(queen=outcome.spots[0]))
        assert not node.admits(outcome._replace(spots=outcome.spots[1:]))
        assert not node.admits(outcome._replace(spots=(*outcome.spots[:-1], outcome.spots[-2])))
        assert not node.admits(outcome._replace(spots=(*outcome.spots[:-1], outcome.queen)))


def test_dice_are_six_sided_and_those_of_all_who_roll() -> None:
    table = Table(PLAIN, wildcards=False)
    state = RULES.start(HeartOptions(size="small", wildcards=False), 2)
    RULES.resolve(state, Deal(parse_card("QH"), numbers(PLAIN)), silent)
    node = RULES.chance(state)
    assert node is not None
    good = Roll("first", (0, 1), (6, 1))
    assert node.admits(good)
    for bad in (
        good._replace(values=(7, 1)),
        good._replace(values=(0, 1)),
        good._replace(values=(1,)),
        good._replace(seats=(1, 0)),
        good._replace(why="tie"),
    ):
        assert not node.admits(bad)
    assert table.state.first == 0


def test_a_tenth_equal_roll_goes_to_the_lowest_seat() -> None:
    state = RULES.start(HeartOptions(size="small", wildcards=False), 3)
    told: list[Event] = []
    RULES.resolve(state, Deal(parse_card("QH"), numbers(PLAIN)), told.append)
    RULES.resolve(state, Roll("first", (0, 1, 2), (2, 5, 5)), told.append)
    for _ in range(9):
        assert state.rolling == (1, 2)
        RULES.resolve(state, Roll("first", (1, 2), (4, 4)), told.append)
    assert (state.asked, state.first, state.to_act) == ("pick", 1, (1,))
    last = told[-1]
    assert isinstance(last, events.Rolled)
    assert (last.best, last.winner) == ((1, 2), 1)


@pytest.mark.parametrize(("queen", "winner"), [("QH", 0), ("QD", 0), ("QS", 1), ("QC", 1)])
def test_ties_are_rolled_out(queen: str, winner: int) -> None:
    table = Table(TIED, queen=queen, wildcards=False).do(*IN_TURN)
    assert (table.state.asked, table.state.rolling) == ("tie", (0, 1))
    assert table.view(None).queen == parse_card(queen)
    table.roll(3, 3).roll(5, 2)
    done = table.state.rounds[0]
    assert (done.winner, done.points) == (winner, (7, 7))
    assert table.state.scores == tuple(int(seat == winner) for seat in range(2))


def test_ten_equal_rolls_between_tied_hands() -> None:
    table = Table(TIED, wildcards=False, queen="QS").do(*IN_TURN)
    for _ in range(10):
        table.roll(6, 6)
    assert table.state.rounds[0].winner == 0


@pytest.mark.parametrize("reveal", ["none", "half", "all"])
def test_what_lies_face_up(reveal: Any) -> None:
    view = Table(MIXED, reveal=reveal).view(None)
    faces = [card is not None for card in view.spots]
    assert faces == [{"none": False, "all": True, "half": at % 2 == 0}[reveal] for at in range(12)]
    assert view.queen is None


def test_a_face_down_card_is_seen_by_its_taker_alone() -> None:
    table = Table(MIXED, reveal="half").do(4)
    taken = table.last(events.Picked)
    assert (taken.seat, taken.spot, taken.wildcard, taken.card, taken.to) == (0, 4, False, None, None)
    seen = table.last(events.Seen)
    assert (seen.card, seen.to) == (parse_card("2H"), (0,))
    assert [table.view(seat).spots[3] for seat in (0, 1, None)] == [parse_card("2H"), None, None]
    before = len(table.all(events.Seen))
    table.do(3)
    assert table.last(events.Picked).card == parse_card("7H")
    assert len(table.all(events.Seen)) == before


def test_one_wildcard_each_and_a_skip() -> None:
    table = Table(MIXED).do(1)
    assert [action.spot for action in table.state.left[:2]] == [2, 3]
    table.do(3)
    assert Pick(2) not in RULES.legal(table.state, 0)
    table.do(4, 5, 6, 7, 8, 9, 10, 11)
    assert RULES.to_act(table.state) == ()  # JS of seat 1 and KH of seat 0 ask nothing
    assert table.state.last is not None
    assert [event.seat for event in table.all(events.Skipped)] == []


def test_skips_and_forced_picks() -> None:
    table = Table(MIXED).do(3, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    assert [event.seat for event in table.all(events.Skipped)] == [1]
    forced = [(event.seat, event.spot) for event in table.all(events.Picked) if event.forced]
    assert forced == [(0, 2)]
    ended = table.last(events.PickingEnded)
    assert (ended.first, ended.wildcards) == (0, True)


@pytest.mark.parametrize(
    ("wild", "own", "met", "points"),
    [
        ("KS", "9C 9S 3S 10H 2H", "9S", 0),
        ("KS", "9C 4S 3S 10H 2H", "9C", 5),
        ("KS", "10H 9H 8H 7H 6H", "", 40),
        ("KD", "3D 3H 9H 9S 10S", "3H", -1),
        ("KD", "10S 9S 8S 7S 6S", "", -40),
        ("JS", "10H 9S 8H 7S 6H", "10H 8H 6H", -16),
        ("JS", "10S 9S 8S 7S 6S", "", -40),
        ("JD", "10H 9S 8H 7S 6H", "9S 7S", 24),
        ("JD", "10H 9H 8H 7H 6H", "", 40),
        ("KH", "10H 9H 8H 7H 6S", "6S", 40),
        ("KH", "10H 9H 8H 7H 6H", "", 40),
        ("KC", "10S 9S 8S 7S 6H", "6H", -40),
        ("KC", "10S 9S 8S 7S 6S", "", -40),
    ],
)
def test_wildcards_that_ask_nothing(wild: str, own: str, met: str, points: int) -> None:
    table = wildcards(wild, own)
    effect = table.all(events.WildcardPlayed)[0].effect
    assert (effect.seat, effect.wild, effect.cards) == (0, parse_card(wild), numbers(met))
    assert table.state.rounds[0].points[0] == points


@pytest.mark.parametrize(
    ("wild", "own", "eligible"),
    [
        ("KH", "10H 9S 8H 7S 6H", "9S 7S"),
        ("KC", "10H 9S 8H 7S 6H", "10H 8H 6H"),
        ("JH", "10H 9S 8H 7S 6H", "10H 9S 8H 7S 6H"),
    ],
)
def test_wildcards_that_ask(wild: str, own: str, eligible: str) -> None:
    table = wildcards(wild, own)
    assert RULES.legal(table.state, 0) == [Wild(card) for card in numbers(eligible)]
    assert not any(isinstance(event, Veiled) for event in table.told)
    for seat in (0, 1, None):
        assert table.view(seat).wild(0) == parse_card(wild)
    chosen = eligible.split()[1]
    table.do(chosen)
    assert table.all(events.WildcardPlayed)[0].effect.cards == numbers(chosen)


def test_a_card_lost_by_lot() -> None:
    table = wildcards("JC", "10H 9S 8H 7S 6H")
    node = RULES.chance(table.state)
    assert node is not None
    assert (node.fixed, node.secret) == ({"seat": 0}, {"from": ["10H", "9S", "8H", "7S", "6H"]})
    assert {node.sample(Random(seed)).card for seed in range(60)} == set(numbers("10H 9S 8H 7S 6H"))
    assert not node.admits(Discard(1, parse_card("10H")))
    assert not node.admits(Discard(0, parse_card("2H")))
    RULES.resolve(table.state, Discard(0, parse_card("9S")), table.told.append)
    assert table.state.rounds[0].points[0] == 17


def test_a_choice_of_one_does_not_look_forced() -> None:
    told: list[Event] = []
    shown: list[Any] = []
    table = Table("KH KD 10H 2H 9H 3H 8H 4H 7H 5H 6S 2D", reveal="none").do(*IN_TURN[:-1])

    def tell(event: Event) -> None:
        told.append(event)
        if isinstance(event, Veiled):
            state = table.state
            assert RULES.to_act(state) == (event.seat,) == (0,)
            assert RULES.legal(state, 0) == [Wild(parse_card("6S"))]
            shown.append(RULES.view(state, 1))

    (seat,) = RULES.to_act(table.state)
    RULES.advance(table.state, seat, Pick(11), tell)
    assert len(shown) == 1
    assert shown[0].spots[10] is None
    assert (shown[0].playing, shown[0].wild(0)) == (0, parse_card("KH"))
    forced = [event for event in told if isinstance(event, events.Forced)]
    assert [(event.card, event.to) for event in forced] == [(parse_card("6S"), (0,))]


def test_what_everybody_sees_to_be_forced_needs_no_veil() -> None:
    open_hand = Table("KH KD 10H 2H 9H 3H 8H 4H 7H 5H 6S 2D", reveal="all").do(*IN_TURN)
    assert not open_hand.all(Veiled)
    assert open_hand.last(events.Forced).card == parse_card("6S")


def test_a_wildcard_shows_what_it_meets_and_no_more() -> None:
    told = Table("KS JH 10H 2H 9C 3H 8H 4H 3S 5H 6H 2D", reveal="none").do(*IN_TURN)
    view = told.view(1)
    assert [card for card in view.hand(0) if card is not None] == [parse_card("9C")]
    assert view.wild(0) == parse_card("KS")
    for seed in range(50):
        imagined = RULES.imagine(view, Random(seed))
        hidden = [VALUES[card] for card in imagined.hand(0) if card != parse_card("9C")]
        assert min(hidden) >= -8


def test_rounds_go_round_and_the_match_may_be_shared() -> None:
    table = Table(PLAIN, rounds=2, wildcards=False).do(*IN_TURN)
    assert (table.state.asked, table.state.first) == ("deal", 1)
    table.deal(PLAIN)
    assert RULES.to_act(table.state) == (1,)
    table.do(*IN_TURN)
    result = RULES.result(table.state)
    assert result is not None
    assert (result.scores, result.winners) == ((1, 1), (0, 1))
    assert [one["first"] for one in result.details["rounds"]] == [0, 1]
    assert [one["winner"] for one in result.details["rounds"]] == [0, 1]


def test_thirty_two_spots_for_three() -> None:
    match = finish(RULES, HeartOptions(size="large", wildcards=False), 3, Random(1))
    assert match.state.last is not None
    first = match.state.rounds[0].first
    turns = [len(hand) for hand in match.state.last.hands]
    assert sorted(turns) == [10, 11, 11]
    assert turns[(first + 2) % 3] == 10


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_everybody_ends_with_one_wildcard(data: st.DataObject) -> None:
    match = data.draw(matches(RULES))
    state = match.state
    if state.spots:
        assert state.wilds_left + sum(map(bool, state.wilds)) == (
            match.seats if match.options.wildcards else 0
        )
    for done in state.rounds:
        assert all((wild is not None) == match.options.wildcards for wild in done.wilds)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_imagined_could_have_been_dealt(data: st.DataObject) -> None:
    """The round of an imagined position, played again from its deal, looks the same to the seat."""
    match: Playthrough = data.draw(matches(RULES, most=60))
    rng = Random(data.draw(st.integers(0, 99)))
    if not match.state.spots:
        return
    for seat in (None, *range(match.seats)):
        view = RULES.view(match.state, seat)
        again = replayed(match, RULES.imagine(view, rng), view)
        assert RULES.view(again, seat) == view


def replayed(match: Playthrough, imagined: State, view: View) -> State:
    """The match with another deal in its present round; Wildcards meet the cards that they met."""
    state = RULES.start(match.options, match.seats)
    start = max(at for at, (_, thing) in enumerate(match.steps) if isinstance(thing, Deal))
    for seat, thing in match.steps[:start]:
        if seat is None:
            RULES.resolve(state, thing, silent)
        else:
            RULES.advance(state, seat, thing, silent)
    RULES.resolve(state, Deal(imagined.queen, imagined.spots), silent)
    for seat, thing in match.steps[start + 1 :]:
        if seat is not None and isinstance(thing, Pick):
            RULES.advance(state, seat, thing, silent)
        elif seat is None and isinstance(thing, Roll):
            RULES.resolve(state, thing, silent)
        catch_up(state, view)
    return state


def catch_up(state: State, view: View) -> None:
    """Let the Wildcards meet what the view has seen them meet, where they now ask."""
    while state.asked in {"wild", "discard"} and len(state.effects) < len(view.effects):
        effect = view.effects[len(state.effects)]
        if state.asked == "discard":
            RULES.resolve(state, Discard(effect.seat, effect.cards[0]), silent)
        else:
            action = Wild(effect.cards[0])
            assert RULES.allows(state, effect.seat, action)
            RULES.advance(state, effect.seat, action, silent)


RULES_BROKEN = {
    "match_over": "R25",
    "chance_is_due": "R11",
    "not_your_turn": "R13",
    "other_action_is_due": "R19",
    "no_such_spot": "R7",
    "already_taken": "R14",
    "holds_a_wildcard": "R14",
    "not_in_your_hand": "R20",
    "not_negative": "R20",
    "not_positive": "R20",
}


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals(reason: str) -> None:
    state, seat, action = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, action)
    assert (refused.value.reason, refused.value.rule) == (reason, RULES_BROKEN[reason])


def test_normal_is_strong_where_choices_matter() -> None:
    players = [player("normal", "heart"), *[player("random", "heart")] * 3]
    normal, *_ = contest(RULES, HeartOptions(reveal="all"), players, 400, seed=1)
    assert normal.share - normal.margin > 0.5


def test_normal_begins_with_a_biggest_card() -> None:
    normal = player("normal", "heart")
    for seed in range(10):
        for match in walk(RULES, HeartOptions(reveal="all"), 2, Random(seed)):
            for seat in RULES.to_act(match.state):
                view = RULES.view(match.state, seat)
                if not view.taken[seat] and not view.wilds[seat]:
                    worths = {pick: abs(VALUES[match.state.spots[pick.spot - 1]]) for pick in view.left}
                    choice = normal.choose(view, RULES.legal(match.state, seat), Random(seed))
                    assert worths[choice] == max(worths.values())
