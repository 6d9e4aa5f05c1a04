"""Kinds of matches that together have every number of seats and every value of every option, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from discord.app_commands import Command

from cogs.common import play
from cogs.games import FACES
from engine.core import AnyRules, BadOptions, silent
from engine.games import GAMES
from engine.shell.variety import domains

CANDIDATES = 8
SEATS = "seats"
MOST_PEOPLE = 4


class Case(NamedTuple):
    """A match to play: options, how many people sit down, and how many computers they add."""

    slug: str
    options: dict[str, Any]
    people: int
    computers: int


Kind = Mapping[str, Any]


@cache
def values(slug: str) -> dict[str, list[Any]]:
    """What has to occur; of a range of numbers its ends, and all that the lobby offers."""
    offered = {field.name: [choice.value for choice in field.choices] for field in FACES[slug].fields()}
    found: dict[str, list[Any]] = {SEATS: list(GAMES[slug].seats)}
    for name, domain in domains(GAMES[slug]).items():
        listed: list[Any] = []
        for value in domain:
            if isinstance(value, range):
                listed += sorted({value[0], value[-1], *(n for n in offered[name] if n in value)})
            else:
                listed.append(value)
        found[name] = list(dict.fromkeys(listed))
    return found


@cache
def cases(slug: str) -> tuple[Case, ...]:
    """Few matches, and short ones where there is a choice; the shorter, the more people play."""
    rng = Random(slug)
    missing = {(name, repr(value)) for name, listed in values(slug).items() for value in listed}
    chosen: list[tuple[int, Kind]] = []
    while missing:
        best = max(
            (_new(kind, missing), -length(slug, kind, rng), at, kind)
            for at, kind in enumerate(_candidates(slug, missing, rng))
        )
        missing -= set(_pairs(best[3]))
        chosen.append((-best[1], best[3]))
    chosen.sort(key=lambda one: one[0])
    return tuple(_seated(slug, [kind for _, kind in chosen]))


def typed(slug: str, options: dict[str, Any]) -> dict[str, Any]:
    """Those of the options that are not as usual and that the command takes."""
    command = play.get_command(slug)
    assert isinstance(command, Command)
    usual = GAMES[slug].Options().model_dump()
    taken = {parameter.name for parameter in command.parameters}
    return {name: value for name, value in options.items() if value != usual[name] and name in taken}


def _seated(slug: str, kinds: Sequence[Kind]) -> Iterator[Case]:
    """One person in the longer half; in the shorter one as many as were not there yet.

    A game with few kinds has some of them played again, so that every number of people occurs.
    """
    missing = set(range(1, min(MOST_PEOPLE, GAMES[slug].seats[-1]) + 1))
    for at, kind in enumerate(kinds):
        fitting = {people for people in missing - {1} if people <= kind[SEATS]}
        people = max(fitting) if fitting and at < (len(kinds) + 1) // 2 else 1
        missing.discard(people)
        yield _case(slug, kind, people)
    for people in sorted(missing):
        yield _case(slug, next(kind for kind in kinds if people <= kind[SEATS]), people)


def _case(slug: str, kind: Kind, people: int) -> Case:
    options = {name: value for name, value in kind.items() if name != SEATS}
    return Case(slug, options, people, kind[SEATS] - people)


def _pairs(kind: Kind) -> Iterator[tuple[str, str]]:
    yield from ((name, repr(value)) for name, value in kind.items())


def _new(kind: Kind, missing: set[tuple[str, str]]) -> int:
    return len(missing.intersection(_pairs(kind)))


def _candidates(slug: str, missing: set[tuple[str, str]], rng: Random) -> Iterator[Kind]:
    found = 0
    while found < CANDIDATES:
        kind = {}
        for name, listed in values(slug).items():
            wanted = [value for value in listed if (name, repr(value)) in missing]
            kind[name] = rng.choice(wanted or listed)
        if not _new(kind, missing) or not _allowed(GAMES[slug], kind):
            for name, listed in values(slug).items():  # what is missing may not go together
                if rng.random() < 0.5:
                    kind[name] = rng.choice(listed)
        if _new(kind, missing) and _allowed(GAMES[slug], kind):
            found += 1
            yield kind


def _options(rules: AnyRules, kind: Kind) -> Any:
    return rules.Options(**{name: value for name, value in kind.items() if name != SEATS})


def _allowed(rules: AnyRules, kind: Kind) -> bool:
    try:
        rules.check(_options(rules, kind), kind[SEATS])
    except BadOptions:
        return False
    return True


def length(slug: str, kind: Kind, rng: Random) -> int:
    """How many choices a person makes in such a match."""
    rules = GAMES[slug]
    seats = int(kind[SEATS])
    state = rules.start(_options(rules, kind), seats)
    choices = 0
    while True:
        if waiting := rules.to_act(state):
            seat = rng.choice(waiting)
            rules.advance(state, seat, rng.choice(rules.legal(state, seat)), silent)
            choices += 1
        elif (node := rules.chance(state)) is not None:
            rules.resolve(state, node.sample(rng), silent)
        else:
            return choices // seats
