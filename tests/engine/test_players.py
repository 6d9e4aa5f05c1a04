"""Computer players: found by level and game, at home in every position, better than chance."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.games import GAMES
from engine.players import LEVELS, player
from engine.players.random import RandomPlayer
from engine.shell.contest import contest
from tests.engine.walks import TABLES, kinds, walk


def test_finding_players() -> None:
    assert isinstance(player("random", "no game"), RandomPlayer)
    assert isinstance(player("normal", "no_game_of_this_name"), RandomPlayer)
    with pytest.raises(KeyError):
        player("clairvoyant", next(iter(GAMES)))


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_players_choose_what_is_legal_and_choose_it_again(slug: str, seats: int, level: str) -> None:
    rules, computer = GAMES[slug], player(level, slug)
    for options in kinds(rules, seats, 4):
        for match in islice(walk(rules, options, seats, Random(1)), 300):
            for seat in rules.to_act(match.state):
                view, legal = rules.view(match.state, seat), rules.legal(match.state, seat)
                choice = computer.choose(view, legal, Random(2))
                assert any(choice == action and type(choice) is type(action) for action in legal)
                assert choice == computer.choose(view, legal, Random(2))


@pytest.mark.parametrize("slug", GAMES)
def test_normal_beats_random(slug: str) -> None:
    rules = GAMES[slug]
    seats = rules.seats[0]
    levels = ["normal", *["random"] * (seats - 1)]
    normal, *_ = contest(
        rules, rules.Options(), [player(level, slug) for level in levels], 60 * seats, seed=1
    )
    assert normal.share - normal.margin > 1 / seats
