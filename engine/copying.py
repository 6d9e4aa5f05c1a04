"""Dataclasses whose copies are made by functions that are written from the fields."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def copied(kind: type[T]) -> type[T]:
    """Make a class a dataclass of named fields, with the methods ``clone`` and ``of``.

    ``clone()`` is an independent copy. ``of(other)`` takes over the fields of the class that this one
    extends and leaves its own unset. Lists and dicts are copied, also lists in a list; the rest is shared.
    """
    made = dataclass(slots=True, kw_only=True)(kind)
    methods: Any = made
    methods.clone = _compiled(made, made)
    methods.of = staticmethod(_compiled(made, made.__base__ or object))
    return made


def _compiled(made: type[Any], part: type[Any]) -> Callable[[Any], Any]:
    """A function that returns a new ``made`` with the fields of ``part`` as its argument has them.

    It is compiled from text like the ``__init__`` of a dataclass: a loop over the fields takes three times
    as long.
    """
    kinds = get_type_hints(part)
    own = [one.name for one in fields(part)] if part is not object else []
    lines = (f"    new.{name} = {_copy(kinds[name], f'old.{name}')}" for name in own)
    text = "\n".join(["def copy(old):", "    new = create(made)", *lines, "    return new"])
    names: dict[str, Any] = {"create": object.__new__, "made": made}
    exec(text, names)  # noqa: S102 - it consists of names of fields
    copy: Callable[[Any], Any] = names["copy"]
    return copy


def _copy(kind: Any, value: str) -> str:
    """The expression that copies a value of this type."""
    if get_origin(kind) is dict:
        return f"{value}.copy()"
    if get_origin(kind) is not list:
        return value
    (item,) = get_args(kind)
    return f"[item[:] for item in {value}]" if get_origin(item) is list else f"{value}[:]"
