"""Custom ids: short, read back as they were written, and told from any others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.ids import ControlId, Malformed, base36, dotted, number, path

LONGEST_ID = 100
MOST = 2**63 - 1

numbers = st.integers(0, 36**12 - 1)
paths = st.lists(st.integers(0, 9_999), max_size=8).map(tuple)
rests = st.one_of(paths.map(dotted), st.text(st.characters(exclude_characters=":"), max_size=40))
ids = st.builds(ControlId, st.from_regex(r"[a-z]{1,10}", fullmatch=True), numbers, numbers, rests)


@given(ids, st.sampled_from("bs"), st.integers(1, 40))
def test_ids_are_read_back(control: ControlId, kind: str, ordinal: int) -> None:
    text = control.text(kind, ordinal)
    assert ControlId.read(text) == control
    assert len(text) <= LONGEST_ID


@given(ids, ids, st.integers(1, 40), st.integers(1, 40))
def test_different_controls_have_different_ids(one: ControlId, other: ControlId, n: int, m: int) -> None:
    assert (one.text("b", n) == other.text("b", m)) == ((one, n) == (other, m))
    assert one.text("b", n) != one.text("s", n)


@given(st.one_of(st.text(), st.from_regex(r"[bs](:[a-z0-9.-]*){0,5}", fullmatch=True)))
def test_any_other_id_is_no_error(text: str) -> None:
    assert ControlId.read(text).match >= 0


@pytest.mark.parametrize("text", ["", "b", "x:act:1:1:0:1", "b:ACT:1:1:0:1", "b:act:1:1", "b:act:-1:1:0:1"])
def test_ids_of_others_are_not_ours(text: str) -> None:
    assert ControlId.read(text).verb == ""


@given(numbers)
def test_base_36(value: int) -> None:
    assert int(base36(value), 36) == value
    assert re.fullmatch(r"[0-9a-z]{1,13}", base36(value))


@given(paths)
def test_paths_are_read_back(where: tuple[int, ...]) -> None:
    assert path(dotted(where)) == where


@pytest.mark.parametrize(
    "text", [".", "1.", ".1", "a", "1.a", "-1", "1,2", " 1", "١", str(MOST + 1), "9" * 99]
)
def test_malformed_paths(text: str) -> None:
    with pytest.raises(Malformed):
        path(text)


@given(st.one_of(st.text(max_size=30), st.integers().map(str)))
def test_numbers_fit_the_database(text: str) -> None:
    try:
        assert 0 <= number(text) <= MOST
    except Malformed:
        assert re.fullmatch(r"[0-9]{1,18}", text) is None
