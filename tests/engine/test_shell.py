"""``python -m engine``, command by command."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.games import GAMES

SLUGS = pytest.mark.parametrize("slug", list(GAMES))


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@SLUGS
def test_simulated_records_verify(slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", slug, "--matches", "30", "--seed", "7"]) == 0
    written = lines(capsys)
    assert len(written) == 30
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(written) + "\n\n")
    assert main(["verify", str(file)]) == 0
    assert lines(capsys) == ["30 ok, 0 bad"]
    assert main(["simulate", slug, "--matches", "30", "--seed", "7"]) == 0
    assert lines(capsys) == written
    assert main(["simulate", slug, "--matches", "30", "--seed", "8"]) == 0
    assert lines(capsys) != written


@SLUGS
def test_all_kinds_of_matches_are_simulated(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = GAMES[slug]
    assert main(["simulate", slug, "--matches", "150"]) == 0
    records = [json.loads(line) for line in lines(capsys)]
    assert {record["seats"] for record in records} == set(rules.seats)
    for name in rules.Options.model_fields:
        assert len({json.dumps(record["options"][name]) for record in records}) > 1


@SLUGS
def test_given_seats_options_and_players(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = GAMES[slug]
    seats = rules.seats[-1]
    options = rules.Options().model_dump_json()
    levels = ",".join(["normal", *["random"] * (seats - 1)])
    for players in ("normal", levels):
        arguments = ["--seats", str(seats), "--options", options, "--players", players]
        assert main(["simulate", slug, "--matches", "3", *arguments]) == 0
        for line in lines(capsys):
            record = json.loads(line)
            assert record["seats"] == seats
            assert record["options"] == json.loads(options)
    assert main(["simulate", slug, "--players", levels]) == 0
    assert json.loads(lines(capsys)[0])["seats"] == seats


@SLUGS
def test_verify_names_line_entry_and_rule(
    slug: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["simulate", slug])
    good = json.loads(lines(capsys)[0])
    bad_entry = good | {"log": [{"seat": 0, "do": "nonsense"}, *good["log"]]}
    bad_result = good | {"result": good["result"] | {"scores": []}}
    text = "\n".join(["nonsense", json.dumps(good), "", json.dumps(bad_entry), json.dumps(bad_result)])
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["verify", "-"]) == 1
    no_json, entry, result, verdict = lines(capsys)
    assert no_json.startswith("line 1: record: ")
    assert entry.startswith("line 4: entry 0: record: ")
    assert result.startswith(f"line 5: {GAMES[slug].result_rules['scores']}: scores is [], not [")
    assert verdict == "1 ok, 3 bad"


@SLUGS
def test_inspect_tells_where_a_record_stands(
    slug: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["simulate", slug])
    record = json.loads(lines(capsys)[0])
    log = record["log"]
    del record["result"]
    started = [json.dumps(record | {"log": log[:length]}) for length in range(len(log) + 1)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*started, "nonsense"])))
    assert main(["inspect", "-"]) == 0
    *reports, nonsense = map(json.loads, lines(capsys))
    keys = ["ok", "illegal_at", "reason", "over", "to_act", "chance", "legal", "scores", "result"]
    for report, following in zip(reports, [*log, None], strict=True):
        assert list(report) == keys
        assert report["ok"]
        assert report["over"] == (following is None) == (report["result"] is not None)
        if following is None:
            assert report["legal"] == report["to_act"] == []
        elif "chance" in following:
            assert report["chance"] == following["chance"]
            assert report["to_act"] == []
            (due,) = report["legal"]
            assert due["chance"] == report["chance"]
        else:
            assert report["chance"] is None
            assert following in report["legal"]
            assert following["seat"] in report["to_act"]
    assert list(nonsense) == keys
    assert not nonsense["ok"]
    assert nonsense["reason"].startswith("record: ")


@SLUGS
def test_play_and_bench(
    slug: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = GAMES[slug].seats[0]
    assert main(["play", *["normal"] * (seats - 1), "random", slug, "--matches", "20"]) == 0
    head, *rows = lines(capsys)
    assert head.startswith(f"{slug}, {seats} seats, ")
    assert len(rows) == seats
    assert sum(float(row.split()[1].removesuffix("%")) for row in rows) == pytest.approx(100, abs=0.3)
    monkeypatch.setattr("engine.shell.speed.measure.__defaults__", (0.01,))
    monkeypatch.setattr("engine.shell.speed.yardstick.__defaults__", (0.01,))
    assert main(["bench", slug]) == 0
    assert len(lines(capsys)) == 2 + len(GAMES[slug].seats)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["simulate"],
        ["simulate", "nonsense"],
        ["simulate", "GAME", "--matches", "x"],
        ["simulate", "GAME", "--matches", "-1"],
        ["simulate", "GAME", "--seats", "99"],
        ["simulate", "GAME", "--options", "{"],
        ["simulate", "GAME", "--options", "[]"],
        ["simulate", "GAME", "--options", '{"nonsense": 1}'],
        ["simulate", "GAME", "--players", "nonsense"],
        ["simulate", "GAME", "--players", "random," * 30],
        ["simulate", "GAME", "--nonsense"],
        ["verify", "no/such/file"],
        ["inspect", "."],
        ["play", "random", "nonsense"],
        ["play", "random", "GAME"] if min(min(rules.seats) for rules in GAMES.values()) > 1 else ["play"],
        ["play", "nonsense", "random", "GAME"],
        ["bench", "nonsense"],
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    game = next(iter(GAMES))
    assert main([game if word == "GAME" else word for word in arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("source", ["-", "file"])
def test_bytes_that_are_no_text_are_one_bad_record(source: str, tmp_path: Path) -> None:
    """Whatever the environment says of encodings. A mark of the byte order at the beginning does no harm."""
    good = subprocess.run([sys.executable, "-m", "engine", "simulate", "flip"], stdout=-1, check=True).stdout
    content = b"\xef\xbb\xbf" + good + b'{"game":"\xff\xc3\xa9"}\n' + good
    file = tmp_path / "records.jsonl"
    file.write_bytes(content)
    ended = subprocess.run(
        [sys.executable, "-m", "engine", "verify", "-" if source == "-" else str(file)],
        input=content,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        check=False,
    )
    said = ended.stdout.decode().splitlines()
    assert (ended.returncode, ended.stderr, said[1:]) == (1, b"", ["2 ok, 1 bad"])
    assert said[0].startswith("line 2: record: Field required")


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "engine", "simulate", next(iter(GAMES)), "--matches", "400"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
