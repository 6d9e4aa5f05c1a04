"""What each button and menu does. Imported for its registrations."""

from collections.abc import Awaitable
from typing import Any

from bot import names
from bot.face import Field
from bot.i18n import _
from bot.matches import lobby, operations
from bot.matches.errors import Corrupt, Refused
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.places import admission, rights
from bot.screen import Act, Button, Do, Go, Row, Screen, Text
from bot.store import MatchRow, finding
from bot.ui import rules_pages, screens
from bot.ui.ids import ControlId, Malformed, number, path
from bot.ui.layout import layout, target_of
from bot.ui.press import UPDATING, Press, handles, perform, unknown
from engine.shell.variety import domains

# The lobby's buttons


@handles("join", updates=True)
async def join(press: Press) -> None:
    await _redraw(press, press.desk.matches.change_lobby(press.control.match, lobby.join(press.person)))


@handles("leave", updates=True, anywhere=True)
async def leave(press: Press) -> None:
    decide = lobby.leave(press.person.id)
    await _redraw(press, press.desk.matches.change_lobby(press.control.match, decide))


@handles("add", updates=True)
async def add_computer(press: Press) -> None:
    decide = lobby.add_computer(press.person.id, press.control.rest)
    await _redraw(press, press.desk.matches.change_lobby(press.control.match, decide))


@handles("remove", updates=True)
async def remove_computer(press: Press) -> None:
    decide = lobby.remove_computer(press.person.id)
    await _redraw(press, press.desk.matches.change_lobby(press.control.match, decide))


@handles("start", updates=True)
async def start(press: Press) -> None:
    rights.check(press.interaction)

    async def begin() -> MatchRow:
        return (await operations.start(press.desk.matches, press.control.match, press.person.id)).row

    await _redraw(press, begin())


async def _redraw(press: Press, changing: Awaitable[MatchRow]) -> None:
    """Change the lobby; the answer redraws the table that was pressed.

    If the match begins by it, the table turns into the match, and whoever pressed has the hand at once.
    """
    desk, match_id = press.desk, press.control.match
    with desk.display.answering(match_id):
        row = await changing
        match = await _begun(press, row)
        drawings = desk.display.drawings
        drawing = await (drawings.of_lobby(row) if match is None else drawings.of(match))
        await press.redraw(drawing.view(match_id))
        if await at_table(press):
            desk.display.answered(match_id, drawing)
    if match is not None and not match.row.over:
        await press.hand(match, beside=True)


async def _begun(press: Press, row: MatchRow) -> Match | None:
    """The match, if it is a lobby no more; its people are shown their hands. In a lobby the person waits."""
    arrivals = press.desk.arrivals
    if row.status == "lobby" and row.seat_of(press.person.id) is not None:
        arrivals.sat_down(row.id, press)
    if row.status not in {"running", "over"}:
        return None
    match = await press.desk.matches.see(row.id, fresh=False)
    arrivals.deal(match, press.person.id)
    return match


async def at_table(press: Press) -> bool:
    """Whether what was pressed is the match's table. An old copy of the table is deleted."""
    message = press.interaction.message
    if message is None or press.private:
        return False
    return await press.desk.display.tables.pressed_at(press.control.match, message.id, message.channel.id)


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
    choices = {field.name: field.choices for field in press.desk.faces[row.slug].fields()}.get(name, ())
    if number(at) >= len(choices):
        raise Malformed(which)
    decide = lobby.set_option(press.person.id, name, choices[number(at)].value)
    await _panel(press, await press.desk.matches.change_lobby(row.id, decide), number(page))


@handles("type")
async def ask_for_number(press: Press) -> None:
    """A dialogue for an option that is a number; ``rest`` is ``page-option``, as of the answer."""
    row = await _lobby_row(press)
    if row.host_id != press.person.id:
        raise Refused("not_host", row=row)
    field, numbers = _number_option(press, row)
    face = press.desk.faces[row.slug]
    hint = _("A whole number from {least} to {most}").format(least=numbers[0], most=numbers[-1])
    await press.ask(screens.title({face.slug: face}, row), field.label, hint, "typed", press.control.rest)


