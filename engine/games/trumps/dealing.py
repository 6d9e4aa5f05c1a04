"""Before the first turn: dealer, trump suits, and the deal (R5-R10)."""

from collections.abc import Iterable, Sequence

from engine.cards import rank_of, suit_of
from engine.core import Seat, Tell
from engine.games.trumps import turns
from engine.games.trumps.cards import PACKS, SUITS, Cards
from engine.games.trumps.events import DealBegan, DealerDrawn, LowTrumps, TrumpTaken
from engine.games.trumps.model import NONE, Shuffle
from engine.games.trumps.state import State
from engine.seats import replaced


def free_suits(state: State) -> list[int]:
    """The suits that nobody has chosen (R6)."""
    return [suit for suit in SUITS if suit not in state.trumps]


def draw_dealer(state: State, seat: Seat, tell: Tell) -> None:
    """The first dealer is found; now the trump suits are (R5, R6)."""
    state.dealer = seat
    tell(DealerDrawn(seat))
    if state.options.trumps == "random":
        state.asked = "trumps"
    else:
        state.asked = "trump"
        state.to_act = ((seat + 1) % state.seats,)


def draw_trumps(state: State, suits: tuple[int, ...], tell: Tell) -> None:
    """Each seat is given a trump suit by lot (R6)."""
    state.trumps = suits
    for seat, suit in enumerate(suits):
        tell(TrumpTaken(seat, suit, "lot"))
    state.asked = "shuffle"


def choose_trump(state: State, seat: Seat, suit: int, tell: Tell) -> None:
    """A seat chooses; the last of four gets what is left over (R6, R30)."""
    state.trumps = replaced(state.trumps, seat, suit)
    tell(TrumpTaken(seat, suit, "chosen"))
    free = free_suits(state)
    if len(free) == 1 and NONE in state.trumps:
        last = state.trumps.index(NONE)
        state.trumps = replaced(state.trumps, last, free[0])
        tell(TrumpTaken(last, free[0], "left_over"))
    if NONE in state.trumps:
        state.to_act = ((seat + 1) % state.seats,)
    else:
        state.asked = "shuffle"
        state.to_act = ()


def deal(state: State, shuffle: Shuffle, tell: Tell) -> None:
    """Deal the whole pack out, and let the leader begin (R7-R11)."""
    dealer = state.dealer
    assert dealer is not None
    first = (dealer + 1) % state.seats
    hands: Sequence[Iterable[int]]
    if state.options.deal == "mirror":
        hands = _mirrored(state, dealer, shuffle.order)
    else:  # card by card, the leader first (R8)
        hands = [shuffle.order[(seat - first) % state.seats :: state.seats] for seat in range(state.seats)]
    state.hands = [bytes(sorted(hand)) for hand in hands]
    state.pile = state.shown = b""
    state.turns = 0
    state.out = ()
    state.unbeaten = [b""] * state.seats
    state.positions = {}
    tell(DealBegan(len(state.deals) + 1, dealer, first, tuple(map(len, state.hands))))
    if state.options.low_trumps:
        _hand_over(state, tell)
    state.dealt = tuple(state.hands)
    turns.begin(state, first, tell)


def side_suits(trumps: tuple[int, ...]) -> tuple[int, int]:
    """The second suit of each of two seats in a mirror deal (R9)."""
    one, other = trumps
    if _is_red(one) != _is_red(other):
        return _same_colour(one), _same_colour(other)
    first, second = (suit for suit in SUITS if suit not in trumps)
    return first, second


def _is_red(suit: int) -> bool:
    return suit in (1, 2)


def _same_colour(suit: int) -> int:
    """The other suit of that colour: spades and clubs, hearts and diamonds."""
    return 3 - suit


def _mirrored(state: State, dealer: Seat, order: tuple[int, ...]) -> list[set[int]]:
    """Hands that are mirror images of each other (R9)."""
    sides = side_suits(state.trumps)
    other = 1 - dealer
    own = {state.trumps[dealer], sides[dealer]}
    image = {
        state.trumps[0]: state.trumps[1],
        state.trumps[1]: state.trumps[0],
        sides[0]: sides[1],
        sides[1]: sides[0],
    }
    kept = {card for card in order[: len(order) // 2] if suit_of(card) in own}
    mirrored = {image[suit_of(card)] * 13 + rank_of(card) for card in kept}
    rest = set(order) - kept - mirrored
    hands: list[set[int]] = [set(), set()]
    hands[dealer] = kept | {card for card in rest if suit_of(card) not in own}
    hands[other] = mirrored | {card for card in rest if suit_of(card) in own}
    return hands


def _hand_over(state: State, tell: Tell) -> None:
    """The lowest card of each trump suit goes to whoever chose the suit (R10)."""
    pack = PACKS[state.options.deck]
    moves = []
    for taker, suit in enumerate(state.trumps):
        card = next(card for card in pack if suit_of(card) == suit)
        giver = next(seat for seat, hand in enumerate(state.hands) if card in hand)
        if giver != taker:
            moves.append((card, giver, taker))
        state.shown += bytes((card,))
    for card, giver, taker in moves:
        low: Cards = bytes((card,))
        state.hands[giver] = state.hands[giver].replace(low, b"")
        state.hands[taker] = bytes(sorted(state.hands[taker] + low))
    tell(LowTrumps(tuple(moves)))
