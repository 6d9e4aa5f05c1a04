"""Tiles and groups of Tien Gow in words."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.i18n import _
from cogs.words import monospaced
from engine.games.tiengow.groups import BY_FACES, Faces, Kind
from engine.tiles import CIVIL_FACES, PIPS, RANKS

BACK = "🟫"
"""A tile face down."""


_NAMES = (
    *(lambda: _("Heaven"), lambda: _("Earth"), lambda: _("Man"), lambda: _("Goose"), lambda: _("Plum")),
    *(lambda: _("Double Three"), lambda: _("Board"), lambda: _("Hatchet"), lambda: _("Partition")),
    *(lambda: _("Long-leg Seven"), lambda: _("Big-head Six")),
    *(lambda: _("Nine"), lambda: _("Nine"), lambda: _("Eight"), lambda: _("Eight")),
    *(lambda: _("Seven"), lambda: _("Seven"), lambda: _("Big Six")),
    *(lambda: _("Five"), lambda: _("Five"), lambda: _("Little Three")),
)


def name(face: int) -> str:
    """A tile's name, such as Heaven; the two military tiles of a total have the same."""
    return _NAMES[face]()


def pips(face: int) -> str:
    """The two ends: "6-4"."""
    return "{}-{}".format(*PIPS[face])


def tile(face: int) -> str:
    """A tile in running text: "Heaven 6-6", with a hyphen at which no line breaks."""
    return f"{name(face)} {pips(face)}".replace("-", "\u2011")


def tiles(faces: Iterable[int], between: str = ", ") -> str:
    """Tiles in a row, two copies together: "Heaven 6-6 ×2, Nine 6-3"."""
    return between.join(tile(face) + (f" ×{n}" if n > 1 else "") for face, n in Counter(faces).items())


def group(faces: Faces) -> str:
    """A group by its name, with pips where the name alone would not tell its tiles."""
    high = name(faces[0])
    match BY_FACES[faces].kind:
        case "civil_pair":
            return _("pair {tile}").format(tile=tile(faces[0]))
        case "military_pair":
            return _("both {name} tiles").format(name=high)
        case "mixed_triple_military":
            return _("{civil} + both {name} tiles").format(civil=tile(faces[0]), name=name(faces[1]))
        case "quartet":
            return _("quartet {civil}–{military}").format(civil=high, military=name(faces[2]))
        case "supreme":
            return _("Supreme (Big Six + Little Three)")
        case _:
            return tiles(faces, " + ")


def kind(of: Kind) -> str:
    """A kind of group."""
    return {
        "civil_single": _("a civil tile"),
        "military_single": _("a military tile"),
        "civil_pair": _("a civil pair"),
        "military_pair": _("a military pair"),
        "mixed_pair": _("1 civil + 1 military"),
        "mixed_triple_civil": _("2 civil + 1 military"),
        "mixed_triple_military": _("1 civil + 2 military"),
        "quartet": _("2 civil + 2 military"),
        "supreme": _("Supreme"),
    }[of]


def box(faces: Sequence[int]) -> str:
    """A hand, a tile a line: rank, name, pips; civil from high to low, then military."""
    lines = []
    counted = Counter(faces)
    for title, part in (
        (_("civil"), [face for face in sorted(counted) if face < CIVIL_FACES]),
        (_("military"), [face for face in sorted(counted) if face >= CIVIL_FACES]),
    ):
        if part:
            lines.append(f"   {title}")
        for face in part:
            twice = " ×2" if counted[face] > 1 else ""
            lines.append(f"{RANKS[face]:2} {name(face):<14} {pips(face)}{twice}")
    return monospaced(lines)


def chart() -> str:
    """All tiles by rank."""
    lines = [_("civil, high to low")]
    lines += [f"{RANKS[face]:2} {name(face):<14} {pips(face)}" for face in range(CIVIL_FACES)]
    lines.append(_("military, high to low"))
    for rank in sorted({*RANKS[CIVIL_FACES:]}, reverse=True):
        faces = [face for face in range(CIVIL_FACES, len(RANKS)) if RANKS[face] == rank]
        lines.append(f"{rank:2} {name(faces[0]):<12} " + " ".join(map(pips, faces)))
    return monospaced(lines)
