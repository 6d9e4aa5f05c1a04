"""Nothing that is hidden is in any message, control or log line for those who may not know it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.matches.match import Match
from engine.games import GAMES
from engine.shell.variety import every_kind
from tests.e2e import simulator
from tests.e2e.cases import SEATS, length, typed
from tests.e2e.player import Player, is_over, running, seat
from tests.e2e.shown import controls_of, text_of
from tests.e2e.sound import hand_of, table_of
from tests.e2e.watching import Watcher
from tests.e2e.world import Person, World

QUICK, MANY = 12, 200
A_WORLD = 12
"""Matches that one bot sees."""
SHORTEST_OF = 6
PRESSES, MOST_PRESSES = 40, 100
EVERY = 7
"""So often somebody presses what is not theirs, and what is too old."""

games = pytest.mark.parametrize("slug", GAMES)


@pytest.fixture
def verbose() -> Iterator[None]:
    """All that the bot has to say is logged."""
    logger = logging.getLogger("bot")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    yield
    logger.setLevel(before)


def kinds(slug: str, n: int, rng: Random, of: int) -> Iterator[dict[str, Any]]:
    """Options and seats of ``n`` matches, each the shortest of several that come by."""
    rules = GAMES[slug]
    coming = every_kind(rules, None, None, rng)
    for _ in range(n):
        choice = [{**options.model_dump(), SEATS: seats} for options, seats in islice(coming, of)]
        yield min(choice, key=lambda kind: length(slug, kind, rng))


async def watched(world: World, slug: str, kind: dict[str, Any], seed: int, most: int) -> set[Any]:
    """Play a match of one or two people while somebody else looks on; the cards that were seen."""
    people = world.people("ann", "bob")[: 1 + seed % 2]
    zoe = world.person("zoe")
    options = {name: value for name, value in kind.items() if name != SEATS}
    player = await seat(world, people, seed, game=slug, **typed(slug, options))
    for _ in range(kind[SEATS] - len(people)):
        await people[0].press(player.table, "Add a computer: normal")
    watcher = Watcher(player, [zoe])
    logger = logging.getLogger("bot")
    logger.addHandler(watcher)
    try:
        await player.start()
        await watcher.look()
        while player.presses < most and not is_over(player.table):
            hand = await player.hand(people[0])
            if player.presses % EVERY == 0 and hand.controls:
                control = player.random.choice(hand.controls)
                values = player.values(control)
                assert (await zoe.press_old(hand, control, values)).given
            if not await player.turn():
                break
            await watcher.look()
            if player.presses % EVERY == 0 and hand.controls:
                assert (await people[0].press_old(hand, control, values)).given
                assert (await zoe.press(player.table, player.table.labels[0])).given
                await watcher.look()
    finally:
        logger.removeHandler(watcher)
    assert watcher.public_looks
    assert watcher.private_looks
    for message in simulator.stored(world.env, world.channel.id):
        simulator.remove(world.env, message)
    return watcher.named


async def watched_matches(path: Path, slug: str, n: int, of: int, most: int) -> None:
    rng = Random(slug)
    coming = kinds(slug, n, rng, of)
    for first in range(0, n, A_WORLD):
        async with World.open(path / f"{first}.db") as world:
            for seed, kind in enumerate(islice(coming, A_WORLD), start=first):
                assert await watched(world, slug, kind, seed, most), "cards are found where they are"


@pytest.mark.timeout(300)
@games
@pytest.mark.usefixtures("many_tables", "verbose")
async def test_group_C_matches_leak_nothing_to_an_onlooker(tmp_path: Path, slug: str) -> None:
    await watched_matches(tmp_path, slug, QUICK, SHORTEST_OF, PRESSES)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@games
@pytest.mark.usefixtures("many_tables", "verbose")
async def test_group_C_many_matches_leak_nothing_to_an_onlooker(tmp_path: Path, slug: str) -> None:
    await watched_matches(tmp_path, slug, MANY, 1, MOST_PRESSES)


async def test_group_C_veiled_choice_is_shown_nowhere(world: World) -> None:
    """Whatever somebody guesses or offers: until all have, nobody else's messages differ by it."""
    people = world.people("ann", "bob", "cat")
    compared = 0
    for slug, rules in GAMES.items():
        if len(people) not in rules.seats:
            continue
        player = await running(world, people, game=slug)
        while not is_over(player.table) and player.presses < PRESSES:
            match = await world.bot.matches.match(player.match)
            if len(match.waiting) > 1:
                for chooser in match.waiting:
                    shown = {
                        as_seen(world, after(match, chooser, n), chooser)
                        for n in range(len(match.legal(chooser)))
                    }
                    assert len(shown) == 1
                    compared += 1
            await player.turn()
    assert compared > 5


def after(match: Match, chooser: int, n: int) -> Match:
    """The match after a choice."""
    fork = match.fork()
    fork.play(chooser, match.legal(chooser)[n], at=0)
    return fork


def as_seen(world: World, match: Match, chooser: int) -> str:
    """The table, and the hands of all others."""
    others = [other for other in range(len(match.row.seats)) if other != chooser]
    return str([table_of(world, match), *(hand_of(world, match, other) for other in others)])


def imagined(match: Match, who: int | None, random: Random) -> Match:
    """The match with other cards in all places that the seat (None: a watcher) cannot see."""
    fork = match.fork()
    fork.state = match.rules.imagine(match.rules.view(match.state, who), random)
    return fork


@games
async def test_group_C_messages_do_not_depend_on_hidden_cards(world: World, slug: str) -> None:
    """Other cards in the deck, face down and in other hands: the table and the hands do not differ."""
    random = Random(5)
    for kind in kinds(slug, 3, random, SHORTEST_OF):
        people = world.people("ann", "bob")[: kind[SEATS]]
        options = {name: value for name, value in kind.items() if name != SEATS}
        player = await filled(world, people, kind[SEATS], slug, typed(slug, options))
        while not is_over(player.table) and player.presses < PRESSES:
            match = await world.bot.matches.see(player.match)
            sent = player.table.components
            again = table_of(world, imagined(match, None, random))
            assert text_of(again) == text_of(sent)
            assert [one.custom_id for one in controls_of(again)] == [
                one.custom_id for one in controls_of(sent)
            ]
            for holder in range(kind[SEATS]):
                other = imagined(match, holder, random)
                assert hand_of(world, other, holder) == hand_of(world, match, holder)
            await player.turn()


async def filled(
    world: World, people: list[Person], seats: int, slug: str, options: dict[str, Any]
) -> Player:
    player = await seat(world, people, game=slug, **options)
    for _ in range(seats - len(people)):
        await people[0].press(player.table, "Add a computer: beginner")
    await player.start()
    return player
