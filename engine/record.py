"""The match record: a match as one JSON object that other programs can read and check.

Its form is the "Match record" section of each rules page. Entries are JSON objects:
``{"seat": 0, "do": "call", ...}`` for an action, ``{"chance": "shuffle", ...}`` for an outcome.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated, Any, ClassVar, TypeAlias, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.core import (
    AnyRules,
    BadOptions,
    IllegalAction,
    Result,
    Seat,
    Step,
    Tell,
    apply_step,
    check_step,
    replay,
    silent,
)

Entry: TypeAlias = dict[str, Any]

LONGEST = 20
"""Digits of a number in a record."""

SHOWN = 200
"""Characters of a wrong list in a result that are told; of a longer one only its length."""

Place: TypeAlias = tuple[str | int, ...]
"""Where something stands in a value of JSON."""


class Record(BaseModel):
    """A record as it stands in a file; ``result`` is None while the match is not over."""

    model_config = ConfigDict(extra="forbid", strict=True)

    record: Annotated[int, Field(ge=1, le=1)]
    game: str
    options: dict[str, Any]
    seats: Annotated[int, Field(ge=1)]
    log: list[Any]
    """Entries; what is none is refused when its turn comes."""
    result: dict[str, Any] | None = None

    def json_line(self) -> str:
        """The record on one line, keys in the documented order."""
        return self.model_dump_json(exclude={"result"} if self.result is None else None)


class Fault(Exception):
    """What is wrong with a record. ``entry`` is the index in its log, None elsewhere."""

    def __init__(self, entry: int | None, where: str, reason: str) -> None:
        super().__init__(entry, where, reason)
        self.entry = entry
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        place = "" if self.entry is None else f"entry {self.entry}: "
        text = f"{place}{self.where}: {self.reason}"
        # On one line, whatever names and values the record holds.
        return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


@dataclass(frozen=True)
class Codec:
    """Between the steps of one game's matches and their entries."""

    rules: AnyRules

    def encode(self, seat: Seat | None, thing: Any) -> Entry:
        """The entry of an action (or, with seat None, an outcome of chance)."""
        form = _form(type(thing))
        head: Entry = {"chance": form.name} if seat is None else {"seat": seat, "do": form.name}
        return head | form.dump(thing)

    def decode(self, entry: Any) -> Step:
        """The step an entry stands for. Raises ValueError saying what is malformed."""
        rest = _fields(entry)
        if "chance" in rest:
            form = self._named(self.rules.outcomes, rest.pop("chance"))
            return None, form.parse(rest)
        seat = rest.pop("seat", None)
        if type(seat) is not int:
            raise ValueError("an entry has a seat or a chance")
        return seat, self._named(self.rules.actions, rest.pop("do", None)).parse(rest)

    @staticmethod
    def name(kind: type[Any]) -> str:
        """What an entry calls actions, or outcomes of chance, of this kind."""
        return _form(kind).name

    @staticmethod
    def _named(kinds: Iterable[type[Any]], name: Any) -> "_Form":
        for kind in kinds:
            form = _form(kind)
            if form.name == name:
                return form
        raise ValueError(f"this game knows no {name!r}")


class _Form:
    """How one NamedTuple stands in an entry."""

    _snake: ClassVar[re.Pattern[str]] = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind
        self.name = self._snake.sub("_", kind.__name__).lower()
        hints = get_type_hints(kind, include_extras=True)
        strict = ConfigDict(strict=True)
        self.fields = {name: TypeAdapter(hints[name], config=strict) for name in kind._fields}
        self.optional = frozenset(kind._field_defaults)

    def dump(self, thing: Any) -> Entry:
        return {
            name: adapter.dump_python(value, mode="json")
            for (name, adapter), value in zip(self.fields.items(), thing, strict=True)
            if value is not None
        }

    def parse(self, values: Entry) -> Any:
        if unknown := values.keys() - self.fields.keys():
            raise ValueError(f"{self.name} has no {', '.join(sorted(map(repr, unknown)))}")
        parsed = {}
        for name, adapter in self.fields.items():
            if name not in values:
                if name not in self.optional:
                    raise ValueError(f"{self.name} lacks {name!r}")
            elif values[name] is None:
                raise ValueError(f"{self.name}: {name!r} is null")
            else:
                try:
                    parsed[name] = adapter.validate_python(_frozen(values[name]))
                except ValidationError as error:
                    raise ValueError(f"{self.name}: {name}: {first_error(error)[1]}") from None
        return self.kind(**parsed)


