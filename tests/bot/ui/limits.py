"""What Discord takes in one message of components: https://docs.discord.com/developers/components/reference"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.layout import Layout

Json = dict[str, Any]

ACTION_ROW, BUTTON, MENU, TEXT, SEPARATOR, CONTAINER = 1, 2, 3, 10, 14, 17


def components(layout: Layout) -> list[Json]:
    """Every component of the message, nested ones included."""

    def walk(given: list[Json]) -> Iterator[Json]:
        for component in given:
            yield component
            yield from walk(component.get("components", []))

    return list(walk(layout.to_components()))  # type: ignore[no-untyped-call]  # discord.py's


def of_kind(layout: Layout, kind: int) -> list[Json]:
    return [component for component in components(layout) if component["type"] == kind]


def texts(layout: Layout) -> list[str]:
    return [component["content"] for component in of_kind(layout, TEXT)]


def hold(layout: Layout) -> None:
    """Assert that Discord would take the message."""
    every = components(layout)
    assert 1 <= len(every) <= 40
    assert sum(map(len, texts(layout))) <= 4000
    assert all(text.strip() for text in texts(layout))
    controls = [component for component in every if "custom_id" in component]
    assert all(1 <= len(control["custom_id"]) <= 100 for control in controls)
    assert len({control["custom_id"] for control in controls}) == len(controls)
    for row in of_kind(layout, ACTION_ROW):
        kinds = [component["type"] for component in row["components"]]
        assert kinds == [MENU] or (1 <= len(kinds) <= 5 and set(kinds) == {BUTTON})
    for button in of_kind(layout, BUTTON):
        assert len(button.get("label") or "") <= 80
        assert button.get("label") or button.get("emoji")
    for menu in of_kind(layout, MENU):
        options = menu["options"]
        assert 1 <= len(options) <= 25
        assert len(menu["placeholder"]) <= 150
        assert 0 <= menu.get("min_values", 1) <= menu.get("max_values", 1) <= len(options)
        assert len({option["value"] for option in options}) == len(options)
        assert sum(option.get("default", False) for option in options) <= menu.get("max_values", 1)
        for option in options:
            assert 1 <= len(option["label"]) <= 100
            assert 1 <= len(option["value"]) <= 100
            assert len(option.get("description") or "") <= 100
