"""Matches for hypothesis: any options, any number of seats, any choices."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.core import AnyRules, BadOptions, Event
from engine.record import Playthrough
from engine.shell.variety import domains


def options(rules: AnyRules) -> st.SearchStrategy[Any]:
    """Any options that fit at least one number of seats."""

    def values(domain: Sequence[Any]) -> st.SearchStrategy[Any]:
        return st.one_of(
            *(
                st.integers(value[0], value[-1]) if isinstance(value, range) else st.just(value)
                for value in domain
            )
        )

    fields = {name: values(domain) for name, domain in domains(rules).items()}
    return st.builds(rules.Options, **fields).filter(
        lambda chosen: any(fits(rules, chosen, n) for n in rules.seats)
    )


def fits(rules: AnyRules, chosen: Any, seats: int) -> bool:
    """Whether a match can be played so."""
    try:
        rules.check(chosen, seats)
    except BadOptions:
        return False
    return True


@st.composite
def matches(
    draw: st.DrawFn, rules: AnyRules, most: int = 150, told: list[Event] | None = None
) -> Playthrough:
    """A match after some steps: the first choices are drawn one by one, the rest are left to luck."""
    chosen = draw(options(rules))
    seats = draw(st.sampled_from([n for n in rules.seats if fits(rules, chosen, n)]))
    luck = Random(draw(st.integers(0, 2**32 - 1)))
    choices = draw(st.lists(st.integers(0, 2**16 - 1), max_size=most))
    choices += [luck.randrange(2**16) for _ in range(draw(st.integers(0, most)))]
    match = Playthrough(rules, chosen, seats)
    tell = (lambda event: None) if told is None else told.append
    for choice in choices:
        while (node := rules.chance(match.state)) is not None:
            match.take(None, node.sample(luck), tell)
        waiting = rules.to_act(match.state)
        if not waiting:
            break
        seat = waiting[choice % len(waiting)]
        legal = rules.legal(match.state, seat)
        match.take(seat, legal[choice // len(waiting) % len(legal)], tell)
    return match
