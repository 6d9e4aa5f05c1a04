"""Figures about the shape of the code: ``python -m tests.repository.counts`` prints them.

``test_counts.py`` holds each of them to its limit. The root of another tree may be given as an argument; what
a press passes through is counted in the tree that runs.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.repository.crossings import one_press
from tests.repository.shape import DOOR, ROOT, Code


def crossings() -> Iterator[str]:
    press = asyncio.run(one_press())
    yield f"one press: {len(press.found)} crossings between {len(press.files)} files"
    for (here, there), times in Counter(press.found).most_common():
        yield f"    {times:3} {here} -> {there}"


def figures(code: Code) -> Iterator[str]:
    circles, outside, catches = code.circles(), code.writes_outside_the_door(), code.catches()
    yield f"import circles: {len(circles)}"
    for circle in circles:
        yield f"    {' '.join(circle)}"
    yield f"modules in a package: {most(code.modules_by_package())}"
    yield f"writes of a match outside {DOOR}: {len(outside)} of {len(code.writes())}"
    yield f"    by {', '.join(sorted(code.match_writers()))}: {' '.join(outside)}"
    yield f"places that catch Conflict: {len(catches)}"
    yield f"    {' '.join(catches)}"
    yield f"functions in a class: {most(code.functions_by_class())}"
    yield f"statements in a function: {most(code.statements_by_function())}"
    yield f"lines of Python: {code.lines()}"
    for name, methods in code.public_methods(DOOR, "bot/ui/tables.py").items():
        yield f"public methods of {name}: {len(methods)}"
        yield f"    {' '.join(methods)}"


def most(counted: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counted.most_common(4))


def main(arguments: list[str]) -> None:
    root = Path(arguments[0]).resolve() if arguments else ROOT
    lines = [*(crossings() if root == ROOT else ()), *figures(Code(root))]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
