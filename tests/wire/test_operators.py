"""Parlour as its operator meets it: ended and started again, asked how it is, looked over, and copied."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.client import HERE, PATIENCE, ROOT, World
from tests.wire.conftest import soon
from tests.wire.health import free_port, get
from tests.wire.match import timeless
from tests.wire.pressing import Match, choices, errors, use

pytestmark = pytest.mark.wire

INVITATION = "permissions=274877910016"


@pytest.fixture
def world() -> Iterator[World]:
    with World.start() as world:
        yield world
        assert not world.status()["gaps"]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


def shell(world: World, database: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Another command of the bot, beside the one that runs."""
    command = [sys.executable, str(HERE / "point_bot_here.py"), world.address, "--"]
    settings = {"DISCORD_TOKEN": world.token, "DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
    return subprocess.run(
        [*command, sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings, **env},
        cwd=database.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# The end and the next start


def test_group_A_sigterm_finishes_presses_and_the_match_resumes(world: World, database: Path) -> None:
    bot = world.parlour(database)
    alice = world.people["alice"]
    match = Match(world, database)
    for _ in range(5):
        match.turn()
    world.settle()
    lobby = alice.slash("play hilo")
    hands = {person: match.hand(person) for person in match.people}
    owner, control = next((p, c) for p, hand in hands.items() for c in choices(hand.message))
    before = match.journal()

    # The edit that tells the table is held, so that the end takes a while; that after the press is, too.
    world.inject("PATCH", "/channels/*", delay=PATIENCE, times=2)
    with ThreadPoolExecutor() as pool:
        bot.process.terminate()
        soon(lambda: "no new tables" in bot.log)
        # At the same moment, since the bot waits ten seconds and no longer.
        refused = [
            pool.submit(alice.slash, "play hilo"),
            pool.submit(alice.click, lobby, label="Start"),
        ]
        pressed = pool.submit(use, owner, hands[owner], control)
        assert pressed.result().kind == "update", "a press under way is finished"
        wait(refused)
        world.clear("faults")
        world.call("release")
    assert bot.process.wait(PATIENCE) == 0
    for sight in (each.result() for each in refused):
        assert sight.message.ephemeral
        assert "being restarted" in sight.message.text
    assert "1 matches kept" in bot.log
    assert not errors(bot), bot.log
    assert match.journal() > before
    assert "My hand" in match.table.again().message.labels

    again = world.parlour(database)
    assert "1 matches resumed" in again.log
    assert alice.click(lobby, label="Start").kind == "update"
    while match.turn():
        pass
    assert "Rematch" in match.table.again().message.labels
    assert not errors(again), again.log


def test_group_A_recently_pressed_table_announces_the_restart(world: World, database: Path) -> None:
    bot = world.parlour(database)
    match = Match(world, database)
    match.turn()
    world.settle()
    assert bot.stop() == 0
    told = match.table.again().message
    assert re.search(r"Parlour restarts <t:\d+:R>", told.text)
    assert told.labels == ["My hand", "Log", "Rules"]


def test_group_A_a_second_signal_ends_at_once(world: World, database: Path) -> None:
    bot = world.parlour(database)
    match = Match(world, database)
    match.turn()
    world.settle()
    world.inject("PATCH", "/channels/*", delay=2 * PATIENCE, times=None)
    bot.process.send_signal(signal.SIGINT)
    soon(lambda: "no new tables" in bot.log)
    bot.process.terminate()
    assert bot.process.wait(PATIENCE) == -signal.SIGTERM, "it does not wait for the edit"


def test_a_signal_before_the_bot_is_ready(world: World, database: Path) -> None:
    world.inject("GET", "/users/@me", delay=20)
    bot = world.parlour(database, identifies=0)
    soon(lambda: world.transcript("GET", "/users/@me"))
    assert bot.stop() == 0


def test_a_start_on_damaged_pages_is_told_in_one_line(world: World, database: Path) -> None:
    bot = world.parlour(database)
    Match(world, database)
    assert bot.stop() == 0
    with closing(sqlite3.connect(database)) as connection:
        pages = connection.execute(
            "select rootpage from sqlite_master where tbl_name in ('matches', 'pulses')"
        ).fetchall()
        (size,) = connection.execute("pragma page_size").fetchone()
    with database.open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(b"damaged" * 100)
    again = world.parlour(database, identifies=0)
    assert again.process.wait(PATIENCE) == 2
    assert "Traceback" not in again.log
    (told,) = [line for line in again.log.splitlines() if line.startswith("parlour: ")]
    assert f"DATABASE_URL: sqlite+aiosqlite:///{database} cannot be used" in told


# Health and figures


def test_health_follows_the_gateway(world: World, database: Path) -> None:
    port = free_port()
    ask = {"HEALTH_PORT": str(port), "LOG_FORMAT": "json"}
    world.inject("GET", "/users/@me", delay=1.5)
    world.call("settings", resume_window=120)
    bot = world.parlour(database, identifies=0, **ask)
    assert soon(lambda: get(port, "/healthz")[1]).startswith("starting")
    soon(lambda: get(port, "/healthz") == (200, "ok\n"))
    well = shell(world, database, "health", **ask)
    assert (well.returncode, well.stdout) == (0, "ok\n")

    match = Match(world, database)
    match.turn()
    world.inject("PATCH", "/channels/*", status=403, code=50013)
    match.turn()
    world.settle()
    status, figures = get(port, "/metrics")
    assert status == 200
    for line in (
        'parlour_presses_total{outcome="ok",verb="/play hilo"} 1.0',
        'parlour_presses_total{outcome="ok",verb="join"} 1.0',
        'parlour_matches{status="running"} 1.0',
        "parlour_matches_thinking 0.0",
        'parlour_discord_refusals_total{code="50013",status="403"} 1.0',
    ):
        assert f"{line}\n" in figures
    assert "parlour_press_seconds_count" in figures
    assert "parlour_loop_lag_seconds_count" in figures

    world.drop_gateway(hold=10 * PATIENCE)
    soon(lambda: get(port, "/healthz")[0] == 503)
    assert "gateway" in get(port, "/healthz")[1]
    ill = shell(world, database, "health", **ask)
    assert ill.returncode == 1
    assert "gateway" in ill.stdout
    world.call("open_gateway")
    soon(lambda: get(port, "/healthz")[0] == 200)

    lines = [json.loads(line) for line in bot.log.splitlines()]
    about = [line for line in lines if line.get("match") == 1]
    assert any("cannot be edited" in line["message"] for line in about)
    assert bot.stop() == 0
    assert shell(world, database, "health", **ask).returncode == 1


def test_the_port_of_another(world: World, database: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        bot = world.parlour(database, identifies=0, HEALTH_PORT=str(taken.getsockname()[1]))
        assert bot.process.wait(PATIENCE) == 2
    assert "HEALTH_PORT" in bot.log
    assert "Traceback" not in bot.log


def test_group_C_the_log_holds_no_token_name_or_card(world: World, database: Path) -> None:
    bot = world.parlour(database, LOG_LEVEL="DEBUG")
    match = Match(world, database)
    for _ in range(5):
        match.turn()
    world.inject("*", "/webhooks/*", status=403, code=50013)
    world.inject("POST", "/interactions/*", status=400, code=50035, times=4)
    world.answer_within(1)
    for person in match.people:
        assert person.click(match.table, label="My hand").kind == "no answer"
    bot.stop()
    log = bot.log
    assert "Discord refused" in log
    tokens = {
        found[1]
        for entry in world.transcript()
        if (found := re.match(r"/(?:interactions|webhooks)/\d+/([^/]+)", entry["path"]))
    }
    assert tokens
    assert not [token for token in {*tokens, world.token} if token in log]
    assert not re.search("alice|bob", log)
    assert not re.search("[♠♥♦♣]", log)


# The doctor


def test_the_doctor_finds_nothing_where_nothing_is_wrong(world: World, database: Path) -> None:
    bot = world.parlour(database)
    seen = shell(world, database, "doctor")
    assert seen.returncode == 0, seen.stdout + seen.stderr
    assert "BAD" not in seen.stdout
    for what in ("settings", "disk", "database", "token", "intents", "emoji", "commands", "server Guild 0"):
        assert f"ok   {what}" in seen.stdout
    assert INVITATION in seen.stdout
    assert bot.running


def test_the_doctor_before_the_first_start(world: World, database: Path) -> None:
    seen = shell(world, database, "doctor")
    assert seen.returncode == 1
    assert "ok   database: " in seen.stdout
    assert "BAD  commands: not as in this version: " in seen.stdout
    assert not database.exists()
    assert not any(world.transcript(method) for method in ("PUT", "POST", "PATCH", "DELETE"))


@pytest.mark.parametrize(("token", "says"), [("not.the.token", "does not know it"), ("", "is not set")])
def test_the_doctor_and_a_wrong_token(world: World, database: Path, token: str, says: str) -> None:
    seen = shell(world, database, "doctor", DISCORD_TOKEN=token)
    assert seen.returncode == 1
    assert f"{says}\n     → Copy it" in seen.stdout
    assert not seen.stderr


def test_the_doctor_finds_what_a_server_withholds(world: World, database: Path) -> None:
    world.parlour(database)
    for channel in world.info["guilds"][0]["channels"].values():
        world.call("set_permission", channel=channel, deny=["send_messages"])
    seen = shell(world, database, "doctor")
    assert seen.returncode == 1
    assert re.search(r"BAD  server Guild 0 \(\d+\): the bot may play in 0 of \d+", seen.stdout)
    world.call("set_permission")
    world.call("timeout_bot")
    assert "timed out" in shell(world, database, "doctor").stdout


# Commands


def test_group_R_commands_are_registered_once(world: World, database: Path) -> None:
    bot = world.parlour(database)
    assert len(world.transcript("PUT", "/commands")) == 1
    bot.stop()
    world.parlour(database).stop()
    assert len(world.transcript("PUT", "/commands")) == 1, "nothing has changed, so nothing is sent"


def test_group_R_discord_takes_no_commands(world: World, database: Path) -> None:
    """Then those of before are still there, and the bot plays on."""
    world.parlour(database).stop()
    world.inject("GET", "/applications/*/commands", status=403, code=50001)
    bot = world.parlour(database)
    assert "python -m bot doctor" in bot.log
    assert world.people["alice"].slash("play hilo").kind == "message"


# Backup


def test_group_A_match_continues_from_a_backup(world: World, database: Path, tmp_path: Path) -> None:
    bot = world.parlour(database)
    match = Match(world, database)
    for _ in range(4):
        match.turn()
    copy = tmp_path / "copy.db"
    taken = shell(world, database, "backup", str(copy))
    assert taken.returncode == 0, taken.stderr
    journal = match.journal()
    world.settle()
    hands = [timeless(match.hand(person).message.text) for person in match.people]
    again = shell(world, database, "backup", str(copy))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    for _ in range(3):
        match.turn()  # and this is lost
    assert match.journal() > journal
    bot.stop()

    for file in tmp_path.glob(f"{database.name}*"):
        file.unlink()
    copy.rename(database)
    restored = world.parlour(database)
    assert match.journal() == journal
    assert [timeless(match.hand(person).message.text) for person in match.people] == hands
    while match.turn():
        pass
    assert not errors(restored)
