"""An answer that does not arrive is the presser's trouble alone: the table and the others go on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from tests.e2e.player import first_choice, is_over, playable, running, seat
from tests.e2e.sound import shows_what_is_kept
from tests.e2e.world import Answer, Person, World

REFUSALS = [(404, 10062), (400, 40060), (503, 0)]
"""Too late; another process has answered; Discord is out of order."""


@asynccontextmanager
async def unanswered(world: World, refusal: tuple[int, int]) -> AsyncIterator[None]:
    """Within this block no press is answered."""
    status, code = refusal
    world.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code, times=None)
    world.env.inject_error("*", "/webhooks/*", status=status, code=code, times=None)
    yield
    world.env.backend.faults.clear()
    await world.settle()


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_group_B_a_move_whose_answer_is_refused(
    world: World, ann: Person, bob: Person, refusal: tuple[int, int]
) -> None:
    player = await running(world, [ann, bob])
    before = player.table.text
    for person in (ann, bob):
        hand = await person.hand(player.table)
        async with unanswered(world, refusal):
            await person.use(hand, *first_choice(hand))
    assert player.table.text != before
    await shows_what_is_kept(world, player.table, player.match)
    player.hands.clear()
    assert is_over(await player.finish())


async def test_group_B_next_player_is_notified_although_the_answer_fails(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob], game="flip")
    mover = await player.on_turn()
    assert mover is not None
    other = bob if mover is ann else ann
    while not playable(await player.hand(other)):
        player.hands[other] = await player.hand(other)
        hand = await player.hand(mover)
        if not playable(hand):
            break
        async with unanswered(world, (404, 10062)):
            await mover.use(hand, *first_choice(hand))
        player.hands.pop(mover)
    told = [notice.text for notice in world.notices()]
    assert playable(await player.hand(other)) or any(f"<@{other.id}>" in text for text in told)


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_group_B_what_is_done_in_a_lobby_whose_answer_is_refused(
    world: World, ann: Person, bob: Person, refusal: tuple[int, int]
) -> None:
    player = await seat(world, [ann])
    table = player.table
    panel = (await ann.press(table, "Options")).private
    menu = next(control for control in panel.controls if control.is_menu)
    steps: tuple[Callable[[], Awaitable[Answer]], ...] = (
        lambda: bob.press(table, "Join"),
        lambda: ann.press(table, "Add a computer: normal"),
        lambda: ann.use(panel, menu, menu.values[-1:]),
        lambda: bob.type("leave"),
        lambda: ann.press(table, "Start"),
    )
    for step in steps:
        before = world.now(table).text
        async with unanswered(world, refusal):
            await step()
        assert world.now(table).text != before
        await shows_what_is_kept(world, table, player.match)
    assert is_over(await player.finish())


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_group_B_leaving_a_match_whose_answer_is_refused(
    world: World, ann: Person, bob: Person, refusal: tuple[int, int]
) -> None:
    player = await running(world, [ann, bob])
    asked = (await bob.type("leave")).private
    async with unanswered(world, refusal):
        await bob.press(asked, "Leave")
    assert "🤖 for bob" in player.table.text
    await shows_what_is_kept(world, player.table, player.match)
