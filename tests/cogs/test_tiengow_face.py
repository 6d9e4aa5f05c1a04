"""What Tien Gow shows at each decision, how everything can be reached, and how it tells what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random

import pytest

from bot import emoji
from bot import names as naming
from bot.screen import Act, Block, Button, Go, Menu, Option, Pick, Row, Target
from cogs.games import FACES
from cogs.tiengow.sheet import settlement
from engine.core import Event, IllegalAction, Seat
from engine.games.tiengow.events import DealEnded
from engine.games.tiengow.model import Discard, Lead, TiengowOptions
from engine.games.tiengow.rules import Tiengow
from engine.games.tiengow.state import State
from engine.tiles import CIVIL, TEXTS
from tests.cogs import said
from tests.engine.games.tiengow_positions import FOLLOWING, HANDS, REFUSALS, RULES, Table, numbers
from tests.engine.walks import finish, kinds, walk

FACE = FACES[Tiengow.slug]
NAMES = ["Ann", "Bob", "Cat", "Dan"]
LONGEST = [f"🤖 {name}" for name in naming.safe(["_" * 32, "*" * 32, "W" * 31 + ".", "~" * 32])]
TEXT = 2600
COMPONENTS = 24
WIDTH = 26


def hand(
    state: State, seat: Seat, path: tuple[int, ...] = (), names: Sequence[str] = NAMES
) -> Sequence[Block]:
    return FACE.hand(RULES.view(state, seat), names, RULES.legal(state, seat), path)


def plain(said: str) -> str:
    """With ordinary hyphens."""
    return said.replace("\u2011", "-")


def text(blocks: Sequence[Block]) -> str:
    return plain(said.text(blocks))


def table(state: State) -> str:
    return text(FACE.table(RULES.view(state, None), NAMES))


def controls(blocks: Sequence[Block]) -> list[Button | Option]:
    found: list[Button | Option] = []
    for block in blocks:
        if isinstance(block, Row):
            found += block.buttons
        elif isinstance(block, Menu):
            found += block.options
    return found


def labels(blocks: Sequence[Block]) -> list[str]:
    return [plain(said.label(one)) for one in controls(blocks)]


def targets(blocks: Sequence[Block]) -> Iterator[Target]:
    yield from (one.target for one in controls(blocks) if one.target is not None)
    for block in blocks:
        if isinstance(block, Pick):
            for size in range(block.least, block.most + 1):
                for places in combinations(range(len(block.labels)), size):
                    yield Go((*block.path, *places))


def fits(blocks: Sequence[Block]) -> None:
    said = text(blocks)
    assert len(said) <= TEXT
    assert (
        sum(
            len(block.buttons) + 1 if isinstance(block, Row) else 1 + isinstance(block, Menu | Pick)
            for block in blocks
        )
        <= COMPONENTS
    )
    for boxed in said.split("```")[1::2]:
        assert max(map(len, boxed.splitlines())) <= WIDTH
    for block in blocks:
        if isinstance(block, Menu):
            assert len(block.options) <= 25
        if isinstance(block, Row):
            assert len(block.buttons) <= 3


def test_everything_legal_is_within_three_presses_and_every_screen_fits() -> None:
    rng = Random(1)
    for options in kinds(RULES, 4, 12):
        for match in islice(walk(RULES, options, 4, rng), 60):
            state = match.state
            fits(FACE.table(RULES.view(state, None), LONGEST))
            for seat in range(4):
                fits(hand(state, seat, names=LONGEST))
            if not RULES.to_act(state):
                continue
            seat = state.turn
            reached: set[int] = set()
            ahead: list[tuple[int, ...]] = [()]
            for _press in range(3):
                found = [target for path in ahead for target in targets(hand(state, seat, path, LONGEST))]
                reached |= {target.index for target in found if isinstance(target, Act)}
                ahead = list({target.path for target in found if isinstance(target, Go)} - set(ahead))
                for path in rng.sample(ahead, min(5, len(ahead))):
                    fits(hand(state, seat, path, LONGEST))
                if reached == set(range(len(RULES.legal(state, seat)))):
                    break
            assert reached == set(range(len(RULES.legal(state, seat))))


def test_the_longest_match_ends_on_a_screen_that_fits() -> None:
    for seed in range(4):
        match = finish(RULES, TiengowOptions(deals=20), 4, Random(seed))
        result = RULES.result(match.state)
        assert result is not None
        fits(FACE.end(RULES.view(match.state, None), result, LONGEST))


def test_copies_are_named_nowhere() -> None:
    told: list[Event] = []
    for match in islice(walk(RULES, TiengowOptions(deals=2), 4, Random(3), told), 200):
        if RULES.to_act(match.state):
            seat = match.state.turn
            for shown in (
                hand(match.state, seat),
                hand(match.state, seat, (0, 0)),
                hand(match.state, seat, (1,)),
            ):
                assert not any(copy in str(shown) for copy in TEXTS[:CIVIL])
    assert not any(copy in str(event) for event in told for copy in ("heaven_", "_1'", "_2'"))


def test_at_the_lead_groups_are_offered_by_size() -> None:
    blocks = hand(Table(*HANDS).state, 0)
    assert labels(blocks) == [
        "6-6 Heaven + Nine",
        "5-5 pair of Plum",
        "6-6 Heaven",
        "5-5 Plum",
        "6-3 Nine",
        "Ranks and tiles seen",
    ]


@pytest.mark.parametrize(
    ("places", "said", "pressed"),
    [
        ((2,), "a civil tile, rank 7", Lead(numbers("plum_1"))),
        ((1, 2), "a civil pair, rank 7", Lead(numbers("plum_1 plum_2"))),
        ((0, 3), "1 civil + 1 military, rank 11", Lead(numbers("heaven_1 nine_6_3"))),
        ((0, 1), "no group", None),
    ],
)
def test_chosen_tiles_are_named_at_once(places: tuple[int, ...], said: str, pressed: Lead | None) -> None:
    state = Table(*HANDS).state
    blocks = hand(state, 0, (0, *places))
    assert f"That is **{said}**." in text(blocks)
    indices = [one.target.index for one in controls(blocks) if isinstance(one.target, Act)]
    assert [RULES.legal(state, 0)[index] for index in indices] == ([pressed] if pressed else [])


def test_a_follower_beats_or_discards_what_was_chosen() -> None:
    state = Table(HANDS[0], *HANDS[2:], HANDS[1]).do("plum_1 plum_2").state
    beats = hand(state, 1, (0, 0, 1))
    assert labels(beats) == ["Beat with it", "Discard them", "Back"]
    only = hand(state, 1, (0, 1, 2))
    assert labels(only) == ["Discard them", "Back"]
    assert "It does not beat the trick." in text(only)
    assert "To beat: a civil pair of higher rank than pair Plum 5-5 (rank 7)" in text(only)


def test_notes_on_equal_rank_supreme_and_want_of_columns() -> None:
    state = Table(*HANDS).do("heaven_1").state
    assert "Equal rank loses" in text(hand(state, 1))
    assert "Supreme: wins only if you lead it" in text(hand(state, 1))
    state = Table("heaven_1 nine_6_3", "man_1 goose_1", "plum_1 board_1", "earth_1 hatchet_1").state
    assert "You have no column" in text(hand(state, 1))
    state.columns = (0, 1, 0, 0)
    assert "You have no column" not in text(hand(state, 1))
    state = Table("little_three plum_1", "big_six goose_1", "nine_6_3 board_1", "earth_1 hatchet_1").state
    assert "if Big Six takes it, you pay for all" in text(hand(state, 0))


def test_own_discards_are_remembered_and_backs_shown_to_others() -> None:
    state = Table(*HANDS).do("plum_1", "-nine_5_4").state
    assert "You have discarded: 5-4" in text(hand(state, 1))
    for seen in (table(state), text(hand(state, 0)), text(hand(state, 2))):
        assert "5-4" not in seen
    assert "**Bob**: 🟫" in table(state)


def test_a_forced_discard_offers_itself_and_is_told_to_its_player_alone() -> None:
    told = Table("heaven_1 nine_6_3", "plum_1 plum_2", "earth_1 hatchet_1", "big_six little_three")
    told.do("heaven_1")
    lines = [(event.to, plain(said.story(FACE, event, NAMES) or "")) for event in told.told]
    assert (None, "**Bob** discards 1 tile.") in lines
    private = [line for to, line in lines if to == (1,) and line]
    assert private == [
        "Your two tiles are the same and cannot beat it, so one was discarded for you.",
        "You laid down: Plum 5-5. Only you know.",
    ]


def test_the_settlement_names_payers_factors_and_discards() -> None:
    told = Table("little_three heaven_1", "five_4_1 board_1", "big_six board_2", "plum_1 hatchet_1", deals=2)
    told.columns(0, 2, 3, 1).do("heaven_1", "-board_1", "-board_2", "-hatchet_1", "-five_4_1", "!big_six")
    RULES.resolve(told.state, RULES.chance(told.state).sample(Random(1)), told.told.append)  # type: ignore[union-attr]
    assert isinstance(told.state.last, DealEnded)
    shown = plain("\n".join(emoji.plain(line) for line in settlement(told.state.last, NAMES)))
    assert "**Deal 1: Cat won the last trick**, 4 columns" in shown
    assert "Big Six caught Little Three: **Ann** pays for all." in shown
    assert "Ann → Cat: 3 × 2 (banker) = **6** · 1 column" in shown
    assert "Ann → Cat: **2** · owed by Bob" in shown
    assert "Dan had discarded: 5-5 6-5" in shown


def test_one_deal_names_the_last_trick_first() -> None:
    for seed in range(5):
        match = finish(RULES, TiengowOptions(), 4, Random(seed))
        result = RULES.result(match.state)
        assert result is not None
        shown = text(FACE.end(RULES.view(match.state, None), result, NAMES))
        assert shown.startswith(f"## 🏆 **{NAMES[result.winners[0]]}** wins the last trick\n")


@pytest.mark.parametrize("case", [*REFUSALS, *FOLLOWING])
def test_refusals_are_worded(case: tuple[object, ...]) -> None:
    *_, rule, reason = case
    facts = {"turn": 0, "faces": (1,), "size": 2, "high": "civil_pair", "kind": "civil_pair"}
    error = IllegalAction(str(rule), str(reason), **facts)
    assert said.refused(FACE, error, NAMES)


def test_a_target_in_one_deal_and_many_deals_are_cautioned() -> None:
    assert FACE.caution(TiengowOptions(), 4) is None
    assert FACE.caution(TiengowOptions(target=10), 4)
    assert "400 choices" in (FACE.caution(TiengowOptions(deals=20), 4) or "")
    assert FACE.caution(TiengowOptions(deals=20, target=30), 4) is None


def test_discards_of_one_tile_are_a_menu() -> None:
    state = Table(*HANDS).do("heaven_1").state
    legal = RULES.legal(state, 1)
    menu = next(block for block in hand(state, 1) if isinstance(block, Menu))
    chosen = [legal[option.target.index] for option in menu.options if isinstance(option.target, Act)]
    assert chosen == [action for action in legal if isinstance(action, Discard)]
