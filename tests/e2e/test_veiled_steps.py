"""A forced step that must look like a choice: nothing that others are shown or told gives it away."""

from __future__ import annotations

import re

import pytest

from bot.matches import operations, pace
from bot.matches.errors import Refused
from bot.matches.match import Match
from tests.e2e.shown import match_number, text_of
from tests.e2e.sound import table_of
from tests.e2e.veils import TRIES, another_is_next, veiled
from tests.e2e.world import Person, World


def table(world: World, match: Match) -> str:
    return text_of(table_of(world, match))


def deadlines(world: World, match: Match) -> list[str]:
    return re.findall(r"<t:\d+:R>", table(world, match))


async def test_group_C_next_deadline_starts_when_the_step_is_revealed(world: World) -> None:
    shown, match = await veiled(world, "trumps", another_is_next)
    (seat,) = shown.waiting
    person = shown.row.seats[seat].player_id
    assert person is not None
    before = deadlines(world, world.bot.matches.frames.current.get(match.row.id, match))
    await world.skip(3)
    after = await world.bot.matches.act(match.row.id, person, shown.stamps[seat], 0)
    full = world.bot.matches.now() + pace.PACES["live"].decision
    assert deadlines(world, after) == [f"<t:{full // 1000}:R>"] != before
    if match.row.id not in world.bot.matches.frames.current:
        kept = await world.bot.store.match(match.row.id)
        assert kept is not None
        assert kept.deadline == full


async def test_group_C_refusals_refer_to_the_shown_position(world: World) -> None:
    shown, match = await veiled(world, "trumps", another_is_next)
    (other, *_) = match.waiting
    person = match.row.seats[other].player_id
    assert person is not None
    for stamp in (shown.stamps[other], match.stamps[other]):
        with pytest.raises(Refused) as refused:
            await world.bot.matches.act(match.row.id, person, stamp, 0)
        assert refused.value.code == "waiting", "by what they see it is not their turn"
        assert refused.value.facts["match"] is shown


@pytest.mark.parametrize("game", ["trumps", "heart"])
async def test_group_C_forced_last_step_is_veiled_too(world: World, game: str) -> None:
    shown, match = await veiled(world, game, lambda _shown, match: match.row.over)
    assert deadlines(world, shown), "somebody seems to be asked"
    (seat,) = shown.waiting
    people = {world.person(name).id: world.person(name) for name in ("ann", "bob", "cat")}
    for number, sitting in enumerate(shown.row.seats):
        if number == seat or sitting.player_id is None:
            continue
        with pytest.raises(Refused) as refused:
            await world.bot.matches.act(match.row.id, sitting.player_id, shown.stamps[number], 0)
        assert refused.value.code == "waiting"
        person = people[sitting.player_id]
        listed = re.findall(r"match (\d+)\*\*", (await person.type("matches")).private.text)
        assert str(match.row.id) in listed
        assert listed == sorted(listed, key=int, reverse=True), "at its place"
        with pytest.raises(Refused) as refused:
            await operations.leave(world.bot.matches, match.row.id, person.id)
        assert refused.value.code == "busy"


@pytest.mark.usefixtures("many_tables")
async def test_group_C_first_table_shows_the_veiled_position(world: World, ann: Person) -> None:
    for _ in range(TRIES):
        lobby = await ann.play(game="trumps", deck=16, trumps="random")
        for _ in range(3):
            await ann.press(lobby, "Add a computer: normal")
        since = len(world.requests())
        await ann.press(lobby, "Start")
        match = await world.bot.matches.match(match_number(lobby))
        if (shown := world.bot.matches.frames.current.get(match.row.id, match)) is not match:
            drawn = [text_of((each.json or {}).get("components", ())) for each in world.requests(since)]
            answer = next(each for each in world.requests(since) if each.path.endswith("/callback"))
            drawn.append(text_of(answer.json["data"]["components"]))
            assert table(world, match) not in drawn
            assert text_of(world.table(match.row.id).components) == table(world, shown)
            return
        await world.wait(30)
    raise AssertionError("no step of a computer was hidden")


async def test_group_C_shutdown_reveals_veiled_steps(world: World) -> None:
    """And tells whoever is waited for: after the start nothing would."""
    shown, match = await veiled(world, "trumps", another_is_next)
    await world.wait(0)
    for notice in world.notices():
        world.delete(notice)
    assert world.bot.matches.frames.current.get(match.row.id, match) is shown
    await world.bot.drain()
    await world.restart()
    match = await world.bot.matches.match(match.row.id)
    assert lasting(text_of(world.table(match.row.id).components)) == lasting(table(world, match))


def lasting(text: str) -> str:
    """Without times, which the end moved, and without the word of the restart."""
    lines = [line for line in text.splitlines() if "🔄" not in line]
    return re.sub(r"<t:\d+:R>", "<t>", "\n".join(lines))
