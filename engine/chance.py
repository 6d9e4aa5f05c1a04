"""Outcomes of chance that many games have: a shuffle, and a lot between equals."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from engine.core import ChanceNode

C = TypeVar("C", bound=tuple[Any, ...])


def shuffle(kind: type[C], rule: str, pack: Iterable[int]) -> ChanceNode[C]:
    """All cards of a pack in any order, which is the only field of ``kind``."""
    cards = sorted(pack)
    return ChanceNode(
        kind,
        rule,
        sample=lambda rng: kind(shuffled(cards, rng)),
        admits=lambda outcome: sorted(outcome[0]) == cards,
    )


def lot(
    kind: type[C], rule: str, among: Sequence[Any], fixed: Mapping[str, Any] | None = None
) -> ChanceNode[C]:
    """One of several, all equally likely, as the only field of ``kind``."""
    return ChanceNode(
        kind,
        rule,
        sample=lambda rng: kind(among[rng.randrange(len(among))]),
        admits=lambda outcome: outcome[0] in among,
        fixed=fixed or {},
    )


def shuffled(things: Iterable[int], rng: Random) -> tuple[int, ...]:
    """They in any order, all equally likely."""
    order = list(things)
    rng.shuffle(order)
    return tuple(order)
