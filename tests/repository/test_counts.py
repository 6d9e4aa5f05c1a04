"""The shape of the code stays within its limits; ``python -m tests.repository.counts`` prints the figures."""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.repository.crossings import one_press
from tests.repository.shape import Code

CROSSINGS = 30
"""Of which ten ask how the reader wants the message to look, and wait for the picture."""
MODULES = 14
FUNCTIONS = 20
STATEMENTS = 30
CATCHES = 2
LINES = 23_500


@cache
def code() -> Code:
    return Code()


def above(limit: int, counted: Counter[str]) -> dict[str, int]:
    return {name: number for name, number in counted.items() if number > limit}


async def test_one_press_passes_between_few_files() -> None:
    crossings = (await one_press()).found
    assert crossings
    assert len(crossings) <= CROSSINGS, Counter(crossings).most_common()


def test_no_files_import_each_other_in_a_circle() -> None:
    assert code().circles() == []


def test_a_package_can_be_overlooked() -> None:
    assert above(MODULES, code().modules_by_package()) == {}


def test_a_match_is_changed_at_one_place() -> None:
    assert code().writes(), "the writes are not recognised any more"
    assert code().writes_outside_the_door() == []


def test_conflicts_are_handled_at_one_place() -> None:
    catches = code().catches()
    assert catches, "nobody catches a conflict"
    assert len(catches) <= CATCHES, catches


def test_a_class_has_one_purpose() -> None:
    assert above(FUNCTIONS, code().functions_by_class()) == {}


def test_a_function_does_one_thing() -> None:
    assert above(STATEMENTS, code().statements_by_function()) == {}


def test_the_whole_stays_small() -> None:
    lines = code().lines()
    assert lines <= LINES, f"{lines} lines of Python; for a new game, raise LINES by its lines"
