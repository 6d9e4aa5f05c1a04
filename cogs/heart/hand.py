"""What a player of Heart of the Cards sees and may press in private."""

from collections.abc import Iterator, Sequence

from bot.face import Names
from bot.i18n import _
from bot.screen import MENU_OPTIONS, Act, Block, Button, Menu, Option, Row, Text
from cogs.cards import card_text
from cogs.heart import drawing
from cogs.heart.words import did, left, player, point_cards, power, reminder, several, sums, valued
from cogs.words import others, signed
from engine.core import Seat
from engine.games.heart.cards import VALUES, worth
from engine.games.heart.model import Action, Effect, Pick, Wild, values
from engine.games.heart.state import View


def hand(view: View, names: Names, legal: Sequence[Action], _path: tuple[int, ...]) -> Sequence[Block]:
    if view.seat is None or not view.spots:
        return []
    own = Text(_own(view, view.seat))
    players = [player(view, names, other) for other in others(view.seat, view.seats)]
    known = Text("\n".join([*players, reminder()]))
    if not legal:
        return [own, known]
    if isinstance(legal[0], Pick):
        picks = [action for action in legal if isinstance(action, Pick)]
        return [own, *_pick(view, view.seat, picks), known]
    wilds = [action for action in legal if isinstance(action, Wild)]
    return [*_wild(view, view.seat, wilds), known]


def _cards(view: View, seat: Seat) -> list[int]:
    return [card for card in view.hand(seat) if card is not None]


def _own(view: View, seat: Seat) -> str:
    cards = _cards(view, seat)
    effect = view.effect(seat)
    said = []
    if cards:
        said.append(_("**Your {n}:** {cards}").format(n=point_cards(len(cards)), cards=several(cards)))
    else:
        said.append(_("**You have no Point card yet.**"))
    wild = view.wild(seat)
    if effect is not None:
        said.append(_("Your Wildcard {wild}: {did}.").format(wild=card_text(effect.wild), did=did(effect)))
    elif wild is not None:
        said.append(_("Your Wildcard {wild}: {power}.").format(wild=card_text(wild), power=power(wild)))
    said.append(_("Together: {sums}").format(sums=sums(values(cards, effect))))
    return "\n".join(said)


def _pick(view: View, seat: Seat, legal: Sequence[Pick]) -> Iterator[Block]:
    said = [
        _("**Take a card of the heart** · {left}").format(left=left(view)),
        drawing.heart(view),
        drawing.legend(view),
    ]
    held = bool(view.wilds[seat])
    if held and view.wilds_left:
        said.append(_("You already hold a Wildcard, so the other ones are not for you."))
    yield Text("\n".join(said))
    at = {action.spot: index for index, action in enumerate(legal)}
    yield from _any(view, at)
    cards = _cards(view, seat)
    if len(legal) <= MENU_OPTIONS:
        yield _menu(view, cards, _("Choose a spot…"), at)
        return
    for part in drawing.halves(view):
        some = {spot: index for spot, index in at.items() if spot in part}
        if some:
            yield _menu(view, cards, _("Choose a spot, {spots}…").format(spots=drawing.spots(part)), some)


def _any(view: View, at: dict[int, int]) -> Iterator[Block]:
    """A button for each kind of face-down card: they are all alike, so any of them will do."""
    buttons = []
    for label, wild in ((_("Any Point card"), False), (_("Any Wildcard"), True)):
        alike = [
            pick.spot
            for pick in view.left
            if view.spots[pick.spot - 1] is None and (pick.spot in view.wild_spots) == wild
        ]
        if alike:
            index = at.get(alike[0])
            buttons.append(
                Button(label, None if index is None else Act(index), "plain" if index is None else "main")
            )
    if buttons:
        yield Row(tuple(buttons))
        yield Text(_("-# Face-down cards of a kind are all alike; a button takes the lowest spot."))


def _menu(view: View, cards: list[int], prompt: str, at: dict[int, int]) -> Menu:
    return Menu(prompt, tuple(_spot(view, cards, spot, Act(index)) for spot, index in at.items()))


def _spot(view: View, cards: list[int], spot: int, target: Act) -> Option:
    card = view.spots[spot - 1]
    wild = spot in view.wild_spots
    if card is None:
        label = _("{spot}: Wildcard, face down") if wild else _("{spot}: Point card, face down")
        hint = _("A King or a Jack; you may hold one") if wild else _("Ace to 10, red or black")
        return Option(label.format(spot=spot), target, hint)
    if wild:
        label = _("{spot}: {card}, a Wildcard").format(spot=spot, card=card_text(card))
        return Option(label, target, power(card))
    label = _("{spot}: {card}").format(spot=spot, card=valued(card))
    return Option(label, target, _("then") + " " + _result(values([*cards, card], None)))


def _result(worths: Sequence[int]) -> str:
    return _("sum {sum}, absolute {absolute}").format(sum=signed(sum(worths)), absolute=sum(map(abs, worths)))


def _wild(view: View, seat: Seat, legal: Sequence[Wild]) -> Iterator[Block]:
    wild = view.wild(seat)
    if wild is None:
        return
    cards = _cards(view, seat)
    options, rows = [], [["", _("now"), _("then"), _("sum"), _("absolute")]]
    for index, action in enumerate(legal):
        card = action.card
        worths = values(cards, Effect(seat, wild, (card,)))
        after = worth(card, wild)
        what = _("out") if after is None else signed(after)
        now = signed(VALUES[card])
        options.append(Option(f"{card_text(card)}: {now} → {what}", Act(index), _result(worths)))
        rows.append([card_text(card), now, what, signed(sum(worths)), str(sum(map(abs, worths)))])
    kept = [card for card in cards if Wild(card) not in legal]
    said = [
        _("**Your Wildcard is {wild}:** {power}. You must choose.").format(
            wild=card_text(wild), power=power(wild)
        ),
        _("Together now: {sums}. After each choice:").format(sums=sums(values(cards, None))),
        drawing.grid(rows),
    ]
    if kept:
        said.append(_("Not in question: {cards}").format(cards=several(kept)))
    yield Text("\n".join(said))
    yield Menu(_("Choose a card…"), tuple(options))
