"""What Cardinality shows at each decision, and how it tells what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot.screen import Act, Block, Button, Go, Menu, Row
from cogs.games import FACES
from engine.cards import RANKS, parse_card
from engine.core import IllegalAction, Seat, play
from engine.games.hilo.model import Call, HiloOptions, Offer, Pick
from engine.games.hilo.rules import Hilo
from engine.games.hilo.state import State
from tests.cogs import said
from tests.engine.games.hilo_positions import REFUSALS, RULES, Table, guessing, picking, piles, stealing
from tests.engine.walks import finish

FACE = FACES[Hilo.slug]
NAMES = ["Ann", "Bob", "Cat", "Dan"]


def hand(state: State, seat: Seat, path: tuple[int, ...] = ()) -> Sequence[Block]:
    return FACE.hand(RULES.view(state, seat), NAMES, RULES.legal(state, seat), path)


def text(blocks: Sequence[Block]) -> str:
    return said.text(blocks)


def buttons(blocks: Sequence[Block]) -> list[Button]:
    return [button for block in blocks if isinstance(block, Row) for button in block.buttons]


def menu(blocks: Sequence[Block]) -> Menu:
    (found,) = (block for block in blocks if isinstance(block, Menu))
    return found


def table(state: State) -> str:
    return text(FACE.table(RULES.view(state, None), NAMES))


def story(told: Table) -> str:
    return "\n".join(filter(None, (said.story(FACE, event, NAMES) for event in told.told)))


def test_a_guess_is_a_menu_of_ranks_and_stays_hidden() -> None:
    state = guessing()
    labels = [option.label for option in menu(hand(state, 0)).options]
    assert labels == ["A", *RANKS[:-1]]
    state = guessing(0)
    assert "**7**" in text(hand(state, 0))
    assert "7" not in table(state)
    assert "7" not in text(hand(state, 1))
    assert "Named: **Ann**" in table(state)
    assert said.asked(FACE, RULES.view(state, None), NAMES) == "A guess for the first turn from **Bob**"


def test_only_the_caller_sees_a_card_large_with_two_buttons() -> None:
    state = Table("9S KH 3D 2S", 3).state
    blocks = hand(state, 0)
    assert text(blocks).startswith("# 9♠\ufe0e Higher or Lower?\n")
    assert [(said.label(one), one.target) for one in buttons(blocks)] == [
        ("⬆️ Higher", Act(0)),
        ("⬇️ Lower", Act(1)),
    ]
    for seen in (text(hand(state, 1)), text(hand(state, 2)), table(state)):
        assert "♠" not in seen
        assert "♥" not in seen


def test_four_buttons_when_the_ace_is_named() -> None:
    state = Table("9S KH 2S 3S", 2, ace="per_turn").state
    labels = ["Higher, ace high", "Higher, ace low", "Lower, ace high", "Lower, ace low"]
    assert [button.label for button in buttons(hand(state, 0))] == labels
    assert all(len(row.buttons) == 2 for row in hand(state, 0) if isinstance(row, Row))


def test_a_blind_call_says_why_above_its_buttons() -> None:
    told = Table("2S KH 3S QH 4S JH 5S 10H", 2, mode="greedy").do("h", "h")
    told.do() if told.state.blind else told.do("l")
    assert told.state.blind
    blocks = hand(told.state, RULES.to_act(told.state)[0])
    assert "wins in a row" in text(blocks[:1])
    assert isinstance(blocks[1], Row)
    assert "🙈" in table(told.state)
    assert "calls blind" in story(told)


def test_stealing_shows_the_round_s_cards_owners_and_the_board_apart() -> None:
    state = stealing()
    state.board = (0,)
    blocks = hand(state, 1)
    assert [said.label(button).replace("\ufe0e", "") for button in buttons(blocks)] == [
        "3♠ your own",
        "9♠ Cat",
        "5♠ Dan",
        "6♠ Ann",
        "Pass",
    ]
    assert "The board cannot be stolen: 2♠" in text(blocks)
    assert "After you: **Dan**" in text(blocks)
    assert "after **Bob**" in text(hand(state, 3))


def test_an_offer_is_chosen_by_rank() -> None:
    state = piles("KS KH KD QS QH JS", "2S 3S 4S").state
    blocks = hand(state, 0)
    assert [(one.label, one.description) for one in menu(blocks).options] == [
        ("J ×1", "your only one"),
        ("Q ×2", "one of a pair"),
        ("K ×3", "breaks three of a kind"),
    ]
    assert "· · · · · · · · · · J×1 Q×2 K×3\n" in text(blocks)
    assert "**Bob** · 3 cards ▶️\n-# · 2×1 3×1 4×1 ·" in text(blocks)
    after = play(RULES, state, 0, Offer(parse_card("JS")))
    assert "You offer **J♠" in text(hand(after, 0))
    assert "J♠" not in text(hand(after, 1))
    assert "Ready: **Ann**" in table(after)


def test_every_rank_of_a_pile_can_be_offered() -> None:
    for seed in range(5):
        state: Any = None
        match = finish(RULES, HiloOptions(), 2, Random(seed))
        replayed = RULES.start(match.options, match.seats)
        for seat, thing in match.steps:
            if replayed.asked == "offer":
                state = replayed
                break
            if seat is None:
                RULES.resolve(replayed, thing, lambda event: None)
            else:
                RULES.advance(replayed, seat, thing, lambda event: None)
        legal = RULES.legal(state, 0)
        chosen = [one.target for one in menu(hand(state, 0)).options]
        offers = [legal[target.index] for target in chosen if isinstance(target, Act)]
        ranks = [offer.card % 13 for offer in offers if isinstance(offer, Offer)]
        assert sorted(ranks) == sorted({card % 13 for card in state.piles[0]})


def test_the_first_of_four_picks_in_two_steps() -> None:
    state = picking()
    blocks = hand(state, 0)
    labels = [said.label(button).replace("\ufe0e", "") for button in buttons(blocks)]
    assert labels == ["2♠ Bob", "5♠ Cat", "8♠ Dan"]
    assert [button.target for button in buttons(blocks)] == [Go((1,)), Go((2,)), Go((3,))]
    naming = buttons(hand(state, 0, (2,)))
    assert [button.label for button in naming] == ["Bob", "Cat", "Dan", "Back"]
    legal = RULES.legal(state, 0)
    for button, following in zip(naming, (1, 2, 3), strict=False):
        assert isinstance(button.target, Act)
        assert legal[button.target.index] == Pick(RULES.view(state, 0).offers[2] or 0, following)
    assert naming[-1].target == Go()


def test_the_second_of_four_picks_at_once() -> None:
    blocks = hand(picking("2S>1"), 1)
    pressed = [said.label(button)[:2] for button in buttons(blocks) if isinstance(button.target, Act)]
    assert pressed == ["K♠", "5♠", "8♠"]


@pytest.mark.parametrize(
    ("deck", "seats", "options", "calls", "said"),
    [
        ("9S KH 3D 2S 3S 4S", 3, {}, "h", "Best card: **Bob** takes 3 cards."),
        ("9S 9H 2S 3S", 2, {}, "h", "A tie of two goes to the caller: **Ann** takes 2 cards."),
        ("9S 9H 9D 2S 3S 4S", 3, {}, "h", "All the same rank: the caller, **Ann**, takes 3 cards."),
        ("QS 4S QH 2S 3S 5S", 3, {}, "h", "All but one tie: **Bob**, the one left, takes 3 cards."),
        ("QS QH 4S 7S 2S 3S", 4, {}, "h", "Winning tie of **Ann** and **Bob**: nobody wins"),
        ("QS QH 4S 7S 2S 3S", 4, {}, "h", "**Bob** sits out and loses the turn."),
        ("QS QH 4S 7S 2S 3S 2H 3H", 4, {}, "hh", "(The board goes along: Q♠ Q♥.)"),
        ("KS 4S KH 4H 2S 3S", 4, {"mode": "greedy"}, "h", "Double tie: the other pair, **Bob** and **Dan**"),
        ("KS 4S KH 4H 2S 3S", 4, {"mode": "greedy"}, "h", "**Bob** is next to call."),
        ("KS 4S 4H 2S 3S 5S", 3, {}, "h", "Losing tie: **Bob** and **Cat** may each steal"),
        ("KS 4S 4H 9S", 3, {}, "h", "1 card is left: 9♠ goes to **Bob** without a call."),
        ("KS 4S 5S 6S 2H 3H", 4, {}, "h", "Only 2 cards are left: they go to **Bob** and **Cat**."),
        ("KS 4S 4H", 3, {}, "h", "The deck is empty: **Bob** and **Cat** cannot use the new steal right."),
        ("KS 2H 4H 3H", 2, {}, "hh", "The deck is empty: now cards are traded."),
    ],
)
def test_special_cases_are_told_by_name(
    deck: str, seats: int, options: dict[str, Any], calls: str, said: str
) -> None:
    assert said in story(Table(deck, seats, **options).do(*calls)).replace("\ufe0e", "")


def test_steals_and_trades_are_told() -> None:
    told = Table("KS 4S 4H 4D 3S 9S 5S 6S 7S 8S 10S JS", 4).do("h", "h", "9S", "pass")
    said = story(told).replace("\ufe0e", "")
    assert "First **Bob** and **Dan** may steal." in said
    assert "**Cat** wins anyway: the steal right lapses." in said
    assert "**Bob** steals 9♠, the card of Cat." in said
    assert "**Dan** leaves the steal right unused." in said
    assert "**Cat** takes the 3 cards that are left." in said
    told = piles("KS QS JS", "2S 3S", "5S 6S", "8S 9S").do("KS", "2S", "5S", "8S", "5S>1", "8S")
    said = story(told).replace("\ufe0e", "")
    assert "Offered: Ann K♠ · Bob 2♠ · Cat 5♠ · Dan 8♠" in said
    assert "**Ann** takes 5♠, the offer of Cat; **Bob** picks next." in said
    assert "Trade 1: Ann K♠ → 5♠ · Bob 2♠ → 8♠ · Cat 5♠ → K♠ · Dan 8♠ → 2♠" in said
    assert "Points of deal 1: Ann +3 = 3 · Bob +0 = 0" in said


def test_the_score_sheet() -> None:
    told = piles("KS KH KD QS", "2S 3S").do("QS", "2S")
    result = RULES.result(told.state)
    assert result is not None
    sheet = text(FACE.end(RULES.view(told.state, None), result, NAMES)).replace("\ufe0e", "")
    assert "🏆 **Ann** wins" in sheet
    assert "with 4 points" in sheet
    assert "\n· 2×1 · · · · · · · · · · K×3\n" in sheet
    assert "Three or four of a rank: K → 1" in sheet
    assert "Most cards, 4 → 3" in sheet
    assert "2 of 13 ranks → 0" in sheet
    assert sheet.index("**Ann** · 4 points") < sheet.index("**Bob** · 0 points")
    told = piles("KS QS", "2S 3S").do("KS", "2S")
    result = RULES.result(told.state)
    assert result is not None
    assert "**Ann** and **Bob** share the win" in text(FACE.end(RULES.view(told.state, None), result, NAMES))


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals_are_worded(reason: str) -> None:
    state, seat, action = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, action)
    words = said.refused(FACE, refused.value, NAMES)
    assert words.endswith(".")
    assert not re.search(r"[{}_]", words)


def test_a_long_match_is_worth_a_word() -> None:
    assert FACE.caution(HiloOptions(), 4) is None
    assert FACE.caution(HiloOptions(target=30), 4) is None
    assert FACE.caution(HiloOptions(target=100), 2) is None
    caution = FACE.caution(HiloOptions(target=100), 4)
    assert caution is not None
    assert "27 deals" in caution


def test_calls_are_offered_as_the_rules_list_them() -> None:
    state = Table("9S KH 2S 3S", 2).state
    assert RULES.legal(state, 0) == (Call("higher"), Call("lower"))
