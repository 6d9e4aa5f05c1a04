"""The bot's own emoji: what Discord has of them, and bringing it the rest.

An emoji is called by its drawing's name and the drawing's version (``king_of_spades_k3x``), so that the list
that Discord gives says by itself what is missing and what is old: bringing them may stop at any moment and go
on later, in any process. Limits: https://docs.discord.com/developers/resources/emoji
"""

import asyncio
import logging
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import aiohttp
import discord

from bot.clock import Clock

log = logging.getLogger(__name__)

FOLDER = Path(__file__).resolve().parents[2] / "data" / "emoji"

LOOK_AGAIN = 300.0
"""Seconds until a process that brings no emoji looks which ones another has brought."""
AT_FIRST, AT_MOST = 5.0, 3600.0
"""Seconds until what has failed is tried again, at first and at most."""
STILL_SHOWN = 3600.0
"""Seconds for which an old emoji stays beside its new one: messages that show it would lose it."""

_VERSIONED = re.compile(r"([a-z0-9_]+)_([0-9a-z]{3})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FAULTS = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)

_ORDER = tuple(
    map(
        re.compile,
        (
            r"seat_.*",
            r"(?!.*_of_|tile_|number_|rank_).*",
            r".*_of_[a-z]+",
            r"tile_.*",
            r"number_.*",
            r"rank_.*",
            r".*",
        ),
    )
)
"""What is brought first: seats and marks, cards, tiles, numbers, ranks; cards in two colours last."""


def version(drawing: bytes) -> str:
    """Three characters that another drawing has not."""
    number = int.from_bytes(sha256(drawing).digest(), "big")
    return "".join(_DIGITS[number // len(_DIGITS) ** at % len(_DIGITS)] for at in range(3))


def drawn(folder: Path = FOLDER) -> dict[str, str]:
    """The version of each drawing by its name, in the order in which they are brought."""
    versions = {path.stem: version(path.read_bytes()) for path in sorted(folder.glob("*.png"))}
    return dict(sorted(versions.items(), key=lambda item: _place(item[0])))


def _place(name: str) -> int:
    return next(at for at, kind in enumerate(_ORDER) if kind.fullmatch(name))


class Known(NamedTuple):
    """An emoji that Discord has."""

    id: int
    version: str


class Emojis:
    """Which emoji there are; called with a drawing's name it gives the markup, as ``bot.emoji`` wants it."""

    def __init__(self, versions: dict[str, str]) -> None:
        self.versions = versions
        """Of every drawing."""
        self._known: dict[str, Known] = {}
        self._old: dict[int, str] = {}

    def __call__(self, name: str) -> str | None:
        known = self._known.get(name)
        return None if known is None else f"<:{name}_{known.version}:{known.id}>"

    @property
    def up(self) -> int:
        """How many drawings Discord has in their present version."""
        return sum(known.version == self.versions[name] for name, known in self._known.items())

    @property
    def missing(self) -> list[str]:
        """The drawings that are still to be brought."""
        known = self._known
        return [
            name for name, new in self.versions.items() if name not in known or known[name].version != new
        ]

    @property
    def old(self) -> dict[int, str]:
        """Emoji of former versions whose new one is there: by id the drawing's name."""
        missing = set(self.missing)
        return {emoji_id: name for emoji_id, name in self._old.items() if name not in missing}

    def id_of(self, name: str) -> int:
        """The id of a drawing that is up."""
        return self._known[name].id

    def learn(self, emoji: Iterable[discord.Emoji]) -> None:
        """Discord has these. Of a name that is no drawing of ours nothing is kept: it may be anybody's."""
        for one in emoji:
            found = _VERSIONED.fullmatch(one.name)
            if found is None or found[1] not in self.versions:
                continue
            name, of = found[1], found[2]
            before = self._known.get(name)
            if before is not None and before.version == self.versions[name]:
                if of != before.version or one.id != before.id:
                    self._old[one.id] = name
                continue
            if before is not None and before.id != one.id:
                self._old[before.id] = name
            self._old.pop(one.id, None)
            self._known[name] = Known(one.id, of)

    def forget(self, emoji_id: int) -> None:
        """The old emoji is gone."""
        self._old.pop(emoji_id, None)


class Bringer:
    """Brings Discord the emoji that it lacks, one by one, and takes old ones away."""

    def __init__(self, client: discord.Client, emojis: Emojis, clock: Clock, folder: Path = FOLDER) -> None:
        self._client = client
        self._emojis = emojis
        self._clock = clock
        self._folder = folder

    async def look(self) -> bool:
        """Learn which emoji there are; False if Discord does not tell."""
        try:
            self._emojis.learn(await self._client.fetch_application_emojis())
        except _FAULTS as error:
            log.warning("the list of emoji cannot be read: %s", error)
            return False
        return True

    async def watch(self) -> None:
        """Learn of what another process brings, until all is there."""
        while self._emojis.missing:
            await self._clock.sleep(LOOK_AGAIN)
            await self.look()

    async def bring(self) -> None:
        """Bring what is missing, however often that fails, and then take away what is old."""
        pause = AT_FIRST
        told = ""
        while self._emojis.missing or self._emojis.old:
            try:
                await self._bring()
                await self._take_away()
                pause = AT_FIRST
            except _FAULTS as error:
                if str(error) != told:
                    told = str(error)
                    log.warning("%d emoji are still missing: %s", len(self._emojis.missing), error)
                await self._clock.sleep(pause)
                pause = min(2 * pause, AT_MOST)
                await self.look()

    async def _bring(self) -> None:
        missing = self._emojis.missing
        for name in missing:
            image = await asyncio.to_thread((self._folder / f"{name}.png").read_bytes)
            called = f"{name}_{self._emojis.versions[name]}"
            self._emojis.learn([await self._client.create_application_emoji(name=called, image=image)])
        if missing:
            log.info("%d emoji brought; all %d are there", len(missing), self._emojis.up)

    async def _take_away(self) -> None:
        assert self._client.application_id is not None
        for emoji_id, name in self._emojis.old.items():
            since = self._clock.now() - _made(self._emojis.id_of(name))
            if since < STILL_SHOWN:
                await self._clock.sleep(STILL_SHOWN - since)
            await self._client.http.delete_application_emoji(self._client.application_id, emoji_id)
            self._emojis.forget(emoji_id)


def _made(emoji_id: int) -> float:
    """When the emoji was made, in seconds since 1970 UTC."""
    return discord.utils.snowflake_time(emoji_id).timestamp()
