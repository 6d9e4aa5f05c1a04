"""What Hi-Lo Flip shows at each decision, and how it tells what happened."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.screen import Act, Block, Button, Go, Menu, Row
from cogs.games import FACES
from engine.core import BadOptions, IllegalAction, play
from engine.games.flip.model import FlipOptions, Play
from engine.games.flip.rules import Flip
from engine.games.flip.state import State
from engine.shell.variety import every_kind
from tests.cogs import said
from tests.cogs.limits import LONGEST, hold_limits, targets
from tests.engine.games.flip_positions import REFUSALS, RULES, Table
from tests.engine.walks import finish

FACE = FACES[Flip.slug]
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]


def hand(state: State, seat: int, path: tuple[int, ...] = ()) -> Sequence[Block]:
    return FACE.hand(RULES.view(state, seat), NAMES, RULES.legal(state, seat), path)


def text(blocks: Sequence[Block]) -> str:
    return said.text(blocks)


def buttons(blocks: Sequence[Block]) -> list[Button]:
    return [button for block in blocks if isinstance(block, Row) for button in block.buttons]


def table(state: State) -> str:
    return text(FACE.table(RULES.view(state, None), NAMES))


def asked(state: State) -> str:
    return said.asked(FACE, RULES.view(state, None), NAMES)


def story(told: Table) -> list[str]:
    return [line for event in told.told if (line := said.story(FACE, event, NAMES))]


def test_the_side_of_the_chip_is_in_every_prompt() -> None:
    told = Table([20, 50, 7], [8, 30, 60])
    assert "🔼 Any card" in text(hand(told.state, 0))
    assert asked(told.state) == "**Ann** opens the round with any card"
    told.play(20)
    assert "🔼 Higher than 20" in text(hand(told.state, 1))
    assert "🔼 HI: higher than 20" in table(told.state)
    assert asked(told.state) == "**Bob**: higher than 20"
    told.play(60).flip("lo")
    assert "🔽 Lower than 60" in text(hand(told.state, 0))
    assert "chip has turned" in text(hand(told.state, 0))


def test_cards_that_do_not_fit_are_shown_but_are_no_buttons() -> None:
    blocks = hand(Table([20, 50, 7], [8, 30, 60]).play(20).state, 1)
    assert [(button.label, button.target) for button in buttons(blocks)] == [
        ("30", Act(0)),
        ("60", Act(1)),
    ]
    assert "Not now: 8\n" in text(blocks)


def test_prompts_differ_by_the_kind_of_play() -> None:
    said = {
        "second": Table([12, 50, 7], [8, 30, 60]).play(12).state,
        "reset": Table([40, 70, 92], [90, 8, 30]).play(40, 90, 92).state,
        "again": Table([20, 61, 97], [60, 8, 30]).play(20, 60, 61).state,
        "turn": Table([20, 50, 7], [8, 30, 60]).play(20).state,
    }
    screens = {kind: text(hand(state, RULES.to_act(state)[0])) for kind, state in said.items()}
    assert "Second card: your 12" in screens["second"]
    assert "🔼 Higher than 12" in screens["second"]
    assert "New pile: any card" in screens["reset"]
    assert "**Bob** has the old pile" in screens["reset"]
    assert "Second turn: you skipped **Bob**" in screens["again"]
    lines = {kind: asked(state) for kind, state in said.items()}
    assert len(set(lines.values())) == 4


def test_a_2_that_nothing_follows_is_marked_before_the_click() -> None:
    state = Table([40, 70, 92], [90, 8, 30]).play(40, 90).state
    blocks = hand(state, 0)
    assert "92 gives the pile away: nothing of yours could follow, and **Bob** would take it" in text(blocks)
    marked = next(button for button in buttons(blocks) if button.label == "92")
    assert marked.style == "bad"
    state = Table([40, 70, 92], [90, 8, 30]).state
    assert "**Bob** would take it" in text(hand(state, 0))


def test_the_last_card_says_what_it_brings() -> None:
    state = Table([30, 40, 92], [35, 36, 50]).play(30, 35, 40, 50).state
    assert "you score 42 points" in text(hand(state, 0))
    assert "❗ last card" in table(state)
    assert "gives the pile away" not in text(hand(state, 0))


def test_forced_steps_are_told_one_by_one() -> None:
    told = Table([7, 20, 50], [8, 30, 60], draws=[15]).play(7, 60).flip("hi")
    assert story(told)[-3:] == [
        "**Ann** is stuck on 60: the chip stays 🔼 HI.",
        "You draw **15** and keep it.",
        (
            "Nothing fits, the card just drawn neither: **Bob**, the last other player, takes"
            " 2 cards = 11 points. **Ann** starts a new pile with any card."
        ),
    ]
    told = Table([7, 20, 50], [8, 30, 60], draws=[99]).play(7, 60).flip("hi")
    assert "**Ann** draws **99**, which fits and must be played." in story(told)
    told = Table([91, 7, 20], [95, 8, 30], [70, 9, 40], draws=[33]).play(91)
    assert "**Bob** draws a card and is skipped; **Cat** goes on." in story(told)
    told = Table([92, 7, 20], [3, 4, 5], [6, 8, 9]).play(92)
    assert story(told)[-1].startswith("Nothing fits on the 92: **Cat**, to the right as nobody else")


def test_rounds_are_summed_up_and_their_opener_explained() -> None:
    told = Table([30, 40, 92], [35, 36, 50]).play(30, 35, 40, 50, 92)
    assert story(told)[-1] == (
        "🏁 **Ann** is out and takes the pile, 5 cards = 32 points."
        " Ann +42 = **42** (5 cards, 3 of them tens, 10 for going out) · Bob +0 = **0** (0 cards)"
    )
    told.deal([3, 4, 5], [6, 7, 8])
    assert story(told)[-1] == "Round 2: **Bob** is last with 0 points and opens; the chip stays 🔼 HI."


def test_the_score_sheet() -> None:
    told = Table([30, 40, 92], [35, 36, 50], target=25).play(30, 35, 40, 50, 92)
    result = RULES.result(told.state)
    assert result is not None
    sheet = text(FACE.end(RULES.view(told.state, None), result, NAMES))
    assert "🏆 **Ann** wins\nwith 42 points · target 25, 1 round" in sheet
    assert "By round: **42**" in sheet


def large(size: int) -> State:
    """A position in which the seat on turn holds that many cards."""
    state = Table([20, 50, 7], [8, 30, 60]).play(20).state
    state.hands[1] = sorted({*state.hands[1], *state.deck[state.drawn :][: size - 3]})
    return state


@pytest.mark.parametrize("size", [12, 13, 25, 26, 60, 93])
@pytest.mark.parametrize("seats", [2, 6])
def test_every_card_of_a_large_hand_can_be_played(size: int, seats: int) -> None:
    state = large(size)
    view, legal = RULES.view(state, 1), RULES.legal(state, 1)
    view.seats = seats
    view.sizes = (99,) * seats
    view.scores = (9999,) * seats
    everywhere = reached(view, legal)
    assert everywhere == set(range(len(legal)))
    first = FACE.hand(view, LONGEST, legal, ())
    assert any(isinstance(target, Act) for target in targets(first))
    if len(legal) > 12:
        assert any(isinstance(block, Menu) for block in first)


def reached(view: object, legal: Sequence[Play]) -> set[int]:
    """The actions that two presses lead to; every screen on the way holds the limits."""
    first = FACE.hand(view, LONGEST, legal, ())
    hold_limits(first)
    found = {target.index for target in targets(first) if isinstance(target, Act)}
    for target in targets(first):
        if isinstance(target, Go):
            further = FACE.hand(view, LONGEST, legal, target.path)
            hold_limits(further)
            found |= {other.index for other in targets(further) if isinstance(other, Act)}
    return found


def test_every_action_is_at_most_two_presses_away() -> None:
    rng = Random(3)
    kinds = every_kind(RULES, None, None, rng)
    for _ in range(15):
        options, seats = next(kinds)
        state = RULES.start(options, seats)
        for _step in range(150):
            if waiting := RULES.to_act(state):
                legal = RULES.legal(state, waiting[0])
                assert reached(RULES.view(state, waiting[0]), legal) == set(range(len(legal)))
                RULES.advance(state, waiting[0], rng.choice(legal), lambda event: None)
            elif (node := RULES.chance(state)) is not None:
                RULES.resolve(state, node.sample(rng), lambda event: None)
            else:
                break


def test_the_largest_score_sheet() -> None:
    match = finish(RULES, FlipOptions(target=300, hand_size=3), 6, Random(1))
    result = RULES.result(match.state)
    assert result is not None
    hold_limits(FACE.end(RULES.view(match.state, None), result, LONGEST))


@pytest.mark.parametrize("reason", REFUSALS)
def test_refusals_have_words(reason: str) -> None:
    state, seat, card, _ = REFUSALS[reason]()
    with pytest.raises(IllegalAction) as refused:
        play(RULES, state, seat, Play(card))
    words = said.refused(FACE, refused.value, NAMES)
    assert "{" not in words
    assert words.endswith(".")


def test_too_many_seats_and_long_matches_are_told() -> None:
    with pytest.raises(BadOptions) as refused:
        RULES.check(FlipOptions(), 7)
    assert FACE.bad_options(refused.value).startswith("Hi-Lo Flip is for 2 to 6 players")
    assert FACE.caution(FlipOptions(), 6) is None
    assert "590 cards" in (FACE.caution(FlipOptions(target=300), 6) or "")
