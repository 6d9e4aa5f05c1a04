"""The screens that are the same for every game: lobby, table, hand, end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from bot import names
from bot.art.podium import podium
from bot.emoji import emoji
from bot.face import AnyFace, Field
from bot.i18n import _, ngettext
from bot.matches import pace
from bot.matches.match import Match
from bot.screen import MENU_OPTIONS, Block, Button, Do, Line, Menu, Option, Picture, Row, Screen, Text, pages
from bot.store import MatchRow, SeatRow, TableRow
from engine.core import Event, Result, Seat
from engine.players import LEVELS
from engine.seats import ranking

TABLE_STORY = 2
"""Lines of what just happened at the table; the log has all of it."""
OPTIONS_LINE = 80
"""Characters of the lobby's line of options."""
GAP = "\u00a0"
"""A space that no mark wraps away from its name over."""
CLOSED = 0x808080


@lru_cache(maxsize=2000)
def _safe_names(plain: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names.safe(plain))


def seat_names(rows: tuple[SeatRow, ...]) -> tuple[str, ...]:
    """What to call each seat: its mark, then safe markdown, computers marked, no two alike.

    A computer that plays on in somebody's seat is named as such: what it does is not its owner's doing.
    """
    computer = emoji("computer", names.COMPUTER)
    return tuple(
        seat_mark(seat)
        + (
            _("{computer} for {name}").format(computer=computer, name=name)
            if row.computer and row.player_id is not None
            else f"{emoji('computer', names.COMPUTER + ' ', gap=GAP)}{name}"
            if row.computer
            else name
        )
        for seat, (name, row) in enumerate(
            zip(_safe_names(tuple(row.name for row in rows)), rows, strict=True)
        )
    )


def seat_mark(seat: Seat) -> str:
    """The shape and colour of a seat, also on the table's picture."""
    return emoji(f"seat_{seat + 1}", gap=GAP)


def level_name(level: str) -> str:
    """A computer player's level for people."""
    return {"random": _("beginner"), "normal": _("normal")}.get(level, level)


def in_force(face: AnyFace, options: Any) -> str:
    """The options in words, one a line."""
    return "\n".join(
        f"{field.label}: **{field.word(getattr(options, field.name))}**" for field in face.fields()
    )


def unusual(face: AnyFace, options: Any) -> str:
    """The options that differ from the usual ones, in a line that has room for a few of them."""
    usual = face.rules.Options()
    words = [
        f"{field.label}: **{field.word(value)}**"
        for field in face.fields()
        if (value := getattr(options, field.name)) != getattr(usual, field.name)
    ]
    if not words:
        return _("Usual rules")
    shown = words
    while len(shown) > 1 and sum(map(len, shown)) > OPTIONS_LINE:
        shown = shown[:-1]
    if more := len(words) - len(shown):
        shown = [*shown, ngettext("{n} more in Options", "{n} more in Options", more).format(n=more)]
    return " · ".join(shown)


def heading(face: AnyFace, row: MatchRow) -> str:
    """The first line of every message about a match."""
    return _("### {game} · match {number}").format(game=face.title(), number=row.id)


# Lobby


