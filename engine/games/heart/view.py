"""What a seat, or a watcher, knows (R17, R21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from engine.core import Seat
from engine.games.heart import imagination, picking
from engine.games.heart.model import NOBODY, Asked, Effect, HeartOptions, Pick, Roll, Round, Sheet, State

Faces: TypeAlias = tuple[int | None, ...]


@dataclass(slots=True)
class View:
    """All that ``seat`` (None: a watcher) knows. Lists are by seat where nothing else is said."""

    seat: Seat | None
    options: HeartOptions
    seats: int
    asked: Asked
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    """The finished rounds."""
    last: Sheet | None
    """The last of them in full."""
    first: Seat | None
    """The first player of this round, once known."""

    queen: int | None
    """Once turned up (R22)."""
    spots: Faces
    """The cards of spots 1 to N, taken or not, where the seat knows them; () between rounds."""
    open: Faces
    """Those that everybody knows."""
    left: tuple[Pick, ...]
    """The remaining spots, Wildcards first."""
    wilds_left: int
    wilds: tuple[int, ...]
    """The spot of the Wildcard that each seat took, 0 if none."""
    taken: tuple[tuple[int, ...], ...]
    """The spots of the Point cards that each seat took, in that order."""
    playing: Seat | None
    """Whose Wildcard is laid open and waits for a choice or a lot."""
    effects: tuple[Effect, ...]
    """The Wildcards played in this round, in that order."""
    rolls: tuple[Roll, ...]
    """The dice of this round."""
    rolling: tuple[Seat, ...]
    """Who is to roll next."""

    @property
    def wild_spots(self) -> range:
        """The spots that hold, or held, Wildcards (R8)."""
        return range(1, self.seats + 1 if self.options.wildcards else 1)

    @property
    def points_left(self) -> int:
        """How many Point cards remain."""
        return len(self.left) - self.wilds_left

    def hand(self, seat: Seat) -> list[int | None]:
        """The seat's Point cards, discarded ones included, as they were taken; None: unknown."""
        return [self.spots[spot - 1] for spot in self.taken[seat]]

    def wild(self, seat: Seat) -> int | None:
        """The Wildcard that the seat holds or has played, if it is known."""
        spot = self.wilds[seat]
        return self.spots[spot - 1] if spot else None

    def effect(self, seat: Seat) -> Effect | None:
        """What the seat's Wildcard has done."""
        return next((effect for effect in self.effects if effect.seat == seat), None)


def view(state: State, seat: Seat | None) -> View:
    """What the seat knows of this position."""
    asked = state.asked
    playing = (state.first + state.turn) % state.seats if asked in {"wild", "discard"} else None
    shown = state.spots if asked == "tie" else _shown(state, playing)
    known = shown
    if seat is not None and state.taken and None in shown:
        known = _with(shown, state.spots, (*state.taken[seat], state.wilds[seat]))
    return View(
        seat,
        state.options,
        state.seats,
        asked,
        state.waiting,
        state.scores,
        state.rounds,
        state.last,
        None if state.first == NOBODY else state.first,
        state.queen if asked == "tie" else None,
        known,
        shown,
        state.left,
        state.wilds_left,
        state.wilds,
        tuple(state.taken),
        playing,
        state.effects,
        state.rolls,
        state.rolling,
    )


def _shown(state: State, playing: Seat | None) -> Faces:
    """The faces that everybody knows while Wildcards are played (R21)."""
    shown, spots, wilds = state.open, state.spots, state.wilds
    if playing is not None:
        shown = _with(shown, spots, (wilds[playing],))
    for effect in state.effects:
        met = [spot for spot in state.taken[effect.seat] if spots[spot - 1] in effect.cards]
        shown = _with(shown, spots, (wilds[effect.seat], *met))
    return shown


def _with(faces: Faces, spots: Sequence[int], more: Sequence[int]) -> Faces:
    """The faces with those of these spots; 0 is none."""
    known = list(faces)
    for spot in more:
        if spot:
            known[spot - 1] = spots[spot - 1]
    return tuple(known)


def imagine(view: View, rng: Random) -> State:
    """A position with the same view: what it hides is drawn from what it may be."""
    spots = imagination.faces(view, rng)
    queen = view.queen
    if queen is None:
        queen = imagination.queen(rng) if spots else NOBODY
    return State(
        view.options,
        view.seats,
        view.asked,
        view.to_act,
        view.scores,
        view.rounds,
        view.last,
        NOBODY if view.first is None else view.first,
        queen,
        spots,
        picking.faces(spots, view.options.reveal),
        view.left,
        view.wilds_left,
        view.wilds,
        len(view.effects),
        view.effects,
        view.rolls,
        view.rolling,
        list(view.taken),
    )
