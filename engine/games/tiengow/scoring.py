"""Payments, the end of a deal and of the match (R19-R26)."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from engine.core import Result, Seat, Tell, in_json
from engine.games.tiengow.events import DealEnded, MatchEnded, Paid, Payment
from engine.games.tiengow.groups import GROUPS, Kind
from engine.games.tiengow.model import HAND, SEATS, Deal
from engine.games.tiengow.state import State, nothing
from engine.seats import added, leaders
from engine.tiles import BIG_SIX, FACE_OF, LITTLE_THREE, faces_of

Why: TypeAlias = Literal["single_deal", "target", "deal_limit"]

EMPTY_PAYS = 5
QUOTA = 4
_AT_ONCE: dict[Kind, int] = {"supreme": 2, "quartet": 4}


def pay_at_once(state: State, winner: Seat, kind: Kind, tell: Tell) -> None:
    """Settle a trick won with Supreme or a quartet (R19)."""
    price = _AT_ONCE.get(kind)
    if price is None:
        return
    amounts = [0] * SEATS
    for seat in range(SEATS):
        if seat != winner:
            due = 2 * price if state.banker in {seat, winner} else price
            amounts[seat] -= due
            amounts[winner] += due
    state.immediate = added(state.immediate, amounts)
    paid = Paid(winner, kind, tuple(amounts))
    state.paid += (paid,)
    tell(paid)


def end_deal(state: State, tell: Tell) -> None:
    """Settle the deal with the winner of its last trick; the match ends, or the next deal is due."""
    winner = state.high
    assert winner is not None
    assert state.banker is not None
    kind = GROUPS[state.high_tiles].kind
    payments = tuple(_payments(state, winner, kind))
    settlement = [0] * SEATS
    for payment in payments:
        settlement[payment.payer] -= payment.points
        settlement[payment.payee] += payment.points
    deal = Deal(
        state.banker,
        winner,
        kind,
        state.columns,
        state.immediate,
        (1 + _bonus(state, kind)) * (1 + _sweep(state, winner)),
        _caught(state),
        tuple(settlement),
        added(state.immediate, settlement),
    )
    state.deals += (deal,)
    state.scores = added(state.scores, deal.scores)
    discards = tuple(map(faces_of, state.face_down))
    ended = DealEnded(len(state.deals), deal, payments, state.paid, discards, state.scores)
    state.last = ended
    tell(ended)
    state.face_up, state.face_down = nothing(), nothing()
    state.plays = ()
    state.high = None
    state.to_act = ()
    state.high_tiles = ()
    why = _ended(state)
    if why:
        state.asked = "nothing"
        tell(MatchEnded(why, state.scores, winners(state)))
    else:
        state.asked = "shuffle"
        state.banker = winner


def _payments(state: State, winner: Seat, kind: Kind) -> Iterator[Payment]:
    caught = _caught(state)
    bonus, sweep = _bonus(state, kind), _sweep(state, winner)
    for seat, columns in enumerate(state.columns):
        if seat == winner:
            continue
        base = EMPTY_PAYS if columns == 0 else QUOTA - columns
        banker = state.banker in {seat, winner}
        if base > 0:
            payer = seat if caught is None else caught
            yield Payment(payer, winner, seat, base, banker, bonus, sweep)
        elif base < 0:
            yield Payment(winner, seat, seat, -base, banker, bonus, sweep)


def _bonus(state: State, kind: Kind) -> bool:
    """Whether the group that won the last trick doubles the settlement (R21)."""
    return kind in _AT_ONCE or state.high_tiles == (LITTLE_THREE,)


def _sweep(state: State, winner: Seat) -> bool:
    """Whether the winner has taken every trick (R22)."""
    return state.columns[winner] == HAND


def _caught(state: State) -> Seat | None:
    """Who led Little Three into Big Six in the last trick (R23)."""
    led = state.plays[0]
    if led.faces == (FACE_OF[LITTLE_THREE],) and state.high_tiles == (BIG_SIX,):
        return led.seat
    return None


def result(state: State) -> Result | None:
    """The outcome once the match is over (R26)."""
    why = _ended(state) if state.asked == "nothing" else None
    if why is None:
        return None
    details = {"deals_won": deals_won(state), "deals": in_json(state.deals)}
    return Result(state.scores, winners(state), why, details)


def deals_won(state: State) -> list[int]:
    """How many last tricks each seat has won."""
    return [sum(deal.winner == seat for deal in state.deals) for seat in range(SEATS)]


def winners(state: State) -> tuple[Seat, ...]:
    """Who wins the match (R26)."""
    if state.options.deals == 1:
        return (state.deals[-1].winner,)
    return leaders(list(zip(state.scores, deals_won(state), strict=True)))


def _ended(state: State) -> Why | None:
    options = state.options
    if options.deals == 1:
        return "single_deal"
    if options.target and max(state.scores) >= options.target:
        return "target"
    return "deal_limit" if len(state.deals) == options.deals else None
