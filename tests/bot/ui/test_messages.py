"""What comes of sending, editing and deleting, for each answer of Discord."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Self

import aiohttp
import discord
import pytest

from bot.screen import Screen, Text
from bot.ui.layout import layout
from bot.ui.messages import Messages, Outcome, Sent

CHANNEL, MESSAGE, PERSON = 20, 30, 40
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_EDITS, ARCHIVED, MISSING_ACCESS = 10003, 10008, 30046, 50083, 50001
VIEW = layout(Screen((Text("A table."),)), 1)


def answer(status: int, code: int = 0) -> discord.HTTPException:
    """Discord's answer of this status and code."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="no")
    return kind(response, {"code": code, "message": "no"})


@dataclass
class Client:
    """Stands in for discord.py: each request takes the next of these answers, or succeeds."""

    answers: list[Exception] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    locked: bool = False
    """Whether archived threads cannot be opened."""

    @property
    def http(self) -> Self:
        return self

    def _request(self, what: str) -> None:
        self.requests.append(what)
        if self.answers:
            raise self.answers.pop(0)

    def get_partial_messageable(self, channel_id: int) -> Self:
        assert channel_id in {CHANNEL, CHANNEL + 1}
        return self

    def get_partial_message(self, message_id: int) -> Self:
        assert message_id == MESSAGE
        return self

    async def send(self, content: str | None = None, **_: object) -> SimpleNamespace:
        self._request(f"send {content}")
        return SimpleNamespace(id=MESSAGE)

    async def edit(self, **_: object) -> None:
        self._request("edit")

    async def delete(self) -> None:
        self._request("delete")

    async def edit_channel(self, channel_id: int, *, archived: bool) -> None:
        assert channel_id == CHANNEL
        assert not archived
        self.requests.append("open")
        if self.locked:
            raise answer(403, MISSING_ACCESS)

    async def start_private_message(self, person: int) -> dict[str, str]:
        assert person == PERSON
        self._request("private")
        return {"id": str(CHANNEL + 1)}


def messages(client: Client) -> Messages:
    stand_in: Any = client
    return Messages(stand_in)


ANSWERS: dict[str, tuple[Exception, Outcome, str]] = {
    "unknown message": (answer(404, UNKNOWN_MESSAGE), Outcome.GONE, "message"),
    "too many edits of an old message": (answer(429, TOO_MANY_EDITS), Outcome.GONE, "message"),
    "unknown channel": (answer(404, UNKNOWN_CHANNEL), Outcome.REFUSED, "gone"),
    "forbidden": (answer(403, MISSING_ACCESS), Outcome.REFUSED, "forbidden"),
    "not found, of no known kind": (answer(404), Outcome.REFUSED, "discord"),
    "bad request": (answer(400, 50035), Outcome.REFUSED, "discord"),
    "too many requests": (answer(429), Outcome.LATER, "limits"),
    "discord is broken": (answer(500), Outcome.LATER, "discord"),
    "discord is overloaded": (answer(503), Outcome.LATER, "discord"),
    "no connection": (aiohttp.ClientConnectionError("no route"), Outcome.LATER, "discord"),
    "no network": (ConnectionResetError("no network"), Outcome.LATER, "discord"),
}

answers = pytest.mark.parametrize("name", ANSWERS)


@answers
async def test_sending_and_editing_that_fail(name: str) -> None:
    error, outcome, why = ANSWERS[name]
    for sent in (
        await messages(Client([error])).send(CHANNEL, VIEW),
        await messages(Client([error])).send(CHANNEL, "a word", [PERSON]),
        await messages(Client([error])).edit(CHANNEL, MESSAGE, VIEW),
        await messages(Client([error])).privately(PERSON, "a word"),
    ):
        assert sent == Sent(outcome, None, why)
        assert sent.outcome is not Outcome.DONE


@answers
async def test_deleting_that_fails(name: str) -> None:
    """What is gone, with its channel or alone, is as good as deleted."""
    error, outcome, why = ANSWERS[name]
    client = Client([error])
    sent = await messages(client).delete(CHANNEL, MESSAGE)
    assert (sent.outcome is Outcome.DONE) == (why in {"message", "gone"})
    assert (sent.outcome is Outcome.DONE) or (sent.outcome, sent.why) == (outcome, why)
    assert client.requests == ["delete"]


async def test_what_succeeds() -> None:
    client = Client()
    assert await messages(client).send(CHANNEL, VIEW) == Sent(Outcome.DONE, MESSAGE)
    assert await messages(client).send(CHANNEL, "a word") == Sent(Outcome.DONE, MESSAGE)
    assert await messages(client).privately(PERSON, "a secret") == Sent(Outcome.DONE, MESSAGE)
    assert (await messages(client).edit(CHANNEL, MESSAGE, VIEW)).outcome is Outcome.DONE
    assert (await messages(client).delete(CHANNEL, MESSAGE)).outcome is Outcome.DONE
    assert client.requests == ["send None", "send a word", "private", "send a secret", "edit", "delete"]


async def test_an_archived_thread_is_opened_for_an_edit() -> None:
    client = Client([answer(400, ARCHIVED)])
    assert (await messages(client).edit(CHANNEL, MESSAGE, VIEW)).outcome is Outcome.DONE
    assert client.requests == ["edit", "open", "edit"]


async def test_an_archived_thread_that_is_locked_refuses_an_edit() -> None:
    client = Client([answer(400, ARCHIVED)], locked=True)
    assert await messages(client).edit(CHANNEL, MESSAGE, VIEW) == Sent(Outcome.REFUSED, None, "archived")
    assert client.requests == ["edit", "open"]


async def test_a_thread_that_is_archived_again_at_once_is_opened_only_once() -> None:
    client = Client([answer(400, ARCHIVED)] * 2)
    assert await messages(client).edit(CHANNEL, MESSAGE, VIEW) == Sent(Outcome.REFUSED, None, "archived")
    assert client.requests == ["edit", "open", "edit"]


@answers
async def test_what_comes_of_an_edit_in_a_thread_that_was_opened_for_it(name: str) -> None:
    error, outcome, why = ANSWERS[name]
    client = Client([answer(400, ARCHIVED), error])
    assert await messages(client).edit(CHANNEL, MESSAGE, VIEW) == Sent(outcome, None, why)


async def test_an_archived_thread_takes_no_new_message() -> None:
    """Discord opens a thread for a message by itself, unless it is locked."""
    client = Client([answer(400, ARCHIVED)])
    assert await messages(client).send(CHANNEL, VIEW) == Sent(Outcome.REFUSED, None, "archived")
    assert client.requests == ["send None"]


async def test_what_is_no_fault_of_discord_is_not_taken_for_one() -> None:
    with pytest.raises(ZeroDivisionError):
        await messages(Client([ZeroDivisionError()])).edit(CHANNEL, MESSAGE, VIEW)
