"""What a process of the bot does with matches, without Discord."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.matches.lobby import Lobbies, Place
from bot.matches.match import Match
from bot.matches.service import MatchService
from bot.store import Person, Store
from engine.games import GAMES
from tests.bot.kept import SERVER

ANN, BOB, CAT = (Person(n, name) for n, name in enumerate(("ann", "bob", "cat"), start=1))
PLACE = Place(SERVER, 20, "en-US")


class Stopped:
    """A clock that stands still."""

    def now(self) -> float:
        return 1_000.0

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass
class Process:
    store: Store
    service: MatchService
    lobbies: Lobbies

    @classmethod
    async def start(cls, database: str) -> Process:
        store = await Store.open(database)
        service = MatchService(store, Stopped(), GAMES)
        return cls(store, service, Lobbies(service))

    async def stop(self) -> None:
        await self.service.close()
        await self.store.close()

    async def begun(self, *people: Person, **options: Any) -> Match:
        """A match of these people."""
        rules = GAMES["hilo"]
        row = await self.lobbies.open(rules, rules.Options(**options), people[0], PLACE)
        for person in people[1:]:
            await self.lobbies.join(row.id, person)
        return await self.lobbies.start(row.id, people[0].id)

    async def choose(self, match: int, person: Person, choice: int = 0) -> Match:
        """What a press on a hand just opened in this process does."""
        seen = await self.service.match(match)
        _seat, stamp = self.service.due(seen, person.id)
        return await self.service.act(match, person.id, stamp, choice)

    async def kept(self, match: int) -> Match:
        """The match as the database has it."""
        row = await self.store.match(match)
        assert row is not None
        journal = await self.store.journal(match)
        assert [line.n for line in journal] == list(range(len(journal)))
        return Match.restore(row, GAMES[row.slug], journal)
