"""Before the start: who sits at the table, with which options, and how a match begins.

Pure decisions about lobbies, as those about matches in ``bot.matches.match``.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any, NamedTuple

from bot.matches import pace
from bot.matches.changes import of_row
from bot.matches.errors import Refused
from bot.matches.match import Decided, Match, called_off, started
from bot.store import Change, MatchRow, Person, SeatRow
from engine.core import AnyRules, BadOptions, Options
from engine.luck import SEED_BYTES
from engine.players import LEVELS

COMPUTERS = ("Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Florence")
FILL_LEVEL = "normal"


class Place(NamedTuple):
    """Where a table stands: server (None in direct messages), channel, the language of its public texts.

    ``parent_id``: the channel that this one is a thread or post of, None if it is none.
    """

    server_id: int | None
    channel_id: int
    locale: str | None
    parent_id: int | None = None


class Lobby(NamedTuple):
    """A lobby and the rules of its game; None for a game that is not played any more."""

    row: MatchRow
    known: AnyRules | None

    @property
    def rules(self) -> AnyRules:
        """The rules. Raises Refused (gone)."""
        if self.known is None:
            raise Refused("gone")
        return self.known

    def host_only(self, person_id: int) -> MatchRow:
        """The row, for its host. Raises Refused (not_host, gone)."""
        if self.known is None:
            raise Refused("gone")
        if self.row.host_id != person_id:
            raise Refused("not_host", row=self.row)
        return self.row


Seating = Callable[[list[SeatRow]], list[SeatRow]]
"""Puts those who sit at the table in order, by lot."""

Decide = Callable[[Lobby, int], Decided]


def opened(
    rules: AnyRules,
    options: Options,
    host: Person,
    place: Place,
    pace_name: str | None,
    at: int,
    seats: tuple[SeatRow, ...] = (),
    rematch_of: int | None = None,
) -> Decided:
    """A new lobby with these seats, else with the host seated; ``pace_name`` is one of ``pace.PACES``."""
    row = MatchRow(
        id=0,
        slug=rules.slug,
        version=rules.version,
        options=options.model_dump(mode="json"),
        status="lobby",
        revision=0,
        server_id=place.server_id,
        locale=place.locale,
        host_id=host.id,
        seed=secrets.token_bytes(SEED_BYTES),
        rematch_of=rematch_of,
        pace=pace_name,
        deadline=at + pace.LOBBY,
        due=at + pace.LOBBY,
        created_at=at,
        seats=seats or (SeatRow(host.id, None, host.name),),
    )
    return Decided(Change(row, None, person=host, channel_id=place.channel_id, parent_id=place.parent_id))


def join(person: Person) -> Decide:
    """Seat the person, in a computer's place if need be. Refused: seated, full, put_out.

    A rematch begins when the last of those who were asked for it agrees; a guest's coming begins nothing.
    """

    def decide(there: Lobby, at: int) -> Decided:
        joined = _joined(there.row, there.rules.seats[-1], person)
        asked = any(other.player_id == person.id for other in there.row.seats)
        return _when_all_agree(joined, there.rules, at) if asked else joined

    return decide


def _joined(row: MatchRow, most: int, person: Person) -> Decided:
    if person.id in row.put_out:
        raise Refused("put_out", row=row)
    seats = list(row.seats)
    mine = SeatRow(person.id, None, person.name)
    invited = [seat for seat, other in enumerate(seats) if other.player_id == person.id]
    computers = [seat for seat, other in enumerate(seats) if other.computer]
    if invited:
        if seats[invited[0]].ready:
            raise Refused("seated", row=row)
        seats[invited[0]] = mine
    elif len(seats) < most:
        seats.append(mine)
    elif computers:
        seats[computers[-1]] = mine
    else:
        raise Refused("full", row=row)
    return of_row(row, person=person, seats=tuple(seats))


def leave(person_id: int) -> Decide:
    """Free the person's seat; another person becomes host, or the lobby is closed. Refused: not_seated."""

    def decide(there: Lobby, at: int) -> Decided:
        row = there.row
        seats = tuple(other for other in row.seats if other.player_id != person_id)
        if len(seats) == len(row.seats):
            raise Refused("not_seated", row=row)
        people = [other.player_id for other in seats if other.player_id is not None and other.ready]
        if not people:
            return called_off(replace(row, seats=seats), row, "left", at)
        return of_row(row, seats=seats, host_id=row.host_id if row.host_id in people else people[0])

    return decide


def put_out(by: int, person_id: int) -> Decide:
    """Free another person's seat, for good: they may not join again. Refused: not_host, left."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        seats = tuple(other for other in row.seats if other.player_id != person_id)
        if person_id == by or len(seats) == len(row.seats):
            raise Refused("left", row=row)
        return of_row(row, seats=seats, put_out=[*row.put_out, person_id])

    return decide


def add_computer(by: int, level: str) -> Decide:
    """Seat a computer player of a level. Refused: not_host, full."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        if len(row.seats) >= there.rules.seats[-1]:
            raise Refused("full", row=row)
        if level not in LEVELS:
            raise Refused("stale", row=row)
        return of_row(row, seats=(*row.seats, computer(row.seats, level)))

    return decide


