"""What a process of the bot does with matches, without Discord."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.matches import lobby, operations
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.matches.refusals import Refused
from bot.matches.service import MatchService
from bot.store import Change, MatchRow, Person, Store
from engine.games import GAMES
from tests.bot.kept import SERVER

ANN, BOB, CAT = (Person(n, name) for n, name in enumerate(("ann", "bob", "cat"), start=1))
PLACE = Place(SERVER, 20, "en-US")
NOW = 1_000.0


class Stopped:
    """A clock that stands still unless a test moves it; who sleeps by it sleeps until the test wakes them."""

    def __init__(self) -> None:
        self.seconds = NOW
        self.asleep = asyncio.Event()
        """Set when somebody sleeps."""
        self._alarm = asyncio.Event()

    def follow(self, now: float) -> None:
        """It follows nobody."""

    def now(self) -> float:
        return self.seconds

    async def sleep(self, _seconds: float) -> None:
        self.asleep.set()
        await self._alarm.wait()

    def wake(self) -> None:
        """Wake whoever sleeps."""
        self.asleep.clear()
        self._alarm.set()
        self._alarm = asyncio.Event()


@dataclass
class Process:
    """One process: its store, its matches, and the ids of the matches it has shown."""

    store: Store
    matches: MatchService
    clock: Stopped
    shown: list[int] = field(default_factory=list)

    @classmethod
    async def start(cls, database: str) -> Process:
        store, clock = await Store.open(database), Stopped()
        process = cls(store, MatchService(store, clock, dict(GAMES)), clock)
        process.matches.show = process.shown.append
        return process

    async def stop(self) -> None:
        await self.matches.close()
        await self.store.close()

    async def lobby(
        self, *people: Person, slug: str = "hilo", computers: int = 0, **options: Any
    ) -> MatchRow:
        """A lobby of these people and of computers."""
        rules = self.matches.games[slug]
        host = people[0]
        row = await operations.open_lobby(
            self.matches, rules, rules.Options.model_validate(options), host, PLACE
        )
        for person in people[1:]:
            row = await self.matches.change_lobby(row.id, lobby.join(person))
        for _ in range(computers):
            row = await self.matches.change_lobby(row.id, lobby.add_computer(host.id, "random"))
        return row

    async def begun(self, *people: Person, **options: Any) -> Match:
        """A match of hilo of these people."""
        row = await self.lobby(*people, **options)
        return await operations.start(self.matches, row.id, people[0].id)

    async def choose(self, match_id: int, person: Person, choice: int = 0) -> Match:
        """What a press on a hand just opened in this process does."""
        seen = await self.matches.see(match_id, person.id)
        return await self.matches.act(match_id, person.id, stamp_of(seen, person), choice)

    async def idle(self) -> None:
        """Come back when no computer of this process is thinking."""
        await self.matches.computers.idle()

    async def kept(self, match_id: int) -> Match:
        """The match as the database has it."""
        row = await self.store.match(match_id)
        assert row is not None
        journal = await self.store.journal(match_id)
        assert [line.n for line in journal] == list(range(len(journal)))
        return Match.restore(row, self.matches.games[row.slug], journal)


def stamp_of(match: Match, person: Person) -> int:
    """The stamp of the latest decision of a person."""
    seat = match.row.seat_of(person.id)
    if seat is None:
        raise Refused("not_seated", match=match)
    return match.stamps[seat]


def killing(patch: pytest.MonkeyPatch, *, after_commit: bool = False) -> list[Change]:
    """Let every process die just before, or just after, it writes a change; the changes it died at."""
    commit = Store.commit
    seen: list[Change] = []

    async def killed(self: Store, change: Change, interaction: int | None = None) -> MatchRow:
        seen.append(change)
        if after_commit:
            await commit(self, change, interaction)
        raise KeyboardInterrupt

    patch.setattr(Store, "commit", killed)
    return seen


def counting(patch: pytest.MonkeyPatch) -> list[Change]:
    """The changes that are written from now on, in order."""
    commit = Store.commit
    seen: list[Change] = []

    async def counted(self: Store, change: Change, interaction: int | None = None) -> MatchRow:
        seen.append(change)
        return await commit(self, change, interaction)

    patch.setattr(Store, "commit", counted)
    return seen
