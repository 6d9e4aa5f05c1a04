"""What a player of Hi-Lo Flip sees and may press in private."""

from collections.abc import Iterator, Sequence

from bot.emoji import emoji
from bot.face import Names
from bot.i18n import _
from bot.screen import Act, Block, Button, Go, Line, Menu, Option, Text, in_rows, pages
from cogs.flip.words import chip, goal, number, numbers
from cogs.words import bold, capital, n_points
from engine.core import Seat
from engine.games.flip.model import BONUS, Play, worth
from engine.games.flip.state import View

_ONE_PAGE = 12
"""So many cards that fit are shown at once."""
_PAGE = 9
"""Cards a page if there are more: fewer, since the menu of pages takes room too."""


def hand(view: View, names: Names, legal: Sequence[Play], path: tuple[int, ...]) -> Sequence[Block]:
    seat = view.seat
    if seat is None or not view.hand:
        return []
    if not legal:
        return [Text("\n".join(_waiting(view, seat)))]
    blocks: list[Block] = [Text("\n".join(_prompt(view, names, seat))), *_cards(view, legal, path)]
    if below := "\n".join(f"-# {line}" for line in _below(view, names, seat, legal)):
        blocks += [Line(), Text(below)]
    return blocks


def _waiting(view: View, seat: Seat) -> Iterator[str]:
    fit = [card for card in view.hand if view.fits(card)]
    rest = [card for card in view.hand if not view.fits(card)]
    if view.top is None:
        yield numbers(view.hand)
    else:
        if fit:
            yield _("Would fit now: {cards}").format(cards=numbers(fit))
        if rest:
            yield "-# " + _("Not now: {cards}").format(cards=numbers(rest))
    yield "-# " + _("You have {points} of {target}").format(
        points=n_points(view.scores[seat]), target=view.options.target
    )


def _prompt(view: View, names: Names, seat: Seat) -> Iterator[str]:
    """The chip and the goal in words, and what kind of play it is."""
    if view.moment == "reset":
        yield f"## {chip(view.side)} " + _("New pile: any card")
        yield _("Nothing of yours fitted: {name} has the old pile.").format(
            name=bold(view.taker(seat), names)
        )
        return
    yield f"## {chip(view.side)} {capital(goal(view))}"
    match view.moment:
        case "opening":
            yield _("You open the round, and the next player has to fit on your card.")
        case "second":
            yield _("Second card: your {top} wants another one on top at once.").format(
                top=number(view.pile[-1])
            )
        case "rescued":
            yield _("You were stuck, and the chip has turned: now your whole hand fits.")
        case _:
            pass
    if view.again:
        yield _("Second turn: you skipped {name}, who still takes the pile whenever you stay stuck.").format(
            name=bold(view.taker(seat), names)
        )


def _given_away(view: View) -> list[int]:
    """The 2s that fit now, but after which no other card of the hand would fit: they cost the pile."""
    if len(view.hand) == 1:
        return []
    last = max(view.hand) if view.side == "hi" else min(view.hand)
    return [card for card in view.hand if card % 10 == 2 and view.fits(card) and card == last]


def _cards(view: View, legal: Sequence[Play], path: tuple[int, ...]) -> Iterator[Block]:
    """A button for each card that fits, red if it gives the pile away."""
    place = {play.card: at for at, play in enumerate(legal)}
    lost = _given_away(view)
    fit = sorted(place)
    book = pages(fit, _PAGE if len(fit) > _ONE_PAGE else _ONE_PAGE)
    shown = path[0] if len(path) == 1 and path[0] in range(len(book)) else 0
    yield from in_rows(
        [
            Button(str(card), Act(place[card]), "bad" if card in lost else "main", number(card))
            for card in book[shown]
        ]
    )
    if len(book) > 1:
        yield Menu(
            _("More cards…"),
            tuple(
                Option(
                    ("● " if at == shown else "")
                    + _("Cards {first} to {last}").format(first=page[0], last=page[-1]),
                    Go((at,)),
                )
                for at, page in enumerate(book)
            ),
        )


def _below(view: View, names: Names, seat: Seat, legal: Sequence[Play]) -> Iterator[str]:
    """What cannot be played now, what the signs mean, and what the play may win or lose."""
    fit = {play.card for play in legal}
    if rest := [card for card in view.hand if card not in fit]:
        yield _("Not now: {cards}").format(cards=numbers(rest))
    lost = _given_away(view)
    meanings = _meanings()
    ends = {card % 10 for card in fit if card not in lost}
    if said := [text for end, text in meanings.items() if end in ends]:
        yield " · ".join(said)
    if len(view.hand) == 1:
        total = worth((*view.pile, *view.hand)) + BONUS
        yield _("Your last card ends the round: with it and the pile you score {points}.").format(
            points=n_points(total)
        )
        return
    if view.pile:
        yield _("The pile is worth {points}. It is yours if the next player stays stuck.").format(
            points=n_points(worth(view.pile))
        )
    if lost:
        yield _(
            "{cards} gives the pile away: nothing of yours could follow, and {name} would take it."
        ).format(cards=numbers(lost), name=bold(view.taker(seat, after_playing=True), names))


def _meanings() -> dict[int, str]:
    """What a card does, by last digit."""
    return {
        0: emoji("star", "⭐") + " " + _("worth 10"),
        1: _("a one at the end: skips the next player"),
        2: _("a two at the end: another card at once"),
    }
