"""Any screen as a message that Discord takes, with controls that lead where they say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screen import (
    MENU_OPTIONS,
    ROW_BUTTONS,
    TEXT,
    Act,
    Block,
    Button,
    Do,
    Go,
    Line,
    Menu,
    Option,
    Pick,
    Row,
    Screen,
    Target,
    Text,
)
from bot.ui.ids import ControlId, Malformed, path
from bot.ui.layout import Layout, label, layout, target_of, value
from tests.bot.ui.limits import BUTTON, MENU, components, hold, of_kind, texts

SNOWFLAKE = 2**62
BLOCKS = 6
"""As many of the largest blocks as fit into a message."""

words = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="*\\"), min_size=1, max_size=200
)
numbers = st.integers(0, SNOWFLAKE)
paths = st.lists(st.integers(0, 999), max_size=8).map(tuple)
targets = st.one_of(
    st.builds(Act, st.integers(0, 9_999)),
    st.builds(Go, paths),
    st.builds(
        Do,
        st.sampled_from(["join", "start", "set", "board"]),
        st.none() | st.integers(1, SNOWFLAKE),
        st.sampled_from(["", "normal", "0-turn_order-3", "game-month-everywhere-computers-12"])
        | numbers.map(str),
    ),
)
emoji = st.sampled_from([None, "🂡", "<:ace:1234567890123456789>"])
buttons = st.builds(
    Button, words, st.none() | targets, st.sampled_from(["plain", "main", "good", "bad"]), emoji
)
rows = st.lists(buttons, min_size=1, max_size=ROW_BUTTONS).map(lambda found: Row(tuple(found)))
menus = st.builds(
    Menu,
    words,
    st.lists(
        st.builds(Option, words, targets, st.none() | words, emoji),
        min_size=1,
        max_size=MENU_OPTIONS,
        unique_by=lambda option: option.target,
    ).map(tuple),
)
lines = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)
texts_ = st.builds(Text, st.lists(lines, max_size=20).map("\n".join))


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    labels = draw(st.lists(words, min_size=1, max_size=MENU_OPTIONS))
    most = draw(st.integers(1, len(labels)))
    least = draw(st.integers(0, most))
    chosen = draw(st.sets(st.integers(0, len(labels) - 1), max_size=most))
    return Pick(draw(words), tuple(labels), least, most, draw(paths), tuple(sorted(chosen)))


blocks: st.SearchStrategy[Block] = st.one_of(texts_, st.just(Line()), rows, menus, picks())
screens = st.builds(
    Screen,
    st.lists(blocks, min_size=1, max_size=BLOCKS).map(tuple),
    st.none() | st.integers(0, 0xFFFFFF),
)


def parsed(custom_id: str) -> ControlId:
    control = ControlId.read(custom_id)
    assert control.verb
    return control


def led_to(control: ControlId, match: int) -> Target | None:
    """Where a button with this id leads."""
    match control.verb:
        case "none":
            return None
        case "act":
            return Act(int(control.rest))
        case "go":
            return Go(path(control.rest))
        case verb:
            return Do(verb, control.match if control.match != match else None, control.rest)


@given(screens, st.integers(0, 10**9), st.integers(0, 10**6))
def test_group_T_every_screen_is_a_message(screen: Screen, match: int, stamp: int) -> None:
    shown = layout(screen, match, stamp)
    hold(shown)
    wanted = [button for block in screen.blocks if isinstance(block, Row) for button in block.buttons]
    for button, made in zip(wanted, of_kind(shown, BUTTON), strict=True):
        control = parsed(made["custom_id"])
        assert control.stamp == stamp
        assert made["disabled"] == (button.target is None)
        assert led_to(control, match) == button.target or button.target == Do(
            control.verb, match, control.rest
        )
    choices = [block for block in screen.blocks if isinstance(block, Menu | Pick)]
    for block, made in zip(choices, of_kind(shown, MENU), strict=True):
        control = parsed(made["custom_id"])
        assert (control.match, control.stamp) == (match, stamp)
        if isinstance(block, Menu):
            assert control.verb == "choose"
            assert [target_of(option["value"]) for option in made["options"]] == [
                option.target for option in block.options
            ]
        else:
            assert control.verb == "pick"
            assert path(control.rest) == block.path
            assert [option["value"] for option in made["options"]] == [
                str(n) for n in range(len(block.labels))
            ]
            marked = [n for n, option in enumerate(made["options"]) if option.get("default")]
            assert tuple(marked) == block.chosen


@given(screens)
def test_group_T_the_same_screen_is_the_same_message(screen: Screen) -> None:
    assert components(layout(screen, 5, 6)) == components(layout(screen, 5, 6))


async def test_group_T_discord_py_keeps_nothing_of_a_message() -> None:
    shown = layout(Screen((Row((Button("x", Act(0)),)),)))
    assert shown.is_finished()
    assert shown.timeout is None


# Text


def cut(*parts: str) -> list[str]:
    shown: Layout = layout(Screen(tuple(map(Text, parts))))
    hold(shown)
    return texts(shown)


@given(st.lists(st.lists(lines, max_size=30).map("\n".join), min_size=1, max_size=30))
def test_group_T_texts_are_cut_at_the_end_of_a_line(parts: list[str]) -> None:
    shown = cut(*parts)
    whole = sum(len(part) or 1 for part in parts) <= TEXT
    for part, text in zip(parts, shown, strict=True):
        if text != part and part.strip():
            assert not whole
            assert text.endswith("…")
            kept = text.removesuffix("…").removesuffix("\n")
            assert part.startswith(f"{kept}\n" if kept else "")


@pytest.mark.parametrize("length", range(3_995, 4_003))
def test_group_T_the_last_character_that_fits(length: int) -> None:
    long = "x" * 10 + "\n" + "y" * (length - 11)
    assert cut(long) == [long if length <= TEXT else "x" * 10 + "\n…"]
    after = cut(long, "one more", "and another")
    assert sum(map(len, after)) <= TEXT
    assert after[0].startswith("x" * 10)


def test_group_T_many_texts_after_a_long_one() -> None:
    shown = cut("x" * TEXT, *["y" * 5] * 30)
    assert shown[0] == "…", "a single line cannot be cut"
    assert shown[1:] == ["y" * 5] * 30
    assert cut("a\n" * 1_999, *["y"] * 30)[1:] == ["y"] * 30


@pytest.mark.parametrize("blank", ["", " ", "\n\n", "\t"])
def test_group_T_a_blank_text_is_taken_too(blank: str) -> None:
    assert cut("before", blank, "after") == ["before", "\u200b", "after"]


# Labels


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("Join", "Join"),
        ("**Join**", "Join"),
        (r"a\_b", "a_b"),
        (r"\*\*bold\*\*", "**bold**"),
        (r"**\*x\***", "*x*"),
        (r"\\\*\\", r"\*" + "\\"),
        (r"c:\new", r"c:\new"),
        ("*", "*"),
    ],
)
def test_group_T_labels_are_not_formatted(markdown: str, shown: str) -> None:
    assert label(markdown, 80) == shown


@pytest.mark.parametrize("most", [80, 100, 150])
def test_group_T_labels_are_cut(most: int) -> None:
    assert label("x" * most, most) == "x" * most
    assert label("x" * (most + 1), most) == "x" * (most - 1) + "…"
    assert label(r"\*" * most, most) == "*" * most


# Values


@given(targets)
def test_group_T_values_are_read_back(target: Target) -> None:
    assert target_of(value(target)) == target
    assert len(value(target)) <= 100


@given(st.one_of(st.text(max_size=20), st.from_regex(r"[agd]?[a-z0-9.-]{0,12}", fullmatch=True)))
def test_group_T_any_other_value_is_malformed(text: str) -> None:
    try:
        found = target_of(text)
    except Malformed:
        return
    assert target_of(value(found)) == found
