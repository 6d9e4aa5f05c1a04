"""A round: turns, what cards do, draws and resets (R4-R25)."""

from bisect import insort
from typing import Literal

from engine.core import Seat, Tell
from engine.games.flip import scoring
from engine.games.flip.events import Drew, Flipped, Played, Refilled, Reset, RoundBegan, Skipped
from engine.games.flip.model import CAP, UNMARKED, Cards, Moment, Side, collector, opener
from engine.games.flip.state import State

_ALONE = tuple((seat,) for seat in range(6))


def deal(state: State, order: Cards, tell: Tell) -> None:
    """Begin a round (R4, R5); the first one needs the chip before it can open (R6)."""
    seats = state.seats
    dealt = seats * state.options.hand_size
    state.deck = order
    state.drawn = dealt
    state.hands = [sorted(order[seat:dealt:seats]) for seat in range(seats)]
    state.signs = []
    state.collected = [()] * seats
    state.pile = []
    state.played = state.refills = 0
    state.batch = UNMARKED
    state.latest = state.earlier = state.turn = None
    if state.side is None:
        state.asked = "chip"
    else:
        _open(state, state.side, tell)


def flip(state: State, side: Side, tell: Tell) -> None:
    """Let the chip land (R6, R11-R13)."""
    before, state.side = state.side, side
    if before is None:
        _open(state, side, tell)
        return
    seat = state.turn
    assert seat is not None
    changed = side != before
    tell(Flipped(seat, side, changed, state.pile[-1]))
    if changed:
        _ask(state, seat, "rescued")
    else:
        _draw(state, seat, tell)


def refill(state: State, order: Cards, tell: Tell) -> None:
    """All discards but the top become the draw pile, and the draw that was due is made (R22)."""
    state.deck = order
    state.drawn = 0
    del state.pile[:-1]
    state.refills += 1
    batch = bytearray(state.batch)
    for card in order:
        batch[card] = state.refills
    state.batch = bytes(batch)
    tell(Refilled(len(order)))
    seat, state.drawer = state.drawer, None
    assert seat is not None
    _draw(state, seat, tell)


def play(state: State, seat: Seat, card: int, tell: Tell) -> None:
    """Put down a card of the hand."""
    hand = state.hands[seat]
    hand.remove(card)
    state.signs.append(("played", seat, card, state.batch[card]))
    _put_down(state, seat, card, state.moment, hand, tell)


def _open(state: State, side: Side, tell: Tell) -> None:
    scores = state.scores
    state.starter = state.turn = starter = opener(scores, side)
    least = scores[starter]
    tell(RoundBegan(len(state.rounds) + 1, starter, side, least, scores.count(least) > 1))
    _ask(state, starter, "opening")


def _ask(state: State, seat: Seat, moment: Moment) -> None:
    state.asked = "play"
    state.moment = moment
    state.to_act = _ALONE[seat]


def _begin_turn(state: State, seat: Seat) -> None:
    """A seat with a fitting card plays, a stuck one flips (R10, R11)."""
    state.turn = seat
    hand, top = state.hands[seat], state.pile[-1]
    if hand[-1] > top if state.side == "hi" else hand[0] < top:
        state.asked = "play"
        state.moment = "turn"
        state.to_act = _ALONE[seat]
    else:
        _show_stuck(state, seat)
        state.asked = "chip"
        state.to_act = ()


def _put_down(
    state: State, seat: Seat, card: int, how: Moment | Literal["drawn"], hand: list[int], tell: Tell
) -> None:
    """A card lands on the pile; ``hand`` is left. Then comes its effect (R17)."""
    state.pile.append(card)
    state.played += 1
    if state.latest != seat:
        state.earlier = state.latest
        state.latest = seat
    tell(Played(seat, card, how, len(hand)))
    if not hand or state.played >= CAP:
        scoring.end_round(state, seat, tell)
        return
    effect = card % 10
    if effect == 1:
        _draw(state, (seat + 1) % state.seats, tell)
    elif effect != 2:
        _begin_turn(state, (seat + 1) % state.seats)
    elif hand[-1] > card if state.side == "hi" else hand[0] < card:
        _ask(state, seat, "second")
    else:
        _show_stuck(state, seat)
        _reset(state, seat, "second", tell)


def _draw(state: State, seat: Seat, tell: Tell) -> None:
    """A draw is due: of the seat that is stuck (R13), or of the one that is skipped (R18)."""
    if state.drawn == len(state.deck) and len(state.pile) > 1:
        state.asked = "reshuffle"
        state.to_act = ()
        state.drawer = seat
        return
    card = None
    if state.drawn < len(state.deck):
        card = state.deck[state.drawn]
        state.drawn += 1
    # With two seats the skipped one is not on turn either: after a 1 the turn is still its player's.
    if seat != state.turn:
        _skip(state, seat, card, tell)
    elif card is None:
        _reset(state, seat, "nothing_to_draw", tell)
    elif card > state.pile[-1] if state.side == "hi" else card < state.pile[-1]:
        _put_down(state, seat, card, "drawn", state.hands[seat], tell)
    else:
        _keep(state, seat, card, tell)
        _show_stuck(state, seat)
        _reset(state, seat, "drawn", tell)


def _skip(state: State, seat: Seat, card: int | None, tell: Tell) -> None:
    following = (seat + 1) % state.seats
    if card is not None:
        _keep(state, seat, card, tell)
    tell(Skipped(seat, card is not None, following))
    _begin_turn(state, following)


def _reset(state: State, seat: Seat, why: Literal["drawn", "nothing_to_draw", "second"], tell: Tell) -> None:
    """Somebody else takes the pile, and the seat opens a new one (R15, R16, R20)."""
    taker = collector(seat, state.seats, state.latest, state.earlier)
    cards = tuple(state.pile)
    state.collected[taker] += cards
    state.pile = []
    neighbour = taker not in {state.latest, state.earlier}
    tell(Reset(seat, taker, neighbour, cards, why))
    _ask(state, seat, "reset")


def _keep(state: State, seat: Seat, card: int, tell: Tell) -> None:
    """A drawn card goes into the hand, seen by its owner alone."""
    insort(state.hands[seat], card)
    state.signs.append(("drew", seat, 0, state.refills))
    tell(Drew(seat, card, to=_ALONE[seat]))


def _show_stuck(state: State, seat: Seat) -> None:
    """Everybody sees that no card of the seat fits."""
    state.signs.append(("below" if state.side == "hi" else "above", seat, state.pile[-1], 0))
