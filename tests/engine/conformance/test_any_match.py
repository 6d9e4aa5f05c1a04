"""The same promises, with options and choices searched by hypothesis."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core import replay
from engine.games import GAMES
from engine.record import check, parse, write
from engine.shell import inspection
from tests.engine.adapters import adapter
from tests.engine.strategies import matches

games = pytest.mark.parametrize("slug", list(GAMES))
searching = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


@games
@searching
@given(data=st.data())
def test_records_of_any_match(slug: str, data: st.DataObject) -> None:
    rules = GAMES[slug]
    match = data.draw(matches(rules))
    canonical = write(rules, match.options, match.seats, match.steps)
    checked = check(rules, parse(canonical.json_line()), complete=False)
    if len(checked.steps) == len(match.steps):
        assert checked.state == match.state
    report = inspection.report(canonical.json_line())
    assert report["ok"]
    assert report["over"] == (rules.result(match.state) is not None)
    assert replay(rules, match.options, match.seats, match.steps) == match.state
    assert json.loads(canonical.json_line())["log"] == canonical.log


@games
@searching
@given(data=st.data())
def test_imagination_in_any_match(slug: str, data: st.DataObject) -> None:
    rules, game = GAMES[slug], adapter(slug)
    match = data.draw(matches(rules))
    rng = Random(data.draw(st.integers(0, 99)))
    for seat in [None, *range(match.seats)]:
        view = rules.view(match.state, seat)
        assert rules.view(rules.imagine(view, rng), seat) == view
        assert rules.view(game.scramble(match.state, seat, rng), seat) == view
    cards = game.cards(match.state)
    assert cards is None or sorted(cards) == list(game.DECK)
