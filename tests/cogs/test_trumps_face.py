"""What Your trumps shows at each decision, and how it tells what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from bot import emoji
from bot.screen import Act, Block, Button, Go, Menu, Row, Target
from cogs.cards import card_text
from cogs.games import FACES
from engine.cards import TEXTS
from engine.core import BadOptions, IllegalAction, Seat, play
from engine.games.trumps import events
from engine.games.trumps.model import Add, Beat, Lead, TrumpsOptions
from engine.games.trumps.rules import OwnTrumps
from engine.games.trumps.state import State
from engine.shell.variety import every_kind
from tests.cogs import said
from tests.cogs.limits import LONGEST, hold_limits
from tests.engine.games.trumps_positions import REFUSALS, RULES, Table
from tests.engine.walks import finish, walk

FACE = FACES[OwnTrumps.slug]
NAMES = ["Ann", "Bob", "Cat", "Dan"]
ALL = " ".join(TEXTS)


def hand(state: State, seat: Seat, path: tuple[int, ...] = ()) -> Sequence[Block]:
    return FACE.hand(RULES.view(state, seat), NAMES, RULES.legal(state, seat), path)


def text(blocks: Sequence[Block]) -> str:
    return plain(said.text(blocks))


def plain(said: str) -> str:
    return said.replace("\ufe0e", "")


def buttons(blocks: Sequence[Block]) -> list[Button]:
    return [button for block in blocks if isinstance(block, Row) for button in block.buttons]


def labels(blocks: Sequence[Block]) -> list[str]:
    return [plain(said.label(button)) for button in buttons(blocks)]


def menus(blocks: Sequence[Block]) -> list[Menu]:
    return [block for block in blocks if isinstance(block, Menu)]


def table(state: State) -> str:
    return text(FACE.table(RULES.view(state, None), NAMES))


def asked(state: State) -> str:
    return plain(said.asked(FACE, RULES.view(state, None), NAMES))


def story(told: Table, seat: Seat | None = None) -> str:
    heard = [event for event in told.told if event.to is None or seat in event.to]
    return plain("\n".join(filter(None, (said.story(FACE, event, NAMES) for event in heard))))


def offered(blocks: Sequence[Block]) -> list[Target | None]:
    return [button.target for button in buttons(blocks)] + [
        option.target for menu in menus(blocks) for option in menu.options
    ]


def test_trump_suits_are_four_buttons_of_which_taken_ones_cannot_be_pressed() -> None:
    state = REFUSALS["suit_taken"][1]()
    blocks = hand(state, 0)
    assert labels(blocks) == ["♠ Spades", "♥ Hearts", "♦ Diamonds", "♣ Clubs"]
    assert [button.target for button in buttons(blocks)] == [Act(0), Act(1), None, Act(2)]
    assert "★♦ is taken by **Bob**" in text(blocks)
    assert asked(state) == "**Ann** chooses a trump suit"


def test_beating_shows_the_top_card_the_way_to_beat_it_and_only_beating_cards() -> None:
    state = Table("SH", "6S 7C 8D QC KC", "6H 7H 8H", pile="9H 6D JC").state
    blocks = hand(state, 0)
    assert text(blocks).startswith(
        "# J♣ beat it\nHigher ♣, or any of your trumps ★♠. Then lay one more card."
    )
    assert labels(blocks) == ["6♠", "Q♣", "K♣", "Pile and seen cards"]
    assert "\n★♠ 6♠\n♦ 8♦\n♣ 7♣ Q♣ K♣" in text(blocks)
    assert asked(state) == "**Ann**: beat J♣, else take 3"


def test_picking_up_at_will_is_a_button_with_its_price() -> None:
    state = Table("SH", "6S 7C 8D QC KC", "6H 7H 8H", pile="9H 6D 7D JC", pick_up="free").state
    blocks = hand(state, 0)
    pick_up = next(button for button in buttons(blocks) if button.label == "Pick up 3")
    assert pick_up.target == Act(3)
    assert asked(state) == "**Ann** beats J♣ or picks up 3"


def test_an_own_trump_on_top_is_marked() -> None:
    state = Table("SH", "QS KS AS", "6H 7H 8H", pile="9H 6D 7D 8C 9C 10C JS").state
    assert "Your own trump is on top: only a higher ★♠ beats it." in text(hand(state, 0))
    assert "**Ann** · ★♠ · 3 cards · own trump on top: would pick up 5" in table(state)
    assert "**Bob** · ★♥ · 3 cards · would pick up 3" in table(state)
    ace = Table("SH", "QS KS 9C", "6H 7H", pile="9H 6D 7D 8C 9S 10C AS", actor=1).state
    assert "own ace on top: would pick up all 7" in table(ace)


def test_the_second_card_has_a_prompt_of_its_own() -> None:
    state = Table("SH", "6S 7C 8D QC", "6H 7H 8H", pile="JC").do("QC").state
    shown = text(hand(state, 0))
    assert shown.startswith("# Q♣ now lay any card on top\n")
    assert "Next is **Bob**: beats it with a higher card of its suit, or with ★♥." in shown
    assert asked(state) == "**Ann** has beaten and lays a second card, any one"


def test_the_pile_shows_its_top_and_on_demand_all_of_it() -> None:
    state = Table("SH", "6S 7C 8D QC KC", "6H 7H 8H", pile="9H 6D 7D 8C 9C 10C JC").state
    top = "**Pile, 7 cards**, from the top:\n**J♣** 10♣ 9♣ 8♣ 7♦ …"
    assert top in table(state)
    whole = hand(state, 0, (0,))
    assert "J♣ 10♣ 9♣ 8♣ 7♦ 6♦ 9♥" in text(whole)
    assert [button.target for button in buttons(whole)] == [Go()]


def test_seen_cards_of_others_are_kept_in_mind() -> None:
    told = Table("SHD", "9C 6C 7C", "6S 7S 8S", "6D 7D 8S", pile="8C").do("9C", "7C")
    seat = RULES.to_act(told.state)[0]
    shown = text(hand(told.state, seat, (0,)))
    assert "Seen going to **Bob**, of 6 in hand:\n-# ♣ 7♣ 8♣ 9♣" in shown


def test_a_hand_beyond_one_menu_has_a_menu_for_each_suit() -> None:
    state = Table("HS", ALL.replace("AS", ""), "AS 2H", deck=52).state
    blocks = hand(state, 0)
    assert [len(menu.options) for menu in menus(blocks)] == [13, 12, 13, 13]
    assert plain(emoji.plain(menus(blocks)[0].prompt)) == "★♥ Lead a card…"
    assert sorted(target.index for target in offered(blocks) if isinstance(target, Act)) == list(range(51))
    hold_limits(blocks)


@pytest.mark.parametrize("seats", OwnTrumps.seats)
def test_every_choice_is_on_the_first_screen(seats: int) -> None:
    rng = Random(seats)
    kinds = every_kind(RULES, None, seats, rng)
    for _ in range(25):
        options, _seats = next(kinds)
        for match in islice(walk(RULES, options, seats, rng), 0, 150, 3):
            for seat in RULES.to_act(match.state):
                legal = RULES.legal(match.state, seat)
                blocks = FACE.hand(RULES.view(match.state, seat), LONGEST, legal, ())
                chosen = [target.index for target in offered(blocks) if isinstance(target, Act)]
                assert sorted(chosen) == list(range(len(legal)))
                named = {button.target: button.emoji for button in buttons(blocks)}
                named |= {option.target: option.emoji for menu in menus(blocks) for option in menu.options}
                for at, action in enumerate(legal):
                    if isinstance(action, Lead | Beat | Add):
                        assert named[Act(at)] == card_text(action.card)


def test_open_hands_are_at_the_table_and_hidden_ones_are_not() -> None:
    shown = table(Table("SH", "6S 7C", "6H 9D", pile="JC", hands="open").state)
    assert "★♠ 6♠ · ♣ 7♣" in shown
    assert "★♥ 6♥ · ♦ 9♦" in shown
    hidden = table(Table("SH", "6S 7C", "6H 9D", pile="JC").state)
    assert "6♠" not in hidden


def test_a_second_occurrence_is_a_warning() -> None:
    told = Table("SH", "6S 7C 8C", "6H 9D 10D", pile="JC")
    view = RULES.view(told.state, 0)
    told.state.positions = {(0, view.pile, b"", b""): 2}
    assert "second time" in table(told.state)
    assert "Second time" in text(hand(told.state, 0))


def test_forced_steps_are_told_and_veiled_ones_only_to_their_player() -> None:
    duel = Table("SH", "9C 6C 7C", "KC 6S 7S", pile="8C").do("9C", "7C")
    assert "Only K♣ beats 7♣, so **Bob** plays it." in story(duel)
    hidden = Table("SHD", "9C 6C 7C", "KC 6S 7S", "6D 7D 8S", pile="8C").do("9C", "7C")
    assert "**Bob** beats 7♣ with K♣." in story(hidden)
    assert "Only" not in story(hidden)
    assert "Only you are told" in story(hidden, 1)
    taken = Table("SH", "9C 6C 7C", "6S 7S", pile="6D 8C").do("9C", "7C")
    assert "**Bob** cannot beat 7♣ and takes 3 cards: 7♣ 9♣ 8♣. 6♦ is now on top." in story(taken)
    chosen = Table("SH", "9S 9C 6C", "6H 7H", pile="8C", pick_up="free").do("pick up")
    assert "**Ann** takes 1 card: 8♣. The pile is empty." in story(chosen)
    free = Table("SHD", "9C 6C 7C", "6S 7S", "6D 7D 8S", pile="8C", pick_up="free").do("9C", "7C")
    assert "**Bob** takes 3 cards: 7♣ 9♣ 8♣." in story(free)
    assert "cannot" not in story(free)
    assert "you had to" in story(free, 1)


def test_own_trumps_that_are_picked_up_are_marked() -> None:
    told = Table("SH", "9C KH AH", "6S 7S", pile="2C 3C 4C 8C", deck=52).do("9C", "AH")
    assert "**Bob** cannot beat A♥ and takes 6 cards (own ace: the whole pile)" in story(told)
    told = Table("SH", "9C KH AH", "6S 7S", pile="2C 3C 4C 8C", deck=52).do("9C", "KH")
    assert "**Bob** cannot beat K♥ and takes 5 cards (own trump)" in story(told)


@pytest.mark.parametrize(
    ("told", "line", "sheet"),
    [
        (
            Table("SH", "9D", "JC QC", pile="8D", pick_up="free").do("9D"),
            "**Bob** is left with 2 cards and loses. Points of deal 1: Ann +2 = 2 · Bob +0 = 0",
            "🏆 **Ann** wins\n**Bob** loses with 2 cards · 1 turn",
        ),
        (
            Table("SH", "9D", "JD", pile="8D", pick_up="free").do("9D"),
            "🤝 Drawn by the last card: J♦ would beat the top card.",
            "🤝 A draw\nDrawn: the last card beats the top card",
        ),
    ],
)
def test_the_end_says_which_rule(told: Table, line: str, sheet: str) -> None:
    assert line in story(told)
    result = RULES.result(told.state)
    assert result is not None
    shown = text(FACE.end(RULES.view(told.state, None), result, NAMES))
    assert sheet in shown
    assert "Left in hand" in shown


def test_the_sheet_of_the_longest_match_fits() -> None:
    for limit in (50, 500):
        options = TrumpsOptions(deck=52, deals=10, turn_limit=limit, trumps="random")
        match = finish(RULES, options, 4, Random(limit))
        result = RULES.result(match.state)
        assert result is not None
        hold_limits(FACE.end(RULES.view(match.state, None), result, LONGEST))


def test_other_draws_are_told() -> None:
    repetition = events.DealEnded(1, REPEATED, None, (0, 1), (1, 1))
    assert "by repetition" in (said.story(FACE, repetition, NAMES) or "")
    limit = events.DealEnded(1, REPEATED._replace(end="turn_limit"), None, (0, 1), (1, 1))
    assert "by the turn limit, after 60 turns" in (said.story(FACE, limit, NAMES) or "")


REPEATED = (
    Table("SH", "9D", "JD", pile="8D", pick_up="free").do("9D").deal._replace(end="repetition", turns=60)
)


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals_are_worded(reason: str) -> None:
    _rule, position, seat, action = REFUSALS[reason]
    with pytest.raises(IllegalAction) as refused:
        play(RULES, position(), seat, action)
    words = said.refused(FACE, refused.value, NAMES)
    assert words.endswith(".")
    assert not re.search(r"[{}_]", words)


def test_what_cannot_be_played_is_said_before_the_start() -> None:
    mirror = TrumpsOptions(deal="mirror")
    assert FACE.caution(mirror, 2) is None
    assert "two players" in (FACE.caution(mirror, 3) or "")
    with pytest.raises(BadOptions) as bad:
        RULES.check(mirror, 3)
    assert "for two players" in FACE.bad_options(bad.value)
    with pytest.raises(BadOptions) as bad:
        RULES.check(TrumpsOptions(), 5)
    assert FACE.bad_options(bad.value)
    assert FACE.caution(TrumpsOptions(), 4) is None
    assert "10 deals with about 470 choices" in (FACE.caution(TrumpsOptions(deals=10), 2) or "")