def lobby(face: AnyFace, row: MatchRow) -> Screen:
    """The table before the start."""
    options = face.rules.Options.model_validate(row.options)
    seats = face.rules.seats
    players = [_seat_words(row, seat, name) for seat, name in enumerate(seat_names(row.seats))]
    taken = "-# " + _("{taken} of {most} seats").format(taken=len(row.seats), most=seats[-1])
    lines = [" · ".join(players), " · ".join((taken, *_before_start(row, seats[0])))]
    if caution := face.caution(options, max(len(row.seats), seats[0])):
        lines.append(f"⚠️ {caution}")
    blocks: list[Block] = [
        Text(f"{heading(face, row)}\n{face.pitch()}"),
        Text(f"{unusual(face, options)}\n{_time_line(row)}"),
        Text("\n".join(lines)),
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


def _before_start(row: MatchRow, least: int) -> list[str]:
    """Small print: what Start does, and what the match counts for."""
    notes = []
    short = max(0, least - len(row.seats))
    if short:
        notes.append(
            ngettext("Start adds {n} computer player", "Start adds {n} computer players", short).format(
                n=short
            )
        )
    if row.rematch_of is not None and any(not seat.ready for seat in row.seats):
        notes.append(_("begins when all have pressed Rematch or Join; Start leaves the others out"))
    if _alone(row):
        notes.append(_("counts on the board against computers"))
    else:
        notes.append(_("counts on the leaderboard"))
    return notes


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
    line = "-# " + _pace_line(row)
    if row.due is not None:
        line += " · " + _("closes {when} if nobody presses Start").format(when=moment(row.due))
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


def _seat_words(row: MatchRow, seat: Seat, name: str) -> str:
    """Who sits there, and as what."""
    sitting = row.seats[seat]
    if sitting.level is not None:
        role = level_name(sitting.level)
    elif not sitting.ready:
        role = _("invited")
    elif sitting.player_id == row.host_id:
        role = _("host")
    else:
        return f"**{name}**"
    return f"**{name}** ({role})"


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
        if field.number is not None:
            custom = Button(_("Custom…"), Do("type", rest=f"{page}-{field.name}"))
            blocks.append(Row((custom,)))
    if len(fields) > 5:
        leaves = range((len(fields) + 4) // 5)
        blocks.append(
            Row(
                tuple(
                    Button(
                        _("Page {n}").format(n=at + 1), None if at == page else Do("options", rest=str(at))
                    )
                    for at in leaves
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
    reason = {
        "abandoned": _("Called off: all players have left. It counts for nobody."),
        "unreachable": _("Called off: the table could not be shown for 30 days. It counts for nobody."),
        "unreadable": _("Called off: its record could not be read for 30 days. It counts for nobody."),
        "ended": _("Ended by those who look after this channel. It counts for nobody."),
        "expired": _("Closed: nobody pressed Start in time. Type /play to open another."),
    }.get(row.why or "", _("Closed: everybody has left the table. Type /play to open another."))
    return Screen((Text(f"{heading(face, row)}\n{reason}"),), CLOSED)


# Match


def table(face: AnyFace, match: Match, note: str = "") -> Screen:
    """The public message of a running or finished match; ``note`` is a last line while it runs."""
    called = seat_names(match.row.seats)
    view = match.rules.view(match.state, None)
    result = match.result() if match.row.over else None
    if result is not None:
        return Screen(
            (
                Picture(podium(face.cloth, _standings(result), len(result.winners)), _places(result, called)),
                *face.end(view, result, called),
                Text(f"-# {title({face.slug: face}, match.row)}" + _uncounted(match.row)),
                Row((Button(_("Rematch"), Do("rematch"), "good"), *_looking_around())),
            ),
            face.colour,
        )
    sheet = face.table(view, called)
    story = _story(face, match, None, called, TABLE_STORY)
    if face.scene is None:
        head = list(sheet)
    else:
        words = "\n".join(block.markdown for block in sheet if isinstance(block, Text))
        head = [Picture(face.scene(view), words), Text(_names(match.row, called))]
    return Screen(
        (
            *head,
            *([Text("\n".join(story))] if story else []),
            Line(),
            Text("\n".join(filter(None, (_turn(face, match, called), _small(face, match, view), note)))),
            Row((Button(_("My hand"), Do("hand"), "main"), *_looking_around())),
        ),
        face.colour,
    )


def _looking_around() -> tuple[Button, ...]:
    return (Button(_("Log"), Do("log")), Button(_("Rules"), Do("rules")))


def _names(row: MatchRow, called: Sequence[str]) -> str:
    """Who plays, each with the mark that the picture has, and who is away."""
    away = GAP + emoji("away", "💤")
    return " · ".join(
        f"**{name}**" + (away if sitting.away else "")
        for name, sitting in zip(called, row.seats, strict=True)
    )


def _turn(face: AnyFace, match: Match, called: Sequence[str]) -> str:
    """The headline: whose turn it is."""
    asked = face.asked(match.rules.view(match.state, None), called)
    return f"### {emoji('turn', '▶️ ', gap=GAP)}{asked}"


def _small(face: AnyFace, match: Match, view: Any) -> str:
    """What the headline leaves out: the round, the time, for whom computers have chosen."""
    row = match.row
    parts = [face.status(view)]
    if row.paused_at is None and row.deadline is not None and row.tempo != "none":
        parts.append(_("a computer chooses {when}").format(when=moment(row.deadline)))
    parts.append(_("match {number}").format(number=row.id))
    lines = ["-# " + " · ".join(filter(None, parts))]
    if row.paused_at is not None:
        lines.append("⏸️ " + paused(row))
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


def _standings(result: Result) -> list[tuple[Seat, int]]:
    """Seats and scores, best first."""
    return [(seat, result.scores[seat]) for seat in ranking(result)]


def _places(result: Result, called: Sequence[str]) -> str:
    """The picture of the end in words."""
    lines = (
        f"{called[seat]}: " + ngettext("{n} point", "{n} points", score).format(n=score)
        for seat, score in _standings(result)
    )
    return " · ".join(lines)


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
    """A seat's private message: what it may do, what it holds, or how the match has ended for it."""
    called = seat_names(match.row.seats)
    view = match.rules.view(match.state, seat)
    legal = list(match.rules.legal(match.state, seat))
    heading = hand_heading(face, match)
    if legal and match.row.paused_at is not None:
        heading += "\n⏸️ " + paused(match.row)
    blocks: list[Block] = [Text(heading)]
    if note:
        blocks.append(Text(f"ℹ️ {note}"))
    result = match.result() if match.row.over else None
    if result is not None:  # also here: the table may be where nobody can see it any more
        blocks.append(Text(f"{own_result(result, seat)}\n{_places(result, called)}"))
        blocks += face.end(match.rules.view(match.state, None), result, called)
        blocks.append(Row((Button(_("Rematch"), Do("rematch"), "good"),)))
        return Screen(tuple(blocks), face.colour)
    blocks += face.hand(view, called, legal, path)
    if not legal:
        table_view = match.rules.view(match.state, None)
        blocks.append(Text(f"{_turn(face, match, called)}\n{_small(face, match, table_view)}"))
        blocks.append(Row((Button(_("Refresh"), Do("refresh")),)))
    return Screen(tuple(blocks), face.colour)


def own_result(result: Result, seat: Seat) -> str:
    """How the match has ended for a seat."""
    scores = result.scores
    if seat in result.winners:
        best = max((score for other, score in enumerate(scores) if other not in result.winners), default=None)
        if len(result.winners) > 1:
            return _("# You share the win with {score}").format(score=scores[seat])
        if best is None:
            return _("# You won with {score}").format(score=scores[seat])
        return _("# You won, {score}–{best}").format(score=scores[seat], best=best)
    better = sum(other in result.winners or score > scores[seat] for other, score in enumerate(scores))
    others = sum(other not in result.winners and score == scores[seat] for other, score in enumerate(scores))
    text = _("# {place} of {seats}") if others == 1 else _("# {place} of {seats}, shared")
    return text.format(place=_place(1 + better), seats=len(scores))


def _place(place: int) -> str:
    """A place as an ordinal number."""
    places = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return places.get(place) or _("{place}th").format(place=place)


def closed_hand(*, moved: bool) -> Screen:
    """What becomes of a hand that can no longer be kept up to date."""
    text = _("Your hand is open in a newer message.") if moved else _("This hand is not up to date any more.")
    return Screen((Text(f"-# {text}"), Row((Button(_("Open my hand"), Do("hand"), "main"),))))


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
    return "-# " + _("{game} · match {number} · your hand").format(game=face.title(), number=match.row.id)


def _story(face: AnyFace, match: Match, seat: Seat | None, called: Sequence[str], most: int) -> list[str]:
    """The latest happenings that the seat (None: everybody) may know in words, earliest first."""
    lines: list[str] = []
    for told in reversed(match.told):
        if len(lines) == most:
            break
        if may_know(told.event, seat) and (line := face.story(told.event, called)):
            lines.append(line)
    return lines[::-1]


def may_know(event: Event, seat: Seat | None) -> bool:
    """Whether the seat (None: everybody) may know of the event."""
    return event.to is None or (seat is not None and seat in event.to)


LOG_PAGE = 20
"""Happenings on a page of the log."""


def log(
    face: AnyFace, row: MatchRow, events: Sequence[Event], seat: Seat | None, page: int | None = None
) -> Screen:
    """All that has happened, as the seat (None: everybody) may know it; without a ``page`` the last one."""
    called = seat_names(row.seats)
    lines = [line for event in events if may_know(event, seat) and (line := face.story(event, called))]
    leaves = pages(lines, LOG_PAGE)
    at = len(leaves) - 1 if page is None else min(page, len(leaves) - 1)
    head = "-# " + _("{match} · log, page {page} of {pages}").format(
        match=title({face.slug: face}, row), page=at + 1, pages=len(leaves)
    )
    told = "\n".join(leaves[at]) or _("Nothing has happened yet.")
    turned = turning(at, len(leaves), lambda to: Do("log", rest=str(to)))
    return Screen((Text(head), Text(told), *turned), face.colour)


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


def turning(page: int, count: int, to: Callable[[int], Do]) -> list[Row]:
    """The buttons that turn the pages of something, if there are several; ``to`` leads to a page from 0."""
    if count <= 1:
        return []
    back = Button(_("Back"), to(page - 1) if page else None)
    following = Button(_("Next"), to(page + 1) if page + 1 < count else None)
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
