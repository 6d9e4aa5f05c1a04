"""People's names are shown as they are, and can do no harm."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import names
from bot.emoji import plain
from bot.store import SeatRow
from bot.ui.layout import label
from bot.ui.screens import seat_names

ODD = (
    "*_~`|>#[]()<:@+-.!\\"  # markdown
    "\u202e\u202d\u2066\u2069\u200f\u061c"  # direction
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f\U000e0101"  # invisible
    "\u3164\u2800\u115f\u00a0\u3000\u2003\u2028\u2029\n\t\0"  # blank
    "\u0300\u0301\u0489\u20dd\u0e47\u0903\u094d"  # marks
    "אשأب१क👩💻\U0001f3fd\U0001fadf"
    "Il1|0Oo#12 аАеЕοΟνΝ１＃♯🤖\ud800"
)
any_name = st.text(st.one_of(st.sampled_from(ODD), st.characters()), max_size=60)
tables = st.lists(any_name, min_size=1, max_size=6)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Jean-Luc",
        "ann_b",
        "René",
        "Łukasz Żółć",
        "Нина",
        "Ωmega",
        "أحمد",
        "ישראל",
        "山田太郎",
        "김철수",
        "ณัฐพงษ์",
        "हिन्दी",
        "Nguyễn",
        "c3po",
        "🦊",
        pytest.param("علی\u200cرضا", id="a non-joiner between Persian letters"),
        pytest.param("क्\u200dष", id="a joiner after a virama"),
        pytest.param("မြို့", id="three marks on a Burmese letter"),
        pytest.param("སྒྲུབ", id="three marks on a Tibetan letter"),
        pytest.param("👩🏽\u200d💻", id="an emoji of several parts"),
        pytest.param("\U0001fadf", id="an emoji of Unicode 16"),
        pytest.param("ann \U0001faea", id="an emoji of Unicode 17"),
        "W" * 32,
        "﷽" * 32,
        "𒐫" * 32,
    ],
)
def test_group_J_ordinary_names_stay(name: str) -> None:
    assert names.labels([name]) == [name]
    assert label(names.safe([name])[0], 80) == names.isolated(name)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  ann \n smith\t", "ann smith"),
        ("ann\u202e nnob", "ann nnob"),
        ("a\u200bn\u2060n", "ann"),
        ("\u2066ann\u2069", "ann"),
        ("a" + "\u0300" * 40 + "b", "à\u0300b"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305\u0306\u0307b", "á\u0302\u0303\u0304\u0305b"),
        ("\u0301\u0302ann", "ann"),
        ("ann\ufe0f\U000e0101", "ann"),
        ("🤖 Ada", "Ada"),
        ("x" * 31 + " y", "x" * 31),
        ("", ""),
        ("\u3164\u2800\u200b", ""),
        ("\U00013441\U00013442", ""),  # blanks among the hieroglyphs, letters since Python 3.12
        ("\u034f\ufe0f", ""),
        ("\u0301", ""),
        ("\u0903", ""),
        ("ann \u0903", "ann"),
        ("\U0001d159", ""),
        ("\ufffc", ""),
        ("a\u200cnn\u200d", "ann"),
        ("\u200d👩\u200d", "👩"),
        ("👩\u200d🤖", "👩"),
        ("\uffff\u0378", ""),
    ],
)
def test_group_J_invisible_and_control_characters_are_removed(name: str, shown: str) -> None:
    assert names.plain(name) == shown


@pytest.mark.parametrize(
    "alike",
    [
        ["ann", "ann"],
        ["Ann", "ann", "ANN"],
        ["ann", "аnn"],
        ["ann", "ａｎｎ", "𝐚𝐧𝐧"],
        ["lisa", "Iisa", "1isa"],
        ["bob", "b0b", "bоb", "bοb"],
        ["ann", "ann\u200b"],
        ["ann", "ann\u034f"],
        ["ann", "a\u0323nn"],
        ["علی\u200cرضا", "علیرضا"],
        ["straße", "strasse"],
        ["x", "x", "x #1"],
        ["x", "x", "x #l"],
        ["x", "x", "x ＃1"],
        ["x", "x", "x♯2"],
        ["", "#1"],
        ["#2", ""],
        ["", "\u3164"],
    ],
)
def test_group_J_names_that_look_alike_are_numbered(alike: list[str]) -> None:
    shown = names.labels(alike)
    assert all(name.endswith(f"#{seat}") for seat, name in enumerate(shown, start=1))
    assert len(set(shown)) == len(shown)


def test_group_J_unique_names_are_not_numbered() -> None:
    assert names.labels(["ann", "bob", "ann", "cat"]) == ["ann #1", "bob", "ann #3", "cat"]


@given(tables)
def test_group_J_safe_names_are_distinct(table: list[str]) -> None:
    shown = names.labels(table)
    assert len(shown) == len(table)
    looks = {unicodedata.normalize("NFKC", name).casefold() for name in shown}
    assert len(looks) == len(table)


@given(tables)
def test_group_J_every_name_can_be_seen_on_one_line(table: list[str]) -> None:
    for name in names.labels(table):
        assert name.strip() == name
        assert 1 <= len(name) <= names.LONGEST + len(" #6")
        assert all(one.isprintable() or one in "\u200c\u200d" or ord(one) > 0x1F000 for one in name)
        assert names.plain(name[0]) == name[0]
        assert name[-1] not in "\u200c\u200d"
        assert "  " not in name
        assert not re.search(r"[\u034f\u115f\u1160\u2800\u3164\ufe0f\uffa0]", name)
        assert names.COMPUTER not in name


@given(tables)
def test_group_J_nothing_is_formatted(table: list[str]) -> None:
    for name, shown in zip(names.labels(table), names.safe(table), strict=True):
        bare = re.sub(r"\\[^0-9A-Za-z\s]", "", shown)
        assert not re.search(r"[\\*_~`|>#\[\]()<:@+\-.!]", bare)
        assert label(shown, 200) == names.isolated(name)
        assert len(shown) <= 2 * (names.LONGEST + len(" #6")) + 2


@given(tables)
def test_group_J_every_name_has_a_direction_of_its_own(table: list[str]) -> None:
    for shown in [*names.safe(table), *(names.alone(name, "`7`") for name in table)]:
        assert shown == "`7`" or (shown[0], shown[-1]) == ("\u2068", "\u2069")
        assert not re.search("[\u202a-\u202e\u2066-\u2069]", shown[1:-1])


@pytest.mark.parametrize(
    ("known", "readable"),
    [
        (("Ann", "ann_1"), "Ann"),
        (("\u200b\u2060", "ann_1"), "ann_1"),
        (("\u0301", "ann_1"), "ann_1"),
        (("\u0903\u094d", "ann_1"), "ann_1"),
        (("", "\u3164"), "\u3164"),
    ],
)
def test_group_J_who_has_no_name_that_can_be_seen_goes_by_another(
    known: tuple[str, ...], readable: str
) -> None:
    assert names.readable(*known) == readable


@given(tables)
def test_group_J_escaping_is_idempotent(table: list[str]) -> None:
    for name in table:
        assert names.plain(names.plain(name)) == names.plain(name)


@given(st.lists(st.tuples(any_name, st.booleans()), min_size=1, max_size=6))
def test_group_J_only_computers_are_marked(table: list[tuple[str, bool]]) -> None:
    rows = tuple(SeatRow(None, "normal" if computer else None, name) for name, computer in table)
    shown = seat_names(rows)
    assert [plain(name).startswith(names.COMPUTER) for name in shown] == [computer for _, computer in table]
    assert len(set(shown)) == len(shown)
