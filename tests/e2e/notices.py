"""People who are away, and the notices that call them."""

from __future__ import annotations

from typing import Any

from tests.e2e.player import Player, first_choice, playable, running
from tests.e2e.world import Person, World

LONG = 300.0
"""Seconds after which nobody counts as looking any more."""


def mentioned(world: World) -> list[int]:
    """Whom the notices there are mention."""
    return [user for notice in world.notices() for user in notice.message.mention_user_ids]


def take_notices_away(world: World) -> None:
    for notice in world.notices():
        world.delete(notice)


async def everybody_away(world: World, **options: Any) -> tuple[Player, Person, Person]:
    """A match of Hi-Lo Flip whose people have not pressed for a while: it, whose turn it is, the other."""
    ann, bob = world.people("ann", "bob")
    player = await running(world, [ann, bob], game="flip", **options)
    take_notices_away(world)
    await world.wait(LONG)
    mover = await player.on_turn()
    assert mover is not None
    return player, mover, bob if mover is ann else ann


async def play_until_the_others_turn(player: Player, mover: Person) -> None:
    """The person on turn chooses, whatever else works or does not, until they are asked no more."""
    while playable(hand := (await mover.type("hand")).private):
        await mover.use(hand, *first_choice(hand))


async def is_told(world: World, player: Player) -> bool:
    """Whether whoever is waited for is named by a notice."""
    match = await world.bot.matches.match(player.match)
    people = {match.row.seats[waiting].player_id for waiting in match.waiting}
    return people <= set(mentioned(world))
