"""What people and time do to matches and lobbies, but for the choices in them."""

import asyncio
from collections.abc import Iterable

from bot.matches import changes, computers, lobby, pace
from bot.matches import match as decisions
from bot.matches.errors import Corrupt, Refused
from bot.matches.lobby import Place
from bot.matches.match import Decided, Match
from bot.matches.service import MatchService
from bot.store import MatchRow, Person, bulk, finding
from bot.store.store import Shards
from engine.core import AnyRules, Event, Options


async def open_lobby(
    matches: MatchService,
    rules: AnyRules,
    options: Options,
    host: Person,
    place: Place,
    tempo: str = pace.DEFAULT,
) -> MatchRow:
    """A new lobby with the host seated; ``tempo`` is one of ``pace.PACES``. Refused: restarting."""
    _open_for_business(matches)

    async def nothing(_fresh: bool) -> None: ...

    def decide(_nothing: None, at: int) -> Decided:
        return lobby.opened(rules, options, host, place, tempo, at)

    row = await matches.transact(-host.id, nothing, decide, show=False)
    assert row is not None
    return row


async def rematch(
    matches: MatchService, match_id: int, person: Person, place: Place
) -> tuple[MatchRow, bool]:
    """Ask for, or agree to, the same match again; the lobby, and whether it is new.

    Refused: not_yours, running, restarting.
    """
    _open_for_business(matches)
    finished = await matches.match(match_id)
    new = False

    async def asked_for(_fresh: bool) -> MatchRow | None:
        return await finding.rematch(matches.store, match_id)

    def decide(asked: MatchRow | None, at: int) -> Decided | None:
        nonlocal new
        new = asked is None
        return lobby.rematch(finished, asked, person, place, at)

    row = await matches.transact(match_id, asked_for, decide, show=False)
    assert row is not None
    if not new:
        matches.show(row.id)
    return row, new


async def give_up(matches: MatchService, row: MatchRow, person: int) -> None:
    """The table of a new lobby or match cannot be put up: its only person leaves it, so it is called off."""
    if row.status == "lobby":
        await matches.change_lobby(row.id, lobby.leave(person))
    elif row.status == "running":
        await leave(matches, row.id, person)


async def start(matches: MatchService, match_id: int, by: int) -> Match:
    """Begin the match: whoever has not agreed gives way, computers fill up to the least number of seats.

    Refused: not_host, bad_options, restarting.
    """
    _open_for_business(matches)
    order = lobby.seating()
    await matches.change_lobby(match_id, lambda there, at: lobby.start(there, by, order, at))
    return await matches.see(match_id, fresh=False)


def _open_for_business(matches: MatchService) -> None:
    if matches.closing:
        raise Refused("restarting")


async def leave(matches: MatchService, match_id: int, person_id: int) -> MatchRow:
    """A computer takes the person's seat, or the match is called off; its row then.

    Refused: not_seated, over, busy. Raises Corrupt if it cannot be replayed, after giving up the seat.
    """

    def decide(match: Match, at: int) -> Decided:
        if match.row.over:  # nobody is told of an end that is not shown yet
            raise Refused("busy" if match_id in matches.frames.current else "over", match=match)
        return decisions.leave(match, person_id, at)

    try:
        return await matches.change_match(match_id, decide)
    except Corrupt:
        await matches.change(match_id, lambda row, at: changes.leave_unreadable(row, person_id, at))
        raise


async def end(matches: MatchService, match_id: int) -> MatchRow:
    """A moderator ends a match or lobby, which counts for nobody. Refused: gone, over, cancelled."""
    return await matches.change(match_id, changes.end)


async def stand_in(matches: MatchService, match_id: int) -> bool:
    """Let computers choose for the people whose time is over; whether any did. May raise Corrupt."""
    match = await matches.match(match_id)
    if not decisions.overdue(match, matches.now()):
        return False
    choices = await computers.stand_ins(match, decisions.STAND_IN)
    stood_in = False

    def decide(there: Match, at: int) -> Decided | None:
        nonlocal stood_in
        decided = decisions.stand_in(there, choices, at)
        stood_in = decided is not None
        return decided

    await matches.change_match(match_id, decide)
    return stood_in


async def happenings(matches: MatchService, match_id: int) -> tuple[Match, list[Event]]:
    """The match as it is shown, and every event up to then. Raises Refused or Corrupt."""
    match = await matches.match(match_id, fresh=False)
    shown = matches.frames.current.get(match_id, match)
    events = await asyncio.to_thread(match.happenings)
    return shown, events[: shown.events]


async def pause(matches: MatchService, match_id: int, why: str) -> None:
    """Stop the match's clock: it cannot be shown, for this reason."""
    await matches.change(match_id, lambda row, at: changes.pause(row, why, at), show=False)


async def beat(matches: MatchService, process: str, moment: int, shards: Shards | None) -> int | None:
    """Record a heartbeat; when the last one was. Deadlines move by a gap of more than ``moment`` ms."""
    now = matches.now()
    last = await bulk.beat(matches.store, process, now, moment, shards)
    if last is not None and now - last > moment:
        matches.forget()
    return last


async def erase(matches: MatchService, person_id: int) -> int:
    """Make everything about a person an anonymous stand-in's; how many matches that were.

    Raises StillSeated if the person has not left all running matches and lobbies.
    """
    erased = await bulk.erase(matches.store, person_id)
    matches.forget()
    return erased


async def still_shown(matches: MatchService, person_id: int) -> Iterable[MatchRow]:
    """The person's matches that are over, though their last steps are still to be shown."""
    shown = [
        frame.row for frame in matches.frames.current.values() if frame.row.seat_of(person_id) is not None
    ]
    return [row for row in shown if (await matches.match(row.id, fresh=False)).row.over]
