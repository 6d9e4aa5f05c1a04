"""Servers that go away, connections that are cut, limits: with Parlour as a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.wire.client import Bot, World
from tests.wire.conftest import soon
from tests.wire.match import ANSWERED, Database, Match, choices, errors, use

pytestmark = pytest.mark.wire

SERVERS = 2


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "parlour.db")


@pytest.fixture
def world() -> Iterator[World]:
    with World.start(guilds=SERVERS) as world:
        yield world
        assert not world.status()["gaps"]


@pytest.fixture
def bot(world: World, database: Database) -> Bot:
    return world.parlour(database.path)


@pytest.fixture
def matches(world: World, database: Database, bot: Bot) -> list[Match]:
    """One in each server."""
    return [Match(world, database, at=world.channel(guild), trading_stages=1) for guild in range(SERVERS)]


def everything(database: Database) -> list[list[tuple[Any, ...]]]:
    """All that must not be lost, whatever happens to a server."""
    return [database.ask(f"select * from {table}") for table in ("players", "seats", "journal", "results")]


def sure_move(match: Match) -> None:
    """Somebody chooses with a hand opened before, so that nothing else is asked of the bot."""
    person = next(p for p in match.people if list(choices(match.hands[p])))
    before = match.database.pressed(match.id, person)
    use(person, match.hands[person], next(choices(match.hands[person])), patience=0.2)
    soon(lambda: match.database.pressed(match.id, person) == before + 1)


def open_hands(match: Match) -> None:
    for person in match.people:
        match.hand(person)


def paused(match: Match) -> bool:
    return match.database.row(match.id).paused_at is not None


def test_group_G_an_outage_of_a_server_loses_nothing(
    world: World, database: Database, bot: Bot, matches: list[Match]
) -> None:
    world.settle()
    kept = everything(database)
    world.call("guild_available", guild=0, available=False)
    assert matches[1].action()
    world.call("guild_available", guild=0, available=True)
    world.settle()
    assert everything(database)[0] == kept[0]
    for match in matches:
        match.check()
    assert matches[0].action()
    assert not errors(bot), bot.log


def test_group_G_the_bot_is_removed_and_invited_again(
    world: World, database: Database, bot: Bot, matches: list[Match]
) -> None:
    """Without it nothing can be shown: the match pauses, is kept, and goes on; the other server plays."""
    world.settle()
    open_hands(matches[0])
    world.call("kick_bot", guild=0)
    database.ask(
        "update matches set deadline = 1, due = 1, revision = revision + 1 where id = ?", matches[0].id
    )
    soon(lambda: paused(matches[0]))
    journal = database.journal(matches[0].id)
    for _ in range(3):
        assert matches[1].action()
    assert not paused(matches[1])
    world.call("invite_bot", guild=0)
    assert database.journal(matches[0].id)[: len(journal)] == journal
    database.ask("update matches set due = 1, revision = revision + 1 where id = ?", matches[0].id)
    soon(lambda: not paused(matches[0]))
    matches[0].check()
    assert matches[0].action()
    assert not errors(bot), bot.log


def test_group_G_the_bot_is_timed_out(
    world: World, database: Database, bot: Bot, matches: list[Match]
) -> None:
    """It may not write: presses are answered in private, and the match goes on as far as it can be shown."""
    world.call("timeout_bot", guild=0)
    for _ in range(3):
        assert matches[0].action()
    world.call("timeout_bot", guild=0, seconds=0)
    database.ask("update matches set due = 1, revision = revision + 1 where paused_at is not null")
    soon(lambda: not paused(matches[0]))
    assert matches[0].action()
    assert not errors(bot), bot.log


@pytest.mark.parametrize("status", [0, 503])
def test_group_G_a_connection_that_is_cut(
    world: World, database: Database, bot: Bot, matches: list[Match], status: int
) -> None:
    """No answer at all, or one of a proxy: the move is kept, the match pauses; a press shows it again."""
    match = matches[0]
    open_hands(match)
    where = f"/channels/{match.channel}/messages*"
    world.inject("*", where, status=status, times=None)
    sure_move(match)
    soon(lambda: paused(match))
    assert matches[1].action()
    world.clear("faults")
    for person in match.people:
        match.hand(person)
    soon(lambda: not paused(match))
    match.check()
    assert match.action()
    assert not errors(bot), bot.log


def test_group_I_retry_after_is_honoured(
    world: World, database: Database, bot: Bot, matches: list[Match]
) -> None:
    """A limit on edits delays the table, not the hands; nothing is lost, and the latest position is shown."""
    match = matches[0]
    match.action()
    world.settle()
    table = f"/channels/{match.channel}/messages/*"
    world.clear("transcript")
    world.inject("PATCH", table, status=429, retry_after=1.0, times=2)
    person = next(p for p in match.people if list(choices(match.hand(p))))
    answer = use(person, match.hands[person], next(choices(match.hands[person])))
    assert answer.kind in ANSWERED
    edits = soon(lambda: [e for e in world.transcript("PATCH", match.shown().id) if e["status"] == 200])
    refused = [e for e in world.transcript("PATCH", match.shown().id) if e["status"] == 429]
    assert len(refused) == 2
    assert edits[-1]["at"] - refused[-1]["at"] >= 0.9
    match.check()
    assert not paused(match)


def test_group_B_expired_tokens(world: World, database: Database, bot: Bot, matches: list[Match]) -> None:
    """Hands of fifteen minutes ago cannot be refreshed, and can be pressed."""
    match = matches[0]
    open_hands(match)
    world.expire_tokens()
    sure_move(match)
    world.settle()
    match.check()
    match.finish()
    assert not errors(bot), bot.log


def test_group_G_an_archived_thread_opens_again(world: World, database: Database, bot: Bot) -> None:
    thread = world.call("create_thread", who="alice", name="game", channel=world.channel())
    match = Match(world, database, at=thread, trading_stages=1)
    open_hands(match)
    world.call("archive_thread", thread=thread)
    sure_move(match)
    soon(lambda: paused(match) or world.transcript("PATCH", f"/channels/{thread}"))
    world.call("archive_thread", thread=thread, archived=False)
    soon(lambda: match.hand(match.people[0]) and not paused(match))
    match.finish()
