"""Phase 1: rounds of one card each, until the deck is empty (R8-R22)."""

from engine.core import Seat, Tell
from engine.games.hilo import events, trading
from engine.games.hilo.events import Case
from engine.games.hilo.model import DECK, Ace, Call, Cards, Direction, Shuffle
from engine.games.hilo.state import State

CLOCKWISE = {n: tuple(tuple((seat + i) % n for i in range(n)) for seat in range(n)) for n in (2, 3, 4)}
"""The seats of a table of n, beginning with each of them."""

_HIGH = tuple(card % 13 for card in range(DECK))
_LOW = tuple((card + 1) % 13 for card in range(DECK))
_STRENGTH: dict[tuple[str, str], Cards] = {
    ("higher", "high"): _HIGH,
    ("higher", "low"): _LOW,
    ("lower", "high"): tuple(-value for value in _HIGH),
    ("lower", "low"): tuple(-value for value in _LOW),
}
"""How good each card is after a call (R2, R14)."""


def begin_deal(state: State, shuffle: Shuffle, tell: Tell) -> None:
    """Lay out a fresh deck (R8)."""
    state.deck = shuffle.order
    state.dealt = state.round = state.streak = state.stage = 0
    state.piles = [()] * state.seats
    state.board = state.rights = state.sitting_out = ()
    state.streak_of = state.revealed = state.traded = None
    state.traders = state.pickers = state.offers = state.taken = ()
    assert state.first is not None
    tell(events.DealBegan(len(state.deals) + 1, state.first))
    _begin_round(state, state.first, (), tell)


def call(state: State, action: Call, tell: Tell) -> None:
    """Turn up the cards of the round and judge them by the call."""
    strength = _STRENGTH[action.call, action.ace or state.options.ace]
    marks = [strength[card] for card in state.cards]
    case, winner, tied = _judge(state.participants, marks)
    _reveal(state, action.call, action.ace, case, winner, tied, _losing_tie(state.participants, marks), tell)


def steal(state: State, seat: Seat, card: int, tell: Tell) -> None:
    """Take a card of the round (R21)."""
    state.stolen += (card,)
    state.piles[seat] += (card,)
    tell(events.Stolen(seat, card, state.participants[state.cards.index(card)]))
    if len(state.stolen) == len(state.cards) and len(state.rights) > 1:
        tell(events.Lapsed(state.rights[1:], "nothing_left"))
        state.rights = state.rights[:1]
    _next_steal(state, tell)


def pass_(state: State, seat: Seat, tell: Tell) -> None:
    """Leave a right unused (R21)."""
    tell(events.Passed(seat))
    _next_steal(state, tell)


def _next_steal(state: State, tell: Tell) -> None:
    state.rights = state.rights[1:]
    state.to_act = state.rights[:1]
    if not state.rights and state.revealed is not None:
        _end_round(state, state.revealed, tell)


def _begin_round(state: State, active: Seat, passed_over: tuple[Seat, ...], tell: Tell) -> None:
    order = CLOCKWISE[state.seats][active]
    if state.rights:
        state.rights = tuple(seat for seat in order if seat in state.rights)
    if state.sitting_out:
        order = tuple(seat for seat in order if seat not in state.sitting_out)
    dealt = state.dealt
    cards = state.deck[dealt : dealt + len(order)]
    present = len(cards)
    state.dealt = dealt + present
    state.round += 1
    state.active = active
    state.participants = participants = order[:present]
    state.cards = cards
    state.stolen = ()
    streak = state.streak if state.streak_of == active else 0
    state.blind = blind = streak >= 2 and present > 1 and state.options.mode == "greedy"
    tell(
        events.RoundBegan(
            state.round,
            active,
            participants,
            order[present:],
            state.sitting_out,
            passed_over,
            blind,
            streak,
            len(state.deck) - state.dealt,
        )
    )
    if present > 1:
        state.asked = "call"
        state.to_act = (active,)
    else:
        _reveal(state, None, None, "alone", active, (), (), tell)


