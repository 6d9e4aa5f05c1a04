"""Phase 2: every trader offers a card and takes another's (R23-R30)."""

from engine.core import Seat, Tell
from engine.games.hilo import events, scoring
from engine.games.hilo.model import Pick
from engine.games.hilo.state import State
from engine.seats import holder, replaced


def begin(state: State, tell: Tell) -> None:
    """Open the trade, or score the deal when there is nobody to trade with."""
    state.traders = tuple(seat for seat, pile in enumerate(state.piles) if pile)
    if len(state.traders) < 2:
        tell(events.TradingSkipped(state.traders))
        scoring.end_deal(state, tell)
        return
    assert state.active is not None
    sizes = [len(pile) for pile in state.piles]
    most = max(sizes)
    alone = sizes.count(most) == 1
    # Else the player who was active in the last round, or the next trader clockwise (R24).
    first = sizes.index(most) if alone else holder(state.active, state.piles)
    tell(events.TradingBegan(state.traders, first, alone, state.board))
    _begin_stage(state, first, tell)


def offer(state: State, seat: Seat, card: int, tell: Tell) -> None:
    """Put a card up for trade; the last one in shows them all (R25)."""
    state.offers = replaced(state.offers, seat, card)
    state.to_act = tuple(other for other in state.to_act if other != seat)
    tell(events.Offered(seat))
    if state.to_act:
        return
    tell(events.OffersShown(state.offers))
    if len(state.traders) == 2:
        _settle(state, tell)
    else:
        state.asked = "pick"
        state.to_act = state.pickers


def pick(state: State, seat: Seat, action: Pick, tell: Tell) -> None:
    """Take an offer; the first of four traders names the second picker (R26, R27)."""
    state.taken = replaced(state.taken, seat, action.card)
    tell(events.Picked(seat, action.card, state.offers.index(action.card), action.next))
    if action.next is None:
        _settle(state, tell)
    else:
        state.pickers += (action.next,)
        state.to_act = (action.next,)


def _begin_stage(state: State, first_picker: Seat, tell: Tell) -> None:
    state.stage += 1
    state.asked = "offer"
    state.pickers = (first_picker,)
    state.offers = state.taken = (None,) * state.seats
    unasked = tuple(seat for seat in state.traders if len(state.piles[seat]) == 1)
    for seat in unasked:
        state.offers = replaced(state.offers, seat, state.piles[seat][0])
    state.to_act = tuple(seat for seat in state.traders if seat not in unasked)
    tell(events.StageBegan(state.stage, state.options.trading_stages, unasked))


def _settle(state: State, tell: Tell) -> None:
    """Give the last two traders the last two offers, and all taken cards to the piles (R28-R30)."""
    offers = state.offers
    got = list(state.taken)
    one, other = (seat for seat in state.traders if got[seat] is None)
    left = [card for card in offers if card is not None and card not in got]
    if offers[one] == left[0] or offers[other] == left[1]:
        left.reverse()
    elif offers[one] not in left and offers[other] not in left:
        takers = [got.index(offers[own]) for own in (one, other)]
        left = [card for taker in takers if (card := offers[taker]) is not None]
    got[one], got[other] = left
    for seat in state.traders:
        gave, card = offers[seat], got[seat]
        if gave is not None and card is not None:
            pile = state.piles[seat]
            at = pile.index(gave)
            state.piles[seat] = (*pile[:at], *pile[at + 1 :], card)
    picked = state.pickers if len(state.traders) > 2 else ()
    state.traded = events.Traded(state.stage, offers, tuple(got), picked)
    tell(state.traded)
    if state.stage < state.options.trading_stages:
        _begin_stage(state, state.pickers[0], tell)
    else:
        scoring.end_deal(state, tell)
