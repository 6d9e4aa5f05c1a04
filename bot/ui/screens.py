"""The screens that are the same for every game: lobby, table, hand, end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from bot import names
from bot.face import AnyFace, Field
from bot.i18n import _, ngettext
from bot.matches import pace
from bot.matches.match import Match
from bot.screen import MENU_OPTIONS, TEXT, Block, Button, Do, Line, Menu, Option, Row, Screen, Text
from bot.store import MatchRow, SeatRow, TableRow
from engine.core import Seat
from engine.players import LEVELS

TABLE_STORY = 6
HAND_STORY = 8
CLOSED = 0x808080


@lru_cache(maxsize=2000)
def _safe_names(plain: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names.safe(plain))


def seat_names(rows: tuple[SeatRow, ...]) -> tuple[str, ...]:
    """What to call each seat: safe markdown, computers marked, no two alike.

    A computer that plays on in somebody's seat is named as such: what it does is not its owner's doing.
    """
    return tuple(
        _("{computer} for {name}").format(computer=names.COMPUTER, name=name)
        if row.computer and row.player_id is not None
        else f"{names.COMPUTER} {name}"
        if row.computer
        else name
        for name, row in zip(_safe_names(tuple(row.name for row in rows)), rows, strict=True)
    )


def level_name(level: str) -> str:
    """A computer player's level for people."""
    return {"random": _("beginner"), "normal": _("normal")}.get(level, level)


def in_force(face: AnyFace, options: Any) -> str:
    """The options in words, one a line."""
    return "\n".join(
        f"{field.label}: **{field.word(getattr(options, field.name))}**" for field in face.fields()
    )


def heading(face: AnyFace, row: MatchRow) -> str:
    """The first line of every message about a match."""
    return _("### {game} · match {number}").format(game=face.title(), number=row.id)


# Lobby


def lobby(face: AnyFace, row: MatchRow) -> Screen:
    """The table before the start."""
    options = face.rules.Options.model_validate(row.options)
    seats = face.rules.seats
    lines = [_seat_line(row, seat, name) for seat, name in enumerate(seat_names(row.seats))]
    short = max(0, seats[0] - len(row.seats))
    if short:
        lines.append(
            ngettext(
                "-# Start adds {n} computer player.", "-# Start adds {n} computer players.", short
            ).format(n=short)
        )
    if _alone(row):
        lines.append(_("-# Against computers only: counts on the board against computers."))
    else:
        lines.append(_("-# Counts on the leaderboard."))
    if row.rematch_of is not None and any(not seat.ready for seat in row.seats):
        lines.append(_("-# Rematch: whoever has not pressed Join when it starts does not play."))
    if caution := face.caution(options, max(len(row.seats), seats[0])):
        lines.append(f"⚠️ {caution}")
    blocks: list[Block] = [
        Text(f"{heading(face, row)}\n{face.pitch()}"),
        Text(f"{in_force(face, options)}\n{_time_line(row)}"),
        Line(),
        Text(
            _("**At the table** ({taken} of {most})").format(taken=len(row.seats), most=seats[-1])
            + "\n"
            + "\n".join(lines)
        ),
        Row(
            (
                Button(_("Start"), Do("start"), "good"),
                Button(_("Join"), Do("join"), "main"),
                Button(_("Leave"), Do("leave")),
            )
        ),
        Row((Button(_("Options"), Do("options")), Button(_("Rules"), Do("rules")))),
    ]
    if len(row.seats) < seats[-1] or any(seat.computer for seat in row.seats):
        blocks.append(_computers(row, len(row.seats) < seats[-1]))
    return Screen(tuple(blocks), face.colour)


def _alone(row: MatchRow) -> bool:
    """Whether one person would play against computers if the lobby were started now."""
    return sum(seat.ready and not seat.computer for seat in row.seats) <= 1


def _pace_line(row: MatchRow) -> str:
    """How long a decision may take: who plays alone keeps nobody waiting, whatever the lobby's pace is."""
    chosen, alone = pace_name(row.pace or pace.DEFAULT), pace_name("none")
    if _alone(row) and chosen != alone:
        text = _("Time for a decision: **{alone}** for one person alone, **{pace}** when others join")
        return text.format(alone=alone, pace=chosen)
    return _("Time for a decision: **{pace}**").format(pace=chosen)