def _fields(entry: Any) -> Entry:
    match entry:
        case Doubled():
            raise ValueError(f"{entry.name!r} is given twice")
        case dict():
            return dict(entry)
        case _:
            raise ValueError("an entry is an object")


def _frozen(value: Any) -> Any:
    """Lists as tuples, which is what the fields of actions and outcomes hold."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


_FORMS: dict[type[Any], _Form] = {}


def _form(kind: type[Any]) -> _Form:
    form = _FORMS.get(kind)
    if form is None:
        form = _FORMS[kind] = _Form(kind)
    return form


def first_error(error: ValidationError) -> tuple[str, str]:
    """Where the first of its errors is, as in ``log.0``, and what is wrong there."""
    first = error.errors(include_url=False, include_context=False)[0]
    return ".".join(map(str, first["loc"])), str(first["msg"]).removeprefix("Value error, ")


class Playthrough:
    """A match being played or replayed: the position and what led to it, checked step by step."""

    def __init__(self, rules: AnyRules, options: Any, seats: int) -> None:
        rules.check(options, seats)
        self.rules = rules
        self.options = options
        self.seats = seats
        self.state: Any = rules.start(options, seats)
        self.steps: list[Step] = []

    def take(self, seat: Seat | None, thing: Any, tell: Tell = silent) -> None:
        """Let a step happen. Raises IllegalAction and changes nothing if it cannot."""
        check_step(self.rules, self.state, seat, thing)
        apply_step(self.rules, self.state, seat, thing, tell)
        self.steps.append((seat, thing))


def parse(text: str | bytes) -> Record:
    """The record in a line of JSON. Raises Fault when it has not the form of one."""
    found = _read(text)
    if not isinstance(found, dict):
        raise Fault(None, "record", "is no object")
    if isinstance(found, Doubled):
        raise Fault(None, "record", f"{found.name!r} is given twice")
    for name in found.keys() - {"log"}:
        if (twice := _given_twice(found[name])) is not None:
            raise Fault(None, name, f"{twice!r} is given twice")
    try:
        record = Record.model_validate(found)
    except ValidationError as error:
        where, said = first_error(error)
        raise Fault(None, where, said.replace("a valid dictionary", "an object")) from None
    if record.result is None and "result" in record.model_fields_set:
        raise Fault(None, "result", "is null; it is left out while the match is not over")
    return record


class Doubled(dict[str, Any]):
    """An object of JSON in which a name stands twice: readers disagree about which one counts."""

    name: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(found)
    doubled.name = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return doubled


def _given_twice(value: Any) -> str | None:
    """A name that stands twice in an object somewhere in this value of JSON."""
    if isinstance(value, Doubled):
        return value.name
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(_given_twice, inner)), None)


def _read(text: str | bytes) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise Fault(None, "record", f"is no JSON: {error.msg} at character {error.pos + 1}") from None
    except UnicodeDecodeError:
        raise Fault(None, "record", "is no UTF-8") from None
    except RecursionError:
        raise Fault(None, "record", "is nested too deeply") from None


def _no_number(text: str) -> Any:
    raise Fault(None, "record", f"is no JSON: {text}")


def _integer(text: str) -> int | str:
    """The number; what is longer than any in a record stays text, which no field takes."""
    return int(text) if len(text) <= LONGEST else text


def begin(rules: AnyRules, record: Record) -> Playthrough:
    """The start of the recorded match. Raises Fault when the header is wrong."""
    if record.game != rules.slug:
        raise Fault(None, "game", f"{record.game} is not {rules.slug}")
    missing = rules.Options.model_fields.keys() - record.options.keys()
    if missing:
        raise Fault(None, "options", f"{', '.join(sorted(missing))} must be given")
    try:
        options = rules.Options.model_validate(record.options)
        return Playthrough(rules, options, record.seats)
    except ValidationError as error:
        where, said = first_error(error)
        raise Fault(None, f"options: {where}", said) from None
    except BadOptions as error:
        raise Fault(None, "options", str(error)) from None


def follow(rules: AnyRules, record: Record) -> Iterator[Playthrough]:
    """Replay a record entry by entry, yielding the match before the first and after each.

    Raises Fault at the first entry that is malformed, out of order or illegal.
    """
    match = begin(rules, record)
    codec = Codec(rules)
    yield match
    for index, entry in enumerate(record.log):
        try:
            seat, thing = codec.decode(entry)
        except ValueError as error:
            raise Fault(index, "record", str(error)) from None
        waiting = rules.to_act(match.state)
        if seat is not None and len(waiting) > 1 and seat in waiting and seat != waiting[0]:
            raise Fault(index, "record", f"seat {waiting[0]} comes first: simultaneous choices rise by seat")
        try:
            match.take(seat, thing)
        except IllegalAction as refused:
            raise Fault(index, refused.rule, refused.told(rules.spoken)) from None
        yield match


def check(rules: AnyRules, record: Record, *, complete: bool = True) -> Playthrough:
    """Replay a whole record and compare its result. Raises Fault.

    With ``complete`` False a record that stops early passes.
    """
    *_, match = follow(rules, record)
    check_result(rules, record, rules.result(match.state), complete=complete)
    return match


def check_result(rules: AnyRules, record: Record, result: Result | None, *, complete: bool = True) -> None:
    """Compare a record's result with the one its log leads to. Raises Fault."""
    if result is None:
        if record.result is not None:
            raise Fault(None, "result", "the match is not over")
        if complete:
            raise Fault(None, "log", "the match is not over")
        return
    if record.result is None:
        if complete:
            raise Fault(None, "result", "is missing")
        return
    if (wrong := _difference(result_entry(result), record.result)) is not None:
        place, reason = wrong
        names = [part for part in place if isinstance(part, str)]
        within = (".".join(names[:n]) for n in range(len(names), 0, -1))
        rule = next((rules.result_rules[name] for name in within if name in rules.result_rules), "result")
        raise Fault(None, rule, f"{_path(place)} {reason}")


