"""The normal computer player of Tien Gow: counts what it has seen and keeps a way back to the lead."""

from collections import Counter
from collections.abc import Sequence
from math import comb, prod
from random import Random
from typing import NamedTuple

from engine.games.tiengow.groups import BY_FACES, GROUPS, Group, Tiles
from engine.games.tiengow.model import SEATS, Action, Discard
from engine.games.tiengow.state import View
from engine.players.base import worthiest

_NEEDS = {
    kind: [
        (group.rank, tuple(Counter(faces).items())) for faces, group in BY_FACES.items() if group.kind == kind
    ]
    for kind in {group.kind for group in BY_FACES.values()}
}
"""By kind the rank of each group and the faces it takes."""

_REGAIN = 0.55
"""How likely somebody else's lead can be won with a tile that nobody beats."""
_LAST_REGAIN = 0.3
"""The same where that tile is all there is."""
_COLUMN = 0.04
"""What a first column is worth, for want of which one may not win the last trick."""


class Normal:
    """Weighs each action by its chance of winning the last trick, as far as a plan for the own hand tells."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        return worthiest(legal, _Plan(view).worth, rng)


class _Part(NamedTuple):
    """A group of the own hand. ``mask`` has a bit for each of its tiles, by their places."""

    mask: int
    single: bool
    holds: tuple[float, ...]
    """The chance that none of three rivals beats it, by the number of tiles that each has."""
    last: float
    """The same in the last trick."""


class _Plan:
    """Ways to play the own hand out. Sets of its tiles are bit masks by place."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.hand = view.hand
        self.safe = view.columns[view.seat] > 0
        unseen = view.unseen()
        self.unseen = Counter(unseen)
        self.hidden = max(1, len(unseen))
        self.leading, self.following = self.chances()

    def chances(self) -> tuple[list[float], list[float]]:
        """By the tiles left: the chance to win having the lead, having a column, and without the lead."""
        armed = sum(columns > 0 for seat, columns in enumerate(self.view.columns) if seat != self.view.seat)
        held = set(self.hand)
        parts = [self.part(group, armed) for tiles, group in GROUPS.items() if held.issuperset(tiles)]
        leading, following = [0.0], [0.0]
        for tiles in range(1, 1 << len(self.hand)):
            left = tiles.bit_count()
            lead = follow = 0.0
            for mask, single, holds, last in parts:
                if mask & tiles != mask:
                    continue
                stays = holds[left]
                rest = tiles ^ mask
                chance = stays * leading[rest] + (1 - stays) * following[rest] if rest else last
                if chance > lead:  # noqa: PLR1730  # the inner loop: max() would take a third of its time
                    lead = chance
                if single:
                    chance = _REGAIN * stays * leading[rest] if rest else _LAST_REGAIN * stays
                    if chance > follow:  # noqa: PLR1730
                        follow = chance
            leading.append(lead)
            following.append(follow)
        return leading, following

    def part(self, group: Group, armed: int) -> _Part:
        """What a group of the hand is worth; ``armed`` rivals may win a last single tile (R17)."""
        size = len(group.tiles)
        above = self.above(group)
        holds = [self.holds(above, size, left, SEATS - 1) for left in range(len(self.hand) + 1)]
        last = self.holds(above, size, size, armed if size == 1 else SEATS - 1)
        return _Part(self.mask(group.tiles), size == 1, tuple(holds), last)

    def mask(self, tiles: Tiles) -> int:
        return sum(1 << self.hand.index(tile) for tile in tiles)

    def above(self, group: Group) -> int:
        """How many groups of unseen tiles would beat it."""
        unseen = self.unseen
        return sum(
            prod(comb(unseen[face], n) for face, n in need)
            for rank, need in _NEEDS[group.kind]
            if rank > group.rank
        )

    def holds(self, above: int, size: int, left: int, rivals: int) -> float:
        """The chance that none of so many rivals, with ``left`` tiles each, has one of those groups."""
        return float(max(0.0, 1 - rivals * (left / self.hidden) ** size) ** above)

    def worth(self, action: Action) -> float:
        """The chance to win after a legal action of the present position."""
        left = len(self.hand)
        rest = (1 << left) - 1 & ~self.mask(action.tiles)
        lost = self.following[rest] if self.safe or rest.bit_count() > 1 else 0.0
        if isinstance(action, Discard):
            return lost
        group = GROUPS[action.tiles]
        rivals = [(self.view.to_act[0] + n) % SEATS for n in range(1, SEATS - len(self.view.plays))]
        if not rest and len(action.tiles) == 1:
            rivals = [seat for seat in rivals if self.view.columns[seat] > 0]
        stays = self.holds(self.above(group), len(action.tiles), left, len(rivals))
        won = self.leading[rest] + (0 if self.safe else _COLUMN) if rest else 1.0
        return stays * won + (1 - stays) * lost