def _time_line(row: MatchRow) -> str:
    line = _pace_line(row)
    if row.due is not None:
        line += "\n-# " + _("This table closes {when} if nobody presses Start.").format(when=moment(row.due))
    return line


def pace_name(name: str) -> str:
    """A pace for people."""
    return {
        "live": _("1 minute"),
        "relaxed": _("10 minutes"),
        "daily": _("a day"),
        "none": _("no hurry (30 days)"),
    }[name]


def moment(milliseconds: int) -> str:
    """A time in the reader's own clock, as the distance from now."""
    return f"<t:{milliseconds // 1000}:R>"


def _seat_line(row: MatchRow, seat: Seat, name: str) -> str:
    sitting = row.seats[seat]
    line = f"- **{name}**"
    if sitting.level is not None:
        return f"{line} · {level_name(sitting.level)}"
    if not sitting.ready:
        return f"{line} · " + _("invited: press Join")
    return f"{line} · " + _("host") if sitting.player_id == row.host_id else line


def _computers(row: MatchRow, room: bool) -> Menu:
    options = []
    if room:
        options += [
            Option(_("Add a computer: {level}").format(level=level_name(level)), Do("add", rest=level))
            for level in reversed(LEVELS)
        ]
    if any(seat.computer for seat in row.seats):
        options.append(Option(_("Remove a computer"), Do("remove")))
    return Menu(_("Computer players…"), tuple(options))


