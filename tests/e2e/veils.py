"""Matches with a step that is hidden for a moment."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.matches.match import Match
from tests.e2e.player import running
from tests.e2e.world import World

TRIES = 300
"""Matches in which a step of some kind is sure to come up."""


async def veiled(world: World, game: str, fits: Callable[[Match, Match], bool]) -> tuple[Match, Match]:
    """Choose at random until a step of a person is hidden: the match as it is shown, and as it is."""
    service, people = world.bot.matches, world.people("ann", "bob", "cat")
    for seed in range(1, TRIES):
        rng = Random(seed)
        player = await running(world, people, seed, game=game, pace="live")
        while not (match := await service.match(player.match)).row.over:
            seat = rng.choice(match.waiting)
            person = match.row.seats[seat].player_id
            assert person is not None
            await world.skip(2)
            choice = rng.randrange(len(match.legal(seat)))
            await service.act(player.match, person, match.stamps[seat], choice)
            match = await service.match(player.match)
            if (shown := service.frames.current.get(match.row.id, match)) is not match:
                if fits(shown, match):
                    return shown, match
                while player.match in service.frames.current:
                    (asked,) = service.frames.current.get(match.row.id, match).waiting
                    service.frames.pressed(
                        player.match, asked, service.frames.current.get(match.row.id, match).stamps[asked]
                    )
    raise AssertionError("no such step came up")


def another_is_next(shown: Match, match: Match) -> bool:
    return bool(match.waiting) and not set(match.waiting) & set(shown.waiting)
