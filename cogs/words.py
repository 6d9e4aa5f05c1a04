"""Small pieces of text that the games share."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bot.emoji import emoji, plain
from bot.face import Choice, Names
from bot.i18n import _, ngettext
from engine.core import Result, Seat

# Names


def bold(seat: Seat, names: Names) -> str:
    """A seat's name in bold."""
    return f"**{names[seat]}**"


def mark(seat: Seat, names: Names) -> str:
    """A seat's mark alone, where the name stands beside the same mark elsewhere on the screen."""
    return emoji(f"seat_{seat + 1}", plain(names[seat]))


def people(seats: Sequence[Seat], names: Names) -> str:
    """Bold names as a list in a sentence: "Ann, Bob and Cat"."""
    shown = [bold(seat, names) for seat in seats]
    if len(shown) < 2:
        return "".join(shown)
    return _("{several} and {last}").format(several=", ".join(shown[:-1]), last=shown[-1])


def others(seat: Seat, seats: int) -> list[Seat]:
    """The other seats, clockwise from the next."""
    return [*range(seat + 1, seats), *range(seat)]


# Numbers


def n_cards(n: int) -> str:
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def n_points(n: int) -> str:
    return ngettext("{n} point", "{n} points", n).format(n=n)


def n_rounds(n: int) -> str:
    return ngettext("{n} round", "{n} rounds", n).format(n=n)


def n_deals(n: int) -> str:
    return ngettext("{n} deal", "{n} deals", n).format(n=n)


def n_turns(n: int) -> str:
    return ngettext("{n} turn", "{n} turns", n).format(n=n)


def signed(value: int) -> str:
    """A number with its sign: +9, −7, 0."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def gains(points: Iterable[int], scores: Iterable[int], names: Names) -> str:
    """What a deal has added to each score: "Ann +2 = 5 · Bob +0 = 3"."""
    return " · ".join(
        f"{name} +{gained} = {total}"
        # There may be more names than seats.
        for name, gained, total in zip(names, points, scores, strict=False)
    )


# Layout


def capital(text: str) -> str:
    """The text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def turn_mark(to_act: Sequence[Seat], seat: Seat) -> str:
    """What stands before the name of a player who is to act."""
    return emoji("turn", "▶️ ", gap="\u00a0") if seat in to_act else ""


def monospaced(lines: Iterable[str]) -> str:
    """Lines in letters of equal width."""
    return "```\n" + "\n".join(lines) + "\n```"


# Options


def worded(
    value: Any, said: str, hint: str | None = None, *, label: str | None = None, typed: str | None = None
) -> Choice:
    """A choice from ``said``, its words after the option's name; menus show it with a capital letter."""
    return Choice(value, label or capital(said), hint, said=said, typed=typed or capital(said))


# The end of a match


def headline(result: Result, names: Names, count: Callable[[int], str] | None = None) -> str:
    """Who has won or shares the win and, if there is a ``count`` for scores, with how much."""
    alone = len(result.winners) == 1
    head = _("## {crown} {names} wins") if alone else _("## {crown} {names} share the win")
    head = head.format(crown=emoji("crown", "🏆"), names=people(result.winners, names))
    if count is None:
        return head
    score = _("with {score}") if alone else _("with {score} each")
    return head + "\n" + score.format(score=count(max(result.scores)))
