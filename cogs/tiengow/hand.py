"""What a player of Tien Gow sees and may press in private."""

from collections.abc import Iterator, Sequence

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Act, Block, Button, Go, Menu, Option, Pick, Row, Text, in_rows
from cogs.tiengow.sheet import to_beat
from cogs.tiengow.words import chart, domino, dominoes, kind, name, rows, words
from engine.core import Seat
from engine.games.tiengow.groups import BY_FACES, GROUPS, LARGEST, Group, Tiles, canonical
from engine.games.tiengow.model import Action, Beat, Discard, Lead
from engine.games.tiengow.state import View
from engine.tiles import BIG_SIX, CIVIL_FACES, FACE_OF, LITTLE_THREE, RANKS, faces_of

CHOSEN, CHART = 0, 1
"""How paths begin: (CHOSEN, *places in the hand) for a set of tiles, (CHART,) for the rank chart."""
_LARGE = 6
"""With so few tiles each is as large as a heading can be."""
_BUTTONS = 3
"""Up to so many groups are buttons; more are a menu."""


def hand(view: View, _names: Names, legal: Sequence[Action], path: tuple[int, ...]) -> Sequence[Block]:
    """The own tiles and, on turn, what is asked and the controls."""
    if view.seat is None or not view.to_act:
        return []
    if legal and path == (CHART,):
        return list(_ranks(view))
    blocks: list[Block] = []
    if view.hand:
        blocks.append(Text(rows(faces_of(view.hand), "#" if len(view.hand) <= _LARGE else "##")))
    notes = "\n".join(f"-# {note}" for note in _notes(view, view.seat))
    if not legal:
        return [*blocks, *([Text(notes)] if notes else [])]
    chosen = _chosen(view, path)
    if chosen:
        return [*blocks, *_set(view, legal, chosen)]
    blocks += _lead(view, legal) if isinstance(legal[0], Lead) else _follow(view, legal)
    blocks.append(Row((Button(_("Ranks and tiles seen"), Go((CHART,))),)))
    if notes:
        blocks.append(Text(notes))
    return blocks


def _ranks(view: View) -> Iterator[Block]:
    """All tiles by rank, and those that everybody has seen in this deal."""
    yield Text(
        chart() + "\n" + _("Families: Heaven and Nine · Earth and Eight · Man and Seven · Goose and Five")
    )
    seen = sorted(face for shown in view.all_plays() for face in shown.faces or ())
    if seen:
        yield Text(_("Face up so far: {tiles}").format(tiles=dominoes(seen)))
    yield Row((Button(_("Back"), Go()),))


def _notes(view: View, seat: Seat) -> Iterator[str]:
    """What is worth knowing of the own hand now."""
    held = set(view.hand)
    left = len(view.hand)
    if view.discarded:
        yield _("You have discarded: {tiles}").format(tiles=dominoes(sorted(view.discarded)))
    if {BIG_SIX, LITTLE_THREE} <= held:
        yield _("Supreme: wins only if you lead it, but then always; 2 points from each at once.")
    if view.to_act == (seat,) and _holds_equal(view):
        yield _("Equal rank loses: yours does not beat it.")
    if left in {1, 2} and view.columns[seat] == 0:
        yield _("You have no column. If the last trick is of single tiles, you must discard.")
    if LITTLE_THREE in held and left <= LARGEST and FACE_OF[BIG_SIX] in view.unseen():
        yield _("Little Three led last doubles the pay if it wins; if Big Six takes it, you pay for all.")


def _holds_equal(view: View) -> bool:
    high = view.high_group
    if high is None:
        return False
    held = set(view.hand)
    return any(
        one.kind == high.kind and one.rank == high.rank and held.issuperset(own)
        for own, one in GROUPS.items()
    )


def _lead(view: View, legal: Sequence[Action]) -> Iterator[Block]:
    yield Text("**" + _("You lead: play a group. The others must play as many tiles.") + "**")
    titles = {
        1: _("Lead one tile…"),
        2: _("Lead a pair…"),
        3: _("Lead three tiles…"),
        4: _("Lead four tiles…"),
    }
    for size in range(LARGEST, 0, -1):
        offered = [(at, action.tiles) for at, action in enumerate(legal) if len(action.tiles) == size]
        yield from _choices(offered, titles[size], "")
    if len(view.hand) > 1:
        yield _pick(view, 1, min(LARGEST, len(view.hand)), _("Or try a set of tiles…"))


