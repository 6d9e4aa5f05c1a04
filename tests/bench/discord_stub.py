"""discord.py with nothing behind it: presses go in, answers are kept, and Discord costs nothing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

GUILD, CHANNEL, PERSON = 10, 20, 30
_snowflakes = itertools.count(2_000_000_000_000_000_000)

Components: TypeAlias = list[dict[str, Any]]
Payload: TypeAlias = dict[str, Any] | None
Multipart: TypeAlias = list[dict[str, Any]] | None


class Answers:
    """A stand-in for discord.py's webhook adapter that answers at once.

    ``answered`` is told the token of each answer, and the components of the message if it has a layout.
    """

    def __init__(self) -> None:
        self.answered: Callable[[str, Components | None], None] = _nobody

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **_: Any
    ) -> dict[str, Any]:
        payload = _told(params.payload, params.multipart)
        self.answered(token, (payload.get("data") or {}).get("components"))
        return {
            "interaction": {"id": str(interaction_id), "type": 3, "response_message_id": "1"},
            "resource": {"type": payload.get("type", 4)},
        }

    async def execute_webhook(
        self, _id: int, token: str, *, payload: Payload = None, multipart: Multipart = None, **_: Any
    ) -> Any:
        self.answered(token, _told(payload, multipart).get("components"))
        return message([], ephemeral=True)

    async def edit_original_interaction_response(
        self, _id: int, token: str, *, payload: Payload = None, multipart: Multipart = None, **_: Any
    ) -> Any:
        self.answered(token, _told(payload, multipart).get("components"))
        return message([], ephemeral=True)


def _told(payload: Payload, multipart: Multipart) -> dict[str, Any]:
    """What is sent, also where a file goes with it."""
    for part in multipart or ():
        if part["name"] == "payload_json":
            return dict(json.loads(part["value"]))
    return payload or {}


def _nobody(_token: str, _components: Components | None) -> None: ...


def message(components: list[Any], *, ephemeral: bool, message_id: int = 1) -> dict[str, Any]:
    """A message payload as Discord sends it."""
    return {
        "id": str(message_id),
        "channel_id": str(CHANNEL),
        "author": {"id": "1", "username": "parlour", "discriminator": "0", "avatar": None, "bot": True},
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": (1 << 15) | (64 if ephemeral else 0),
        "components": components,
    }


def press(
    components: Components,
    custom_id: str,
    values: list[str] | None,
    *,
    ephemeral: bool,
    person: int = PERSON,
    token: str = "token",
) -> dict[str, Any]:
    """INTERACTION_CREATE for a press on a message with these components."""
    number = next(_snowflakes)
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
    if values is not None:
        data["values"] = values
    return {
        "id": str(number),
        "application_id": "1",
        "type": 3,
        "token": token,
        "version": 1,
        "guild_id": str(GUILD),
        "channel_id": str(CHANNEL),
        "channel": {"id": str(CHANNEL), "type": 0, "name": "table", "guild_id": str(GUILD), "position": 0},
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": "0",
        "attachment_size_limit": 1,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "member": {
            "user": {"id": str(person), "username": f"person {person}", "discriminator": "0", "avatar": None},
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": "0",
        },
        "data": data,
        "message": message(components, ephemeral=ephemeral),
    }


async def connect(client: discord.Client) -> Answers:
    """Make a client believe that it is logged in, with every answer going to the returned stand-in."""
    answers = Answers()
    async_context.set(answers)  # type: ignore[arg-type]
    state: Any = client._connection
    user = {"id": "1", "username": "parlour", "discriminator": "0", "avatar": None, "bot": True}
    state.user = discord.ClientUser(state=state, data=user)  # type: ignore[arg-type]
    state.application_id = 1
    client.http._HTTPClient__session = object()  # type: ignore[attr-defined]

    async def edit_message(_channel: int, message_id: int, **_: Any) -> dict[str, Any]:
        return message([], ephemeral=False, message_id=message_id)

    async def send_message(_channel: int, **_: Any) -> dict[str, Any]:
        return message([], ephemeral=False, message_id=next(_snowflakes))

    async def delete_message(*_: Any, **__: Any) -> None: ...

    client.http.delete_message = delete_message  # type: ignore[method-assign]
    client.http.edit_message = edit_message  # type: ignore[method-assign, assignment]
    client.http.send_message = send_message  # type: ignore[method-assign, assignment]
    await client._async_setup_hook()
    return answers


def walk(components: Components) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))


def button(custom_id: str) -> Components:
    """A message with one button."""
    return [{"type": 1, "components": [{"type": 2, "style": 2, "label": "0", "custom_id": custom_id}]}]
