"""The playground as a program: Parlour in it, and a clean end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.wire


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot.playground", "--port", "0", *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(home: Path, *arguments: str, ended_by: signal.Signals = signal.SIGTERM) -> str:
    """Start it and end it; returns the key in its address."""
    process = start(home, *arguments)
    assert process.stdout is not None
    address, hint = process.stdout.readline(), process.stdout.readline()
    process.send_signal(ended_by)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (0, "", "")
    assert address.startswith("Parlour is open at http://127.0.0.1:")
    assert "/play" in hint
    return address.partition("#")[2]


def test_it_starts_and_ends_and_keeps_what_lasts(tmp_path: Path) -> None:
    def tables() -> set[str]:
        with closing(sqlite3.connect(tmp_path / ".playground" / "parlour.db")) as database:
            return {name for (name,) in database.execute("select name from sqlite_master")}

    key = run(tmp_path, ended_by=signal.SIGINT)
    with closing(sqlite3.connect(tmp_path / ".playground" / "parlour.db")) as database:
        database.execute("create table a_trace (of_earlier_times)")
    assert run(tmp_path) == key
    assert "a_trace" in tables()
    assert run(tmp_path, "--fresh") == key
    assert "a_trace" not in tables()
    assert "matches" in tables()
    assert (tmp_path / ".playground" / ".gitignore").read_text() == "*\n"


def test_two_in_one_directory_have_their_own_matches(tmp_path: Path) -> None:
    first = start(tmp_path)
    assert first.stdout is not None
    assert first.stdout.readline().startswith("Parlour is open at ")
    second = start(tmp_path, "--fresh")
    assert second.stdout is not None
    try:
        folder = Path(".playground", "2")
        told = f"Another playground is open here, so this one keeps its matches in {folder}.\n"
        assert second.stdout.readline() == told
        assert second.stdout.readline().startswith("Parlour is open at ")
        assert (tmp_path / ".playground" / "parlour.db").exists(), "--fresh forgets only its own"
        assert (tmp_path / folder / "parlour.db").exists()
    finally:
        for process in (first, second):
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=120)
    assert (first.returncode, second.returncode) == (0, 0)


@pytest.mark.parametrize("broken", ["a file where the folder should be", "no database"])
def test_a_place_that_cannot_be_used(tmp_path: Path, broken: str) -> None:
    place = tmp_path / ".playground"
    if broken == "no database":
        place.mkdir()
        (place / "parlour.db").write_text("This is no database. " * 100)
    else:
        place.write_text("")
    process = start(tmp_path)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith(".playground cannot be used: ")
