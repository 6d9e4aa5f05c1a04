"""What a player of Hi-Lo Flip sees and may press in private."""

from collections.abc import Iterator, Sequence

from bot.face import Names
from bot.i18n import _, ngettext
from bot.screen import Act, Block, Button, Go, Menu, Option, Text, in_rows, pages
from cogs.flip.words import fitting, goal, haul, side_text
from cogs.words import bold, n_cards, n_points, others
from engine.core import Seat
from engine.games.flip.model import BONUS, Play, worth
from engine.games.flip.state import View

_ONE_PAGE = 12
"""A hand of at most so many cards is shown whole."""
_PAGE = 9
"""Cards a page of a larger hand: fewer, since the menu of pages takes room too."""

_MARKS = {0: "⭐", 1: "⏭️", 2: "➕"}
"""What a card does, by its last digit."""


def hand(view: View, names: Names, legal: Sequence[Play], path: tuple[int, ...]) -> Sequence[Block]:
    seat = view.seat
    if seat is None or not view.hand:
        return []
    if not legal:
        return [Text("\n".join(_waiting(view, names, seat)))]
    return [
        Text("\n".join((*_prompt(view, names, seat), *_stakes(view, names, seat)))),
        *_cards(view, legal, path),
        Text("\n".join(_below(view, names, seat))),
    ]


def _waiting(view: View, names: Names, seat: Seat) -> Iterator[str]:
    yield _("Your hand, {n}: {cards}").format(n=n_cards(len(view.hand)), cards=fitting(view, view.hand))
    if view.top is not None:
        text = (
            _("-# In bold: would fit now, above {top}.")
            if view.side == "hi"
            else _("-# In bold: would fit now, below {top}.")
        )
        yield text.format(top=view.top)
    yield from _others(view, names, seat)


def _prompt(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """The chip and the goal in words, and what kind of play it is."""
    side = side_text(view.side)
    if view.moment == "reset":
        yield "## " + _("New pile: {goal}").format(goal=goal(view))
        yield _("Nothing of yours fitted: {name} has the old pile. The chip still shows {side}.").format(
            name=bold(view.taker(seat), names), side=side
        )
        return
    yield f"## {side}: {goal(view)}"
    match view.moment:
        case "opening":
            yield _("You open the round, and the next player has to fit on your card.")
        case "second":
            yield _("**Second card:** your {top} wants another one on top at once.").format(top=view.top)
        case "rescued":
            yield _("You were stuck, and the chip has turned: now your whole hand fits.")
        case _ if not view.again:
            yield _("Your turn.")
    if view.again:
        yield _(
            "**Second turn:** you skipped {name}, who still takes the pile whenever you stay stuck."
        ).format(name=bold(view.taker(seat), names))


def _stakes(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """What the play may win, and which cards would give the pile away."""
    if len(view.hand) == 1:
        total = worth((*view.pile, *view.hand)) + BONUS
        yield _("🏁 Your **last card** ends the round: with it and the pile you score {points}.").format(
            points=n_points(total)
        )
        return
    if view.pile:
        yield "-# " + _(
            "Pile: {haul}. It is yours if the next player stays stuck on your card, or if you go out"
            " (+{bonus})."
        ).format(haul=haul(view.pile), bonus=BONUS)
    lost = _given_away(view)
    if lost:
        yield _("⚠️ Nothing of yours could follow {cards}: {name} would take the pile, {points}.").format(
            cards=", ".join(f"**{card}**" for card in lost),
            name=bold(view.taker(seat, after_playing=True), names),
            points=n_points(worth((*view.pile, lost[0]))),
        )


def _given_away(view: View) -> list[int]:
    """The 2s that fit now, but after which no other card of the hand would fit: they cost the pile."""
    if len(view.hand) == 1:
        return []
    last = max(view.hand) if view.side == "hi" else min(view.hand)
    return [card for card in view.hand if card % 10 == 2 and view.fits(card) and card == last]


def _cards(view: View, legal: Sequence[Play], path: tuple[int, ...]) -> Iterator[Block]:
    """A button for each card; those that do not fit cannot be pressed."""
    place = {play.card: at for at, play in enumerate(legal)}
    lost = _given_away(view)
    book = pages(view.hand, _PAGE if len(view.hand) > _ONE_PAGE else _ONE_PAGE)
    first = next(at for at, page in enumerate(book) if legal[0].card in page)
    shown = path[0] if len(path) == 1 and path[0] in range(len(book)) else first
    buttons = []
    for card in book[shown]:
        fits = card in place
        buttons.append(
            Button(
                str(card),
                Act(place[card]) if fits else None,
                ("bad" if card in lost else "main") if fits else "plain",
                "⚠️" if card in lost else _MARKS.get(card % 10),
            )
        )
    yield from in_rows(buttons)
    if len(book) > 1:
        yield Menu(
            _("More cards…"),
            tuple(
                Option(
                    ("● " if at == shown else "")
                    + _("Cards {first} to {last}").format(first=page[0], last=page[-1]),
                    Go((at,)),
                    ngettext("{n} fits", "{n} fit", n).format(n=n),
                )
                for at, page in enumerate(book)
                for n in (sum(card in place for card in page),)
            ),
        )


def _below(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """What the marks mean, the whole hand if it has pages, and how the others stand."""
    lost = _given_away(view)
    ends = {card % 10 for card in view.hand if card not in lost}
    said = [text for end, text in _meanings().items() if end in ends]
    if lost:
        said.append(_("⚠️ gives the pile away"))
    if said:
        yield "-# " + " · ".join(said)
    if len(view.hand) > _ONE_PAGE:
        yield _("Your hand, {n}: {cards}").format(n=n_cards(len(view.hand)), cards=fitting(view, view.hand))
    yield from _others(view, names, seat)


def _meanings() -> dict[int, str]:
    """What a card does, by last digit."""
    return {
        0: _("⭐ worth 10"),
        1: _("⏭️ skips the next player"),
        2: _("➕ another card at once"),
    }


def _others(view: View, names: Names, seat: Seat) -> Iterator[str]:
    yield (
        _("You: **{score}** of {target} points").format(score=view.scores[seat], target=view.options.target)
        + " · "
        + _("draw pile: {left}").format(left=view.deck_left)
    )
    for other in others(seat, view.seats):
        yield "-# " + _("{name}: {cards}, {points}").format(
            name=names[other], cards=n_cards(view.sizes[other]), points=n_points(view.scores[other])
        )
