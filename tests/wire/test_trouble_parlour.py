"""Parlour among processes: a gateway that goes and comes, two processes on one database, a full disk."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.client import PATIENCE, Bot, World
from tests.wire.conftest import soon
from tests.wire.health import free_port, get
from tests.wire.match import ANSWERED, Database, Match, choices, errors, use

pytestmark = pytest.mark.wire


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "parlour.db")


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


def connected(world: World) -> bool:
    sessions = world.status()["sessions"]
    return bool(sessions) and all(session["connected"] for session in sessions)


@pytest.mark.parametrize("how", ["cut", "reconnect", "close"])
def test_group_A_press_during_gateway_outage_arrives_after_reconnect(
    world: World, database: Database, how: str
) -> None:
    bot = world.parlour(database.path)
    match = Match(world, database)
    match.action()
    person = next(p for p in match.people if list(choices(match.hand(p))))
    kept = match.database.pressed(match.id, person)
    world.drop_gateway(how=how, hold=0.2)
    answer = match.press(person, match.hands[person])
    assert answer is not None
    assert answer.kind in ANSWERED
    assert database.pressed(match.id, person) in {kept, kept + 1}
    assert world.status()["identified"] == 1, "the session went on"
    for _ in range(3):
        match.action()
    assert not errors(bot), bot.log


def test_group_A_gateway_session_is_lost(world: World, database: Database) -> None:
    """What was pressed meanwhile is lost to the bot; the match is not, and nothing is done twice."""
    bot = world.parlour(database.path)
    match = Match(world, database)
    for _ in range(3):
        match.action()
    world.settle()
    journal = database.journal(match.id)
    world.answer_within(0.2)
    world.drop_gateway(how="cut", resume=False, hold=0.5)
    match.people[0].click(match.shown(), label="My hand")
    world.answer_within()
    soon(lambda: world.status()["identified"] == 2 and connected(world))
    assert database.journal(match.id) == journal
    match.check()
    assert match.action()
    assert bot.running
    assert not errors(bot), bot.log


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_group_G_a_gateway_that_is_away_for_a_minute(world: World, database: Database) -> None:
    bot = world.parlour(database.path)
    match = Match(world, database)
    match.action()
    journal = database.journal(match.id)
    world.drop_gateway(how="cut", hold=60)
    # Its session may be too old to go on; then there is a new one.
    assert soon(lambda: any(session["connected"] for session in world.status()["sessions"]), within=180)
    world.settle()
    assert database.journal(match.id) == journal
    match.check()
    assert match.action()
    assert not errors(bot), bot.log


def test_group_G_unknown_token_leaves_the_database_alone(world: World, database: Database) -> None:
    bot = world.parlour(database.path, identifies=0, DISCORD_TOKEN="not-a-token")
    assert bot.process.wait(PATIENCE) == 2
    assert bot.log.count("\n") == 1, bot.log
    assert bot.log.startswith("parlour: DISCORD_TOKEN")
    assert not database.path.exists()


def test_group_G_token_is_revoked_while_the_bot_runs(world: World, database: Database) -> None:
    """Discord closes the gateway for good: the process ends and says which setting to look at."""
    bot = world.parlour(database.path)
    match = Match(world, database)
    for _ in range(3):
        assert match.action()
    world.settle()
    journal = database.journal(match.id)
    world.drop_gateway(how="close", code=4004, resume=False)
    assert bot.process.wait(PATIENCE) == 2
    assert bot.log.splitlines()[-1].startswith("parlour: DISCORD_TOKEN")
    assert "Traceback" not in bot.log
    world.parlour(database.path)
    assert database.journal(match.id) == journal
    match.check()
    assert match.action()


def test_group_A_time_of_a_frozen_process_is_not_charged(world: World, database: Database) -> None:
    """A process that stood still, and whose pulse is old, gives the time back when it goes on."""
    bot = world.parlour(database.path)
    match = Match(world, database)
    world.settle()
    bot.freeze()
    was = database.row(match.id).deadline
    assert was is not None
    database.ask("update matches set deadline = deadline - 3600000, due = due - 3600000")
    database.ask("update pulses set at = at - 3600000")
    bot.thaw()
    soon(lambda: (database.row(match.id).deadline or 0) >= was)
    assert not any(
        line.player_id is None and "chance" not in line.entry for line in database.journal(match.id)
    )
    assert match.action()


def test_group_A_two_processes_on_one_database(world: World, database: Database) -> None:
    """Each is told of every press, as in a deployment: one transition each, one table, and play goes on."""
    bots = [world.parlour(database.path) for _ in range(2)]
    match = Match(world, database)
    assert database.ask("select count(*) from matches where status = 'running'") == [(1,)]
    for n in range(8):
        world.settle(quiet=0.2)
        pressing = [(p, hand) for p in match.people if list(choices(hand := match.hand(p)))]
        if not pressing:
            break
        kept = {person: database.pressed(match.id, person) for person, _hand in pressing}
        controls = [(person, hand, next(choices(hand))) for person, hand in pressing]
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda one: use(*one), controls))
        assert all(answer.kind in ANSWERED for answer in answers)
        world.settle(quiet=0.2)
        for person, _hand in pressing:
            assert database.pressed(match.id, person) - kept[person] in {0, 1}, n
        assert len(match.tables()) == 1
    match.check()
    assert all(bot.running for bot in bots)
    opened = database.ask("select count(*) from matches where status in ('lobby', 'running')")
    assert opened == [(1,)], "a table that nobody sees is not kept"


def test_group_Q_two_processes_as_two_shards(database: Database) -> None:
    """Each answers in its own servers; the timers of each see to its own matches, once."""
    with World.start(guilds=2, shards=2) as world:
        bots = [world.parlour(database.path, SHARD_IDS=str(shard), SHARD_COUNT="2") for shard in range(2)]
        matches = [
            Match(world, database, at=world.channel(guild), pace="live", trading_stages=1)
            for guild in range(2)
        ]
        for match in matches:
            for _ in range(3):
                assert match.action()
            match.check()
        world.settle()
        journals = [database.journal(match.id) for match in matches]
        bots[1].freeze()
        database.ask("update matches set deadline = 1, due = 1, revision = revision + 1")
        soon(lambda: database.journal(matches[0].id) != journals[0])
        world.settle()
        assert database.journal(matches[1].id) == journals[1], "not its shard"
        bots[1].thaw()
        soon(lambda: database.journal(matches[1].id) != journals[1])
        world.settle()
        for match, journal in zip(matches, journals, strict=True):
            by_computers = [
                line
                for line in database.journal(match.id)[len(journal) :]
                if line.player_id is None and "chance" not in line.entry
            ]
            assert 1 <= len(by_computers) <= 2, "once for each who was waited for"
            database.replay(match.id)
            assert len(match.tables()) == 1
        assert not any(errors(bot) for bot in bots)
        assert not world.status()["gaps"]


def test_group_A_a_full_disk(world: World, database: Database) -> None:
    """The file may not grow: the press says so, nothing is half done; with room again play goes on."""
    port = free_port()
    bot = world.parlour(database.path, LOG_LEVEL="WARNING", HEALTH_PORT=str(port))
    match = Match(world, database)
    limit = 64 << 10
    log = Path(f"{database.path}-wal")
    while log.stat().st_size <= limit:
        assert match.action()
    world.settle()
    person = next(p for p in match.people if list(choices(match.hand(p))))
    journal = database.journal(match.id)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    answer = use(person, match.hands[person], next(choices(match.hands[person])))
    said = [message.text for message in [answer.message, *answer.followups] if message.ephemeral]
    assert any("could not be saved" in text for text in said), said
    assert database.journal(match.id) == journal
    opened = person.slash("play flip")
    assert "could not be saved" in opened.message.text
    assert "went wrong" not in match.hand(person).text
    line = next(line for line in errors(bot) if f"match {match.id} was not kept" in line)
    assert f"DATABASE_URL sqlite+aiosqlite:///{database.path}" in line
    assert "Traceback" not in bot.log
    soon(lambda: get(port, "/healthz")[0] == 503 and "DATABASE_URL" in get(port, "/healthz")[1])

    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    soon(lambda: get(port, "/healthz")[0] == 200)
    again = use(person, match.hands[person], next(choices(match.hands[person])))
    assert again.kind in ANSWERED
    assert len(database.journal(match.id)) > len(journal)
    assert match.action()
    match.check()
    _ended_well(bot)


def test_group_B_database_locked_by_another_program(world: World, database: Database) -> None:
    """Locked for longer than the bot waits: acknowledged in time, then told; afterwards all is as before."""
    bot = world.parlour(database.path)
    match = Match(world, database)
    world.settle()
    person = next(p for p in match.people if list(choices(match.hand(p))))
    hand, journal = match.hands[person], database.journal(match.id)
    with closing(sqlite3.connect(database.path, isolation_level=None)) as holder:
        holder.execute("begin immediate")
        answer = use(person, hand, next(choices(hand)), patience=1)
        assert answer.kind in ANSWERED
        said = soon(lambda: [m for m in answer.again().followups if "could not be saved" in m.text])
        assert said[0].ephemeral
        holder.execute("rollback")
    assert database.journal(match.id) == journal
    assert use(person, hand, next(choices(hand))).kind in ANSWERED
    world.settle()
    assert len(database.journal(match.id)) > len(journal)
    match.check()
    _ended_well(bot)


def _ended_well(bot: Bot) -> None:
    assert bot.running
    bot.stop()
    assert "Traceback" not in bot.log
