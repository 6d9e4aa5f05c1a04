"""/leaderboard and /stats."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.store import Person as Met
from bot.store.rows import WHOLE
from tests.bot import kept
from tests.e2e.player import running
from tests.e2e.shown import Shown
from tests.e2e.world import Person, World

DAY = 24 * 60 * 60
NOBODY = "Nobody yet"


def lines(shown: Shown) -> list[tuple[int, str]]:
    """Rank and name of each line of a board, the reader's own one below it left out."""
    text = shown.text.partition("\nYou:")[0]
    return [(int(rank), name) for rank, name in re.findall(r"^`(\d+)` \*\*(.*?)\*\* ", text, re.MULTILINE)]


async def result(
    world: World, figures: Mapping[Person, tuple[int, int]], *, solo: bool = False, server: int | None = None
) -> None:
    """Somebody has finished a match just now: share of the win in sixtieths, points."""
    met = {Met(person.id, person.name): figure for person, figure in figures.items()}
    await kept.finished(
        world.bot.store,
        met,
        at=world.bot.matches.now(),
        solo=solo,
        server_id=world.guild.id if server is None else server,
    )


async def test_group_N_figures_of_played_matches(world: World, ann: Person, bob: Person) -> None:
    tally = {ann: [0.0, 0], bob: [0.0, 0]}
    for seed in range(3):
        player = await running(world, [ann, bob], seed)
        await player.finish()
        match = await world.bot.matches.match(player.match)
        outcome = match.result()
        assert outcome is not None
        for seat, sitting in enumerate(match.row.seats):
            person = ann if sitting.player_id == ann.id else bob
            tally[person][0] += (seat in outcome.winners) / len(outcome.winners)
            tally[person][1] += outcome.scores[seat]
    shown = (await ann.type("leaderboard", game="hilo")).private
    ranked = sorted(tally, key=lambda person: (-tally[person][0], -tally[person][1]))
    assert [name for _, name in lines(shown)] == [person.name for person in ranked]
    for person, (wins, points) in tally.items():
        assert f"**{person.name}** {wins:g} won of 3 matches ({wins / 3:.0%}) · {points} point" in shown.text
        stats = (await bob.type("stats", user=person.member)).private
        assert f"{wins:g} of 3 won ({wins / 3:.0%}), {points} points" in stats.text
    assert "no finished match" in (await world.person("cat").type("stats")).private.text


async def test_group_N_matches_against_computers_have_their_own_board(
    world: World, ann: Person, bob: Person
) -> None:
    await (await running(world, [ann])).finish()
    assert NOBODY in (await ann.type("leaderboard")).private.text
    assert lines((await ann.type("leaderboard", against="computers")).private) == [(1, "ann")]
    among = (await ann.type("leaderboard")).private
    other = (await ann.press(among, "Against computers")).private
    assert lines(other) == [(1, "ann")]
    assert NOBODY in (await ann.press(other, "Among people")).private.text
    stats = (await ann.type("stats")).private.text
    assert "no finished match" in stats.partition("Against computers")[0]
    assert "of 1 won" in stats.partition("Against computers")[2]


