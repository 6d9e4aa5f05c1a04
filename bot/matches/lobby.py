"""Before the start: who sits at the table, with which options, and how a match begins."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom
from typing import Any, NamedTuple

from bot.matches import computers, results
from bot.matches.match import Match
from bot.matches.pace import DEFAULT, LOBBY, PACES
from bot.matches.pace import times as pace_times
from bot.matches.refusals import Refused
from bot.matches.service import MatchService
from bot.store import Conflict, MatchRow, Person, SeatRow
from engine.core import AnyRules, BadOptions, Options
from engine.luck import SEED_BYTES
from engine.players import LEVELS

COMPUTERS = ("Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Florence")
FILL_LEVEL = "normal"


class Place(NamedTuple):
    """Where a table stands: server (None in direct messages), channel, the language of its public texts."""

    server_id: int | None
    channel_id: int
    locale: str | None


Change = Callable[[MatchRow], dict[str, Any]]


class Lobbies:
    """Every lobby. All methods raise Refused; a lobby's row is what they return."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._store = service.store

    async def open(
        self, rules: AnyRules, options: Options, host: Person, place: Place, pace: str = DEFAULT
    ) -> MatchRow:
        """A new lobby with the host seated; ``pace`` is a name of ``bot.pace.PACES``."""
        return await self._open(rules, options, host, place, [SeatRow(host.id, None, host.name)], pace)

    async def _open(
        self,
        rules: AnyRules,
        options: Options,
        host: Person,
        place: Place,
        seated: list[SeatRow],
        pace: str | None,
        rematch_of: int | None = None,
    ) -> MatchRow:
        self._open_for_business()
        at = self._service.now()
        row = MatchRow(
            id=0,
            slug=rules.slug,
            version=rules.version,
            options=options.model_dump(mode="json"),
            status="lobby",
            revision=0,
            server_id=place.server_id,
            channel_id=place.channel_id,
            message_id=None,
            notice_id=None,
            locale=place.locale,
            host_id=host.id,
            seed=secrets.token_bytes(SEED_BYTES),
            rematch_of=rematch_of,
            computer_due=False,
            pace=pace,
            deadline=at + LOBBY,
            due=at + LOBBY,
            created_at=at,
            started_at=None,
            ended_at=None,
            why=None,
            seats=tuple(seated),
        )
        return await self._store.open_lobby(row, host)

    async def join(self, match_id: int, person: Person) -> MatchRow:
        """Seat the person, in a computer's place if need be. Refused: seated, full."""

        def change(row: MatchRow) -> dict[str, Any]:
            sitting = list(row.seats)
            mine = SeatRow(person.id, None, person.name)
            for seat, other in enumerate(sitting):
                if other.player_id == person.id:
                    if other.ready:
                        raise Refused("seated", row=row)
                    sitting[seat] = mine
                    return {"seated": sitting, "person": person}
            if len(sitting) < self.rules(row).seats[-1]:
                sitting.append(mine)
            else:
                computers = [seat for seat, other in enumerate(sitting) if other.computer]
                if not computers:
                    raise Refused("full", row=row)
                sitting[computers[-1]] = mine
            return {"seated": sitting, "person": person}

        return await self._change(match_id, change)

    async def leave(self, match_id: int, person_id: int) -> MatchRow:
        """Free the person's seat; another person becomes host, or the lobby is closed."""

        def change(row: MatchRow) -> dict[str, Any]:
            sitting = [other for other in row.seats if other.player_id != person_id]
            if len(sitting) == len(row.seats):
                raise Refused("not_seated", row=row)
            people = [other.player_id for other in sitting if other.player_id is not None and other.ready]
            if not people:
                return {
                    "seated": sitting,
                    "status": "cancelled",
                    "ended_at": self._service.now(),
                    "why": "left",
                    "due": None,
                    "rematch_of": None,
                }
            host = row.host_id if row.host_id in people else people[0]
            return {"seated": sitting, "host_id": host}

        return await self._change(match_id, change, known=False)

    async def add_computer(self, match_id: int, by: int, level: str) -> MatchRow:
        """Seat a computer player of a level. Refused: not_host, full."""

        def change(row: MatchRow) -> dict[str, Any]:
            self._host_only(row, by)
            if len(row.seats) >= self.rules(row).seats[-1]:
                raise Refused("full", row=row)
            if level not in LEVELS:
                raise Refused("stale", row=row)
            return {"seated": [*row.seats, computer(row.seats, level)]}

        return await self._change(match_id, change)

    async def remove_computer(self, match_id: int, by: int) -> MatchRow:
        """Unseat the computer that came last. Refused: not_host, no_computer."""

        def change(row: MatchRow) -> dict[str, Any]:
            self._host_only(row, by)
            computers = [seat for seat, other in enumerate(row.seats) if other.computer]
            if not computers:
                raise Refused("no_computer", row=row)
            return {"seated": [other for seat, other in enumerate(row.seats) if seat != computers[-1]]}

        return await self._change(match_id, change)

    async def set_option(self, match_id: int, by: int, name: str, value: Any) -> MatchRow:
        """Change one option. Refused: not_host, bad_options."""

        def change(row: MatchRow) -> dict[str, Any]:
            self._host_only(row, by)
            options = row.options | {name: value}
            try:
                self.rules(row).Options.model_validate(options)
            except ValueError:
                raise Refused("stale", row=row) from None
            return {"options": options}

        return await self._change(match_id, change)

    async def set_pace(self, match_id: int, by: int, pace: str) -> MatchRow:
        """Change how long a decision may take. Refused: not_host."""

        def change(row: MatchRow) -> dict[str, Any]:
            self._host_only(row, by)
            if pace not in PACES:
                raise Refused("stale", row=row)
            return {"pace": pace}

        return await self._change(match_id, change)

    async def expire(self, match_id: int) -> MatchRow | None:
        """Close the lobby, also of a game that is not played any more, if its time is over; the row then."""
        async with self._service.lock(match_id):
            now = self._service.now()
            row = await self._store.match(match_id)
            if row is None or row.status != "lobby" or row.due is None or row.due > now:
                return None
            return await self._store.change(
                row, status="cancelled", ended_at=now, why="expired", rematch_of=None, due=None
            )

    async def hand_over(self, match_id: int, by: int, to: int) -> MatchRow:
        """Make another seated person the host. Refused: not_host, not_seated."""

        def change(row: MatchRow) -> dict[str, Any]:
            self._host_only(row, by)
            if row.seat_of(to) is None:
                raise Refused("not_seated", row=row)
            return {"host_id": to}

        return await self._change(match_id, change)

    async def rematch(self, match: Match, person: Person, place: Place) -> tuple[MatchRow, bool]:
        """Ask for, or agree to, the same match again with the seats rotated by one.

        Returns the lobby and whether it is new. Refused: not_yours, running.
        """
        if match.row.status != "over":
            raise Refused("running", match=match)
        if all(other.player_id != person.id for other in match.row.seats):
            raise Refused("not_yours", match=match)
        if (asked := await self._store.rematch(match.row.id)) is not None:
            if asked.status == "lobby":
                try:
                    return await self.join(asked.id, person), False
                except Refused as refused:
                    if refused.code != "seated":
                        raise
                    return refused.facts["row"], False
            raise Refused("running", row=asked)
        sitting = [
            SeatRow(other.player_id, None, other.name, ready=other.player_id == person.id)
            if other.player_id is not None
            else other
            for other in (*match.row.seats[1:], match.row.seats[0])
            if other.player_id is None or other.player_id > 0  # the others have erased what was kept of them
        ]
        try:
            row = await self._open(
                match.rules, match.options, person, place, sitting, match.row.pace, match.row.id
            )
        except Conflict:
            if await self._store.rematch(match.row.id) is None:
                raise Refused("busy", match=match) from None
            return await self.rematch(match, person, place)
        return row, True

    async def start(self, match_id: int, by: int) -> Match:
        """Begin the match: whoever has not agreed gives way, computers fill up to the least number of seats.

        Refused: not_host, bad_options, restarting.
        """
        self._open_for_business()
        async with self._service.lock(match_id):
            row = await self._lobby(match_id)
            self._host_only(row, by)
            rules = self.rules(row)
            sitting = [other for other in row.seats if other.ready]
            while len(sitting) < rules.seats[0]:
                sitting.append(computer(sitting, FILL_LEVEL))
            if row.rematch_of is None:
                SystemRandom().shuffle(sitting)
            try:
                rules.check(rules.Options.model_validate(row.options), len(sitting))
            except BadOptions as error:
                raise Refused("bad_options", row=row, error=error) from None
            at = self._service.now()
            row = replace(row, deadline=None, due=None)
            match = Match.begin(replace(row, seats=tuple(sitting), status="running", started_at=at), rules)
            match.let_chance(at)
            match = await computers.answered(match, at)
            try:
                return await self._begun(row, match, at)
            except Conflict:
                raise Refused("running", row=row) from None

    async def _begun(self, row: MatchRow, match: Match, at: int) -> Match:
        due = bool(match.computers())
        times = pace_times(match.row, asked=True, waits=bool(match.waiting), at=at)
        match.row = await self._store.change(
            row,
            seated=match.row.seats,
            entries=match.entries,
            status="running",
            started_at=at,
            computer_due=due,
            deadline=times.deadline,
            due=times.due,
        )
        match.entries = []
        if (result := match.result()) is not None:
            outcome = results.outcome(match.row, result)
            match.row = await self._store.finish(match.row, [], outcome, why=result.why, at=at)
        self._service.keep(match)
        self._service.veil(match)
        if due:
            self._service.think(row.id)
        return self._service.shown(match)

    def _open_for_business(self) -> None:
        if self._service.closing:
            raise Refused("restarting")

    def rules(self, row: MatchRow) -> AnyRules:
        """The rules of the lobby's game."""
        return self._service.games[row.slug]

    async def _change(self, match_id: int, change: Change, *, known: bool = True) -> MatchRow:
        async with self._service.lock(match_id):
            for _attempt in range(3):
                row = await self._lobby(match_id, known=known)
                try:
                    return await self._store.change(row, **change(row))
                except Conflict:
                    continue
            raise Refused("busy", row=row)

    async def _lobby(self, match_id: int, *, known: bool = True) -> MatchRow:
        row = await self._store.match(match_id)
        if row is None or (known and row.slug not in self._service.games):
            raise Refused("gone")
        if row.status != "lobby":
            raise Refused(row.status, row=row)
        return row

    @staticmethod
    def _host_only(row: MatchRow, person_id: int) -> None:
        if row.host_id != person_id:
            raise Refused("not_host", row=row)


def computer(sitting: tuple[SeatRow, ...] | list[SeatRow], level: str) -> SeatRow:
    """A computer player with a name that nobody at the table has."""
    taken = {row.name for row in sitting}
    name = next((name for name in COMPUTERS if name not in taken), COMPUTERS[0])
    return SeatRow(None, level, name)
