"""A bot at the playground's table, and people in their tabs."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import aiohttp
import discord
import pytest

from bot.playground.serve import playground
from bot.playground.table import Table
from bot.playground.world import REMEMBERED
from tests.playground.conftest import PEOPLE, Opener
from tests.wire import demo


async def test_everybody_sees_what_anybody_does(sit: Opener) -> None:
    alice, bob = await sit("alice"), await sit("bob")
    await alice.command("table")
    await bob.until(lambda tab: "Demo" in tab.text)
    await bob.press("Lower")
    await alice.until(lambda tab: "bob: lower" in tab.text)


async def test_a_private_answer_is_seen_by_its_owner_alone(sit: Opener) -> None:
    alice, bob = await sit("alice"), await sit("bob")
    await alice.command("table")
    await alice.press("My hand")
    await alice.until(lambda tab: "Hand of alice" in tab.text)
    await bob.until(lambda tab: "Demo" in tab.text)
    await alice.press("K♥")
    await alice.until(lambda tab: "Played: K♥" in tab.text)
    assert "Hand of alice" not in (await bob.look(), bob.text)[1]


async def test_presses_at_the_same_moment_take_turns(sit: Opener) -> None:
    tabs = [await sit(name) for name in ("alice", "bob", "carol")]
    await tabs[0].command("table")
    for tab in tabs:
        await tab.until(lambda tab: "Demo" in tab.text)
    results = await asyncio.gather(
        *(tab.press("Higher") for tab in tabs for _ in range(3)), return_exceptions=True
    )
    done = [r for r in results if isinstance(r, dict) and r["settlement"] == "settled"]
    await tabs[0].until(lambda tab: f"round {len(done)}" in tab.text)
    assert {tab.name for tab in tabs} <= {line.partition(":")[0] for line in demo.MATCHES["t0"].story}


async def test_an_outdated_page_may_still_press_what_has_stayed(sit: Opener) -> None:
    alice, bob = await sit("alice"), await sit("bob")
    await alice.command("table")
    await bob.until(lambda tab: "Demo" in tab.text)
    for _ in range(3):
        await alice.press("Higher")
        await alice.look()
    assert (await bob.press("Lower"))["settlement"] == "settled"  # bob has not looked since
    assert demo.MATCHES["t0"].rounds == 4


async def test_an_outdated_page_does_not_press_what_it_has_not_seen(sit: Opener, table: Table) -> None:
    alice, bob = await sit("alice"), await sit("bob")
    await alice.command("table")
    await bob.until(lambda tab: "Demo" in tab.text)
    message = next(iter(table.env.backend.messages[table.channel.id].values()))
    for part in message.components[0]["components"][-1]["components"]:
        part["custom_id"] = part["custom_id"].replace("t0", "t1")  # another button in every place
    await alice.press("My hand")  # whatever makes the page new
    assert (await bob.press("Lower"))["rejected"]
    assert not demo.MATCHES["t0"].rounds


async def test_an_answer_may_take_its_time(sit: Opener) -> None:
    alice = await sit("alice")
    result = await alice.command("slow", seconds="1.2")
    assert (result["settlement"], result["acknowledgement"]) == ("settled", "acknowledged")
    assert "That took 1.2 seconds" in str(alice.page["messages"])


async def test_page_updates_without_a_press(sit: Opener) -> None:
    alice = await sit("alice")
    await alice.command("table", variant="timer")
    await alice.until(lambda tab: "the timer fired" in tab.text)


async def test_playground_clock_is_real_time(sit: Opener, table: Table) -> None:
    alice = await sit("alice")
    await alice.command("table")
    written = discord.utils.snowflake_time(int(alice.page["timeline"][-1]))
    assert abs((datetime.now(UTC) - written).total_seconds()) < 10


async def test_people_have_languages(sit: Opener) -> None:
    bob = await sit("bob")
    await bob.command("table")
    assert "locale=de" in bob.text
    alice = await sit("alice")
    await alice.command("table")
    assert "locale=en-US" in alice.text


async def test_emoji_have_pictures(sit: Opener) -> None:
    alice = await sit("alice")
    await alice.command("table")
    asset = next(c["emoji"]["asset_id"] for _, c in alice.controls() if c.get("emoji"))
    async with alice.http.get(f"{alice.address}/api/assets/{asset}", headers=alice.headers) as reply:
        assert (await reply.read()).startswith(b"\x89PNG")


async def test_every_tab_gets_a_seat(sit: Opener) -> None:
    assert [(await sit(seat)).name for seat in ("bob", "", "", "nobody", "carol")] == [
        "bob", "alice", "carol", "alice", "carol",
    ]  # fmt: skip
    alice = await sit("alice")
    assert (await sit(alice.page["viewerId"])).name == "alice"  # as a tab names itself after a reload


async def test_people_and_places_keep_their_ids() -> None:
    seen = []
    for _ in range(2):
        async with playground(demo.Demo, PEOPLE, port=0, key="key") as table:
            backend = table.env.backend
            seen.append((set(backend.users), set(backend.guilds), set(backend.channels), backend.bot_user.id))
    assert seen[0] == seen[1]


async def test_playground_history_is_bounded(sit: Opener, table: Table) -> None:
    alice = await sit("alice")
    backend = table.env.backend
    for number in range(REMEMBERED):
        backend.http_requests.append(backend.http_requests[-1])
        backend.transcript.append(("EXAMPLE", str(number), None))
    await alice.command("table")
    assert len(backend.transcript) == len(backend.http_requests) == REMEMBERED
    assert backend.happenings.appended > REMEMBERED


@pytest.mark.parametrize("path", ["/playground.js", "/playground.css", "/playground.svg", "/favicon.ico"])
async def test_our_part_of_the_page_is_served(sit: Opener, path: str) -> None:
    tab = await sit()
    async with tab.http.get(tab.address + path) as reply:
        assert reply.status == 200
        assert await reply.text()
    async with tab.http.get(tab.address + path, headers={"Host": "elsewhere.example"}) as reply:
        assert reply.status == 403


async def test_the_page_speaks_of_parlour(sit: Opener) -> None:
    tab = await sit()
    async with tab.http.get(tab.address) as reply:
        page = await reply.text()
    assert "<title>Parlour</title>" in page
    assert "/play" in page
    assert '<script src="/playground.js">' in page


async def test_the_key_is_needed(table: Table) -> None:
    async with aiohttp.ClientSession() as http:
        address = table.url.partition("#")[0]
        async with http.post(f"{address}api/pages", json={}) as reply:
            assert reply.status == 401