async def test_group_N_nothing_counts_before_the_end(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    for _ in range(10):
        await player.turn()
    assert NOBODY in (await ann.type("leaderboard")).private.text


async def test_group_N_who_left_has_played_and_not_won(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await running(world, [ann, bob, cat])
    await bob.press((await bob.type("leave")).private, "Leave")
    player.people = [ann, cat]
    await player.finish()
    text = (await ann.type("leaderboard")).private.text
    assert "**bob** 0 won of 1 match" in text


async def test_group_N_this_server_and_everywhere(world: World, ann: Person, bob: Person) -> None:
    await result(world, {ann: (WHOLE, 5), bob: (0, 1)})
    await result(world, {ann: (0, 1), bob: (WHOLE, 5)}, server=999)
    await result(world, {ann: (0, 1), bob: (WHOLE, 5)}, server=999)
    assert lines((await ann.type("leaderboard")).private) == [(1, "ann"), (2, "bob")]
    assert lines((await ann.type("leaderboard", where="everywhere")).private) == [(1, "bob"), (2, "ann")]


async def test_group_N_periods(world: World, ann: Person, bob: Person, cat: Person) -> None:
    await result(world, {ann: (WHOLE, 3)})
    await world.skip(10 * DAY)
    await result(world, {bob: (WHOLE, 3)})
    await world.skip(5 * DAY)
    await result(world, {cat: (WHOLE, 3)})

    async def names(period: str) -> set[str]:
        return {name for _, name in lines((await ann.type("leaderboard", period=period)).private)}

    assert await names("week") == {"bob", "cat"}
    assert await names("month") == {"ann", "bob", "cat"}
    await world.skip(3 * DAY)
    assert await names("week") == {"cat"}
    await world.skip(20 * DAY)
    assert await names("week") == set()
    assert await names("month") == {"bob", "cat"}
    assert await names("all") == {"ann", "bob", "cat"}


async def test_group_N_ties_share_a_rank_and_the_next_rank_skips(world: World) -> None:
    ann, bob, cat, dan, eve = world.people("ann", "bob", "cat", "dan", "eve")
    await result(world, {ann: (WHOLE, 9), eve: (0, 1)})
    await result(world, {bob: (WHOLE // 2, 4), cat: (WHOLE // 2, 4)})
    await result(world, {dan: (WHOLE // 2, 3), eve: (WHOLE // 2, 2)})
    assert lines((await ann.type("leaderboard", game="hilo")).private) == [
        (1, "ann"),
        (2, "bob"),
        (2, "cat"),
        (4, "dan"),
        (5, "eve"),
    ]
    everything = lines((await ann.type("leaderboard")).private)
    assert everything == [(1, "ann"), (2, "bob"), (2, "cat"), (2, "dan"), (5, "eve")], (
        "points of different games cannot be added"
    )
    assert "0.5 won of 1 match (50%)" in (await ann.type("leaderboard")).private.text


async def test_group_N_pages(world: World, ann: Person) -> None:
    crowd = [world.person(f"player{n:02}") for n in range(24)]
    for wins, person in enumerate(crowd):
        for _ in range(wins + 1):
            await result(world, {person: (WHOLE, 1)})
    await result(world, {ann: (0, 0)})
    shown = (await ann.type("leaderboard")).private
    assert lines(shown) == [(n, f"player{24 - n:02}") for n in range(1, 11)]
    assert "You: `25` **ann**" in shown.text
    assert shown.labels == ["Against computers", "Next"]
    await ann.press(shown, "Next")
    assert [rank for rank, _ in lines(world.now(shown))] == list(range(11, 21))
    await ann.press(shown, "Next")
    last = world.now(shown)
    assert [rank for rank, _ in lines(last)] == list(range(21, 26))
    assert "You:" not in last.text
    assert last.labels == ["Against computers", "Back"]
    await ann.press(shown, "Back")
    assert lines(world.now(shown))[0] == (11, "player13")


async def test_group_N_a_page_that_is_gone_shows_the_last_one(world: World, ann: Person) -> None:
    for n in range(21):
        await result(world, {world.person(f"player{n:02}"): (WHOLE, 1)})
    shown = (await ann.type("leaderboard", period="week")).private
    await ann.press(shown, "Next")
    second = world.now(shown)
    await world.skip(8 * DAY)
    for n in range(3):
        await result(world, {world.person(f"player{n:02}"): (WHOLE, 1)})
    await ann.press(second, "Next")
    assert len(lines(world.now(shown))) == 3
    assert world.now(shown).labels == ["Against computers"]


async def test_group_N_the_own_line_is_shown_beside_a_crowd_of_equals(world: World) -> None:
    crowd = [world.person(f"player{n:02}") for n in range(12)]
    for person in crowd:
        await result(world, {person: (WHOLE, 1)})
    pages: list[list[str]] = []
    for person in (crowd[0], crowd[11]):
        shown = (await person.type("leaderboard")).private
        assert [rank for rank, _ in lines(shown)] == [1] * 10
        pages.append([name for _, name in lines(shown)])
        assert (f"You: `1` **{person.name}**" in shown.text) != (person.name in pages[-1])
    assert pages[0] == pages[1]


async def test_group_N_names_are_the_latest_ones_and_harmless(world: World, ann: Person) -> None:
    shady = world.person("**bold** <@1> `x`")
    await result(world, {shady: (WHOLE, 1), ann: (0, 0)})
    text = (await ann.type("leaderboard")).private.text
    assert "<@1>" not in text
    assert r"\*\*bold\*\*" in text
