"""The engine from the shell: ``python -m engine --help``."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from engine.core import AnyRules, BadOptions
from engine.games import GAMES
from engine.players import LEVELS, player
from engine.players.base import Player
from engine.record import write
from engine.shell import inspection, speed
from engine.shell.contest import contest
from engine.shell.playing import play_out
from engine.shell.variety import every_kind

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="The games, without Discord.")

Slug = Annotated[str, typer.Argument(metavar="SLUG", help="The game.")]
Source = Annotated[str, typer.Argument(metavar="FILE|-", help="Records, one a line; - reads standard input.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]
OptionsJson = Annotated[str | None, typer.Option("--options", metavar="JSON", help="The game's options.")]


class Refused(typer.TyperException):
    """A command cannot be done as given; the message is one line."""


@app.command()
def simulate(
    slug: Slug,
    matches: Annotated[int, typer.Option(min=0)] = 1,
    seed: Seed = 1,
    seats: Annotated[
        int | None, typer.Option(help="Else, and without --options, all kinds by turns.")
    ] = None,
    options: OptionsJson = None,
    players: Annotated[str, typer.Option(help="A level, or one a seat: normal,random.")] = "random",
) -> None:
    """Play matches and write their records."""
    rules = _rules(slug)
    levels = players.split(",")
    chosen = None if options is None else _options(rules, options)
    if len(levels) > 1 and seats is None:
        seats = len(levels)
    elif len(levels) not in {1, seats}:
        raise Refused(f"--players names {len(levels)} levels for {seats} seats")
    if seats is not None:
        _check(rules, rules.Options() if chosen is None else chosen, seats)
    computers = [_player(level, slug) for level in levels]
    rng = Random(seed)
    kinds = every_kind(rules, chosen, seats, Random(seed))
    for _ in range(matches):
        kind, table = next(kinds)
        seated = computers * table if len(computers) == 1 else computers
        _, steps = play_out(rules, kind, seated, lambda _: rng, rng)
        print(write(rules, kind, table, steps).json_line())


@app.command()
def verify(file: Source) -> None:
    """Check complete records."""
    good = bad = 0
    for number, line in _lines(file):
        if (fault := inspection.fault(line)) is None:
            good += 1
        else:
            bad += 1
            print(f"line {number}: {fault}")
    print(f"{good} ok, {bad} bad")
    if bad:
        raise typer.Exit(1)


@app.command()
def inspect(file: Source) -> None:
    """Say where records stand that may stop early."""
    for _, line in _lines(file):
        print(json.dumps(inspection.report(line), ensure_ascii=False))


@app.command()
def play(
    entrants: Annotated[list[str], typer.Argument(metavar="LEVEL LEVEL ... SLUG", help="Who plays what.")],
    matches: Annotated[int, typer.Option(min=1)] = 1000,
    seed: Seed = 1,
    options: OptionsJson = None,
) -> None:
    """Let computer players compete on the same deals."""
    *levels, slug = entrants
    rules = _rules(slug)
    chosen = rules.Options() if options is None else _options(rules, options)
    _check(rules, chosen, len(levels))
    computers = [_player(level, slug) for level in levels]
    standings = contest(rules, chosen, computers, matches, seed)
    played = -(-matches // len(levels)) * len(levels)
    print(f"{slug}, {len(levels)} seats, {played} matches, {chosen.model_dump_json()}")
    for level, standing in zip(levels, standings, strict=True):
        print(
            f"{level:<8} {standing.share:6.1%} ± {standing.margin:.1%}  {standing.points:7.2f} points a match"
        )


@app.command()
def bench(
    slug: Annotated[str | None, typer.Argument(metavar="[SLUG]", help="One game only.")] = None,
) -> None:
    """Measure how fast the rules are."""
    chosen = GAMES.values() if slug is None else [_rules(slug)]
    print(f"yardstick {speed.yardstick(process_time):,.0f} turns/s")
    print(f"{'game':<8} seats  in place/s   checked/s  clone us   view us")
    for rules in chosen:
        for seats in rules.seats:
            took = speed.measure(rules, seats, process_time)
            print(
                f"{rules.slug:<8} {seats:>5} {took.in_place:>11,.0f} {took.checked:>11,.0f}"
                f" {took.clone:>9.2f} {took.view:>9.2f}"
            )


def _rules(slug: str) -> AnyRules:
    if slug not in GAMES:
        raise Refused(f"unknown game {slug!r}: {', '.join(GAMES)}")
    return GAMES[slug]


def _player(level: str, slug: str) -> Player:
    try:
        return player(level, slug)
    except KeyError:
        raise Refused(f"unknown player {level!r}: {', '.join(LEVELS)}") from None


def _options(rules: AnyRules, text: str) -> Any:
    try:
        return rules.Options.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"][:1]))
        raise Refused(f"bad options: {where + ': ' if where else ''}{first['msg']}") from None


def _check(rules: AnyRules, options: Any, seats: int) -> None:
    try:
        rules.check(options, seats)
    except BadOptions as error:
        raise Refused(f"bad options: {error}") from None


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1."""
    encoding, errors = "utf-8-sig", "replace"
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding=encoding, errors=errors)
    try:
        with (
            nullcontext(sys.stdin)
            if file == "-"
            else Path(file).open(encoding=encoding, errors=errors) as source
        ):
            yield from ((number, line) for number, line in enumerate(source, 1) if line.strip())
    except OSError as error:
        raise Refused(f"cannot read {file}: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a bad record, 2 for a command that cannot be done."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(args=arguments, prog_name="python -m engine", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as refused:
        message = refused.format_message() if isinstance(refused, typer.BadParameter) else str(refused)
        print(f"error: {message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code or 0


if __name__ == "__main__":
    sys.exit(main())
