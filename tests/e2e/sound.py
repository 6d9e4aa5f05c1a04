"""What the database has of a match: whether it is in order, and whether it is what is shown."""

from __future__ import annotations

from dataclasses import asdict

from bot.i18n import speaking
from bot.matches.match import Match
from bot.store import MatchRow, TableRow
from bot.ui import screens
from bot.ui.layout import layout
from engine import record
from engine.core import Seat
from engine.games import GAMES
from tests.e2e.player import Player
from tests.e2e.shown import Shown, drawn, text_of
from tests.e2e.simulator import Json
from tests.e2e.world import World


async def sound(world: World, number: int) -> Match:
    """The match as its journal says: complete, legal, and the same as the one in memory."""
    store = world.bot.store
    row = await store.match(number)
    assert row is not None
    journal = await store.journal(number)
    assert [line.n for line in journal] == list(range(len(journal)))
    kept = Match.restore(row, GAMES[row.slug], journal)
    live = await world.bot.matches.match(number)
    assert asdict(kept.row) == asdict(live.row)
    assert kept.steps == live.steps
    assert kept.stamps == live.stamps
    assert kept.state == live.state
    assert (kept.result() is not None) == (row.status == "over")
    if row.status == "over":
        record.check(GAMES[row.slug], kept.record())
    return kept


async def pressed_by(world: World, number: int, person: int) -> int:
    """How many entries of the journal come from this person."""
    return sum(line.player_id == person for line in await world.bot.store.journal(number))


async def kept(world: World, player: Player) -> MatchRow:
    """The match as the database has it."""
    row = await world.bot.store.match(player.match)
    assert row is not None
    return row


async def as_kept(world: World, match: int) -> str:
    """What the table has to say, by what is in the database."""
    row = await world.bot.store.match(match)
    assert row is not None
    if row.started_at is None:
        return text_of(drawn(layout(world.bot.display.drawings.lobby_screen(row), row.id, row.revision)))
    return text_of(table_of(world, await world.bot.matches.see(match)))


def table_of(world: World, match: Match) -> list[Json]:
    """The components of the match's table, made anew."""
    return drawn(layout(world.bot.display.drawings.screen(match), match.row.id))


def hand_of(
    world: World, match: Match, seat: Seat, path: tuple[int, ...] = (), locale: str = "en-US"
) -> list[Json]:
    """The components of the seat's hand, made anew."""
    with speaking(locale):
        screen = screens.hand(world.bot.faces[match.row.slug], match, seat, path)
    return drawn(layout(screen, match.row.id, match.stamps[seat]))


async def standing(world: World, number: int) -> TableRow:
    """Where the database says that the table stands."""
    table = await world.bot.store.table(number)
    assert table is not None
    return table


async def shows_what_is_kept(world: World, table: Shown, match: int) -> None:
    assert text_of(world.now(table).components) == await as_kept(world, match)