def _follow(view: View, legal: Sequence[Action]) -> Iterator[Block]:
    beats = [(at, action.tiles) for at, action in enumerate(legal) if isinstance(action, Beat)]
    size = view.size
    said = [to_beat(view)]
    if not beats:
        said.append(
            ngettext(
                "You cannot beat it: discard {n} tile, face down.",
                "You cannot beat it: discard {n} tiles, face down.",
                size,
            ).format(n=size)
        )
    yield Text("\n".join(said))
    yield from _choices(beats, _("Beat it with…"), _("Beat: {group}"))
    if size > 1:
        prompt = (
            ngettext("Choose {n} tile to beat or discard…", "Choose {n} tiles to beat or discard…", size)
            if beats
            else ngettext("Choose {n} tile to discard…", "Choose {n} tiles to discard…", size)
        )
        yield _pick(view, size, size, prompt.format(n=size))
        return
    discards = [(at, action.tiles) for at, action in enumerate(legal) if isinstance(action, Discard)]
    yield Menu(
        _("Discard a tile, face down…"),
        tuple(
            Option(name(FACE_OF[own[0]]), Act(at), _hint(GROUPS[own]), domino(FACE_OF[own[0]]))
            for at, own in discards
        ),
    )


def _choices(offered: Sequence[tuple[int, Tiles]], title: str, form: str) -> Iterator[Block]:
    """A few groups as buttons, more of them as a menu; each shows its highest tile."""
    if len(offered) > _BUTTONS:
        yield Menu(
            title,
            tuple(
                Option(words(faces_of(own)), Act(at), _hint(GROUPS[own]), domino(faces_of(own)[0]))
                for at, own in offered
            ),
        )
        return
    buttons = [
        Button(
            (form or "{group}").format(group=words(faces_of(own))),
            Act(at),
            "main",
            domino(faces_of(own)[0]),
        )
        for at, own in offered
    ]
    yield from in_rows(buttons)


def _hint(of: Group) -> str:
    """A group's kind and rank."""
    if of.kind == "supreme":
        return _("Supreme, which wins only when led")
    return _("{kind}, rank {rank}").format(kind=kind(of.kind), rank=of.rank)


def _pick(view: View, least: int, most: int, prompt: str, chosen: tuple[int, ...] = ()) -> Pick:
    faces = faces_of(view.hand)
    labels = tuple(
        _("{tile} · {rank} {suit}").format(
            tile=name(face), rank=RANKS[face], suit=_("civil") if face < CIVIL_FACES else _("military")
        )
        for face in faces
    )
    return Pick(prompt, labels, least, most, (CHOSEN,), chosen, tuple(map(domino, faces)))


def _chosen(view: View, path: tuple[int, ...]) -> tuple[int, ...]:
    """The places in the hand that a path names; () if it names none, or no set that could be played now."""
    if path[:1] != (CHOSEN,):
        return ()
    places = path[1:]
    most = view.size or LARGEST
    least = view.size or 1
    fits = least <= len(places) <= most and all(0 <= place < len(view.hand) for place in places)
    return places if fits and list(places) == sorted(set(places)) else ()


def _set(view: View, legal: Sequence[Action], places: tuple[int, ...]) -> Iterator[Block]:
    """What the chosen tiles are, and what can be done with them."""
    own = canonical(view.hand, tuple(view.hand[place] for place in places))
    faces = faces_of(own)
    of = BY_FACES.get(faces)
    what = _("no group") if of is None else _hint(of)
    said = [_("Chosen: {tiles}").format(tiles=dominoes(faces)), _("That is **{what}**.").format(what=what)]
    texts = {
        Lead: _("Lead it"),
        Beat: _("Beat with it"),
        Discard: ngettext("Discard it", "Discard them", len(own)),
    }
    buttons = []
    for at, action in enumerate(legal):
        if action.tiles == own:
            buttons.append(
                Button(texts[type(action)], Act(at), "plain" if isinstance(action, Discard) else "main")
            )
    if view.plays and len(buttons) < 2:
        said.append(_("It does not beat the trick."))
        said.append(f"-# {to_beat(view)}")
    elif not view.plays and not buttons:
        said.append(
            _("-# Groups are single tiles, pairs, and a civil face with the military tiles it goes with.")
        )
    yield Text("\n".join(said))
    yield Row((*buttons, Button(_("Back"), Go())))
    yield _pick(view, view.size or 1, view.size or min(LARGEST, len(view.hand)), _("Other tiles…"), places)
