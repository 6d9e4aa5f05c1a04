"""Nobody is shown, told or advised by what they may not know."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from cogs.games import FACES
from engine.core import AnyRules, Event, Seat
from engine.games import GAMES
from engine.players import LEVELS, player
from tests.engine.adapters import adapter
from tests.engine.walks import TABLES, kinds, walk

tables = pytest.mark.parametrize(("slug", "seats"), TABLES)
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]
STEPS = 250


def watchers(seats: int) -> list[Seat | None]:
    return [None, *range(seats)]


def seem_alike(rules: AnyRules, one: Any, other: Any, seat: Seat | None) -> None:
    """The two positions are the same as far as the seat can tell."""
    view = rules.view(one, seat)
    assert rules.view(other, seat) == view
    assert rules.to_act(other) == rules.to_act(one)
    assert rules.scores(other) == rules.scores(one)
    assert rules.result(other) == rules.result(one)
    node, twin = rules.chance(one), rules.chance(other)
    assert (node and (node.kind, node.fixed)) == (twin and (twin.kind, twin.fixed))
    face = FACES[rules.slug]
    if seat is None:
        assert face.table(rules.view(other, None), NAMES) == face.table(view, NAMES)
        assert face.asked(rules.view(other, None), NAMES) == face.asked(view, NAMES)
        return
    legal = rules.legal(one, seat)
    assert list(rules.legal(other, seat)) == list(legal)
    assert face.hand(rules.view(other, seat), NAMES, legal, ()) == face.hand(view, NAMES, legal, ())
    if legal:
        for level in LEVELS:
            computer = player(level, rules.slug)
            choice = computer.choose(view, legal, Random(1))
            assert choice == computer.choose(rules.view(other, seat), rules.legal(other, seat), Random(1))
            assert rules.allows(one, seat, choice)


@tables
def test_imagined_positions_look_like_the_real_one(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    rng = Random(1)
    for options in kinds(rules, seats, 6, seed=1):
        for match in islice(walk(rules, options, seats, rng), STEPS):
            for seat in watchers(seats):
                imagined = rules.imagine(rules.view(match.state, seat), rng)
                seem_alike(rules, match.state, imagined, seat)
                cards = game.cards(imagined)
                assert cards is None or sorted(cards) == list(game.DECK)


@tables
def test_positions_with_other_secrets_look_alike(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    rng = Random(2)
    for options in kinds(rules, seats, 6, seed=2):
        for match in islice(walk(rules, options, seats, rng), STEPS):
            for seat in watchers(seats):
                seem_alike(rules, match.state, game.scramble(match.state, seat, rng), seat)


@tables
def test_imagination_varies(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    rng = Random(3)
    hidden = 0
    for options in kinds(rules, seats, 6, seed=3):
        for match in islice(walk(rules, options, seats, rng), STEPS):
            for seat in watchers(seats):
                view = rules.view(match.state, seat)
                if game.hides(view):
                    hidden += 1
                    imagined = (rules.imagine(view, rng) for _ in range(40))
                    first = next(imagined)
                    assert any(other != first for other in imagined)
    assert hidden


@tables
def test_imagined_matches_can_be_played_to_the_end(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    rng = Random(4)
    for options in kinds(rules, seats, 3, seed=4):
        for match in islice(walk(rules, options, seats, rng), 0, STEPS, 15):
            state = rules.imagine(rules.view(match.state, rng.choice(watchers(seats))), rng)
            while True:
                if waiting := rules.to_act(state):
                    seat = rng.choice(waiting)
                    rules.advance(state, seat, rng.choice(rules.legal(state, seat)), lambda event: None)
                elif (node := rules.chance(state)) is not None:
                    rules.resolve(state, node.sample(rng), lambda event: None)
                else:
                    break
            assert rules.result(state) is not None


@tables
def test_events_are_told_to_those_who_may_know(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    for options in kinds(rules, seats, 10, seed=5):
        told: list[Event] = []
        before: dict[Seat | None, set[Any]] = {}
        for match in islice(walk(rules, options, seats, Random(5), told), STEPS):
            after = {seat: game.known(rules.view(match.state, seat)) for seat in watchers(seats)}
            for event in told:
                hearers = watchers(seats) if event.to is None else event.to
                for seat in hearers:
                    assert game.named(event) <= before.get(seat, set()) | after[seat]
            told.clear()
            before = after