def _difference(expected: Any, given: Any, place: Place = ()) -> tuple[Place, str] | None:
    """Where two values of JSON first differ, and how; true is not 1."""
    if isinstance(expected, dict) and isinstance(given, dict):
        for name in [*expected, *given]:
            if name not in given:
                return (*place, name), f"is missing, not {_json(expected[name])}"
            if name not in expected:
                return (*place, name), "does not belong there"
        parts: Iterable[str | int] = expected
    elif _alike(expected, given):
        parts = range(len(expected))
    else:
        said, right = _json(given), _json(expected)
        if said == right:
            return None
        if isinstance(expected, list) and isinstance(given, list) and len(said) > SHOWN:
            return place, f"has {len(given)} items, not {len(expected)}"
        return place, f"is {said}, not {right}"
    differences = (_difference(expected[part], given[part], (*place, part)) for part in parts)
    return next((found for found in differences if found is not None), None)


def _alike(expected: Any, given: Any) -> bool:
    """Whether both are lists of as many objects, which can be compared one by one."""
    lists = isinstance(expected, list) and isinstance(given, list)
    return lists and len(expected) == len(given) and all(isinstance(each, dict) for each in expected)


def _path(place: Place) -> str:
    """As in ``deals[2].points``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def result_entry(result: Result) -> Entry:
    """The record's ``result``."""
    return {"scores": list(result.scores), "winners": list(result.winners), **result.details}


def canonical(rules: AnyRules, options: Any, seats: int, steps: Sequence[Step]) -> list[Step]:
    """The steps of a match in a record's order: simultaneous choices rise by seat.

    While such choices are being made, one waits for those of all lower seats before it is in a record.
    """
    state = rules.start(options, seats)
    ordered: list[Step] = []
    at = 0
    while at < len(steps):
        waiting = rules.to_act(state)
        together = max(1, len(waiting))
        group = steps[at : at + together]
        if len(waiting) > 1:
            by_seat = dict(group)
            present = takewhile(by_seat.__contains__, waiting)
            group = [(seat, by_seat[seat]) for seat in present]
        for seat, thing in group:
            apply_step(rules, state, seat, thing)
        ordered += group
        at += together
    return ordered


def write(rules: AnyRules, options: Any, seats: int, steps: Sequence[Step]) -> Record:
    """The record of a match from its steps in order of arrival."""
    ordered = canonical(rules, options, seats, steps)
    result = rules.result(replay(rules, options, seats, ordered))
    codec = Codec(rules)
    return Record(
        record=1,
        game=rules.slug,
        options=options.model_dump(mode="json"),
        seats=seats,
        log=[codec.encode(seat, thing) for seat, thing in ordered],
        result=None if result is None else result_entry(result),
    )