@handles("typed")
async def set_number(press: Press) -> None:
    """The answer to the dialogue: a number that is refused changes nothing."""
    row = await _lobby_row(press)
    field, numbers = _number_option(press, row)
    text = "".join(press.values).strip()
    if not text.isdecimal() or int(text) not in numbers:
        said = _(
            "{option} takes a whole number from {least} to {most}, so “{typed}” was not set. "
            "Nothing has changed: press Custom… to type another one."
        )
        await press.say(
            said.format(
                option=field.label,
                least=numbers[0],
                most=numbers[-1],
                typed=names.isolated(names.escape(text)),
            )
        )
        return
    decide = lobby.set_option(press.person.id, field.name, int(text))
    page = number(press.control.rest.partition("-")[0])
    await _panel(press, await press.desk.matches.change_lobby(row.id, decide), page)


def _number_option(press: Press, row: MatchRow) -> tuple[Field, range]:
    """The option that ``rest`` names, and which numbers it may be. Raises Malformed."""
    face, name = press.desk.faces[row.slug], press.control.rest.partition("-")[2]
    field = next((one for one in face.fields() if one.name == name and one.number is not None), None)
    if field is None:
        raise Malformed(name)
    ranges = [part for part in domains(face.rules)[name] if isinstance(part, range)]
    return field, max(ranges, key=len)


@handles("pace")
async def set_pace(press: Press) -> None:
    decide = lobby.set_pace(press.person.id, press.control.rest)
    await _panel(press, await press.desk.matches.change_lobby(press.control.match, decide), 0)


@handles("host")
async def hand_over(press: Press) -> None:
    decide = lobby.hand_over(press.person.id, number(press.control.rest))
    row = await press.desk.matches.change_lobby(press.control.match, decide)
    await press.show(layout(Screen((Text(_("Done: the table has another host now.")),)), row.id))


@handles("oust")
async def put_out(press: Press) -> None:
    decide = lobby.put_out(press.person.id, number(press.control.rest))
    await _panel(press, await press.desk.matches.change_lobby(press.control.match, decide), 0)


async def known_row(press: Press, match_id: int) -> MatchRow:
    """The match or lobby, of a game that this version knows. Raises Refused (gone)."""
    row = await press.desk.store.match(match_id)
    if row is None or row.slug not in press.desk.faces:
        raise Refused("gone")
    return row


async def _lobby_row(press: Press) -> MatchRow:
    row = await known_row(press, press.control.match)
    if row.status != "lobby":
        raise Refused(row.status, row=row)
    return row


async def _panel(press: Press, row: MatchRow, page: int) -> None:
    await press.show(layout(screens.options_panel(press.desk.faces[row.slug], row, page), row.id))


# The table's and the hand's buttons


@handles("called")
async def called(press: Press) -> None:
    """My hand, below a notice: that is no copy of the table, and is deleted by those who wrote it."""
    await show_hand(press, await press.desk.matches.see(press.control.match, press.person.id))


@handles("hand")
@handles("refresh")
async def hand(press: Press) -> None:
    await show_hand(press, await press.desk.matches.see(press.control.match, press.person.id))
    await at_table(press)


async def show_hand(press: Press, match: Match) -> None:
    """Answer with the person's hand in the match, and show the match to all if it is not shown as it is."""
    await press.hand(match)
    press.desk.display.show(match.row.id)


@handles("act")
async def act(press: Press) -> None:
    await _act(press, number(press.control.rest))


async def _act(press: Press, choice: int) -> None:
    match = await press.desk.matches.act(press.control.match, press.person.id, press.control.stamp, choice)
    press.kept = True
    await press.hand(match)


@handles("go")
async def go(press: Press) -> None:
    await _go(press, path(press.control.rest))


@handles("pick")
async def pick(press: Press) -> None:
    chosen = tuple(sorted(map(number, press.values)))
    await _go(press, path(press.control.rest) + chosen)


async def _go(press: Press, where: tuple[int, ...]) -> None:
    match = await press.desk.matches.see(press.control.match, press.person.id)
    seat = match.row.seat_of(press.person.id)
    if seat is not None and (match.stamps[seat] != press.control.stamp or match.row.over):
        raise Refused("over" if match.row.over else "stale", match=match)
    await press.hand(match, where)


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
            await perform(press)


@handles("log")
async def log(press: Press) -> None:
    """All that has happened in a match; ``rest`` is the page, the last one without it."""
    match, events = await operations.happenings(press.desk.matches, press.control.match)
    page = number(press.control.rest) if press.control.rest else None
    seat = match.row.seat_of(press.person.id)
    screen = screens.log(press.desk.faces[match.row.slug], match.row, events, seat, page)
    await press.show(layout(screen, match.row.id))


