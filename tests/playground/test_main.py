"""The command line of the playground."""

from __future__ import annotations

import socket

import discord
import pytest

from bot.playground import __main__ as command


def test_people_and_languages() -> None:
    assert command.names("alice, bob:de") == [
        ("alice", discord.Locale.american_english),
        ("bob", discord.Locale.german),
    ]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--users", "alice,,bob"], "a name is empty"),
        (["--users", "alice,bob,alice"], "a name is there twice"),
        (["--users", "alice:xx"], "Discord has no language 'xx'"),
        (["--port", "70000"], "a port is a number from 0 to 65535"),
        (["--port", "eighty"], "eighty"),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command.main(arguments)
    assert end.value.code == 2
    assert why in capsys.readouterr().err.splitlines()[-1]


def test_a_port_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert command.main(["--port", str(port)]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    assert f"Port {port} cannot be used (Address already in use)" in said.err


def test_beside_another_playground_it_takes_a_free_port(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(command, "PORT", taken.getsockname()[1])
        options = command.parse([])
        command.choose_port(options)
    assert options.port == 0
    assert f"Port {command.PORT} is taken" in capsys.readouterr().out
    options = command.parse([])
    command.choose_port(options)
    assert options.port == command.PORT


def test_another_version_of_the_simulator(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "SIMCORD", "9.9")
    assert command.main([]) == 2
    assert "needs simcord 9.9" in capsys.readouterr().err