def options_panel(face: AnyFace, row: MatchRow, page: int = 0) -> Screen:
    """The host's private panel: a menu for each option, and handing over."""
    options = face.rules.Options.model_validate(row.options)
    fields = face.fields()
    shown = fields[page * 5 : page * 5 + 5]
    blocks: list[Block] = [Text(f"{heading(face, row)}\n" + _("Choose; the table changes at once."))]
    for field in shown:
        current = getattr(options, field.name)
        blocks.append(Text(f"**{field.label}**: {field.word(current)}"))
        blocks.append(_option_menu(field, current, page))
    if len(fields) > 5:
        pages = range((len(fields) + 4) // 5)
        blocks.append(
            Row(
                tuple(
                    Button(
                        _("Page {n}").format(n=at + 1), None if at == page else Do("options", rest=str(at))
                    )
                    for at in pages
                )
            )
        )
    if page == 0:
        blocks.append(Text(_pace_line(row)))
        blocks.append(
            Menu(
                _("Time for a decision…"),
                tuple(
                    Option(("● " if name == row.pace else "") + pace_name(name), Do("pace", rest=name))
                    for name in pace.PACES
                ),
            )
        )
    others = [
        (sitting, name)
        for sitting, name in zip(row.seats, seat_names(row.seats), strict=True)
        if sitting.player_id not in (None, row.host_id)
    ]
    heirs = [(sitting.player_id, name) for sitting, name in others if sitting.ready]
    if heirs:
        blocks.append(
            Menu(
                _("Make somebody else the host…"),
                tuple(Option(name, Do("host", rest=str(person))) for person, name in heirs),
            )
        )
    if others:
        blocks.append(
            Menu(
                _("Put somebody out of this table…"),
                tuple(
                    Option(_("Put out {name}").format(name=name), Do("oust", rest=str(sitting.player_id)))
                    for sitting, name in others
                ),
            )
        )
    return Screen(tuple(blocks), face.colour)


def _option_menu(field: Field, current: Any, page: int) -> Menu:
    options = [
        Option(
            ("● " if choice.value == current else "") + choice.label,
            Do("set", rest=f"{page}-{field.name}-{at}"),
            choice.hint,
        )
        for at, choice in enumerate(field.choices[:MENU_OPTIONS])
    ]
    return Menu(field.label, tuple(options))


def closed(face: AnyFace, row: MatchRow) -> Screen:
    """A lobby or match that was called off."""
    if row.why == "abandoned":
        reason = _("Called off: all players have left. It counts for nobody.")
    elif row.why == "unreachable":
        reason = _("Called off: the table could not be shown for 30 days. It counts for nobody.")
    elif row.why == "unreadable":
        reason = _("Called off: its record could not be read for 30 days. It counts for nobody.")
    elif row.why == "ended":
        reason = _("Ended by those who look after this channel. It counts for nobody.")
    elif row.why == "expired":
        reason = _("Closed: nobody pressed Start in time. Type /play to open another.")
    else:
        reason = _("Closed: everybody has left the table. Type /play to open another.")
    return Screen((Text(f"{heading(face, row)}\n{reason}"),), CLOSED)


# Match


def table(face: AnyFace, match: Match, note: str = "") -> Screen:
    """The public message of a running or finished match; ``note`` is a last line while it runs."""
    called = seat_names(match.row.seats)
    view = match.rules.view(match.state, None)
    result = match.result() if match.row.over else None
    head: list[Block] = [Text(heading(face, match.row) + (_uncounted(match.row) if result else ""))]
    story = _story(face, match, None, called, TABLE_STORY)
    if result is not None:
        row = Row((Button(_("Rematch"), Do("rematch"), "good"), Button(_("Rules"), Do("rules"))))
        blocks = _with_story([*head, *face.end(view, result, called), Line()], story, [row])
    else:
        row = Row((Button(_("My hand"), Do("hand"), "main"), Button(_("Rules"), Do("rules"))))
        asked = Text(_waits(match, face.asked(view, called)) + (note and f"\n{note}"))
        blocks = _with_story([*head, *face.table(view, called), Line()], story, [asked, row])
    return Screen(blocks, face.colour)


def _uncounted(row: MatchRow) -> str:
    """At the end of a match: in whose seats computers played on, and what comes of that."""
    safe = _safe_names(tuple(seat.name for seat in row.seats))
    people = [
        f"**{name}**"
        for name, seat in zip(safe, row.seats, strict=True)
        if seat.computer and seat.player_id is not None
    ]
    if not people:
        return ""
    text = _("-# A computer played on for {people}; what it won counts for nobody.")
    return "\n" + text.format(people=", ".join(people))


def hand(
    face: AnyFace, match: Match, seat: Seat, path: tuple[int, ...] = (), note: str | None = None
) -> Screen:
    """A seat's private message: what happened since its last choice, what it holds, what it may do."""
    called = seat_names(match.row.seats)
    view = match.rules.view(match.state, seat)
    legal = list(match.rules.legal(match.state, seat))
    heading = hand_heading(face, match)
    if legal and match.row.paused_at is not None:
        heading += "\n⏸️ " + paused(match.row)
    blocks: list[Block] = [Text(heading)]
    if note:
        blocks.append(Text(f"ℹ️ {note}"))
    story = _story(face, match, seat, called, HAND_STORY, since=match.answered[seat])
    below: list[Block] = []
    result = match.result() if match.row.over else None
    if result is not None:  # also here: the table may be where nobody can see it any more
        below += face.end(match.rules.view(match.state, None), result, called)
        below.append(Row((Button(_("Rematch"), Do("rematch"), "good"),)))
    else:
        below += face.hand(view, called, legal, path)
        if not legal:
            asked = face.asked(match.rules.view(match.state, None), called)
            below.append(Text(_waits(match, asked)))
            below.append(Row((Button(_("Refresh"), Do("refresh")),)))
    return Screen(_with_story(blocks, story, below), face.colour)


def closed_hand(*, moved: bool) -> Screen:
    """What becomes of a hand that can no longer be kept up to date."""
    text = _("Your hand is open in a newer message.") if moved else _("This hand is not up to date any more.")
    return Screen((Text(f"-# {text}"), Row((Button(_("Open my hand"), Do("hand"), "main"),))))


def _waits(match: Match, asked: str) -> str:
    """What the match waits for, until when, and for whom computers have chosen."""
    row = match.row
    lines = [f"⏳ {asked}"]
    if row.paused_at is not None:
        lines.append("⏸️ " + paused(row))
    elif row.deadline is not None and row.tempo != "none":
        lines[0] += " · " + _("else a computer chooses {when}").format(when=moment(row.deadline))
    owners = _safe_names(tuple(sitting.name for sitting in row.seats))
    stood_in = [
        _("**{name}** {n}×").format(name=name, n=times)
        for name, times in zip(owners, match.stood_in, strict=True)
        if times
    ]
    if stood_in:
        lines.append("-# " + _("A computer has chosen for: {people}").format(people=", ".join(stood_in)))
    for name, sitting in zip(owners, row.seats, strict=True):
        if sitting.away:
            lines.append("-# " + _("**{name}** is away; any press gives the seat back.").format(name=name))
    return "\n".join(lines)


def paused(row: MatchRow) -> str:
    """Why the table is not shown, and what helps."""
    if row.paused_why == "unreadable":
        return _(
            "This match cannot be read. It is kept, and its clock stands still; /leave gives up your seat."
        )
    reason = {
        "forbidden": _("I may not write in the table's channel any more."),
        "gone": _("The table's channel is gone."),
        "archived": _("The table's thread is closed."),
        "locked": _("The table's thread is locked."),
        "left": _("I am not a member of the table's server any more."),
        "automod": _("AutoMod, the moderation of the table's server, does not let the table through."),
    }.get(row.paused_why or "", _("Discord does not take the table just now."))
    return reason + " " + _("The clock stands still. /matches puts the table up elsewhere.")


def hand_heading(face: AnyFace, match: Match) -> str:
    """Which match and game a private message belongs to."""
    return _("### Your hand · {game}\n-# Match {number} · only you see this").format(
        game=face.title(), number=match.row.id
    )


def _story(
    face: AnyFace, match: Match, seat: Seat | None, called: Sequence[str], most: int, since: int = 0
) -> list[str]:
    """The latest happenings that the seat (None: everybody) may know in words, latest first."""
    lines: list[str] = []
    for told in reversed(match.told):
        if told.n < since or len(lines) == most:
            break
        to = told.event.to
        if (to is None or (seat is not None and seat in to)) and (line := face.story(told.event, called)):
            lines.append(f"> {line}")
    return lines


def _with_story(above: list[Block], story: list[str], below: list[Block]) -> tuple[Block, ...]:
    """The blocks with the latest lines between them, as many as a message has room for."""
    room = TEXT - sum(len(block.markdown) for block in (*above, *below) if isinstance(block, Text))
    kept: list[str] = []
    for line in story:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if kept:
        return (*above, Text("\n".join(reversed(kept))), *below)
    if above and isinstance(above[-1], Line):
        above = above[:-1]
    return (*above, *below)


def matches_list(
    faces: dict[str, AnyFace],
    rows: Iterable[MatchRow],
    tables: Mapping[int, TableRow],
    waiting: Mapping[int, str],
    buttons: Sequence[Row] = (),
) -> Screen:
    """The person's matches with links to their tables, and a menu that puts a table up here again.

    ``buttons`` lead to further pages.
    """
    blocks: list[Block] = [Text(_("### Your matches"))]
    options = []
    for row in rows:
        blocks.append(
            Text(f"**{title(faces, row)}** {link(row.server_id, tables[row.id])}\n{waiting[row.id]}")
        )
        options.append(Option(title(faces, row), Do("move", row.id)))
    if not options:
        blocks.append(Text(_("You are in no match. Type /play to open a table.")))
    else:
        blocks.append(Menu(_("Table lost or far away? Put it up here…"), tuple(options)))
        blocks += buttons
    return Screen(tuple(blocks))


def turning(page: int, pages: int, to: Callable[[int], Do]) -> list[Row]:
    """The buttons that turn the pages of something, if there are several; ``to`` leads to a page from 0."""
    if pages <= 1:
        return []
    back = Button(_("Back"), to(page - 1) if page else None)
    following = Button(_("Next"), to(page + 1) if page + 1 < pages else None)
    return [Row((back, following))]


def title(faces: dict[str, AnyFace], row: MatchRow) -> str:
    """What to call a match among others; also one whose game this version does not know."""
    game = faces[row.slug].title() if row.slug in faces else row.slug
    return _("{game} · match {number}").format(game=game, number=row.id)


def link(server_id: int | None, table: TableRow) -> str:
    """Where the table is."""
    if table.message_id is None:
        return f"<#{table.channel_id}>"
    return f"https://discord.com/channels/{server_id or '@me'}/{table.channel_id}/{table.message_id}"
