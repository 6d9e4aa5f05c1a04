"""Every kind of match that a game allows: options and numbers of seats."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le

from engine.core import AnyRules, BadOptions


def domains(rules: AnyRules) -> dict[str, list[Any]]:
    """What each option may be: values, and ranges of numbers."""
    fields = rules.Options.model_fields
    return {name: _values(field.annotation, field.metadata) for name, field in fields.items()}


def every_kind(
    rules: AnyRules, options: Any | None, seats: int | None, rng: Random
) -> Iterator[tuple[Any, int]]:
    """Options and seats without end, going round all allowed combinations of what is not given.

    They come in an order by ``rng``, so that a few of them differ in everything.
    Where an option is a range of numbers, its smallest, its largest and others at random take turns.
    """
    tables = rules.seats if seats is None else (seats,)
    kinds = [options] if options is not None else list(_kinds(rules))
    allowed = [
        (kind, table)
        for table in tables
        for kind in kinds
        if _allowed(rules, _settled(rules, kind, rng), table)
    ]
    rng.shuffle(allowed)
    while True:
        for kind, table in allowed:
            settled = _settled(rules, kind, rng)
            if _allowed(rules, settled, table):
                yield settled, table


def _kinds(rules: AnyRules) -> Iterator[Mapping[str, Any]]:
    """The combinations of enumerated values; a range of numbers stays a range."""
    named = domains(rules)
    for values in product(*named.values()):
        yield dict(zip(named, values, strict=True))


def _settled(rules: AnyRules, kind: Any, rng: Random) -> Any:
    if not isinstance(kind, Mapping):
        return kind
    return rules.Options(
        **{name: _drawn(value, rng) if isinstance(value, range) else value for name, value in kind.items()}
    )


def _drawn(numbers: range, rng: Random) -> int:
    return rng.choice((numbers[0], numbers[-1], rng.choice(numbers), rng.choice(numbers)))


def _allowed(rules: AnyRules, options: Any, seats: int) -> bool:
    try:
        rules.check(options, seats)
    except BadOptions:
        return False
    return True


def _values(kind: Any, bounds: Sequence[Any]) -> list[Any]:
    """What a type admits: values, and ranges of numbers."""
    if kind is NoneType:
        return [None]
    if kind is bool:
        return [False, True]
    if kind is int:
        return [_range(bounds)]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return list(arguments)
    if origin is Annotated:
        inner = [bound for one in arguments[1:] for bound in getattr(one, "metadata", [one])]
        return _values(arguments[0], inner)
    if origin in {Union, UnionType}:
        return [value for one in arguments for value in _values(one, bounds)]
    raise TypeError(f"an option of type {kind} has no known values")


def _range(bounds: Sequence[Any]) -> range:
    least = [bound.ge for bound in bounds if isinstance(bound, Ge)]
    most = [bound.le for bound in bounds if isinstance(bound, Le)]
    match least, most:
        case [int(first)], [int(last)]:
            return range(first, last + 1)
    raise TypeError("a number among the options has a least and a greatest value")