# Anywhere


@handles("rules")
async def rules(press: Press) -> None:
    """The rules of a match's game, with its options; ``rest`` is the page."""
    row = await known_row(press, press.control.match)
    page = number(press.control.rest or "0")
    await press.show(layout(rules_pages.screen(press.desk.faces[row.slug], page, press.locale, row), row.id))


@handles("book")
async def book(press: Press) -> None:
    """The rules of a game; ``rest`` is ``slug-page``."""
    slug, _dash, page = press.control.rest.partition("-")
    face = press.desk.faces.get(slug)
    if face is None:
        raise Malformed(slug)
    await press.show(layout(rules_pages.screen(face, number(page), press.locale)))


@handles("rematch")
async def rematch(press: Press) -> None:
    desk = press.desk
    played = (await desk.matches.match(press.control.match)).row
    # Where it was played: a hand may be open in another server.
    table = await desk.display.tables.where(played.id)
    place = Place(played.server_id, table.channel_id, played.locale, table.parent_id)
    if await finding.rematch(desk.store, played.id) is None:
        await admission.open_table(
            press.interaction.client,
            desk.store,
            played.slug,
            place,
            press.person.id,
            desk.matches.now(),
        )
    row, new = await operations.rematch(desk.matches, played.id, press.person, place)
    with desk.display.hands.pressing(row.id, press.person.id):
        match = await _begun(press, row)
        if new and not await desk.display.put_up(row.id):
            await operations.give_up(desk.matches, row, press.person.id)
            raise Refused("no_place", link=f"<#{table.channel_id}>")
        link = screens.link(row.server_id, await desk.display.tables.where(row.id))
        if match is None:
            text = _(
                "You are in for a rematch: {link}. It starts when everybody has pressed Rematch, "
                "or when the host presses Start."
            )
            await press.say(text.format(link=link))
        elif match.row.over or press.private:  # what was pressed shows how the last match has ended
            await press.say(_("The rematch has begun: {link}").format(link=link))
        if match is not None and not match.row.over:
            await press.hand(match, beside=press.private)


@handles("move")
async def move(press: Press) -> None:
    """Put a table up again, here."""
    desk = press.desk
    row = await desk.store.match(press.control.match)
    if row is None or row.seat_of(press.person.id) is None:
        raise Refused("not_seated")
    if row.server_id != press.place.server_id:  # the others could not follow it there
        raise Refused("elsewhere", link=screens.link(row.server_id, await desk.display.tables.where(row.id)))
    rights.check(press.interaction)
    await admission.bring_table(press.interaction.client, desk.store, row.id, press.place, desk.matches.now())
    if not await desk.display.put_up(row.id, press.place):
        raise Refused("cannot_write")
    await press.say(_("The table is up again in this channel."))


@handles("quit", anywhere=True)
async def quit_match(press: Press) -> None:
    """Leave a running match, after having been asked."""
    try:
        row = await operations.leave(press.desk.matches, press.control.match, press.person.id)
    except Corrupt:
        said = _("You have left. The match could not be read; it is kept.")
    else:
        if row.status == "cancelled":
            said = _("You have left. Nobody is left, so the match is called off.")
        else:
            said = _("You have left; a computer plays on in your seat.")
    await press.show(layout(Screen((Text(said),))))


@handles("stay", anywhere=True)
async def stay(press: Press) -> None:
    await press.show(layout(Screen((Text(_("You keep your seat.")),))))


async def ask_before_leaving(press: Press, row: MatchRow) -> None:
    """Say what leaving means, with the button that does it."""
    if row.paused_why == "unreadable":
        text = _("Leave match {number}? It cannot be read now; your seat is given up for good.")
    elif row.people <= 1:
        text = _("Leave match {number}? Nobody else plays in it: it is called off and counts for nobody.")
    else:
        text = _(
            "Leave match {number}? A computer takes your seat for the rest of it. "
            "The match counts as played, and what the computer wins counts for nobody."
        )
    buttons: tuple[Any, ...] = (
        Button(_("Leave"), Do("quit", row.id), "bad"),
        Button(_("Stay"), Do("stay", row.id)),
    )
    await press.show(layout(Screen((Text(text.format(number=row.id)), Row(buttons))), row.id))
