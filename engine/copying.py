"""Copies of dataclasses, made by functions that are written from the fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints


@cache
def copier(made: type[Any], part: type[Any]) -> Callable[[Any], Any]:
    """A function that returns a new ``made`` with the fields of ``part`` taken over from its argument.

    Lists and dicts are copied, with the lists in a list; all else is shared. Like the ``__init__`` of
    a dataclass, the function is compiled from text: a loop over the fields takes three times as long.
    """
    kinds = get_type_hints(part)
    lines = (f"    new.{one.name} = {_copy(kinds[one.name], f'old.{one.name}')}" for one in fields(part))
    text = "\n".join(["def copy(old):", "    new = create(made)", *lines, "    return new"])
    names: dict[str, Any] = {"create": object.__new__, "made": made}
    exec(text, names)  # noqa: S102 - of names of fields alone
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
