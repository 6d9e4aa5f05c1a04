"""Sending, editing and deleting public messages: what may come of it, in a few outcomes.

Discord's error codes are read here and nowhere else:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
"""

import logging
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

import aiohttp
import discord

from bot.emoji import rendered
from bot.process.requests import OLD_MESSAGE, Attempt
from bot.recent import Recent
from bot.ui.layout import NO_MENTIONS, Layout

log = logging.getLogger(__name__)

FAULTS = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""What a request raises: Discord refuses, or cannot be reached."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED = 10003, 10008, OLD_MESSAGE, 50083
ANOTHERS_MESSAGE, THREAD_LOCKED, BLOCKED_BY_AUTOMOD = 50005, 160005, 200000

LOST = {UNKNOWN_MESSAGE, TOO_MANY_EDITS, ANOTHERS_MESSAGE}
"""The message takes no edit of ours any more: another one may. It may be another application's by now."""

_WHY = {
    UNKNOWN_CHANNEL: "gone",
    THREAD_ARCHIVED: "archived",
    THREAD_LOCKED: "locked",
    BLOCKED_BY_AUTOMOD: "automod",
}
"""Reasons that a match's ``paused_why`` tells apart."""

LIMITS = "limits"
"""Why a request is to be made later: the bot has made too many."""


class Outcome(Enum):
    """What came of a request."""

    DONE = auto()
    GONE = auto()
    """The message is not there any more, or takes no more edits: another one may stand in for it."""
    REFUSED = auto()
    """The same request will be refused again until somebody changes something in Discord."""
    LATER = auto()
    """The same request may well succeed a little later."""


class Sent(NamedTuple):
    """The outcome; of a message that was sent its id, else ``why`` not, as a match's ``paused_why``."""

    outcome: Outcome
    message_id: int | None = None
    why: str = ""


DONE = Sent(Outcome.DONE)


class Messages:
    """The public messages of the bot, which it reaches by its token."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.lost: Recent[int, str] = Recent()
        """By channel that Discord said is gone, why nothing is asked for there."""

    async def send(self, channel_id: int, content: Layout | str, people: Iterable[int] = ()) -> Sent:
        """Send a layout or a text; these people are notified if the text mentions them."""
        if why := self.lost.get(channel_id):
            return Sent(Outcome.REFUSED, why=why)
        channel = self._client.get_partial_messageable(channel_id)
        users = discord.AllowedMentions(users=[discord.Object(person) for person in people])
        try:
            if isinstance(content, str):
                message = await channel.send(rendered(content), allowed_mentions=users)
            else:
                message = await channel.send(view=content, files=content.files(), allowed_mentions=users)
        except FAULTS as error:
            log.warning("nothing can be sent to channel %d: %s", channel_id, error)
            return _failed(error)
        return Sent(Outcome.DONE, message.id)

    async def edit(self, channel_id: int, message_id: int, view: Layout) -> Sent:
        """Edit a message; an archived thread is opened for it, unless it is locked."""
        if why := self.lost.get(channel_id):
            return Sent(Outcome.REFUSED, why=why)
        channel = self._client.get_partial_messageable(channel_id)
        for again in (True, False):
            attempt = Attempt()
            try:
                async with attempt:
                    await channel.get_partial_message(message_id).edit(
                        view=view, attachments=view.files(), allowed_mentions=NO_MENTIONS
                    )
            except FAULTS as error:
                if attempt.refused is not None and isinstance(error, TimeoutError):
                    return _limited(attempt.refused)
                if again and _code(error) == THREAD_ARCHIVED and await self._reopen(channel_id):
                    continue
                if _code(error) not in LOST:
                    log.warning("message %d cannot be edited: %s", message_id, error)
                return _failed(error)
            return DONE
        raise AssertionError("unreachable")

    async def delete(self, channel_id: int, message_id: int) -> Sent:
        """Delete a message; that it is gone already is as good."""
        if self.lost.get(channel_id) is not None:
            return DONE
        channel = self._client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except FAULTS as error:
            failed = _failed(error)
            return DONE if failed.outcome is Outcome.GONE or failed.why == "gone" else failed
        return DONE

    async def privately(self, person: int, content: str) -> Sent:
        """Send a direct message."""
        try:
            channel = await self._client.http.start_private_message(person)
        except FAULTS as error:
            return _failed(error)
        return await self.send(int(channel["id"]), content)

    async def _reopen(self, channel_id: int) -> bool:
        try:
            await self._client.http.edit_channel(channel_id, archived=False)
        except FAULTS:
            return False
        return True


def sent_at(message_id: int) -> float:
    """When the message was sent, in seconds since 1970 UTC."""
    return discord.utils.snowflake_time(message_id).timestamp()


def _limited(code: int) -> Sent:
    """What comes of a request that one of Discord's limits has refused."""
    return Sent(Outcome.GONE, why="message") if code == TOO_MANY_EDITS else Sent(Outcome.LATER, why=LIMITS)


def _failed(error: Exception) -> Sent:
    code = _code(error)
    if code in LOST:
        return Sent(Outcome.GONE, why="message")
    if why := _WHY.get(code):
        return Sent(Outcome.REFUSED, why=why)
    if isinstance(error, discord.Forbidden):
        return Sent(Outcome.REFUSED, why="forbidden")
    if isinstance(error, discord.HTTPException) and error.status == 429:
        return _limited(code)
    if isinstance(error, discord.HTTPException) and error.status < 500:
        return Sent(Outcome.REFUSED, why="discord")
    return Sent(Outcome.LATER, why="discord")


def _code(error: Exception) -> int:
    """Discord's number for what is wrong; 0 if it gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0
