"""Everything that the tests ask of SimCord beyond its public names, in one place."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import simcord
from simcord import components as layouts
from simcord import gateway, interactions, results
from simcord.backend import serializers
from simcord.backend.models import Interaction, Message
from simcord.http import client, router

RECORD_TO = "PARLOUR_RECORD_REQUESTS"
"""The environment's name for a file that every REST request is appended to, as JSON, one a line."""

COMPONENT, BUTTON, STRING_MENU = 3, 2, 3

# SimCord looks every 50 ms whether the bot has come to rest; every millisecond is twenty times as fast.
_settle: Any = simcord.Env._settle_internal
_settle.__kwdefaults__["idle"] = 0.001

Json = dict[str, Any]


def copied(payload: Any) -> Any:
    """What ``deepcopy`` gives of a payload, at a sixth of the cost: payloads are JSON and share nothing."""
    kind = type(payload)
    if kind is dict:
        return {key: copied(value) for key, value in payload.items()}
    if kind is list:
        return [copied(value) for value in payload]
    return payload if kind in _ATOMS else deepcopy(payload)


_ATOMS = frozenset({str, int, float, bool, type(None)})

# SimCord copies each payload on every way it takes, which was a fifth of what whole matches cost.
_modules: list[Any] = [layouts, results, serializers]
for _module in _modules:
    _module.deepcopy = copied
_modules = [gateway, router]
for _module in _modules:
    _module.copy = SimpleNamespace(deepcopy=copied)


@contextmanager
def recording() -> Iterator[None]:
    """Within this block requests are recorded, if the environment asks for it."""
    path = os.environ.get(RECORD_TO)
    if not path:
        yield
        return
    module: Any = router  # the transports look the name up in the module
    original = module.dispatch

    def recorded(backend: Any, method: str, path_: str, **rest: Any) -> Any:
        line = json.dumps({"method": method, "path": path_, "json": rest.get("json")})
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        return original(backend, method, path_, **rest)

    module.dispatch = recorded
    try:
        yield
    finally:
        module.dispatch = original


Delay: TypeAlias = Callable[[str, str], Awaitable[None]]


async def no_delay(method: str, path: str) -> None:
    """Straight on."""


@contextmanager
def network(there: Delay = no_delay, back: Delay = no_delay) -> Iterator[None]:
    """Within this block requests await ``there(method, path)`` before Discord has them, ``back`` after."""
    kinds: list[Any] = [client.FakeHTTPClient, client.FakeWebhookAdapter]
    originals = [kind.request for kind in kinds]

    def slowed(original: Any) -> Any:
        async def request(self: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            path = client._path_of(route.url)
            await there(route.method, path)
            answer = await original(self, route, *args, **kwargs)
            await back(route.method, path)
            return answer

        return request

    for kind, original in zip(kinds, originals, strict=True):
        kind.request = slowed(original)
    try:
        yield
    finally:
        for kind, original in zip(kinds, originals, strict=True):
            kind.request = original


def jump(env: simcord.Env, seconds: float) -> None:
    """Time has passed all at once."""
    env.backend.advance_clock(seconds)


def stored(env: simcord.Env, channel_id: int) -> list[Message]:
    """Every message of a channel, oldest first, private ones included."""
    return [message for _id, message in sorted(env.backend.messages.get(channel_id, {}).items())]


def remove(env: simcord.Env, message: Message) -> None:
    """A moderator deletes a message."""
    env.backend.delete_message(message.channel_id, message.id)


def answer_to(env: simcord.Env, record: Interaction) -> list[Message]:
    """The messages that answered an interaction and are still there."""
    ids = [record.message_id, *record.followup_ids]
    there = env.backend.messages.get(record.channel_id, {})
    return [there[number] for number in ids if number is not None and number in there]


def record_of(result: simcord.InteractionResult) -> Interaction:
    return result._interaction


def press(
    env: simcord.Env,
    person: simcord.MemberActor,
    message: Message,
    components: list[Json],
    control: Json,
    values: list[str] | None,
) -> Interaction:
    """Tell the bot of a press on a message as it was with ``components``, and wait for nothing.

    A client that has not heard of an edit sends just that.
    """
    backend = env.backend
    kind = BUTTON if values is None else STRING_MENU
    data: Json = {"custom_id": control["custom_id"], "component_type": control.get("type", kind)}
    if values is not None:
        data["values"] = values
    record, payload = interactions.base_payload(
        backend,
        type=COMPONENT,
        channel_id=message.channel_id,
        guild_id=person.guild.id,
        user_id=person.id,
        data=data,
    )
    record.source_message_id = message.id
    payload["message"] = {
        **copied(dict(serializers.message_payload(backend, message))),
        "components": copied(components),
    }
    backend.emit("INTERACTION_CREATE", payload)
    return record


def speak(env: simcord.Env, languages: Mapping[int, str]) -> None:
    """From now on these people's clients are in these languages; SimCord knows only English ones."""
    backend: Any = env.backend
    emit = backend.emit

    def emit_in_language(name: str, payload: Json, *rest: Any, **more: Any) -> Any:
        if name == "INTERACTION_CREATE":
            user = payload.get("member", payload)["user"]
            payload["locale"] = languages.get(int(user["id"]), payload["locale"])
        return emit(name, payload, *rest, **more)

    backend.emit = emit_in_language


def take_errors(env: simcord.Env) -> list[BaseException]:
    """What SimCord took for a failure of the bot so far, which is then forgotten."""
    taken = list(env._errors)
    env._errors.clear()
    return taken


@contextmanager
def carried(env: simcord.Env, values: Json, *, without_server: bool = False) -> Iterator[None]:
    """Within this block interactions carry these values; SimCord knows no server without the bot."""
    backend: Any = env.backend
    emit = backend.emit

    def emit_with(name: str, payload: Json, *rest: Any, **more: Any) -> Any:
        if name == "INTERACTION_CREATE":
            payload |= values
            if without_server:
                payload["user"] = payload.pop("member")["user"]
                del payload["guild_id"]
        return emit(name, payload, *rest, **more)

    backend.emit = emit_with
    try:
        yield
    finally:
        backend.emit = emit
