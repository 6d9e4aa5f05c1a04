"""What Heart of the Cards shows at each decision, and how it tells what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot.screen import Act, Block, Button, Go, Menu, Option, Row
from cogs.games import FACES
from cogs.heart.drawing import heart
from engine.core import Event, IllegalAction, Seat, play
from engine.games.heart.model import HeartOptions, Pick
from engine.games.heart.rules import Heart
from engine.games.heart.state import State, View
from engine.shell.variety import every_kind
from tests.cogs import said
from tests.engine.games.heart_positions import IN_TURN, MIXED, PLAIN, REFUSALS, RULES, TIED, Table, wildcards

FACE = FACES[Heart.slug]
NAMES = ["Ann", "Bob", "Cat", "Dan"]
COLUMNS = 30
PLAINLY = str.maketrans({"\ufe0e": None, "\u00a0": " "})


def hand(state: State, seat: Seat, path: tuple[int, ...] = ()) -> Sequence[Block]:
    return FACE.hand(RULES.view(state, seat), NAMES, RULES.legal(state, seat), path)


def text(blocks: Sequence[Block]) -> str:
    return said.text(blocks).translate(PLAINLY)


def buttons(blocks: Sequence[Block]) -> list[Button]:
    return [button for block in blocks if isinstance(block, Row) for button in block.buttons]


def options(blocks: Sequence[Block]) -> list[Option]:
    return [option for block in blocks if isinstance(block, Menu) for option in block.options]


def labels(blocks: Sequence[Block]) -> list[str]:
    return [said.label(option).translate(PLAINLY) for option in options(blocks)]


def offered(blocks: Sequence[Block]) -> set[int]:
    """The actions that a press makes happen."""
    controls: list[Button | Option] = [*buttons(blocks), *options(blocks)]
    return {one.target.index for one in controls if isinstance(one.target, Act)}


def known(view: View, pick: Any) -> bool:
    """Whether the spot lies open."""
    return isinstance(pick, Pick) and view.spots[pick.spot - 1] is not None


def table(state: State) -> str:
    return text(FACE.table(RULES.view(state, None), NAMES[: state.seats]))


def end(state: State) -> str:
    result = RULES.result(state)
    assert result is not None
    return text(FACE.end(RULES.view(state, None), result, NAMES[: state.seats]))


def story(told: Sequence[Event]) -> str:
    return "\n".join(filter(None, (said.story(FACE, event, NAMES) for event in told))).translate(PLAINLY)


def test_the_heart_is_drawn_as_a_heart() -> None:
    drawn = heart(Table(MIXED, reveal="half").view(0)).translate(PLAINLY)
    assert drawn.splitlines()[1:-1] == [
        "   1   2       3   4",
        "  K♥   W      +7   ▒",
        "   5   6   Q   7   8",
        "  −3   ▒   ?  −9   ▒",
        "       9  10  11",
        "      +2   ▒  −1",
        "          12",
        "           ▒",
    ]
    drawn = heart(Table(MIXED, reveal="half").do(1, 5, 6, 9).view(0)).translate(PLAINLY)
    assert drawn.splitlines()[1:5] == [
        "   ·   2       3   4",
        "       W      +7   ▒",
        "   ·   ·   Q   7   8",
        "           ?  −9   ▒",
    ]


@pytest.mark.parametrize(("size", "rows"), [("small", 4), ("medium", 6), ("large", 6)])
def test_the_drawing_fits_a_phone(size: Any, rows: int) -> None:
    for reveal in ("none", "half", "all"):
        state = RULES.start(HeartOptions(size=size, reveal=reveal, rounds=2), 2)
        state.first = 0
        node = RULES.chance(state)
        assert node is not None
        RULES.resolve(state, node.sample(Random(1)), lambda event: None)
        lines = heart(RULES.view(state, 0)).splitlines()[1:-1]
        assert len(lines) == 2 * rows
        assert max(len(line.translate(PLAINLY)) for line in lines) <= COLUMNS
        numbers = [int(number) for line in lines[::2] for number in re.findall(r"\d+", line)]
        assert numbers == list(range(1, len(state.spots) + 1))


def test_every_choice_is_two_presses_away_and_most_are_one() -> None:
    rng = Random(7)
    kinds = every_kind(RULES, None, None, rng)
    for _ in range(60):
        chosen, seats = next(kinds)
        state = RULES.start(chosen, seats)
        for _step in range(90):
            if waiting := RULES.to_act(state):
                legal = RULES.legal(state, waiting[0])
                first, second = (offered(hand(state, waiting[0], path)) for path in ((), (0,)))
                assert first | second == set(range(len(legal)))
                view = RULES.view(state, waiting[0])
                open_ones = {at for at, pick in enumerate(legal) if known(view, pick)}
                assert open_ones <= first
                RULES.advance(state, waiting[0], rng.choice(legal), lambda event: None)
            elif (node := RULES.chance(state)) is not None:
                RULES.resolve(state, node.sample(rng), lambda event: None)
            else:
                break


def test_face_down_cards_are_a_button_each_kind() -> None:
    state = Table(MIXED, reveal="half").do(4).state
    assert [(one.label, one.target) for one in buttons(hand(state, 1))[-3:]] == [
        ("Any face-down card", Act(4)),
        ("Any Wildcard", Act(1)),
        ("Choose the spot", Go((0,))),
    ]
    state = Table(MIXED, reveal="half").do(1, 3).state
    blocks = hand(state, 0)
    assert [(one.label, one.target) for one in buttons(blocks)[-3:]] == [
        ("Any face-down card", Act(0)),
        ("Any Wildcard", None),
        ("Choose the spot", Go((0,))),
    ]
    assert "You hold a Wildcard" in text(blocks)
    every = buttons(hand(Table(MIXED, reveal="all").state, 0))
    assert not [one for one in every if one.label.startswith("Any")]


def test_the_menu_says_what_is_there_and_what_it_makes() -> None:
    blocks = hand(Table(MIXED, reveal="half").do(3, 4, 7, 6).state, 0)
    assert labels(blocks) == ["K♥, a Wildcard"]
    assert [(said.label(one).translate(PLAINLY)) for one in buttons(blocks)[:3]] == [
        "2♦ +2 → 0",
        "3♠ −3 → −5",
        "A♠ −1 → −3",
    ]
    assert text(blocks).startswith("# 7♥ 9♣\n")
    assert "sum **−2** · absolute **16**" in text(blocks)


def test_a_hand_hides_what_others_took_face_down() -> None:
    state = Table(MIXED, reveal="half").do(4, 3).state
    assert "2♥" in text(hand(state, 0))
    for seen in (text(hand(state, 1)), table(state)):
        assert "2♥" not in seen
    assert "**Ann** · 1 Point card · no Wildcard yet" in table(state)
    assert "sum +7, absolute 7" in table(state)


def test_the_queens_are_explained_in_a_line() -> None:
    for seen in (table(Table(MIXED).state), text(hand(Table(MIXED).state, 0))):
        assert "\n-# Q♥ highest sum · Q♠ lowest sum · Q♦ most" in seen


def test_a_wildcard_choice_shows_what_comes_of_it() -> None:
    state = wildcards("KH", "10H 9S 8H 7S 6H").state
    blocks = hand(state, 0)
    assert labels(blocks) == ["9♠: −9 → +9", "7♠: −7 → +7"]
    assert [option.description for option in options(blocks)] == [
        "then sum +26, absolute 40",
        "then sum +22, absolute 40",
    ]
    assert "# K♥ choose a card\n" in text(blocks)
    assert "one negative card, by choice, becomes positive. You must choose." in text(blocks)
    assert "10♥ 9♠ 8♥ 7♠ 6♥" in text(blocks)
    assert "**Ann** plays K♥" in table(state)
    assert labels(hand(wildcards("JH", "10H 9S 8H 7S 6H").state, 0))[0] == "10♥: +10 → out"


def test_the_end_shows_marks_and_arithmetic() -> None:
    said = end(wildcards("KH", "10H 9S 8H 7S 6H").do("9S").state)
    assert said.startswith("## 🏆 **Ann** wins\n")
    assert "👑 **Q♥**: the highest sum wins." in said
    assert "10♥ +10 · 9♠ ~~−9~~ **+9** · 8♥ +8 · 7♠ −7 · 6♥ +6" in said
    assert "+10 +9 +8 −7 +6 = +26" in said
    assert "K♦: the lowest positive card counts double" in said
    assert "🎲 Who began (Ann, Bob): 6 · 5" in said
    said = end(wildcards("JD", "10H 9S 8H 7S 6H").state)
    assert "~~9♠ −9~~" in said


def test_the_end_counts_as_the_queen_says() -> None:
    assert "+10 +9 +2 +1 +3 +4 = +29" in end(Table(PLAIN, queen="QD", wildcards=False).do(*IN_TURN).state)
    said = end(Table(PLAIN, queen="QC", wildcards=False).do(*IN_TURN).state)
    assert "−10 −9 −2 −1 −3 −4 = −29" in said
    assert said.index("**Bob** · total **−41**") < said.index("**Ann** · total **−29**")


def test_dice_and_rounds_are_told() -> None:
    told = Table(TIED, queen="QS", wildcards=False, rounds=2).do(*IN_TURN)
    assert "A tie of **Ann** and **Bob**: they roll, and the lowest die wins." in story(told.told)
    told.roll(3, 3).roll(5, 2)
    assert "🎲 Ann 3 · Bob 3. **Ann** and **Bob** roll again." in story(told.told)
    assert "🎲 Ann 5 · Bob 2. **Bob** wins the roll-off." in story(told.told)
    told.deal(PLAIN)
    assert "Round 2: a new heart is laid; **Bob** begins." in story(told.told)
    assert "**Bob** · 0 Point cards · 1 round won" in table(told.state)
    told.do(*IN_TURN)
    said = end(told.state)
    assert "Round 1 · Q♠ · +7 / +7 → Bob" in said
    assert "## 🏆 **Bob** wins\nwith 2 of 2 rounds" in said


def test_skips_and_forced_steps_are_told() -> None:
    said = story(Table(MIXED, reveal="none").do(3, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12).told)
    assert "**Bob** already holds a Wildcard and only Wildcards are left: the turn is skipped." in said
    assert "**Ann** gets what is left for them, a face-down Wildcard from spot 2." in said
    assert "Now the Wildcards are played, **Ann** first." in said
    said = story(wildcards("KH", "10H 9H 8H 7H 6H").told)
    assert "K♥ of **Ann**: no negative card, so nothing happens." in said


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals_are_worded(reason: str) -> None:
    state, seat, action = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, action)
    words = said.refused(FACE, refused.value, NAMES)
    assert words.endswith(".")
    assert not re.search(r"[{}_]", words)


def test_what_is_worth_a_word_before_the_start() -> None:
    assert FACE.caution(HeartOptions(), 4) is None
    assert "9 rounds with 216 picks" in (FACE.caution(HeartOptions(rounds=9), 2) or "")
    assert "32 cards for 3 players" in (FACE.caution(HeartOptions(size="large"), 3) or "")
    assert FACE.caution(HeartOptions(size="large"), 4) is None
