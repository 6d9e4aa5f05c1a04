"""What every game owes the contract, at every position of random matches."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.core import IllegalAction, play, replay
from engine.games import GAMES
from engine.record import check, parse, write
from tests.engine.adapters import adapter
from tests.engine.walks import TABLES, finish, kinds, walk

BEGINNINGS = 50
"""Each is replayed, so that all of a long record would cost its length squared."""

tables = pytest.mark.parametrize(("slug", "seats"), TABLES)


@tables
def test_a_position_waits_for_one_thing(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 10):
        for match in islice(walk(rules, options, seats, Random(1)), 400):
            state = match.state
            waiting, node, result = rules.to_act(state), rules.chance(state), rules.result(state)
            assert bool(waiting) + (node is not None) + (result is not None) == 1
            assert waiting == tuple(sorted(set(waiting)))
            assert set(waiting) <= set(range(seats))
            assert len(rules.scores(state)) == seats
            if result is not None:
                assert result.scores == rules.scores(state)
                assert result.winners == tuple(sorted(set(result.winners)))
                assert result.winners


@tables
def test_legal_and_allows_agree(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    rng = Random(2)
    seen = {action for options in kinds(rules, seats, 6) for action in actions(slug, seats, options)}
    others = rng.sample(sorted(seen, key=repr), min(60, len(seen)))
    for options in kinds(rules, seats, 4):
        for match in islice(walk(rules, options, seats, rng), 150):
            state = match.state
            waiting = rules.to_act(state)
            for seat in range(seats):
                legal = list(rules.legal(state, seat))
                exact = {(type(action), action) for action in legal}
                assert bool(legal) == (seat in waiting)
                assert len(exact) == len(legal)
                assert legal == list(rules.legal(state, seat))
                assert all(rules.allows(state, seat, action) for action in legal)
                for action in others:
                    assert rules.allows(state, seat, action) == ((type(action), action) in exact)


def actions(slug: str, seats: int, options: object) -> list[tuple[object, ...]]:
    return [thing for seat, thing in finish(GAMES[slug], options, seats, Random(3)).steps if seat is not None]


@tables
def test_a_refused_action_names_its_rule_and_changes_nothing(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    rng = Random(4)
    seen = {action for options in kinds(rules, seats, 6) for action in actions(slug, seats, options)}
    others = rng.sample(sorted(seen, key=repr), min(25, len(seen)))
    for options in kinds(rules, seats, 4):
        for match in islice(walk(rules, options, seats, rng), 200):
            before = match.state.clone()
            for seat in range(seats):
                for action in others:
                    if rules.allows(match.state, seat, action):
                        continue
                    with pytest.raises(IllegalAction) as refused:
                        play(rules, match.state, seat, action)
                    assert refused.value.rule.startswith("R")
                    assert refused.value.reason
            assert match.state == before


@tables
def test_playing_leaves_its_argument_alone(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 6):
        for match in islice(walk(rules, options, seats, Random(5)), 300):
            state = match.state
            before = state.clone()
            assert before == state
            if waiting := rules.to_act(state):
                after = play(rules, state, waiting[-1], rules.legal(state, waiting[-1])[0])
            elif (node := rules.chance(state)) is not None:
                after = play(rules, state, None, node.sample(Random(6)))
            else:
                continue
            assert state == before
            assert after != before


@tables
def test_cards_are_neither_lost_nor_made(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    for options in kinds(rules, seats, 8):
        dealt = 0
        for match in walk(rules, options, seats, Random(7)):
            cards = game.cards(match.state)
            if cards is not None:
                dealt += 1
                assert sorted(cards) == list(game.DECK)
        assert dealt


@tables
def test_every_match_ends(slug: str, seats: int) -> None:
    rules, game = GAMES[slug], adapter(slug)
    for options in kinds(rules, seats, 10):
        match = finish(rules, options, seats, Random(8))
        assert len(match.steps) <= game.LONGEST
        assert rules.result(match.state) is not None


@tables
def test_replaying_gives_the_same_match(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 10):
        match = finish(rules, options, seats, Random(9))
        again = finish(rules, options, seats, Random(9))
        assert match.steps == again.steps
        assert match.state == again.state == replay(rules, options, seats, match.steps)


@tables
def test_a_record_is_checked_to_itself(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 6):
        match = finish(rules, options, seats, Random(10))
        line = write(rules, options, seats, match.steps).json_line()
        record = parse(line)
        checked = check(rules, record)
        assert checked.state == match.state
        assert write(rules, options, seats, checked.steps).json_line() == line


@tables
def test_any_beginning_of_a_record_is_in_order(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 3):
        steps = write(rules, options, seats, finish(rules, options, seats, Random(11)).steps)
        for length in range(0, len(steps.log), max(7, len(steps.log) // BEGINNINGS)):
            started = steps.model_copy(update={"log": steps.log[:length], "result": None})
            check(rules, started, complete=length == len(steps.log))


@tables
def test_simultaneous_choices_may_come_in_any_order(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    rng = Random(12)
    for options in kinds(rules, seats, 6):
        for match in islice(walk(rules, options, seats, rng), 200):
            waiting = rules.to_act(match.state)
            if len(waiting) < 2:
                continue
            chosen = {seat: rng.choice(rules.legal(match.state, seat)) for seat in waiting}
            states, lines = [], []
            for order in (waiting, waiting[::-1], rng.sample(waiting, len(waiting))):
                state = match.state
                for seat in order:
                    assert chosen[seat] in rules.legal(state, seat)
                    state = play(rules, state, seat, chosen[seat])
                states.append(state)
                steps = [*match.steps, *((seat, chosen[seat]) for seat in order)]
                lines.append(write(rules, options, seats, steps).json_line())
            assert states[0] == states[1] == states[2]
            assert lines[0] == lines[1] == lines[2]


@tables
def test_chance_admits_what_it_draws(slug: str, seats: int) -> None:
    rules = GAMES[slug]
    for options in kinds(rules, seats, 5):
        for match in islice(walk(rules, options, seats, Random(13)), 200):
            node = rules.chance(match.state)
            if node is None:
                continue
            assert node.kind in rules.outcomes
            assert node.rule.startswith("R")
            outcomes = [node.sample(Random(seed)) for seed in range(5)]
            assert all(type(outcome) is node.kind and node.admits(outcome) for outcome in outcomes)
            assert outcomes == [node.sample(Random(seed)) for seed in range(5)]
