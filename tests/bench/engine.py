"""The engine against its budgets: steps a second, clone and view, by game and seats."""

from __future__ import annotations

from time import process_time

from engine.games import GAMES
from engine.shell import speed
from tests.bench.figures import verdict
from tests.engine.adapters import adapter

CHECKED = 0.5
"""The checked path shall keep this share of the budget in place."""


def report(slug: str | None = None) -> bool:
    """Print figures and how many times their budgets they are; whether every budget is kept."""
    print(f"yardstick: {speed.yardstick(process_time):,.0f} turns/s of a bare loop over a shuffled deck")
    print("game     seats  in place/s            checked/s           clone us         view us")
    kept = True
    for rules in GAMES.values():
        if slug not in {None, rules.slug}:
            continue
        budget = adapter(rules.slug)
        for seats in rules.seats:
            took = speed.measure(rules, seats, process_time)
            ratios = (
                took.in_place / budget.STEPS,
                took.checked / (CHECKED * budget.STEPS),
                budget.CLONE / took.clone,
                budget.VIEW / took.view,
            )
            kept &= min(ratios) >= 1
            in_place, checked, clone, view = (f"x{ratio:5.2f}" for ratio in ratios)
            print(
                f"{rules.slug:<8} {seats:>5} {took.in_place:>11,.0f} {in_place}"
                f"  {took.checked:>11,.0f} {checked}  {took.clone:>7.2f} {clone}  {took.view:>6.2f} {view}"
                f"   {verdict(kept=min(ratios) >= 1)}"
            )
    return kept