def remove_computer(by: int) -> Decide:
    """Unseat the computer that came last. Refused: not_host, no_computer."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        computers = [seat for seat, other in enumerate(row.seats) if other.computer]
        if not computers:
            raise Refused("no_computer", row=row)
        return of_row(row, seats=row.seats[: computers[-1]] + row.seats[computers[-1] + 1 :])

    return decide


def set_option(by: int, name: str, value: Any) -> Decide:
    """Change one option. Refused: not_host, stale (it cannot have this value)."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        options = row.options | {name: value}
        try:
            there.rules.Options.model_validate(options)
        except ValueError:
            raise Refused("stale", row=row) from None
        return of_row(row, options=options)

    return decide


def set_pace(by: int, name: str) -> Decide:
    """Change how long a decision may take. Refused: not_host, stale (there is no such pace)."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        if name not in pace.PACES:
            raise Refused("stale", row=row)
        return of_row(row, pace=name)

    return decide


def hand_over(by: int, to: int) -> Decide:
    """Make another seated person the host. Refused: not_host, not_seated."""

    def decide(there: Lobby, _at: int) -> Decided:
        row = there.host_only(by)
        if not any(other.player_id == to and other.ready for other in row.seats):
            raise Refused("not_seated", row=row)
        return of_row(row, host_id=to)

    return decide


def expire(row: MatchRow, at: int) -> Decided | None:
    """Close the lobby if its time is over, also that of a game that is not played any more."""
    if row.status != "lobby" or row.due is None or row.due > at:
        return None
    return called_off(row, row, "expired", at)


def rematch(finished: Match, asked: MatchRow | None, person: Person, place: Place, at: int) -> Decided | None:
    """The same match again with the seats rotated by one, or joining in if ``asked`` for already.

    It begins at once if all people who are asked for it have agreed: so also if one person played alone.
    None: the person is in already. Refused: not_yours, running.
    """
    played = finished.row
    if not finished.row.over:
        raise Refused("running", match=finished)
    if all(other.player_id != person.id for other in played.seats):
        raise Refused("not_yours", match=finished)
    if asked is not None:
        if asked.status in {"lobby", "running"} and any(
            other.player_id == person.id and other.ready for other in asked.seats
        ):
            return None
        if asked.status != "lobby":
            raise Refused("running", row=asked)
        joined = _joined(asked, finished.rules.seats[-1], person)
        return _when_all_agree(joined, finished.rules, at)
    seats = tuple(
        SeatRow(other.player_id, None, other.name, ready=other.player_id == person.id)
        if other.player_id is not None
        else other
        for other in (*played.seats[1:], played.seats[0])
        if other.player_id is None or other.player_id > 0  # the others have erased what was kept of them
    )
    new = opened(finished.rules, finished.options, person, place, played.pace, at, seats, played.id)
    return _when_all_agree(new, finished.rules, at)


def _when_all_agree(decided: Decided, rules: AnyRules, at: int) -> Decided:
    """The rematch begins if nobody is still to agree; one that cannot begin so stays a lobby."""
    change = decided.change
    if change.row.rematch_of is None or not all(other.ready for other in change.row.seats):
        return decided
    try:
        begun = _begun(change.row, change.was, rules, at)
    except Refused:
        return decided
    after = begun.change
    return begun._replace(change=replace(change, row=after.row, entries=after.entries, results=after.results))


def seating() -> Seating:
    """An order by lot, drawn once, so that it is the same when a start is decided again."""
    lots = [SystemRandom().random() for _ in range(16)]
    return lambda seats: [
        seat for _, seat in sorted(zip(lots, seats, strict=False), key=lambda pair: pair[0])
    ]


def start(there: Lobby, by: int, order: Seating, at: int) -> Decided:
    """Begin the match: whoever has not agreed gives way, computers fill up to the least number of seats.

    Refused: not_host, bad_options.
    """
    row = there.host_only(by)
    return _begun(row, row, there.rules, at, None if row.rematch_of is not None else order)


def _begun(
    row: MatchRow, was: MatchRow | None, rules: AnyRules, at: int, order: Seating | None = None
) -> Decided:
    """The match of a lobby begins; ``was`` is what is kept of the lobby. Refused: bad_options."""
    seats = [other for other in row.seats if other.ready]
    while len(seats) < rules.seats[0]:
        seats.append(computer(seats, FILL_LEVEL))
    if order is not None:
        seats = order(seats)
    try:
        rules.check(rules.Options.model_validate(row.options), len(seats))
    except BadOptions as error:
        raise Refused("bad_options", row=row, error=error) from None
    begun = replace(
        row, seats=tuple(seats), status="running", started_at=at, deadline=None, due=None, put_out=[]
    )
    return started(was, Match.begin(begun, rules), at)


def computer(seats: Sequence[SeatRow], level: str) -> SeatRow:
    """A computer player with a name that nobody at the table has."""
    taken = {row.name for row in seats}
    name = next((name for name in COMPUTERS if name not in taken), COMPUTERS[0])
    return SeatRow(None, level, name)
