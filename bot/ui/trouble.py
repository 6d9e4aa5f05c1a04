"""What may come of a request to Discord, other than success."""

from __future__ import annotations

import aiohttp
import discord

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request raises: Discord refuses, or cannot be reached."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED = 10003, 10008, 30046, 50083
"""https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""


def passing(error: Exception) -> bool:
    """Whether the same request may well succeed a little later."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def code(error: Exception) -> int:
    """Discord's number for what is wrong; 0 if it gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0
