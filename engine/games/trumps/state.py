"""A position: what everybody knows of it, what the rules keep besides, and what one seat knows."""

from dataclasses import field

from engine.copying import copied
from engine.core import Position, Seat
from engine.games.trumps.cards import PACKS, Cards, beaters, without
from engine.games.trumps.model import Asked, Deal, PositionKey, TrumpsOptions, position_key
from engine.seats import holder


@copied
class Public(Position):
    """What everybody knows. Lists are by seat where nothing else is said."""

    options: TrumpsOptions
    asked: Asked
    trumps: tuple[int, ...]
    """``NONE`` until a seat has its suit."""
    deals: tuple[Deal, ...] = ()
    """The finished deals."""
    dealer: Seat | None = None

    pile: Cards = b""
    """Bottom first."""
    shown: Cards = b""
    """The cards that everybody has seen in this deal, in that order."""
    turns: int = 0
    """Completed in this deal."""
    out: tuple[Seat, ...] = ()
    """Who is out of this deal, in that order (R18)."""
    unbeaten: list[Cards] = field(default_factory=list)
    """The top cards that each seat has picked up, for want of a card to beat them (R16)."""
    positions: dict[PositionKey, int] = field(default_factory=dict)
    """How often each position of this deal has occurred (R22)."""

    @property
    def actor(self) -> Seat | None:
        """Who is to act."""
        return self.to_act[0] if self.to_act else None


@copied
class State(Public):
    """What the rules keep."""

    hands: list[Cards]
    dealt: tuple[Cards, ...] = ()
    """The hands at the first turn."""

    def veils(self) -> bool:
        """Whether hands are really hidden, so that some forced steps must not look forced (R24, R30)."""
        return self.seats > 2 and self.options.hands == "hidden"


@copied
class View(Public):
    """All that ``seat`` (None: a watcher) knows."""

    seat: Seat | None
    counts: tuple[int, ...]
    """Cards in each hand."""
    hands: tuple[Cards, ...]
    """The cards of each hand that the seat knows, sorted: those shown, its own, and what follows."""
    dealt: tuple[Cards, ...]
    """The same of the hands at the first turn."""

    @property
    def occurred(self) -> int:
        """How often the position has occurred in this deal; 0 amid a turn."""
        if self.actor is None or self.asked not in {"lead", "beat"}:
            return 0
        return self.positions.get(position_key(self.actor, self.pile, self.hands, self.dealt), 0)

    def next_player(self, seat: Seat) -> Seat:
        """The next seat, clockwise, that still has cards."""
        return holder((seat + 1) % self.seats, self.counts)

    def unseen(self) -> Cards:
        """The cards of which this seat does not know who holds them."""
        if sum(self.counts) == sum(map(len, self.hands)):
            return b""
        return without(PACKS[self.options.deck], self.pile + b"".join(self.hands))

    def may_hold(self, seat: Seat) -> Cards:
        """What the hand of that seat consists of, or may: its known cards, and unseen ones."""
        known = self.hands[seat]
        if len(known) == self.counts[seat]:
            return known
        unseen = self.unseen()
        for top in self.unbeaten[seat]:
            unseen = without(unseen, beaters(unseen, top, self.trumps[seat]))
        return known + unseen
