"""What each button and menu does. Imported for its registrations."""

from __future__ import annotations

from typing import Any

from bot import house
from bot.i18n import _
from bot.matches.damaged import Corrupt
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.matches.refusals import Refused
from bot.screen import Act, Button, Do, Go, Row, Screen, Text
from bot.store import MatchRow
from bot.ui import rules_pages, screens
from bot.ui.ids import ControlId, Malformed, number, path
from bot.ui.layout import layout, target_of
from bot.ui.press import HANDLERS, UPDATING, Press, handles, unknown

# The lobby's buttons


@handles("join", updates=True)
async def join(press: Press) -> None:
    await _lobby(press, await press.bot.lobbies.join(press.control.match, press.person))


@handles("leave", updates=True)
async def leave(press: Press) -> None:
    await _lobby(press, await press.bot.lobbies.leave(press.control.match, press.person.id))


@handles("add", updates=True)
async def add_computer(press: Press) -> None:
    lobbies = press.bot.lobbies
    await _lobby(press, await lobbies.add_computer(press.control.match, press.person.id, press.control.rest))


@handles("remove", updates=True)
async def remove_computer(press: Press) -> None:
    await _lobby(press, await press.bot.lobbies.remove_computer(press.control.match, press.person.id))


async def _lobby(press: Press, row: MatchRow) -> None:
    tables = press.bot.tables
    try:
        await press.redraw(tables.lobby_view(row))
    except Exception:
        await tables.lobby_changed(row)
        raise
    if await tables.pressed_at(row, press.interaction.message):
        await tables.lobby_answered(row)
    else:
        await tables.lobby_changed(await press.bot.store.match(row.id) or row)


@handles("start", updates=True)
async def start(press: Press) -> None:
    """The table turns into the match, and whoever pressed has the hand at once."""
    match = await press.bot.lobbies.start(press.control.match, press.person.id)
    tables = press.bot.tables
    tables.pressed(match.row.id, press.person.id)
    try:
        await press.redraw(tables.view_of(match))
        seat = match.row.seat_of(press.person.id)
        if seat is not None and match.row.status == "running":
            view = tables.hand_view(match, seat, locale=press.locale)
            message = await press.interaction.followup.send(view=view, ephemeral=True, wait=True)
            await tables.opened(match, seat, lambda view: message.edit(view=view))
    except Exception:
        await tables.changed(match)
        raise
    if await tables.pressed_at(match.row, press.interaction.message):
        await tables.answered(match, press.person.id)
    else:
        await tables.changed(match, press.person.id)


@handles("options")
async def options(press: Press) -> None:
    row = await _lobby_row(press)
    if row.host_id != press.person.id:
        raise Refused("not_host", row=row)
    await _panel(press, row, number(press.control.rest or "0"))


@handles("set")
async def set_option(press: Press) -> None:
    row = await _lobby_row(press)
    page, _dash, which = press.control.rest.partition("-")
    name, _dash, at = which.partition("-")
    choices = {field.name: field.choices for field in press.bot.faces[row.slug].fields()}.get(name, ())
    if number(at) >= len(choices):
        raise Malformed(which)
    row = await press.bot.lobbies.set_option(row.id, press.person.id, name, choices[number(at)].value)
    try:
        await _panel(press, row, number(page))
    finally:
        await press.bot.tables.lobby_changed(row)


@handles("pace")
async def set_pace(press: Press) -> None:
    row = await press.bot.lobbies.set_pace(press.control.match, press.person.id, press.control.rest)
    try:
        await _panel(press, row, 0)
    finally:
        await press.bot.tables.lobby_changed(row)


@handles("host")
async def hand_over(press: Press) -> None:
    row = await press.bot.lobbies.hand_over(press.control.match, press.person.id, number(press.control.rest))
    try:
        await press.show(layout(Screen((Text(_("Done: the table has another host now.")),)), row.id))
    finally:
        await press.bot.tables.lobby_changed(row)


async def _lobby_row(press: Press) -> MatchRow:
    row = await press.bot.store.match(press.control.match)
    if row is None or row.slug not in press.bot.faces:
        raise Refused("gone")
    if row.status != "lobby":
        raise Refused(row.status, row=row)
    return row


async def _panel(press: Press, row: MatchRow, page: int) -> None:
    await press.show(layout(screens.options_panel(press.bot.faces[row.slug], row, page), row.id))


# The table's and the hand's buttons


@handles("hand")
@handles("refresh")
async def hand(press: Press) -> None:
    match = await press.bot.service.see(press.control.match, press.person.id)
    await show_hand(press, match)
    await press.bot.tables.pressed_at(match.row, press.interaction.message)


async def show_hand(press: Press, match: Match) -> None:
    """Answer with the person's hand in the match."""
    if match.row.status == "cancelled":
        raise Refused("cancelled")
    tables = press.bot.tables
    seat, _stamp = press.bot.service.due(match, press.person.id)
    tables.pressed(match.row.id, press.person.id)
    if match.row.paused_at is not None:  # perhaps the table can be shown again, and the hand will say so
        await tables.try_again(match, press.person.id)
        match = press.bot.service.latest(match)
    await press.hand(match, seat)
    await tables.first_seen(match, press.person.id)


@handles("act")
async def act(press: Press) -> None:
    await _act(press, number(press.control.rest))


