"""Play: turns, forced steps, and the end of a deal (R11-R27, R30)."""

from engine.core import MatchEnded, Seat, Tell, Veiled
from engine.games.trumps.cards import CARD, LOSERS, REACH, beaters
from engine.games.trumps.events import DealEnded, Kind, Laid, OnlyChoice, PickedUp, WentOut
from engine.games.trumps.model import Deal, End, position_key
from engine.games.trumps.state import State
from engine.seats import added, holder, leaders

_WAITING = tuple((seat,) for seat in range(4))
_THIRD = 3
"""A position that occurs so often ends the deal (R22)."""


def begin(state: State, leader: Seat, tell: Tell) -> None:
    """The first turn of a deal."""
    _next_turn(state, leader, tell)
    go_on(state, tell)


def go_on(state: State, tell: Tell) -> None:
    """Make forced steps until somebody has a choice or the deal is over (R30)."""
    while state.to_act:
        (seat,) = state.to_act
        hand = state.hands[seat]
        if state.asked != "beat":
            if len(hand) > 1:
                return
            lay(state, seat, hand[0], tell, forced=True)
            continue
        able = hand.translate(None, LOSERS[state.trumps[seat]][state.pile[-1]])
        free = state.options.pick_up == "free"
        if len(able) > 1 or (able and free):
            return
        veiled = state.veils() and (free or bool(able))
        if veiled:
            tell(Veiled(seat))
        if able:
            lay(state, seat, able[0], tell, forced=not veiled, only=veiled)
        else:
            pick_up(state, seat, tell, forced=not veiled, only=veiled)


def lay(state: State, seat: Seat, card: int, tell: Tell, *, forced: bool = False, only: bool = False) -> None:
    """Play a card: lead, beat or add (R12-R14). ``only`` tells the seat that nothing else was possible."""
    asked, pile = state.asked, state.pile
    hand = state.hands[seat] = state.hands[seat].replace(CARD[card], b"")
    assert asked in ("lead", "beat", "add")
    tell(Laid(seat, card, asked, pile[-1] if pile else None, len(hand), forced))
    if only:
        tell(OnlyChoice(seat, "beat", to=(seat,)))
    state.pile = pile + CARD[card]
    if card not in state.shown:
        state.shown += CARD[card]
    if asked == "beat" and hand:
        state.asked = "add"
    else:
        _end_turn(state, seat, tell)


def pick_up(state: State, seat: Seat, tell: Tell, *, forced: bool = False, only: bool = False) -> None:
    """Take cards from the top of the pile (R15)."""
    pile = state.pile
    top = pile[-1]
    reach = REACH[state.trumps[seat]][top]
    taken = pile[-reach:]
    state.pile = pile = pile[:-reach]
    state.hands[seat] = bytes(sorted(state.hands[seat] + taken))
    if top not in state.unbeaten[seat] and state.options.pick_up == "unable":
        state.unbeaten[seat] += CARD[top]
    kind: Kind = "plain" if reach == 3 else "own_trump" if reach == 5 else "own_ace"
    tell(PickedUp(seat, tuple(taken[::-1]), kind, pile[-1] if pile else None, forced))
    if only:
        tell(OnlyChoice(seat, "pick_up", to=(seat,)))
    _end_turn(state, seat, tell)


def _end_turn(state: State, seat: Seat, tell: Tell) -> None:
    """What follows a completed turn, in the order of R21."""
    state.turns += 1
    hands = state.hands
    if not hands[seat]:
        state.out += (seat,)
        tell(WentOut(seat, len(state.out)))
        if len(state.out) == state.seats - 1:
            _last_one(state, seat, tell)
            return
    if state.turns == state.options.turn_limit:
        _end_drawn(state, "turn_limit", tell)
        return
    _next_turn(state, holder((seat + 1) % state.seats, hands), tell)


def _next_turn(state: State, seat: Seat, tell: Tell) -> None:
    """A seat is to act, unless the position has occurred too often (R22)."""
    pile = state.pile
    state.to_act = _WAITING[seat]
    state.asked = "beat" if pile else "lead"
    here = position_key(seat, pile, state.hands, state.dealt)
    times = state.positions[here] = state.positions.get(here, 0) + 1
    if times == _THIRD:
        _end_drawn(state, "repetition", tell)


def _last_one(state: State, gone: Seat, tell: Tell) -> None:
    """Only one seat has cards: it has lost, or has a draw with its last card (R19, R20)."""
    (last,) = (seat for seat, hand in enumerate(state.hands) if hand)
    hand = state.hands[last]
    if len(hand) == 1 and beaters(hand, state.pile[-1], state.trumps[last]):
        _end(state, "last_card", None, (gone, last), tell, hand[0])
    else:
        _end(state, "out", last, (), tell)


def _end_drawn(state: State, end: End, tell: Tell) -> None:
    """A draw between all who still hold cards (R22, R23)."""
    _end(state, end, None, tuple(seat for seat, hand in enumerate(state.hands) if hand), tell)


def _end(
    state: State,
    end: End,
    loser: Seat | None,
    drawn: tuple[Seat, ...],
    tell: Tell,
    last_card: int | None = None,
) -> None:
    """Count the points; then comes the next deal, or nothing (R25-R27)."""
    points = tuple(1 if seat in drawn else 2 if seat in state.out else 0 for seat in range(state.seats))
    left = tuple(map(len, state.hands))
    assert state.dealer is not None
    deal = Deal(state.dealer, end, loser, state.out, left, len(state.pile), state.turns, points)
    state.deals += (deal,)
    state.scores = added(state.scores, points)
    state.to_act = ()
    tell(DealEnded(len(state.deals), deal, last_card, tuple(sorted(drawn)), state.scores))
    if len(state.deals) < state.options.deals:
        state.dealer = (state.dealer + 1) % state.seats if loser is None else loser
        state.asked = "shuffle"
        return
    state.asked = "nothing"
    tell(MatchEnded(state.scores, leaders(state.scores)))
