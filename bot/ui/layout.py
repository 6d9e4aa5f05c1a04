"""A Screen as a Discord layout (Components V2), inside Discord's limits."""

import re
from typing import Any

import discord
from discord import ui

from bot.screen import (
    DESCRIPTION,
    LABEL,
    TEXT,
    Act,
    Block,
    Button,
    Do,
    Go,
    Line,
    Menu,
    Pick,
    Row,
    Screen,
    Style,
    Target,
    Text,
)
from bot.ui.ids import ControlId, Malformed, dotted, number, path

_STYLES: dict[Style, discord.ButtonStyle] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}
NO_MENTIONS = discord.AllowedMentions.none()
"""Also given with edits: discord.py leaves it out of those that change no ``content``."""

_FORMAT = re.compile(r"\\([\W_])|\*\*")

Layout = ui.LayoutView


def layout(screen: Screen, match: int = 0, stamp: int = 0) -> Layout:
    """The message of a screen. Its controls are answered by ``bot.ui.press``, not by the view itself."""
    items = _Items(match, stamp, sum(isinstance(block, Text) for block in screen.blocks))
    children = [items.block(block) for block in screen.blocks]
    view = Layout(timeout=None)
    view.add_item(ui.Container(*children, accent_colour=screen.accent))
    view.stop()  # else discord.py would keep the view to answer presses by itself
    return view


class _Items:
    def __init__(self, match: int, stamp: int, texts: int) -> None:
        self._match = match
        self._stamp = stamp
        self._controls = 0
        self._room = TEXT - texts  # each text has one character at least

    def block(self, block: Block) -> ui.Item[Any]:
        match block:
            case Text(markdown):
                return ui.TextDisplay(self._fit(markdown))
            case Line():
                return ui.Separator()
            case Row(buttons):
                return ui.ActionRow(*map(self._button, buttons))
            case Menu(prompt, options):
                return ui.ActionRow(
                    ui.Select(
                        custom_id=self._id("s", "choose", ""),
                        placeholder=label(prompt, 150),
                        options=[
                            discord.SelectOption(
                                label=label(option.label, DESCRIPTION),
                                value=value(option.target),
                                description=label(option.description, DESCRIPTION)
                                if option.description
                                else None,
                                emoji=option.emoji,
                            )
                            for option in options
                        ],
                    )
                )
            case Pick():
                return ui.ActionRow(self._pick(block))

    def _pick(self, pick: Pick) -> ui.Select[Any]:
        return ui.Select(
            custom_id=self._id("s", "pick", dotted(pick.path)),
            placeholder=label(pick.prompt, 150),
            min_values=pick.least,
            max_values=min(pick.most, len(pick.labels)),
            options=[
                discord.SelectOption(label=label(text, DESCRIPTION), value=str(at), default=at in pick.chosen)
                for at, text in enumerate(pick.labels)
            ],
        )

    def _button(self, button: Button) -> ui.Button[Any]:
        target = button.target
        match target:
            case None:
                custom_id = self._id("b", "none", "")
            case Act(index):
                custom_id = self._id("b", "act", str(index))
            case Go(where):
                custom_id = self._id("b", "go", dotted(where))
            case Do(verb, other, rest):
                custom_id = self._id("b", verb, rest, other)
        return ui.Button(
            label=label(button.label, LABEL),
            style=_STYLES[button.style],
            emoji=button.emoji,
            disabled=target is None,
            custom_id=custom_id,
        )

    def _id(self, kind: str, verb: str, rest: str, other: int | None = None) -> str:
        self._controls += 1
        match = self._match if other is None else other
        return ControlId(verb, match, self._stamp, rest).text(kind, self._controls)

    def _fit(self, markdown: str) -> str:
        """Whole lines while there is room in the message; a text may not be blank."""
        room = self._room + 1
        if len(markdown) > room:
            kept = markdown[: max(0, room - 1)].rpartition("\n")[0]
            markdown = f"{kept}\n…" if kept else "…"
        if not markdown.strip():
            markdown = "\u200b"
        self._room -= len(markdown) - 1
        return markdown


def value(target: Target) -> str:
    """A target as the value of a menu's option."""
    match target:
        case Act(index):
            return f"a{index}"
        case Go(where):
            return f"g{dotted(where)}"
        case Do(verb, match, rest):
            return f"d{verb}.{match or 0}.{rest}"


def target_of(text: str) -> Target:
    """The target that ``value`` wrote. Raises Malformed."""
    kind, rest = text[:1], text[1:]
    match kind:
        case "a":
            return Act(number(rest))
        case "g":
            return Go(path(rest))
        case "d" if rest.count(".") >= 2:
            verb, match_id, parameter = rest.split(".", 2)
            return Do(verb, number(match_id) or None, parameter)
        case _:
            raise Malformed(text)


def label(text: str, most: int) -> str:
    """Text for a place where Discord formats nothing: escapes taken out, cut to ``most`` characters."""
    clean = _FORMAT.sub(lambda found: found[1] or "", text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"
