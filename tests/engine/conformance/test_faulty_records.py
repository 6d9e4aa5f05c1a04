"""A record in which anything is changed is refused, and the fault is named where it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.record import Codec, Fault, Playthrough, check, follow, parse, write
from engine.shell import inspection
from tests.engine.walks import TABLES, finish, kinds

tables = pytest.mark.parametrize(("slug", "seats"), TABLES)
MATCHES = 4
"""The shortest of four times as many."""
PLACES = 25


def records(slug: str, seats: int, seed: int) -> Iterator[dict[str, Any]]:
    rules = GAMES[slug]
    played = [
        finish(rules, options, seats, Random(seed)) for options in kinds(rules, seats, 4 * MATCHES, seed)
    ]
    played.sort(key=lambda match: len(match.steps))
    for match in played[:MATCHES]:
        yield json.loads(write(rules, match.options, seats, match.steps).json_line())


def fault(record: dict[str, Any]) -> Fault:
    found = inspection.fault(json.dumps(record))
    assert found is not None
    report = inspection.report(json.dumps(record))
    if found.reason not in {"the match is not over", "is missing"}:
        assert not report["ok"]
        assert report["illegal_at"] == found.entry
        assert found.reason in report["reason"]
    return found


def places(log: list[Any], rng: Random) -> list[int]:
    return sorted({0, len(log) - 1, *(rng.randrange(len(log)) for _ in range(PLACES))})


def with_key(entry: dict[str, Any]) -> None:
    entry["extra"] = 1


def without_last_key(entry: dict[str, Any]) -> None:
    entry.popitem()


def with_null(entry: dict[str, Any]) -> None:
    entry[list(entry)[-1]] = None


def with_another_name(entry: dict[str, Any]) -> None:
    entry["chance" if "chance" in entry else "do"] = "nonsense"


def with_seat_as_truth(entry: dict[str, Any]) -> None:
    entry["seat"] = bool(entry.get("seat"))


def with_seat_as_fraction(entry: dict[str, Any]) -> None:
    entry["seat"] = float(entry.get("seat", 0))


def with_another_seat(entry: dict[str, Any]) -> None:
    entry["seat"] = 99


def with_a_list(entry: dict[str, Any]) -> None:
    entry[list(entry)[-1]] = [[1]]


CHANGES: list[Callable[[dict[str, Any]], None]] = [
    with_key,
    without_last_key,
    with_null,
    with_another_name,
    with_seat_as_truth,
    with_seat_as_fraction,
    with_another_seat,
    with_a_list,
]


@tables
@pytest.mark.parametrize("change", CHANGES)
def test_group_V_a_changed_entry_is_named(
    slug: str, seats: int, change: Callable[[dict[str, Any]], None]
) -> None:
    rng = Random(1)
    for record in records(slug, seats, 1):
        for at in places(record["log"], rng):
            changed = json.loads(json.dumps(record))
            change(changed["log"][at])
            assert fault(changed).entry == at


@tables
def test_group_V_an_illegal_action_is_named_with_its_rule(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    codec, rng = Codec(rules), Random(2)
    everything = [entry for record in records(slug, seats, 2) for entry in record["log"] if "seat" in entry]
    actions = [codec.decode(entry)[1] for entry in everything if "do" in entry]
    for record in records(slug, seats, 3):
        for at, match in enumerate(follow(rules, parse(json.dumps(record)))):
            if at == len(record["log"]):
                break
            if rng.random() > 0.3:
                continue
            seat, action = rng.randrange(seats), rng.choice(actions)
            if rules.allows(match.state, seat, action):
                continue
            changed = record | {
                "log": [*record["log"][:at], codec.encode(seat, action), *record["log"][at + 1 :]]
            }
            found = fault(changed)
            assert found.entry == at
            assert found.where.startswith("R") or "comes first" in found.reason


def is_a_deal(value: Any) -> bool:
    """Whether these are cards or tiles, no two alike; dice may be."""
    return (
        isinstance(value, list)
        and all(isinstance(one, str) for one in value)
        and len(set(value)) == len(value) > 2
    )


@tables
def test_group_V_an_impossible_outcome_is_named(slug: str, seats: int) -> None:
    for record in records(slug, seats, 4):
        for at, entry in enumerate(record["log"]):
            for key, value in entry.items():
                if "chance" in entry and is_a_deal(value):
                    changed = json.loads(json.dumps(record))
                    changed["log"][at][key][0] = value[1]
                    assert fault(changed).entry == at


@tables
def test_group_V_entries_out_of_order_are_refused(slug: str, seats: int) -> None:
    for record in records(slug, seats, 5):
        log = record["log"]
        fault(record | {"log": [*log, log[-1]]})
        assert fault(record | {"log": [*log, log[-1]]}).entry == len(log)
        fault(record | {"log": log[1:]})
        for at in range(0, len(log) - 1, 3):
            if log[at] != log[at + 1] and ("chance" in log[at] or "chance" in log[at + 1]):
                swapped = [*log[:at], log[at + 1], log[at], *log[at + 2 :]]
                assert fault(record | {"log": swapped}).entry in {at, at + 1}


@tables
def test_group_V_simultaneous_choices_out_of_seat_order_are_refused(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    codec = Codec(rules)
    for record in records(slug, seats, 6):
        for at, match in enumerate(follow(rules, parse(json.dumps(record)))):
            if len(rules.to_act(match.state)) > 1:
                later: Seat = rules.to_act(match.state)[1]
                entry = codec.encode(later, rules.legal(match.state, later)[0])
                assert fault(record | {"log": [*record["log"][:at], entry]}).entry == at


@tables
def test_group_V_a_wrong_header_is_refused(slug: str, seats: int) -> None:
    for record in records(slug, seats, 7):
        options = record["options"]
        changed = [
            record | {"record": 2},
            record | {"record": True},
            record | {"game": "nonsense"},
            record | {"game": None},
            record | {"seats": 99},
            record | {"seats": 0},
            record | {"seats": float(seats)},
            record | {"seats": True},
            record | {"extra": 1},
            record | {"options": options | {"extra": 1}},
            record | {"options": None},
            record | {"log": None},
            {key: value for key, value in record.items() if key != "seats"},
        ]
        for name, value in options.items():
            changed.append(
                record | {"options": {key: value for key, value in options.items() if key != name}}
            )
            changed.append(record | {"options": options | {name: "nonsense"}})
            if type(value) is int:
                changed.append(record | {"options": options | {name: True}})
                changed.append(record | {"options": options | {name: float(value)}})
        for one in changed:
            assert fault(one).entry is None
        assert fault(record | {"log": [1]}).entry == 0
        assert fault(record | {"log": [record["log"][0], None]}).entry == 1


@tables
def test_group_V_a_wrong_result_is_refused_with_its_rule(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for record in records(slug, seats, 8):
        result = record["result"]
        for key, value in result.items():
            assert key in rules.result_rules
            wrong: list[Any] = [[*value, 1], value[1:], [True, *value[1:]], None, {}]
            for other in wrong:
                found = fault(record | {"result": result | {key: other}})
                assert (found.entry, found.where) == (None, rules.result_rules[key])
            found = fault(record | {"result": {name: one for name, one in result.items() if name != key}})
            assert (found.entry, found.where) == (None, rules.result_rules[key])
        scores = [score + 1 for score in result["scores"]]
        assert fault(record | {"result": result | {"scores": scores}}).entry is None
        assert fault(record | {"result": result | {"extra": 1}}).where == "result"
        assert fault(record | {"result": None}).where == "result"
        assert fault({key: value for key, value in record.items() if key != "result"}).where == "result"
        assert fault(record | {"log": record["log"][:-1]}).entry is None


@tables
def test_group_V_every_figure_of_the_result_counts(slug: str, seats: int) -> None:
    rng = Random(9)
    for record in records(slug, seats, 9):
        paths = list(figures(record["result"]))
        for path in rng.sample(paths, min(30, len(paths))):
            changed = json.loads(json.dumps(record))
            place = changed["result"]
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = place[path[-1]] + 1
            assert fault(changed).entry is None


def figures(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    match value:
        case bool():
            return
        case int():
            yield path
        case list():
            for at, one in enumerate(value):
                yield from figures(one, (*path, at))
        case dict():
            for key, one in value.items():
                yield from figures(one, (*path, key))
        case _:
            return


@tables
def test_group_V_what_check_returns_is_the_match(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for record in records(slug, seats, 10):
        match: Playthrough = check(rules, parse(json.dumps(record)))
        assert len(match.steps) == len(record["log"])