def _judge(participants: tuple[Seat, ...], marks: list[int]) -> tuple[Case, Seat | None, tuple[Seat, ...]]:
    """Who wins, and who ties for it, by the strength of each card, the active player's first."""
    best = max(marks)
    at_best = marks.count(best)
    if at_best == 1:
        return "one_best", participants[marks.index(best)], ()
    if at_best == len(marks):
        return "all_same", participants[0], ()
    if at_best == len(marks) - 1:
        return "all_but_one", participants[marks.index(min(marks))], ()
    tied = tuple(seat for seat, mark in zip(participants, marks, strict=True) if mark == best)
    return "winning_tie", None, tied


def _losing_tie(participants: tuple[Seat, ...], marks: list[int]) -> tuple[Seat, ...]:
    """Who shares a rank other than the winning one (R19)."""
    distinct = len(set(marks))
    if distinct == len(marks) or distinct == 1:
        return ()
    best = max(marks)
    return tuple(
        seat for seat, mark in zip(participants, marks, strict=True) if mark != best and marks.count(mark) > 1
    )


def _reveal(
    state: State,
    direction: Direction | None,
    ace: Ace | None,
    case: Case,
    winner: Seat | None,
    tied: tuple[Seat, ...],
    earned: tuple[Seat, ...],
    tell: Tell,
) -> None:
    """Show the cards of the round; then come the steals or the award (R14, R21)."""
    rights = state.rights
    lapses = winner in rights
    if lapses:
        state.rights = tuple(seat for seat in rights if seat != winner)
    revealed = events.Revealed(
        state.participants[0],
        direction,
        ace,
        state.blind,
        state.participants,
        state.cards,
        case,
        winner,
        tied,
        earned,
        state.board,
        state.rights,
        _next_active(state, winner, tied),
    )
    state.revealed = revealed
    tell(revealed)
    if winner is not None and lapses:
        tell(events.Lapsed((winner,), "won"))
    if state.rights:
        state.asked = "steal"
        state.to_act = state.rights[:1]
    else:
        _end_round(state, revealed, tell)


def _next_active(state: State, winner: Seat | None, tied: tuple[Seat, ...]) -> Seat | None:
    """Who is active in the next round; None when the deck is empty (R22)."""
    if state.dealt == len(state.deck):
        return None
    if winner is not None and state.options.mode == "greedy":
        return winner
    after = CLOCKWISE[state.seats][state.participants[0]][1:]
    return next(seat for seat in after if seat not in tied) if tied else after[0]


def _end_round(state: State, revealed: events.Revealed, tell: Tell) -> None:
    """The award, the streak, and what follows (R13, R18, R21, R22)."""
    stolen = state.stolen
    cards = state.cards if not stolen else tuple(card for card in state.cards if card not in stolen)
    winner = revealed.winner
    if winner is not None:
        taken = cards + state.board
        state.piles[winner] += taken
        state.board = ()
        state.streak = state.streak + 1 if state.streak_of == winner else 1
        state.streak_of = winner
        tell(events.RoundEnded(winner, taken, (), (), stolen))
    else:
        _divide(state, cards, revealed.tied, tell)
    if revealed.next_active is None:
        state.rights = state.sitting_out = state.participants = state.cards = state.stolen = ()
        state.blind = False
        if revealed.earned:
            tell(events.Lapsed(revealed.earned, "deck_empty"))
        trading.begin(state, tell)
        return
    state.rights = revealed.earned
    state.sitting_out = revealed.tied
    passed_over: tuple[Seat, ...] = ()
    if revealed.tied and state.options.mode == "turn_based":
        after = CLOCKWISE[state.seats][state.participants[0]][1:]
        passed_over = after[: after.index(revealed.next_active)]
    _begin_round(state, revealed.next_active, passed_over, tell)


def _divide(state: State, cards: Cards, tied: tuple[Seat, ...], tell: Tell) -> None:
    """Nobody wins: tied cards to the board, the others back to who drew them (R18)."""
    left = [pair for pair in zip(state.participants, state.cards, strict=True) if pair[1] in cards]
    to_board = tuple(card for seat, card in left if seat in tied)
    kept = tuple(pair for pair in left if pair[0] not in tied)
    for seat, card in kept:
        state.piles[seat] += (card,)
    state.board += to_board
    state.streak = 0
    state.streak_of = None
    tell(events.RoundEnded(None, (), kept, to_board, state.stolen))
