"""Tiles and groups of Tien Gow in words."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.emoji import emoji
from bot.i18n import _
from engine.games.tiengow.groups import BY_FACES, Faces, Kind
from engine.tiles import CIVIL_FACES, FACES, PIPS, RANKS

BACK = emoji("tile_back", "🟫")
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
    """A tile in running text: "Heaven 6-6", the tile itself in place of its pips."""
    return f"{name(face)} {domino(face)}"


def domino(face: int) -> str:
    """A tile alone."""
    return emoji(f"tile_{FACES[face]}", pips(face).replace("-", "\u2011"))


def dominoes(faces: Iterable[int]) -> str:
    """Tiles side by side."""
    return " ".join(map(domino, faces))


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


def words(faces: Faces) -> str:
    """A group by the names of its tiles, where its picture stands beside: "Heaven + Nine"."""
    if BY_FACES[faces].kind in {"quartet", "supreme", "civil_pair", "military_pair"}:
        return {
            "quartet": lambda: _("quartet {civil}–{military}").format(
                civil=name(faces[0]), military=name(faces[2])
            ),
            "supreme": lambda: _("Supreme"),
            "civil_pair": lambda: _("pair of {name}").format(name=name(faces[0])),
            "military_pair": lambda: _("pair of {name}").format(name=name(faces[0])),
        }[BY_FACES[faces].kind]()
    return " + ".join(name(face) + (f" ×{n}" if n > 1 else "") for face, n in Counter(faces).items())


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


def rows(faces: Sequence[int], mark: str) -> str:
    """A hand as headings: civil tiles above from high to low, military ones below."""
    civil = [face for face in sorted(faces) if face < CIVIL_FACES]
    military = [face for face in sorted(faces) if face >= CIVIL_FACES]
    return "\n".join(f"{mark} {dominoes(part)}" for part in (civil, military) if part)


def chart() -> str:
    """All tiles by rank."""
    lines = ["**" + _("civil, high to low") + "**"]
    lines += [f"{RANKS[face]} {tile(face)}" for face in range(CIVIL_FACES)]
    lines.append("**" + _("military, high to low") + "**")
    for rank in sorted({*RANKS[CIVIL_FACES:]}, reverse=True):
        faces = [face for face in range(CIVIL_FACES, len(RANKS)) if RANKS[face] == rank]
        lines.append(f"{rank} {dominoes(faces)} {name(faces[0])}")
    return "\n".join(lines)
