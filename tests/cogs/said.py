"""What a face says, in plain text: text stands in for each emoji."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.emoji import plain
from bot.face import AnyFace
from bot.screen import LABEL, Block, Button, Option, Picture, Text
from bot.ui.layout import caption, symbol
from engine.core import Event, IllegalAction


def text(blocks: Sequence[Block]) -> str:
    """All texts; of a picture its words."""
    return "\n".join(
        plain(block.words if isinstance(block, Picture) else block.markdown)
        for block in blocks
        if isinstance(block, Text | Picture)
    )


def story(face: AnyFace, event: Event, names: Sequence[str]) -> str:
    """What is told of an event; "" if nothing is."""
    return plain(face.story(event, names) or "")


def asked(face: AnyFace, view: Any, names: Sequence[str]) -> str:
    return plain(face.asked(view, names))


def refused(face: AnyFace, error: IllegalAction, names: Sequence[str]) -> str:
    return plain(face.refused(error, names))


def label(control: Button | Option) -> str:
    """What stands on a control where no emoji is up."""
    unicode = control.emoji if control.emoji == symbol(control.emoji) else None
    return " ".join(filter(None, (unicode, caption(control.label, control.emoji, LABEL))))
