"""The rules of Your trumps, case by case, on positions laid out by hand."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import TEXTS, parse_card, parse_suit, rank_of, suit_of
from engine.core import BadOptions, Event, IllegalAction, Veiled, play
from engine.games.trumps import events
from engine.games.trumps.cards import PACKS, beaters, beats, cost
from engine.games.trumps.dealing import side_suits
from engine.games.trumps.model import Action, Add, Beat, Deal, Dealer, Shuffle, Trumps, TrumpsOptions
from engine.games.trumps.state import State
from engine.players import player
from engine.record import follow, parse
from engine.shell.playing import play_out
from tests.engine.games.trumps_positions import REFUSALS, RULES, Table, cards
from tests.engine.solving import TooMany, solve
from tests.engine.walks import walk

CASES = Path(__file__).parents[2] / "cases" / "trumps.jsonl"


def texts(run: bytes) -> str:
    return " ".join(TEXTS[card] for card in run)


def test_packs_hold_the_highest_ranks() -> None:
    assert {deck: TEXTS[pack[0]] for deck, pack in PACKS.items()} == {
        16: "JS",
        24: "9S",
        32: "7S",
        36: "6S",
        52: "2S",
    }
    assert all(len(pack) == deck for deck, pack in PACKS.items())


@pytest.mark.parametrize(
    ("card", "top", "trump", "beaten"),
    [
        ("9S", "7S", "H", True),
        ("7S", "9S", "H", False),
        ("6H", "AS", "H", True),
        ("6H", "7H", "H", False),
        ("8H", "7H", "H", True),
        ("AD", "6S", "H", False),
        ("AD", "6H", "H", False),
    ],
)
def test_what_beats_what(card: str, top: str, trump: str, beaten: bool) -> None:
    assert beats(parse_card(card), parse_card(top), parse_suit(trump)) == beaten
    assert beaters(cards(card), parse_card(top), parse_suit(trump)) == (cards(card) if beaten else b"")


@pytest.mark.parametrize(
    ("pile", "trump", "n"),
    [
        ("", "S", 0),
        ("6S 7S", "H", 2),
        ("6S 7S 8S 9S 10S JS", "H", 3),
        ("6S 7S 8S 9S 10S JS", "S", 5),
        ("6S 7S 8S JS", "S", 4),
        ("6S 7S 8S 9S 10S JS AS", "S", 7),
        ("6S 7S 8S 9S 10S JS AS", "D", 3),
    ],
)
def test_what_a_pick_up_takes(pile: str, trump: str, n: int) -> None:
    assert cost(cards(pile), parse_suit(trump)) == n


def test_a_beat_and_a_second_card_then_the_next_player() -> None:
    table = Table("SHD", "9D 6C 7C", "JD 9C 8C", "6D 7D 8S", pile="8D").do("9D")
    assert (table.state.asked, table.state.to_act, table.state.turns) == ("add", (0,), 0)
    table.do("6C")
    assert (texts(table.state.pile), table.state.turns) == ("8D 9D 6C", 1)
    added = table.last(events.Laid)
    assert (added.how, added.on, added.left) == ("add", parse_card("9D"), 1)


def test_pick_ups_go_on_until_somebody_has_a_choice() -> None:
    table = Table("SHD", "9D 6C 7C", "JD 8S", "6D 7D 8S", pile="7S 8D").do("9D", "7C")
    # Seats 1 and 2 cannot both beat 7C; seat 2 has two trumps.
    taken = table.last(events.PickedUp)
    assert (taken.seat, taken.forced, taken.kind, taken.bared) == (1, True, "plain", parse_card("7S"))
    assert texts(bytes(taken.cards)) == "7C 9D 8D"
    assert texts(table.state.pile) == "7S"
    assert table.state.to_act == (2,)
    assert texts(table.state.unbeaten[1]) == "7C"


def test_going_out_with_the_beating_card_and_a_loser() -> None:
    table = Table("SH", "9D", "JC QC", pile="8D", pick_up="free").do("9D")
    assert table.deal == Deal(0, "out", 1, (0,), (0, 2), 2, 1, (2, 0))
    assert table.last(events.WentOut).place == 1
    assert RULES.result(table.state) is not None


def test_the_last_card_saves_a_draw_only_if_it_is_alone_and_beats() -> None:
    assert Table("SH", "9D", "JD", pile="8D", pick_up="free").do("9D").deal.end == "last_card"
    assert Table("SH", "9D", "JD QD", pile="8D", pick_up="free").do("9D").deal.end == "out"
    assert Table("SH", "9D", "6D", pile="8D", pick_up="free").do("9D").deal.end == "out"
    table = Table("SHD", "9C", "AH", "", pile="8C", pick_up="free")
    table.state.out = (2,)
    table.do("9C")
    assert (table.deal.points, table.deal.out, table.deal.loser) == ((1, 1, 2), (2, 0), None)
    assert table.last(events.DealEnded).last_card == parse_card("AH")
    assert table.last(events.DealEnded).drawn == (0, 1)


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    case = next(line for line in CASES.read_text().splitlines() if '"R22"' in line)
    record = parse(json.dumps(json.loads(case)["record"]))
    *_, match = follow(RULES, record)
    assert RULES.view(match.state, 0).occurred == 2
    for seat, action in match.steps[3:]:
        match.take(seat, action)
    (deal,) = match.state.deals
    assert (deal.end, deal.turns, deal.points) == ("repetition", 12, (1, 1))


def test_after_a_draw_the_next_seat_deals() -> None:
    table = Table("SH", "9D", "JD", pile="8D", pick_up="free", deals=2, dealer=1).do("9D")
    assert (table.deal.end, table.state.dealer, table.state.asked) == ("last_card", 0, "shuffle")


def test_the_turn_limit_comes_before_repetition() -> None:
    table = Table("SH", "6C 7C 8C", "6D 7D 8D", pick_up="free", turn_limit=50)
    table.state.turns = 49
    table.do("6C")
    assert (table.deal.end, table.deal.turns, table.deal.points) == ("turn_limit", 50, (1, 1))


def test_going_out_in_the_last_turn_counts_as_going_out() -> None:
    table = Table("SH", "9D", "JC QC", pile="8D", pick_up="free", turn_limit=50)
    table.state.turns = 49
    assert table.do("9D").deal.end == "out"


def test_the_loser_deals_next() -> None:
    table = Table("SH", "9D", "JC QC", pile="8D", pick_up="free", deals=2).do("9D")
    assert (table.state.dealer, table.state.asked, table.state.scores) == (1, "shuffle", (2, 0))


def test_a_forced_beat_of_hidden_hands_looks_like_any_other() -> None:
    table = Table("SHD", "9C 6C 7C", "KC 6S 7S", "6D 7D 8S", pile="8C")
    frames: list[tuple[str, tuple[int, ...], list[Action]]] = []

    def tell(event: Event) -> None:
        table.told.append(event)
        if isinstance(event, Veiled):
            state = table.state
            frames.append((state.asked, RULES.to_act(state), list(RULES.legal(state, event.seat))))

    RULES.advance(table.state, 0, Beat(parse_card("9C")), tell)
    RULES.advance(table.state, 0, Add(parse_card("7C")), tell)
    assert frames == [("beat", (1,), [Beat(parse_card("KC"))])]
    veil, laid, only = table.told[-3:]
    assert veil == Veiled(1)
    assert laid == events.Laid(1, parse_card("KC"), "beat", parse_card("7C"), 2, forced=False)
    assert only == events.OnlyChoice(1, "beat", to=(1,))
    assert RULES.to_act(table.state) == (1,)


def test_a_forced_pick_up_is_veiled_only_where_it_might_have_been_chosen() -> None:
    def told(**options: Any) -> list[Event]:
        table = Table("SHD", "9C 6C 7C", "6S 7S", "6D 7D 8S", pile="8C", **options).do("9C", "7C")
        return [event for event in table.told if not isinstance(event, events.Laid)]

    veil, taken, only = told(pick_up="free")
    assert veil == Veiled(1)
    assert isinstance(taken, events.PickedUp)
    assert not taken.forced
    assert only == events.OnlyChoice(1, "pick_up", to=(1,))
    for options in ({"pick_up": "unable"}, {"pick_up": "free", "hands": "open"}):
        (taken,) = told(**options)
        assert isinstance(taken, events.PickedUp)
        assert taken.forced
        assert taken.to is None


def test_a_forced_beat_of_a_duel_is_public() -> None:
    table = Table("SH", "9C 6C 7C", "KC 6S 7S", pile="8C").do("9C", "7C")
    assert table.last(events.Laid) == events.Laid(
        1, parse_card("KC"), "beat", parse_card("7C"), 2, forced=True
    )


def start(suits: str, seats: int, dealer: int, order: bytes, **options: Any) -> tuple[State, list[Event]]:
    state = RULES.start(TrumpsOptions(trumps="random", **options), seats)
    told: list[Event] = []
    RULES.resolve(state, Dealer(dealer), told.append)
    RULES.resolve(state, Trumps(tuple(map(parse_suit, suits))), told.append)
    RULES.resolve(state, Shuffle(tuple(order)), told.append)
    return state, told


def test_cards_are_dealt_clockwise_from_the_leader() -> None:
    state, _ = start("SHD", 3, 0, PACKS[16], deck=16)
    assert [len(hand) for hand in state.hands] == [5, 6, 5]
    assert texts(state.hands[1])[:2] == "JS"
    assert state.to_act == (1,)


@pytest.mark.parametrize(
    ("trumps", "sides"), [("SH", "CD"), ("SC", "HD"), ("HD", "SC"), ("CD", "SH"), ("DH", "SC")]
)
def test_side_suits(trumps: str, sides: str) -> None:
    one, other = map(parse_suit, trumps)
    assert side_suits((one, other)) == tuple(map(parse_suit, sides))


@pytest.mark.parametrize("trumps", ["SH", "SC", "DC", "HD"])
@pytest.mark.parametrize("deck", PACKS)
def test_mirrored_hands_are_images_of_each_other(trumps: str, deck: int) -> None:
    rng = Random(trumps)
    order = list(PACKS[deck])
    rng.shuffle(order)
    state, _ = start(trumps, 2, rng.randrange(2), bytes(order), deck=deck, deal="mirror")
    sides = side_suits(state.trumps)
    image = dict(zip((*state.trumps, *sides), (*state.trumps[::-1], *sides[::-1]), strict=True))
    one, other = state.hands
    assert len(one) == len(other) == deck // 2
    assert bytes(sorted(image[suit_of(card)] * 13 + rank_of(card) for card in one)) == other


def test_low_trumps_go_to_those_who_chose_them() -> None:
    for seed in range(20):
        order = list(PACKS[36])
        Random(seed).shuffle(order)
        state, told = start("SHDC", 4, 3, bytes(order), low_trumps=True)
        for hand, low in zip(state.hands, ("6S", "6H", "6D", "6C"), strict=True):
            assert parse_card(low) in hand
            assert parse_card(low) in state.shown
        (handed,) = (event for event in told if isinstance(event, events.LowTrumps))
        assert all(giver != taker for _, giver, taker in handed.moves)


def test_a_mirror_deal_wants_two() -> None:
    RULES.check(TrumpsOptions(deal="mirror"), 2)
    with pytest.raises(BadOptions) as bad:
        RULES.check(TrumpsOptions(deal="mirror"), 3)
    assert bad.value.option == "deal"


def test_what_is_known_of_other_hands() -> None:
    table = Table("SHD", "9C 6C 7C", "6S 7S", "6D 7D 8S", pile="8C").do("9C", "7C")
    watcher, one, two = (RULES.view(table.state, seat) for seat in (None, 0, 2))
    assert texts(watcher.hands[1]) == texts(one.hands[1]) == "7C 8C 9C"
    assert texts(two.hands[2]) == "8S 6D 7D"
    assert watcher.counts == (1, 5, 3)
    duel = RULES.view(Table("SH", "9C 6C", "6S 7S", pile="8C").state, 0)
    assert texts(duel.hands[1]) == "6S 7S"


def test_nobody_is_imagined_with_what_they_would_have_played() -> None:
    rng = Random(4)
    checked = 0
    for match in walk(RULES, TrumpsOptions(), 3, Random(11)):
        state = match.state
        if not state.unbeaten or not any(state.unbeaten):
            continue
        view = RULES.view(state, 0)
        imagined = RULES.imagine(view, rng)
        for seat in (1, 2):
            unseen = set(imagined.hands[seat]) - set(state.shown)
            checked += len(unseen)
            for top in state.unbeaten[seat]:
                assert not any(beats(card, top, state.trumps[seat]) for card in unseen)
        if state.to_act and state.asked == "beat":
            assert len(RULES.legal(imagined, state.actor)) > 1
    assert checked


def test_whoever_waits_has_a_choice() -> None:
    for seats in RULES.seats:
        for seed in range(10):
            for match in walk(
                RULES, TrumpsOptions(pick_up="free" if seed % 2 else "unable"), seats, Random(seed)
            ):
                for seat in RULES.to_act(match.state):
                    assert len(RULES.legal(match.state, seat)) > 1


@pytest.mark.parametrize(
    ("table", "value"),
    [
        (Table("SH", "AS KH", "AH", pile="KS", actor=0), "draw"),
        (Table("SH", "9D 6C", "7C 8C", pile="8D", pick_up="free"), "win"),
        (Table("SH", "6C 7C", "8C 9C"), "loss"),
    ],
)
def test_values(table: Table, value: str) -> None:
    assert solve(RULES, table.state) == value


def test_solving_gives_up_when_there_is_too_much() -> None:
    *_, match = islice(walk(RULES, TrumpsOptions(), 2, Random(1)), 30)
    with pytest.raises(TooMany):
        solve(RULES, match.state, 100)


def test_normal_wins_nearly_all_decided_deals_against_random() -> None:
    won = lost = 0
    for number in range(200):
        levels = ["normal", "random"] if number % 2 else ["random", "normal"]
        luck = Random(number // 2)
        players = [player(level, "trumps") for level in levels]
        state, _ = play_out(RULES, TrumpsOptions(), players, lambda _: luck, luck)  # noqa: B023 - called here
        for deal in state.deals:
            if deal.loser is not None:
                won += levels[deal.loser] == "random"
                lost += levels[deal.loser] == "normal"
    assert won >= 0.9 * (won + lost)
    assert won + lost > 150


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals(reason: str) -> None:
    rule, position, seat, action = REFUSALS[reason]
    with pytest.raises(IllegalAction) as refused:
        play(RULES, position(), seat, action)
    assert (refused.value.rule, refused.value.reason) == (rule, reason)


@pytest.mark.parametrize("seed", [79, 117, 257])
def test_normal_does_not_repeat_itself_when_it_is_ahead(seed: int) -> None:
    """In these matches it would go round in circles with most of the cards at the other side."""
    computer, rng = player("normal", "trumps"), Random(seed)
    state, _ = play_out(RULES, TrumpsOptions(), [computer, computer], lambda _: rng, rng)
    result = RULES.result(state)
    assert result is not None
    assert [deal["end"] for deal in result.details["deals"]] != ["repetition"]
