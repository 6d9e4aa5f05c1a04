"""What a person sees: a message as it was at one moment, its text and its controls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simcord.backend.models import Message

from tests.e2e.simulator import Json, copied

CONTAINER, ROW, BUTTON, MENU, TEXT = 17, 1, 2, 3, 10

ISOLATES = str.maketrans("", "", "\u2068\u2069")
"""Around every name, where nobody sees them."""


def read(text: str) -> str:
    """A text without what only orders it."""
    return text.translate(ISOLATES)


@dataclass(frozen=True)
class Control:
    """A button or a menu."""

    raw: Json

    @property
    def is_menu(self) -> bool:
        return bool(self.raw["type"] == MENU)

    @property
    def enabled(self) -> bool:
        return not self.raw.get("disabled")

    @property
    def label(self) -> str:
        """What is written on it; of a menu, its prompt."""
        return read(str(self.raw.get("placeholder" if self.is_menu else "label") or ""))

    @property
    def custom_id(self) -> str:
        return str(self.raw["custom_id"])

    @property
    def options(self) -> dict[str, str]:
        """A menu's values by label."""
        return {read(option["label"]): option["value"] for option in self.raw.get("options", ())}

    @property
    def values(self) -> list[str]:
        """A menu's values from top to bottom; labels may be equal, as some tiles are."""
        return [str(option["value"]) for option in self.raw.get("options", ())]

    @property
    def least(self) -> int:
        return int(self.raw.get("min_values", 1))

    @property
    def most(self) -> int:
        return int(self.raw.get("max_values", 1))


class Shown:
    """A message as it was when it was looked at."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.id = message.id
        self.channel_id = message.channel_id
        self.private = message.is_ephemeral
        self.components: list[Json] = copied(message.components)
        self.content = read(message.content)

    @property
    def text(self) -> str:
        """All that is written in it, controls apart."""
        return "\n".join(filter(None, [self.content, text_of(self.components)]))

    @property
    def framed(self) -> bool:
        """Whether it has the edge that tables and hands have."""
        return any(part["type"] == CONTAINER for part in self.components)

    @property
    def controls(self) -> list[Control]:
        return controls_of(self.components)

    @property
    def labels(self) -> list[str]:
        """What is written on the controls that can be pressed."""
        return [control.label for control in self.controls if control.enabled]

    def control(self, label: str) -> Control:
        """The control with this label (of a menu: its prompt, or the label of an option)."""
        found = [
            control
            for control in self.controls
            if control.label == label or (control.is_menu and any(label == one for one in control.options))
        ]
        assert len(found) == 1, f"{len(found)} controls say {label!r}: {self!r}"
        return found[0]

    def __repr__(self) -> str:
        where = "private" if self.private else "public"
        return f"<{where} message {self.id}: {self.text!r} {[control.label for control in self.controls]}>"


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, however deep, from top to bottom."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def text_of(components: Sequence[Json]) -> str:
    return read("\n".join(str(part["content"]) for part in walk(components) if part["type"] == TEXT))


def controls_of(components: Sequence[Json]) -> list[Control]:
    return [Control(part) for part in walk(components) if part["type"] in (BUTTON, MENU)]


def drawn(view: Any) -> list[Json]:
    """The components of a layout as Discord is told of them."""
    return list(view.to_components())


def strings(value: Any) -> Iterator[str]:
    """Every string in a payload: texts, labels, custom ids, values, names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def match_number(shown: Shown) -> int:
    """The number of the match that a message says it is about."""
    found = re.search(r"[Mm]atch (\d+)", shown.text)
    assert found is not None, shown
    return int(found[1])
