"""What every screen of a face must keep to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot import names as naming
from bot.emoji import plain
from bot.screen import (
    LABEL,
    MENU_OPTIONS,
    ROW_BUTTONS,
    Block,
    Go,
    Line,
    Menu,
    Pick,
    Picture,
    Row,
    Target,
    Text,
)

TEXT = 2400


COMPONENTS = 20


LONGEST = [
    f"🤖 {name}" for name in naming.safe(["_" * 32, "*" * 32, "W" * 31 + ".", "ß" * 32, "~" * 32, ">" * 32])
]


def components(blocks: Sequence[Block]) -> int:
    return sum(1 + len(block.buttons) if isinstance(block, Row) else 1 for block in blocks) + sum(
        isinstance(block, Menu | Pick | Picture) for block in blocks
    )


def text(blocks: Sequence[Block]) -> str:
    return "\n".join(plain(block.markdown) for block in blocks if isinstance(block, Text))


def targets(blocks: Sequence[Block]) -> Iterator[Target]:
    for block in blocks:
        match block:
            case Row(buttons):
                yield from (button.target for button in buttons if button.target is not None)
            case Menu(_, options):
                yield from (option.target for option in options)
            case Pick(path=path, least=least):
                yield Go((*path, *range(least)))
            case _:
                pass


def hold_limits(blocks: Sequence[Block]) -> None:
    assert len(text(blocks)) <= TEXT
    assert components(blocks) <= COMPONENTS
    for block in blocks:
        match block:
            case Text(markdown):
                assert markdown.strip()
            case Row(buttons):
                assert 1 <= len(buttons) <= ROW_BUTTONS
                assert all(0 < len(plain(button.label or button.emoji or "")) <= LABEL for button in buttons)
            case Menu(prompt, options):
                assert prompt
                assert 1 <= len(options) <= MENU_OPTIONS
                assert all(0 < len(option.label) <= 100 for option in options)
                assert all(len(option.description or "") <= 100 for option in options)
                assert len({option.target for option in options}) == len(options)
            case Picture(_, words):
                assert words.strip()
            case Pick(_, labels, least, most):
                assert 1 <= least <= most <= len(labels) <= MENU_OPTIONS
            case Line():
                pass
