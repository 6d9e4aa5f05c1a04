"""Which commands Discord has to be told of again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.process.commands import differences

PLAY: dict[str, Any] = {
    "name": "play",
    "description": "Open a table",
    "type": 1,
    "nsfw": False,
    "dm_permission": True,
    "default_member_permissions": None,
    "options": [
        {
            "type": 1,
            "name": "hilo",
            "description": "A game",
            "options": [{"type": 4, "name": "target", "description": "…", "required": False, "min_value": 0}],
        }
    ],
}
STORED: dict[str, Any] = {
    "id": "1",
    "application_id": "2",
    "version": "3",
    "default_member_permissions": None,
    "type": 1,
    "name": "play",
    "name_localizations": None,
    "description": "Open a table",
    "description_localizations": None,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
    "options": [
        {
            "type": 1,
            "name": "hilo",
            "name_localizations": None,
            "description": "A game",
            "options": [{"type": 4, "name": "target", "description": "…", "min_value": 0}],
        }
    ],
}


def test_fields_added_by_discord_are_ignored() -> None:
    assert differences([PLAY], [STORED]) == []
    restricted = {"default_member_permissions": 32}
    assert differences([PLAY | restricted], [STORED | {"default_member_permissions": "32"}]) == []


@pytest.mark.parametrize(
    "change",
    [
        {"description": "Open a bigger table"},
        {"options": []},
        {"default_member_permissions": 32},
        {"integration_types": [0, 1]},
        {"contexts": [0]},
        {"description_localizations": {"de": "…"}},
        {"nsfw": True},
    ],
)
def test_any_other_difference_is_detected(change: dict[str, Any]) -> None:
    assert differences([PLAY | change], [STORED]) == ["play"]


def test_missing_and_surplus_commands() -> None:
    assert differences([PLAY, PLAY | {"name": "new"}], [STORED, STORED | {"name": "old"}]) == ["new", "old"]


def test_bound_of_zero_is_not_missing() -> None:
    least = STORED["options"][0]["options"][0]
    without = {key: value for key, value in least.items() if key != "min_value"}
    changed = STORED | {"options": [STORED["options"][0] | {"options": [without]}]}
    assert differences([PLAY], [changed]) == ["play"]
