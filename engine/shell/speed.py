"""How fast the rules are, beside a yardstick that tells how fast the machine is."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from engine.core import AnyRules, play, silent

Clock: TypeAlias = Callable[[], float]
"""Seconds of processor time."""


class Speed(NamedTuple):
    """Of a game at a number of seats, with default options and random play."""

    seats: int
    in_place: float
    """Recorded actions a second, legal lists, events and chance included."""
    checked: float
    """The same through ``play``, which checks and copies at every step."""
    clone: float
    """Microseconds."""
    view: float
    """Microseconds."""


def measure(rules: AnyRules, seats: int, clock: Clock, seconds: float = 0.5) -> Speed:
    """The speed of a game, each figure the best of three runs that share ``seconds``."""
    options = rules.Options()
    rng = Random(1)
    positions = list(_positions(rules, options, seats, Random(2)))

    def clone() -> int:
        for state in positions:
            state.clone()
        return len(positions)

    def view() -> int:
        for state in positions:
            rules.view(state, 0)
        return len(positions)

    share = seconds / 4
    return Speed(
        seats,
        _rate(lambda: _in_place(rules, options, seats, rng), clock, share),
        _rate(lambda: sum(1 for _ in _positions(rules, options, seats, rng)), clock, share),
        1e6 / _rate(clone, clock, share),
        1e6 / _rate(view, clock, share),
    )


def yardstick(clock: Clock, seconds: float = 0.3) -> float:
    """Turns a second of a bare loop over a shuffled deck, the least that any card game costs."""
    rng = Random(1)

    def loop() -> int:
        deck = list(range(52))
        rng.shuffle(deck)
        above, shown = 0, deck[0]
        for card in deck[1:]:
            legal = (True, False)
            if legal[int(rng.random() * 2)] == (card % 13 > shown % 13):
                above += 1
            shown = card
        return 51

    return _rate(loop, clock, seconds)


def _rate(run: Callable[[], int], clock: Clock, seconds: float) -> float:
    """The most counts a second that ``run`` reaches in one of three runs."""
    run()
    best = 0.0
    for _ in range(3):
        count, start = 0, clock()
        while (spent := clock() - start) < seconds / 3:
            count += run()
        best = max(best, count / spent)
    return best


def _in_place(rules: AnyRules, options: Any, seats: int, rng: Random) -> int:
    """How many actions a random match has; one state is changed all along."""
    state = rules.start(options, seats)
    actions = 0
    while True:
        if waiting := rules.to_act(state):
            seat = waiting[0]
            legal = rules.legal(state, seat)
            rules.advance(state, seat, legal[int(rng.random() * len(legal))], silent)
            actions += 1
        elif (node := rules.chance(state)) is not None:
            rules.resolve(state, node.sample(rng), silent)
        else:
            return actions


def _positions(rules: AnyRules, options: Any, seats: int, rng: Random) -> Iterator[Any]:
    """The positions of a random match that wait for a seat, each a checked copy."""
    state = rules.start(options, seats)
    while True:
        if waiting := rules.to_act(state):
            yield state
            seat = waiting[0]
            legal = rules.legal(state, seat)
            state = play(rules, state, seat, legal[int(rng.random() * len(legal))])
        elif (node := rules.chance(state)) is not None:
            state = play(rules, state, None, node.sample(rng))
        else:
            return
