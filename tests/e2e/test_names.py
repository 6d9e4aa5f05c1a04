"""People with difficult names, from the lobby to the leaderboard."""

from __future__ import annotations

import re

import pytest

from tests.e2e.lobby import seated
from tests.e2e.player import is_over, running, seat
from tests.e2e.shown import BUTTON, MENU, Shown, strings, walk
from tests.e2e.world import Person, World

NASTY = [
    "*" * 32,
    "_" * 32,
    "|" * 32,
    "`" * 32,
    "~" * 32,
    "# heading",
    "> quote",
    "- item",
    "1. item",
    "[link](https://example.com)",
    "https://example.com",
    "<@1234567890123456789>",
    "<@&1234567890123456789>",
    "<#1234567890123456789>",
    "<:card:1234567890123456789>",
    "<t:1234567890>",
    "@everyone",
    "@here",
    "\u202egnissap",
    "\u200b\u200c\u200d\u2060",
    "\u3164\u3164",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031ea\u0489lgo",
    "👨‍👩‍👧‍👦" * 4,
    "🂡" * 16,
    "\\" * 32,
    "a\nb",
    "W" * 32,
    "\U000fffff" * 16,
    "ﷺﷻ﷽",
    "🤖 Ada",
    "Ada",
    "-# small",
]

MOST_TEXT, MOST_LABEL, MOST_OPTION = 4000, 80, 100


def limits_hold(shown: Shown) -> None:
    assert len(shown.text) <= MOST_TEXT
    for part in walk(shown.components):
        if part["type"] == BUTTON:
            assert 0 < len(part["label"]) <= MOST_LABEL
        if part["type"] == MENU:
            labels = [option["label"] for option in part["options"]]
            assert len(set(labels)) == len(labels), "no two alike"
            assert all(0 < len(label.strip()) <= MOST_OPTION for label in labels)


def harmless(text: str) -> None:
    """Nothing in it is a mention, a link or a custom emoji of somebody's making."""
    unescaped = re.sub(r"\\\W", "", text)
    for active in ("<@", "<#", "<:", "<t:1234567890>", "@everyone", "@here", "](", "\u202e", "\u200b"):
        assert active not in unescaped, text


async def everywhere(world: World, people: list[Person]) -> list[Shown]:
    """All that names anybody, from the lobby to the leaderboard."""
    ann, *others = people
    player = await seat(world, people)
    found = [player.table, (await ann.press(player.table, "Options")).private]
    await player.start()
    found += [await player.hand(person) for person in others]
    while not is_over(player.table):
        found += [player.table, *player.hands.values()]
        await player.turn()
    found += [player.table, *(world.now(hand) for hand in player.hands.values())]
    await others[0].press(player.table, "Rematch")
    found.append(world.tables()[-1])
    for command in ("leaderboard", "matches"):
        found.append((await ann.type(command)).private)
    found.append((await ann.type("stats", user=others[0].member)).private)
    return found


@pytest.mark.parametrize("first", range(0, len(NASTY), 4))
async def test_group_J_a_table_of_difficult_names(world: World, first: int) -> None:
    people = world.people(*NASTY[first : first + 4])
    for shown in await everywhere(world, people):
        limits_hold(shown)
        harmless(shown.text)
    assert not any(notice.message.mention_everyone for notice in world.public())


@pytest.mark.parametrize("name", ["x", "*", "Ada", "\u3164", "x #1"])
async def test_group_J_people_of_one_name(world: World, name: str) -> None:
    """Discord lets several people show the same name: each is told apart, everywhere."""
    people = [
        Person(world, world.guild.add_member(world.env.create_user(f"account{n}", global_name=name)))
        for n in range(3)
    ]
    player = await seat(world, people)
    await people[0].press(player.table, "Add a computer: normal")
    lines = [line.partition("** ")[0].partition(" · ")[0] for line in seated(world, player.table)]
    assert len(set(lines)) == 4, lines
    panel = (await people[0].press(player.table, "Options")).private
    limits_hold(panel)
    heirs = next(one for one in panel.controls if len(one.options) == 2 and "host" in one.label)
    assert len(set(heirs.options)) == 2
    await player.start()
    assert is_over(await player.finish())


async def test_group_J_the_host_menu_shows_names_as_they_are(world: World) -> None:
    ann, bob = world.people("ann", "snake_case*star*")
    player = await seat(world, [ann, bob])
    panel = (await ann.press(player.table, "Options")).private
    await ann.press(panel, "snake_case*star*")
    assert "snake" in seated(world, player.table)[1]
    assert seated(world, player.table)[1].endswith("(host)")


async def test_group_J_a_nickname_of_the_server_counts(world: World) -> None:
    user = world.env.create_user("account", global_name="Global")
    ann = Person(world, world.guild.add_member(user, nick="Nick"))
    player = await running(world, [ann])
    assert "Nick" in player.table.text
    assert "Global" not in player.table.text


@pytest.mark.parametrize("name", ["\u200b\u200c\u2060", "\u0301", "\u0903\u094d", "\u3164"])
async def test_group_J_a_name_that_cannot_be_seen_gives_way_to_the_account(world: World, name: str) -> None:
    ann = Person(world, world.guild.add_member(world.env.create_user("account", global_name=name)))
    player = await running(world, [ann])
    assert "**account**" in player.table.text
    await player.finish()
    assert "**account**" in (await ann.type("leaderboard", against="computers")).private.text
    assert "Figures of account" in (await ann.type("stats", user=ann.member)).private.text


async def test_group_J_everybody_who_is_named_has_a_direction_of_their_own(world: World) -> None:
    """Else names in Hebrew or Arabic would exchange the numbers and cards beside them."""
    people = world.people("אבג", "محمد")
    for shown in await everywhere(world, people):
        for text in strings(shown.message.components):
            for person in people:
                assert text.count(person.name) == text.count(f"\u2068{person.name}\u2069"), text
