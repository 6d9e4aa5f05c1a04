"""What a player of Heart of the Cards sees and may press in private."""

from collections.abc import Iterator, Sequence

from bot.emoji import emoji, plain
from bot.face import Names
from bot.i18n import _
from bot.screen import (
    MENU_OPTIONS,
    Act,
    Block,
    Button,
    Go,
    Line,
    Menu,
    Option,
    Picture,
    Row,
    Text,
    in_rows,
    pages,
)
from cogs.cards import card_text
from cogs.heart import drawing
from cogs.heart.scene import scene
from cogs.heart.words import did, power, reminder, sums
from cogs.words import signed
from engine.core import Seat
from engine.games.heart.cards import VALUES, worth
from engine.games.heart.model import Action, Effect, Pick, Wild, values
from engine.games.heart.state import View

_SPOTS = (0,)
"""The path of the screen on which a face-down spot is chosen by its number."""
_HEADING = 8
"""With more cards the heading is smaller."""
_LARGEST = 2
"""So many open cards of each sign are buttons; the menu has all the rest."""


def hand(view: View, _names: Names, legal: Sequence[Action], path: tuple[int, ...]) -> Sequence[Block]:
    if view.seat is None or not view.spots:
        return []
    own = Text(_own(view, view.seat))
    if not legal:
        return [own, Text(reminder())]
    if isinstance(legal[0], Pick):
        picks = [action for action in legal if isinstance(action, Pick)]
        if path == _SPOTS:
            return [own, *_face_down(view, picks)]
        return [own, *_pick(view, view.seat, picks), Text(reminder())]
    wilds = [action for action in legal if isinstance(action, Wild)]
    return [*_wild(view, view.seat, wilds), Text(reminder())]


def _cards(view: View, seat: Seat) -> list[int]:
    return [card for card in view.hand(seat) if card is not None]


def _own(view: View, seat: Seat) -> str:
    """The cards as a heading, their sums, the Wildcard."""
    cards = _cards(view, seat)
    effect, wild = view.effect(seat), view.wild(seat)
    shown = " ".join(map(card_text, cards)) or _("No card yet")
    said = [sums(values(cards, effect))]
    if effect is not None:
        said.append(_("Your Wildcard {wild}: {did}.").format(wild=card_text(effect.wild), did=did(effect)))
    elif wild is not None:
        said.append(_("Your Wildcard {wild}: {power}.").format(wild=card_text(wild), power=power(wild)))
    elif view.options.wildcards:
        said[0] += " · " + _("no Wildcard yet")
    return f"{'##' if len(cards) > _HEADING else '#'} {shown}\n" + "\n".join(said)


def _pick(view: View, seat: Seat, legal: Sequence[Pick]) -> Iterator[Block]:
    at = {action.spot: index for index, action in enumerate(legal)}
    yield Picture(scene(view), "\n".join((drawing.heart(view), drawing.legend(view))))
    cards = _cards(view, seat)
    best = _best(view, at)
    buttons = [_button(view, cards, spot, Act(at[spot])) for spot in best]
    down = [spot for spot in at if view.spots[spot - 1] is None]
    buttons += _any(view, at)
    if len(down) > 1:
        buttons.append(Button(_("Choose the spot"), Go(_SPOTS)))
    yield from in_rows(buttons)
    rest = [spot for spot in at if spot not in best and spot not in down]
    for part in pages(rest, MENU_OPTIONS):
        if part:
            options = (_spot(view, cards, spot, Act(at[spot])) for spot in part)
            yield Menu(_("Take another open card…"), tuple(options))
    if view.wilds[seat] and view.wilds_left:
        yield Text("-# " + _("You hold a Wildcard, so the other ones are not for you."))


