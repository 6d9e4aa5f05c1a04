"""How figures are printed."""

from __future__ import annotations


def quantile(values: list[float], share: float) -> float:
    """The value that this share of the others is not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def verdict(*, kept: bool) -> str:
    """Whether a budget is kept, as it is printed beside the figure."""
    return "OK" if kept else "MISSED"
