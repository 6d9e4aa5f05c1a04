"""The parameters of ``/play x``, made from the ``Options`` of the rules and the words of the face."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from discord import app_commands
from discord.app_commands import locale_str

from bot.face import AnyFace, Field
from engine.shell.variety import domains


class Parameter(NamedTuple):
    """What a person may type for an option."""

    name: str
    kind: Any
    """The annotation of the callback's parameter, from which discord.py makes the option's type."""
    usual: Any
    """The default. None if it cannot be typed (it is not in the number's range), or depends on a preset."""
    about: locale_str
    choices: list[app_commands.Choice[Any]]


def parameters(face: AnyFace) -> Iterator[Parameter]:
    """All parameters of the game's command, in the order of its options."""
    preset: set[str] = set()
    if (presets := face.presets()) is not None:
        choices = [_listed(key, label) for key, (label, _sets) in presets.sets.items()]
        yield Parameter(presets.name, str, next(iter(presets.sets)), locale_str(presets.about), choices)
        preset.update(*(sets for _label, sets in presets.sets.values()))
    usual = face.rules.Options().model_dump()
    values = domains(face.rules)
    for field in face.fields():
        parameter = _parameter(field, values[field.name], usual[field.name])
        yield parameter._replace(usual=None) if field.name in preset else parameter


def settled(face: AnyFace, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The game's options: what the chosen preset sets, and over it what was typed."""
    chosen = {name: value for name, value in typed.items() if value is not None}
    if (presets := face.presets()) is not None:
        _label, sets = presets.sets[chosen.pop(presets.name)]
        return {**sets, **chosen}
    return chosen


def _parameter(field: Field, domain: list[Any], usual: Any) -> Parameter:
    numbers = max((part for part in domain if isinstance(part, range)), key=len, default=None)
    if numbers is not None:
        least, most = numbers[0], numbers[-1]
        about = locale_str(field.about.format(least=least, most=most), of=field.about, least=least, most=most)
        kind: Any = app_commands.Range[int, least, most]
        return Parameter(field.name, kind, usual if usual in numbers else None, about, [])
    kind = type(domain[0])
    choices = [] if kind is bool else [_listed(one.value, one.typed or one.label) for one in field.choices]
    return Parameter(field.name, kind, usual, locale_str(field.about), choices)


def _listed(value: Any, name: str) -> app_commands.Choice[Any]:
    return app_commands.Choice(name=locale_str(name), value=value)