def _face_down(view: View, legal: Sequence[Pick]) -> Iterator[Block]:
    """Every face-down spot by its number; they are all alike, but some people have a favourite."""
    yield Text("-# " + _("Face-down cards of a kind are all alike."))
    at = {action.spot: index for index, action in enumerate(legal)}
    for prompt, wild, back in _kinds():
        spots = [spot for spot in at if view.spots[spot - 1] is None and (spot in view.wild_spots) == wild]
        for part in pages(spots, MENU_OPTIONS):
            if part:
                options = [
                    Option(_("Spot {spot}").format(spot=spot), Act(at[spot]), emoji=back) for spot in part
                ]
                yield Menu(prompt, tuple(options))
    yield Row((Button(_("Back"), Go()),))


def _kinds() -> tuple[tuple[str, bool, str], ...]:
    """The kinds of face-down cards: what to call any of them, whether they are Wildcards, their back."""
    return (
        (_("Any face-down card"), False, emoji("back_point", "🂠")),
        (_("Any Wildcard"), True, emoji("back_wild", "🂠")),
    )


def _best(view: View, at: dict[int, int]) -> list[int]:
    """The spots of the largest open Point cards of each sign."""
    worth_of = {
        spot: VALUES[card]
        for spot in at
        if (card := view.spots[spot - 1]) is not None and spot not in view.wild_spots
    }
    highest = sorted((spot for spot in worth_of if worth_of[spot] > 0), key=lambda spot: -worth_of[spot])
    lowest = sorted((spot for spot in worth_of if worth_of[spot] < 0), key=lambda spot: worth_of[spot])
    return [*highest[:_LARGEST], *lowest[:_LARGEST]]


def _button(view: View, cards: list[int], spot: int, target: Act) -> Button:
    """An open card, with what the sum becomes."""
    card = view.spots[spot - 1]
    assert card is not None
    total = sum(values([*cards, card], None))
    label = _("{value} → {sum}").format(value=signed(VALUES[card]), sum=signed(total))
    return Button(label, target, "main", card_text(card))


def _any(view: View, at: dict[int, int]) -> Iterator[Button]:
    """A button for each kind of face-down card: they are all alike, so any of them will do."""
    for label, wild, back in _kinds():
        alike = [
            pick.spot
            for pick in view.left
            if view.spots[pick.spot - 1] is None and (pick.spot in view.wild_spots) == wild
        ]
        if alike:
            index = at.get(alike[0])
            yield Button(
                label, None if index is None else Act(index), "plain" if index is None else "main", back
            )


def _spot(view: View, cards: list[int], spot: int, target: Act) -> Option:
    card = view.spots[spot - 1]
    assert card is not None
    if spot in view.wild_spots:
        return Option(
            _("{card}, a Wildcard").format(card=plain(card_text(card))), target, power(card), card_text(card)
        )
    label = f"{signed(VALUES[card])} · {plain(card_text(card))}"
    hint = _("then {result}").format(result=_result(values([*cards, card], None)))
    return Option(label, target, hint, card_text(card))


def _result(worths: Sequence[int]) -> str:
    return _("sum {sum}, absolute {absolute}").format(sum=signed(sum(worths)), absolute=sum(map(abs, worths)))


def _wild(view: View, seat: Seat, legal: Sequence[Wild]) -> Iterator[Block]:
    wild = view.wild(seat)
    if wild is None:
        return
    cards = _cards(view, seat)
    options = []
    for index, action in enumerate(legal):
        card = action.card
        after = worth(card, wild)
        what = _("out") if after is None else signed(after)
        hint = _("then {result}").format(result=_result(values(cards, Effect(seat, wild, (card,)))))
        options.append(
            Option(
                f"{plain(card_text(card))}: {signed(VALUES[card])} → {what}",
                Act(index),
                hint,
                card_text(card),
            )
        )
    yield Text(
        f"# {card_text(wild)} "
        + _("choose a card")
        + "\n"
        + _("Your Wildcard: {power}. You must choose.").format(power=power(wild))
        + "\n"
        + _("Now: {sums}").format(sums=sums(values(cards, None)))
    )
    yield Menu(_("Choose a card…"), tuple(options))
    yield Line()
    yield Text(" ".join(map(card_text, cards)))
