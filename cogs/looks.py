"""The controls for how tables and hands look: by person in /settings, by server in /server look."""

from typing import Any, Literal, TypeAlias

from bot.art.look import Look
from bot.emoji import emoji, written
from bot.i18n import _
from bot.scene import Cloth, Number, Part, Plate, Scene, Sprite
from bot.screen import Block, Button, Do, Menu, Option, Picture, Row, Screen, Text
from bot.ui.layout import layout
from bot.ui.press import Press

Whose: TypeAlias = Literal["mine", "server"]

_CLOTH = Cloth(0x092C21, 0x26805C)
_STEPS = range(0, 101, 10)
_SWITCHES = ("pictures", "emoji", "two_colours")
_DIALS = ("contrast", "grain", "temperature")


def blocks(look: Look, whose: Whose) -> list[Block]:
    """What is chosen, how it looks, and the controls."""
    on = {True: _("on"), False: _("off")}
    said = [
        _("Pictures: **{state}**").format(state=on[look.pictures]),
        _("Emoji: **{state}**").format(state=on[look.emoji]),
        _("Suits: **{colours}**").format(
            colours=_("red and black") if look.two_colours else _("four colours")
        ),
    ]
    names = {"contrast": _("Contrast"), "grain": _("Grain"), "temperature": _("Colour temperature")}
    dials = [f"{names[dial]} **{getattr(look, dial)} %**" for dial in _DIALS]
    switches = (
        Button(_("Pictures on or off"), Do("look", rest=f"{whose}-pictures-{int(not look.pictures)}")),
        Button(_("Emoji on or off"), Do("look", rest=f"{whose}-emoji-{int(not look.emoji)}")),
        Button(_("Two or four colours"), Do("look", rest=f"{whose}-two_colours-{int(not look.two_colours)}")),
    )
    return [
        Picture(_sample(), "**" + _("This is how cards look:") + "** " + _cards()),
        Text(" · ".join(said) + "\n-# " + " · ".join(dials)),
        Row(switches),
        *(_dial(names[dial], dial, getattr(look, dial), whose) for dial in _DIALS),
    ]


def _dial(name: str, dial: str, now: int, whose: Whose) -> Menu:
    options = tuple(
        Option(("● " if step == now else "") + f"{step} %", Do("look", rest=f"{whose}-{dial}-{step}"))
        for step in _STEPS
    )
    return Menu(f"{name}…", options)


def _cards() -> str:
    return " ".join(
        emoji(name, text)
        for name, text in (
            ("ace_of_spades", "A♠"),
            ("ten_of_hearts", "10♥"),
            ("queen_of_diamonds", "Q♦"),
            ("seven_of_clubs", "7♣"),
            ("tile_heaven", "6‑6"),
            ("number_47", "47"),
        )
    )


def _sample() -> Scene:
    """A card of each suit, a domino, a number, and all seats."""
    cards = ("ace_of_spades", "ten_of_hearts", "queen_of_diamonds", "seven_of_clubs")
    parts: list[Part] = [
        Sprite(f"card_{card}", 100 + at * 130, 150, 112, shadow=True) for at, card in enumerate(cards)
    ]
    parts += [
        Sprite("card_number_47", 630, 150, 112, shadow=True),
        Plate(400, 350, 772, 132, "turn"),
        Sprite("table_tile_heaven", 110, 350, 146, shadow=True),
        Number("78", 210, 330, 44, "gold"),
        *(Sprite(f"seat_{seat}", 300 + seat * 72, 350, 56) for seat in range(1, 7)),
    ]
    return Scene(_CLOTH, tuple(parts))


def chosen(setting: str, value: int) -> dict[str, Any]:
    """A control's parameter as a preference. Raises KeyError for what no control has."""
    if setting in _SWITCHES and value in (0, 1):
        return {setting: bool(value)}
    if setting in _DIALS and value in _STEPS:
        return {setting: value}
    raise KeyError(setting)


async def answer(press: Press, screen: Screen, whose: Whose) -> None:
    """Show the panel as it looks with what is chosen; here the picture is waited for."""
    appearance = press.desk.appearance
    reading = (
        await appearance.of_person(press.person.id)
        if whose == "mine"
        else await appearance.of_server(press.place.server_id)
    )
    picture = await reading.paint(screen)
    with written(reading.markup):
        view = layout(screen, picture=picture)
    await press.show(view)
