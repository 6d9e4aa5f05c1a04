"""The worked cases of every game, ``tests/cases/<slug>.jsonl``: every key of ``expect`` is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.record import Fault, Playthrough, check, follow, parse, write
from engine.shell import inspection
from tests.engine.adapters import Check, adapter, result_key

CASES = Path(__file__).parent.parent / "cases"


def cases() -> Iterator[Any]:
    for slug in GAMES:
        for line in (CASES / f"{slug}.jsonl").read_text().splitlines():
            case = json.loads(line)
            yield pytest.param(case, id=case["id"])


def standing(match: Playthrough) -> dict[str, Any]:
    return inspection.report(write(match.rules, match.options, match.seats, match.steps).json_line())


def normal(entries: list[Any]) -> list[str]:
    return sorted(json.dumps(entry, sort_keys=True) for entry in entries)


def check_legal(match: Playthrough, expected: Any) -> None:
    assert normal(standing(match)["legal"]) == normal(expected)


def check_to_act(match: Playthrough, expected: Any) -> None:
    waiting = match.rules.to_act(match.state)
    assert (waiting[0] if waiting else None) == expected


def check_scores(match: Playthrough, expected: Any) -> None:
    assert list(match.rules.scores(match.state)) == expected


def check_over(match: Playthrough, expected: Any) -> None:
    assert (match.rules.result(match.state) is not None) == expected


COMMON: dict[str, Check] = {
    "legal": check_legal,
    "to_act": check_to_act,
    "scores": check_scores,
    "over": check_over,
    "winners": result_key("winners"),
}
ABOUT_THE_RECORD = {"illegal_at", "problems", "valid", "bad_options"}


@pytest.mark.parametrize("case", list(cases()))
def test_group_V_case(case: dict[str, Any]) -> None:
    line = json.dumps(case["record"])
    expect = case["expect"]
    record = parse(line)
    rules = GAMES[record.game]
    checks = COMMON | dict(adapter(rules.slug).CHECKS)
    if "illegal_at" in expect:
        with pytest.raises(Fault) as fault:
            check(rules, record)
        assert fault.value.entry == expect["illegal_at"]
    assert "valid" not in expect or (inspection.fault(line) is None) == expect["valid"]
    if "problems" in expect or "bad_options" in expect:
        assert inspection.fault(line) is not None
    of_the_position = expect.keys() - ABOUT_THE_RECORD
    assert of_the_position <= checks.keys()
    if of_the_position:
        *_, match = follow(rules, record)
        for key in of_the_position:
            checks[key](match, expect[key])


@pytest.mark.parametrize("case", list(cases()))
def test_group_V_case_through_inspect(case: dict[str, Any]) -> None:
    expect = case["expect"]
    line = json.dumps(case["record"])
    report = inspection.report(line)
    found = inspection.fault(line)
    stops_early = found is not None and found.reason == "the match is not over"
    wrong = any(key in expect for key in ABOUT_THE_RECORD - {"valid"})
    wrong = wrong or not (expect.get("valid", True) or stops_early)
    assert report["ok"] == (not wrong)
    assert report["illegal_at"] == expect.get("illegal_at")
    assert (report["reason"] is None) == report["ok"]
    if "legal" in expect:
        assert normal(report["legal"]) == normal(expect["legal"])
    if "to_act" in expect:
        assert report["to_act"][:1] == ([] if expect["to_act"] is None else [expect["to_act"]])
    if "scores" in expect:
        assert report["scores"] == expect["scores"]
