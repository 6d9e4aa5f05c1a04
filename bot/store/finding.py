"""Finding matches and lobbies by what they are, whose they are and where they stand."""

from collections.abc import Collection, Sequence

from sqlalchemy import BigInteger, ColumnElement, Select, cast, exists, func, literal, or_, select, union

from bot.store.rows import MatchRow, Status, TableRow
from bot.store.schema import deliveries, journal, matches, seats
from bot.store.schema import tables as places
from bot.store.store import MATCHES, OPEN, SEATS, Shards, Store, seated


async def of_person(
    store: Store, player_id: int, statuses: Sequence[Status], limit: int | None = None
) -> list[MatchRow]:
    """The person's matches and lobbies, latest first, also those a computer plays on for them."""
    theirs = select(seats.c.match_id).where(seats.c.player_id == player_id)
    return await _matches(store, matches.c.id.in_(theirs), matches.c.status.in_(statuses), limit=limit)


async def in_channel(store: Store, channel_id: int, statuses: Sequence[Status]) -> list[MatchRow]:
    """The matches and lobbies whose table stands in the channel, latest first."""
    here = exists().where(places.c.match_id == matches.c.id, places.c.channel_id == channel_id)
    return await _matches(store, here, matches.c.status.in_(statuses))


async def in_room(store: Store, channel_id: int, statuses: Sequence[Status]) -> list[MatchRow]:
    """The matches and lobbies whose table stands in the channel or in a thread of it, latest first."""
    within = or_(places.c.channel_id == channel_id, places.c.parent_id == channel_id)
    here = exists().where(places.c.match_id == matches.c.id, within)
    return await _matches(store, here, matches.c.status.in_(statuses))


async def in_server(store: Store, server_id: int, statuses: Sequence[Status]) -> list[MatchRow]:
    """The matches and lobbies of the server, latest first."""
    return await _matches(store, matches.c.server_id == server_id, matches.c.status.in_(statuses))


async def last_presses(store: Store, match_ids: Collection[int]) -> dict[int, int]:
    """When somebody last chose in each of these matches, for those where anybody did."""
    pressed = select(journal.c.match_id, func.max(journal.c.at)).where(
        journal.c.match_id.in_(match_ids), journal.c.player_id.is_not(None)
    )
    async with store.engine.connect() as connection:
        found = await connection.execute(pressed.group_by(journal.c.match_id))
        return {row[0]: row[1] for row in found}


async def rematch(store: Store, match_id: int) -> MatchRow | None:
    """The rematch of this match, if somebody asked for one."""
    found = await _matches(store, matches.c.rematch_of == match_id)
    return found[0] if found else None


async def tables(store: Store, match_ids: Collection[int]) -> dict[int, TableRow]:
    """Where the tables of these matches are shown."""
    async with store.engine.connect() as connection:
        found = await connection.execute(select(places).where(places.c.match_id.in_(match_ids)))
        return {row.match_id: TableRow(**row._mapping) for row in found}


async def computers_due(store: Store, shards: Shards | None = None) -> list[int]:
    """The running matches in which a computer has to move."""
    query = select(matches.c.id).where(matches.c.computer_due, matches.c.status == "running")
    return await _ids(store, query.where(*on(shards)))


async def due(store: Store, at: int, shards: Shards | None = None, limit: int = 100) -> list[int]:
    """The matches and lobbies to be looked at by now, most urgent first, those that ended last."""
    query = select(matches.c.id).where(matches.c.due <= at, *on(shards))
    return await _ids(store, query.order_by(matches.c.status.in_(OPEN).desc(), matches.c.due).limit(limit))


async def touched(store: Store, since: int, shards: Shards | None = None, limit: int = 100) -> list[int]:
    """The matches in which something has happened since then, latest first."""
    entries = select(journal.c.at).where(journal.c.match_id == matches.c.id)
    acted = entries.order_by(journal.c.n.desc()).limit(1).scalar_subquery()
    lately = union(
        select(matches.c.id).where(matches.c.started_at >= since),
        select(matches.c.id).where(matches.c.ended_at >= since),
        select(matches.c.id).where(matches.c.status == "running", acted >= since),
    )
    query = select(matches.c.id).where(matches.c.id.in_(lately), *on(shards))
    return await _ids(store, query.order_by(matches.c.id.desc()).limit(limit))


async def finished(store: Store) -> list[int]:
    """All finished matches, oldest first."""
    return await _ids(store, select(matches.c.id).where(matches.c.status == "over").order_by(matches.c.id))


async def count(store: Store, status: Status, shards: Shards | None = None) -> int:
    """How many matches are in this status."""
    query = select(func.count()).select_from(matches).where(matches.c.status == status, *on(shards))
    async with store.engine.connect() as connection:
        return await connection.scalar(query) or 0


def on(shards: Shards | None) -> list[ColumnElement[bool]]:
    """The matches of servers on these shards; direct messages come to shard 0."""
    if shards is None:
        return []
    held, many = shards
    shard = func.coalesce(matches.c.server_id, 0) // literal(1 << 22) % literal(many)
    return [cast(shard, BigInteger).in_(held)]


async def _matches(store: Store, *where: ColumnElement[bool], limit: int | None = None) -> list[MatchRow]:
    async with store.engine.connect() as connection:
        found = (await connection.execute(MATCHES.where(*where).limit(limit))).all()
        if not found:
            return []
        which = seats.c.match_id.in_([row.id for row in found])
        return seated(found, await connection.execute(SEATS.where(which)))


async def _ids(store: Store, query: Select[tuple[int]]) -> list[int]:
    async with store.engine.connect() as connection:
        return list(await connection.scalars(query))


async def delivered(store: Store, interaction: int) -> int | None:
    """The match or lobby that the interaction has changed, if it has been delivered lately."""
    async with store.engine.connect() as connection:
        found = select(deliveries.c.match_id).where(deliveries.c.id == interaction)
        return await connection.scalar(found)
