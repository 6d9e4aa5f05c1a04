"""A Screen as a Discord layout (Components V2), inside Discord's limits."""

import io
import re
from itertools import zip_longest
from typing import Any

import discord
from discord import ui

from bot.emoji import plain, rendered
from bot.screen import (
    ALT,
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
    Picture,
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

_FORMAT = re.compile(r"\\([\W_])|\*\*|~~|__")
_HEAD = re.compile(r"^(#{1,3} |-# |> |- |```)+")

MODAL_TITLE = 45
"""Characters of a dialogue's title, and of the label of its line."""

TYPED = 20
"""Characters that may be typed there."""

PICTURE = "table.webp"
"""The name of every picture's file: a new name at each edit would be another attachment."""


class Layout(ui.LayoutView):
    """A message, and the bytes of its picture if it has one."""

    def __init__(self, picture: bytes | None) -> None:
        super().__init__(timeout=None)
        self._picture = picture
        self.stop()  # else discord.py would keep the view to answer presses by itself

    def files(self) -> list[discord.File]:
        """What is attached, anew for each request: an edit keeps nothing that it does not bring."""
        return [] if self._picture is None else [discord.File(io.BytesIO(self._picture), PICTURE)]


def layout(screen: Screen, match: int = 0, stamp: int = 0, picture: bytes | None = None) -> Layout:
    """The message of a screen. Its controls are answered by ``bot.ui.press``, not by the view itself.

    Without the bytes of its ``picture``, if it has one, the screen shows the picture's words.
    """
    items = _Items(match, stamp, screen, picture)
    children = [items.block(block) for block in screen.blocks]
    view = Layout(picture)
    view.add_item(ui.Container(*children, accent_colour=screen.accent))
    return view


def notice(words: str, button: Button, match: int) -> Layout:
    """A text with a button below it, without the edge of a table or hand. Mentions in it may notify."""
    items = _Items(match, 0, Screen((Text(words),)), None)
    view = Layout(None)
    view.add_item(items.block(Text(words)))
    view.add_item(items.block(Row((button,))))
    return view


def question(title: str, text: str, hint: str, control: ControlId) -> ui.Modal:
    """A dialogue with one line to type a short text into, answered by ``bot.ui.press`` as well."""
    modal = ui.Modal(title=label(title, MODAL_TITLE), custom_id=control.text("m", 1), timeout=None)
    line: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="typed", max_length=TYPED)
    modal.add_item(
        ui.Label(text=label(text, MODAL_TITLE), description=label(hint, DESCRIPTION), component=line)
    )
    modal.stop()  # as a Layout
    return modal


class _Items:
    def __init__(self, match: int, stamp: int, screen: Screen, picture: bytes | None) -> None:
        self._match = match
        self._stamp = stamp
        self._picture = picture
        self._controls = 0
        # Each text has one character at least.
        self._room = TEXT - sum(isinstance(block, Text | Picture) for block in screen.blocks)

    def block(self, block: Block) -> ui.Item[Any]:
        match block:
            case Text(markdown):
                return ui.TextDisplay(self._fit(rendered(markdown)))
            case Picture(_, words) if self._picture is None:
                return ui.TextDisplay(self._fit(rendered(words)))
            case Picture(_, words):
                item = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt(words))
                return ui.MediaGallery(item)
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
                                label=caption(option.label, option.emoji, DESCRIPTION),
                                value=value(option.target),
                                description=label(option.description, DESCRIPTION)
                                if option.description
                                else None,
                                emoji=symbol(option.emoji),
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
                discord.SelectOption(
                    label=caption(text, emoji, DESCRIPTION),
                    value=str(at),
                    default=at in pick.chosen,
                    emoji=symbol(emoji),
                )
                for at, (text, emoji) in enumerate(zip_longest(pick.labels, pick.emoji))
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
        emoji = symbol(button.emoji)
        return ui.Button(
            label=caption(button.label, button.emoji, LABEL) or None,
            style=_STYLES[button.style],
            emoji=emoji,
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
    """Text for a place where Discord formats nothing: escapes and emoji out, cut to ``most`` characters."""
    clean = _FORMAT.sub(lambda found: found[1] or "", plain(text))
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def caption(text: str, emoji: str | None, most: int) -> str:
    """The label of a control: what stands in for its emoji comes first, unless the label says it already."""
    instead = "" if emoji is None or symbol(emoji) else plain(emoji)
    return label(text if instead in plain(text) else f"{instead} {text}".rstrip(), most)


def symbol(emoji: str | None) -> str | None:
    """An emoji as buttons and options take it; None if text stands in for it."""
    if emoji is None:
        return None
    shown = rendered(emoji)
    return shown if shown.startswith("<") or shown == emoji else None


def alt(words: str) -> str:
    """Markdown as the text that stands for a picture: whole lines, as many as there is room for."""
    lines = [line for line in map(_bare, plain(words).splitlines()) if line]
    while len("\n".join(lines)) > ALT:
        lines.pop()
    return "\n".join(lines) or "…"


def _bare(line: str) -> str:
    return _FORMAT.sub(lambda found: found[1] or "", _HEAD.sub("", line)).strip()