async def _act(press: Press, choice: int) -> None:
    bot, person = press.bot, press.person.id
    match = await bot.service.act(press.control.match, person, press.control.stamp, choice)
    press.kept = True
    bot.tables.pressed(match.row.id, person)
    if match.row.paused_at is not None:
        await bot.tables.changed(match, person)
        match = bot.service.latest(match)
    seat = match.row.seat_of(person)
    try:
        if seat is not None:
            await press.hand(match, seat)
    except Exception:
        await bot.tables.changed(match)
        raise
    await bot.tables.changed(match, person)


@handles("go")
async def go(press: Press) -> None:
    await _go(press, path(press.control.rest))


@handles("pick")
async def pick(press: Press) -> None:
    chosen = tuple(sorted(map(number, press.values)))
    await _go(press, path(press.control.rest) + chosen)


async def _go(press: Press, where: tuple[int, ...]) -> None:
    match = await press.bot.service.see(press.control.match, press.person.id)
    seat, stamp = press.bot.service.due(match, press.person.id)
    if stamp != press.control.stamp or match.row.status != "running":
        raise Refused("stale", match=match)
    await press.hand(match, seat, where)


@handles("choose", updates=True)
async def choose(press: Press) -> None:
    """A menu of which one option was chosen."""
    match target_of(press.values[0] if press.values else ""):
        case Act(index):
            await _act(press, index)
        case Go(where):
            await _go(press, where)
        case Do(verb, match, rest):
            if verb == "choose":
                await unknown(press)
                return
            press.control = ControlId(verb, match or press.control.match, 0, rest)
            press.updates = verb in UPDATING
            await HANDLERS.get(verb, unknown)(press)


# Anywhere


@handles("rules")
async def rules(press: Press) -> None:
    """The rules of a match's game, with its options; ``rest`` is the page."""
    row = await press.bot.store.match(press.control.match)
    if row is None or row.slug not in press.bot.faces:
        raise Refused("gone")
    face = press.bot.faces[row.slug]
    page = number(press.control.rest or "0")
    await press.show(layout(rules_pages.screen(face, page, press.locale, row), row.id))


@handles("book")
async def book(press: Press) -> None:
    """The rules of a game; ``rest`` is ``slug-page``."""
    slug, _dash, page = press.control.rest.partition("-")
    face = press.bot.faces.get(slug)
    if face is None:
        raise Malformed(slug)
    await press.show(layout(rules_pages.screen(face, number(page), press.locale)))


@handles("rematch")
async def rematch(press: Press) -> None:
    bot = press.bot
    finished = await bot.service.load(press.control.match, fresh=True)
    played = finished.row
    # Where it was played: a hand may be open in another server.
    place = Place(played.server_id, played.channel_id, played.locale)
    if await bot.store.rematch(played.id) is None:
        await house.admit(
            bot.store, await house.of(bot.store, played.server_id), played.slug, played.channel_id
        )
    row, new = await bot.lobbies.rematch(finished, press.person, place)
    view = bot.tables.lobby_view(row)
    if new:
        if not await bot.tables.put_up(row, view):
            await bot.lobbies.leave(row.id, press.person.id)
            raise Refused("cannot_write")
        row = await bot.store.match(row.id) or row
    else:
        await bot.tables.lobby_changed(row)
    await press.say(
        _("You are in for a rematch: {link}. It starts when the host presses Start.").format(
            link=screens.link(row)
        )
    )


@handles("move")
async def move(press: Press) -> None:
    """Put a table up again, here."""
    bot = press.bot
    row = await bot.store.match(press.control.match)
    if row is None or row.seat_of(press.person.id) is None:
        raise Refused("not_seated")
    if row.server_id != press.place.server_id:  # the others could not follow it there
        raise Refused("elsewhere", link=screens.link(row))
    rules = await house.of(bot.store, row.server_id)
    if rules.channels and press.place.channel_id not in rules.channels:
        raise Refused("channel_off", channels=rules.channels)
    if row.status == "lobby":
        view = bot.tables.lobby_view(row)
    else:
        view = bot.tables.view_of(await bot.service.see(row.id))
    if not await bot.tables.put_up(row, view, press.place.channel_id):
        raise Refused("cannot_write")
    try:
        await press.say(_("The table is up again in this channel."))
    finally:
        await bot.tables.moved(row)


@handles("quit")
async def quit_match(press: Press) -> None:
    """Leave a running match, after having been asked."""
    bot = press.bot
    try:
        match = await bot.service.leave(press.control.match, press.person.id)
    except Corrupt:
        said = _("You have left. The match could not be read; it is kept.")
        await press.show(layout(Screen((Text(said),))))
        row = await bot.store.match(press.control.match)
        if row is not None and row.status == "cancelled":
            await bot.tables.lobby_changed(row)
        return
    if match is None:
        said = _("You have left. Nobody is left, so the match is called off.")
    else:
        said = _("You have left; a computer plays on in your seat.")
    try:
        await press.show(layout(Screen((Text(said),))))
    finally:
        match = match or await bot.service.load(press.control.match)
        await bot.tables.changed(match, press.person.id)


@handles("stay")
async def stay(press: Press) -> None:
    await press.show(layout(Screen((Text(_("You keep your seat.")),))))


async def ask_before_leaving(press: Press, row: MatchRow) -> None:
    """Say what leaving means, with the button that does it."""
    text = _("Leave match {number}? A computer takes your seat for the rest of it, and it counts as played.")
    buttons: tuple[Any, ...] = (
        Button(_("Leave"), Do("quit", row.id), "bad"),
        Button(_("Stay"), Do("stay", row.id)),
    )
    await press.show(layout(Screen((Text(text.format(number=row.id)), Row(buttons))), row.id))
