"""Every hand that somebody has open says what a freshly made one would say, whoever changed the match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot import i18n
from bot.matches import frames
from bot.matches.timers import TICK
from bot.ui.hands import REST, TOKEN_LIFE
from bot.ui.ids import number
from engine.games import GAMES
from tests.e2e.player import Player, playable, running
from tests.e2e.shown import Shown, controls_of, text_of
from tests.e2e.simulator import Json, speak
from tests.e2e.sound import hand_of
from tests.e2e.world import Person, World

MOST = 60
"""Decisions of a match that are looked at; some games take hundreds, all alike."""

MATCHES = 20
"""Matches in which what a test waits for is sure to come up."""

SHORT = {
    "flip": {"target": 75},
    "heart": {"rounds": 2},
    "hilo": {},
    "tiengow": {},
    "trumps": {},
}
"""Options that make a match short, and let a round end in it."""

GERMAN = {
    "{game} · match {number} · your hand": ("{game} · Match {number} · deine Hand"),
    "This hand is not up to date any more.": "Diese Hand ist nicht mehr aktuell.",
}


@pytest.fixture(autouse=True)
def _short_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.e2e.world.SHORTEST_SLEEP", 0.0)


@pytest.fixture
def _german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    for english, german in GERMAN.items():
        catalogue.add(english, german)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "parlour.mo").write_bytes(compiled.getvalue())
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    i18n._catalogue.cache_clear()
    yield
    i18n._catalogue.cache_clear()


async def all_open(world: World, people: list[Person], game: str, seed: int = 0) -> Player:
    """A match that has just been started, of which everybody has the hand open."""
    player = await running(world, people, seed, game=game, **SHORT.get(game, {}))
    for person in people:
        await player.hand(person)
    return player


async def holds(player: Player, person: Person, path: tuple[int, ...] = (), locale: str = "en-US") -> Shown:
    """The person's open hand, which is as it would be if it were made now."""
    world = player.world
    match = await world.bot.matches.see(player.match)
    seat = match.row.seat_of(person.id)
    assert seat is not None
    shown = world.now(player.hands[person])
    assert as_read(shown.components) == as_read(hand_of(world, match, seat, path, locale))
    return shown


def as_read(components: list[Json]) -> list[object]:
    """The text and the controls: Discord adds numbers and defaults of its own."""
    controls = [(one.label, one.custom_id, one.enabled, one.options) for one in controls_of(components)]
    return [text_of(components), *controls]


async def a_while(player: Player) -> None:
    """Wait until hidden steps are shown, and then as long as those who only watch are kept waiting."""
    while player.match in player.world.bot.matches.frames.current:
        await player.world.wait(frames.MOST)
    await player.world.wait(REST + 0.1)


async def asked(player: Player) -> Person | None:
    """Somebody who is to choose, whatever their hand says; None when the match is over."""
    match = await player.world.bot.matches.see(player.match)
    chosen = {match.row.seats[seat].player_id for seat in match.waiting if not match.row.over}
    return next((person for person in player.people if person.id in chosen), None)


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize("slug", GAMES)
async def test_every_open_hand_is_as_a_fresh_one(world: World, slug: str) -> None:
    people = world.people("ann", "bob", "cat", "dan")[: GAMES[slug].seats[-1]]
    languages = {person.id: "de" if person.name == "bob" else "en-US" for person in people}
    speak(world.env, languages)
    player = await all_open(world, people, slug)
    for _ in range(MOST):
        for person in people:
            shown = await holds(player, person, locale=languages[person.id])
            assert ("deine Hand" in shown.text) == (person.name == "bob")
        if (mover := await asked(player)) is None:
            break
        await player.decide(mover)
        await a_while(player)


def round_of(player: Player) -> int:
    """The round as the table says; 0 before the first one."""
    found = re.search(r"Round (\d+)", player.table.text)
    return 0 if found is None else int(found[1])


async def a_round_passes(player: Player, ann: Person) -> str | None:
    """Play until a round has begun since Ann last chose and others are asked: what her hand said at first.

    None if that does not come up in this match.
    """
    last, then = round_of(player), player.hands[ann].text
    while (mover := await asked(player)) is not None:
        if mover is ann:
            await player.decide(ann)
            last, then = round_of(player), (await player.hand(ann)).text
        elif round_of(player) == last:
            await player.decide(mover)
        else:
            return then
    return None


@pytest.mark.parametrize("slug", ["flip", "heart", "hilo"])
async def test_hand_of_somebody_who_waits_does_not_show_a_round_that_is_over(world: World, slug: str) -> None:
    people = world.people("ann", "bob", "cat")
    for seed in range(MATCHES):
        player = await all_open(world, people, slug, seed)
        if (then := await a_round_passes(player, people[0])) is not None:
            break
    await a_while(player)
    shown = await holds(player, people[0])
    assert not playable(shown)
    assert shown.text != then


async def test_half_made_choice_survives_the_move_of_somebody_else(world: World) -> None:
    ann, bob, cat = people = world.people("ann", "bob", "cat")
    player = await all_open(world, people, "hilo")
    await world.settle()
    while "Choose the suit too" not in (await player.hand(ann)).labels:
        mover = await asked(player)
        assert mover is not None, "nothing was offered: take another seed"
        await player.decide(mover)
    control = (await player.hand(ann)).control("Choose the suit too")
    await ann.press(player.hands[ann], "Choose the suit too")
    path = tuple(map(number, control.custom_id.split(":")[4].split(".")))
    before = await holds(player, ann, path)
    mover, other = (bob, cat) if playable(await player.hand(bob)) else (cat, bob)
    await player.decide(mover)
    await a_while(player)
    await holds(player, ann, path)
    await other.press((await other.type("leave")).private, "Leave")
    await a_while(player)
    after = await holds(player, ann, path)
    assert [one.custom_id for one in after.controls] == [one.custom_id for one in before.controls]


async def test_older_copy_of_a_hand_is_closed_and_opens_it_again(
    world: World, ann: Person, bob: Person
) -> None:
    player = await all_open(world, [ann, bob], "flip")
    old = player.hands[ann]
    new = player.hands[ann] = await ann.hand(player.table)
    assert new.id != old.id
    closed = world.now(old)
    assert "Your hand is open in a newer message." in closed.text
    assert closed.labels == ["Open my hand"]
    await holds(player, ann)
    await ann.press(old, "Open my hand")
    player.hands[ann] = old
    await holds(player, ann)
    assert world.now(new).labels == ["Open my hand"]


@pytest.mark.usefixtures("_german")
async def test_hand_whose_token_is_about_to_die_becomes_open_my_hand(
    world: World, ann: Person, bob: Person
) -> None:
    speak(world.env, {bob.id: "de"})
    player = await all_open(world, [ann, bob], "flip")
    await world.wait(TOKEN_LIFE + TICK)
    for person, words in (
        (ann, "This hand is not up to date any more."),
        (bob, "Diese Hand ist nicht mehr aktuell."),
    ):
        closed = world.now(player.hands[person])
        assert words in closed.text
        assert closed.labels == ["Open my hand"]
    await ann.press(player.hands[ann], "Open my hand")
    await holds(player, ann)
    mover = await asked(player)
    assert mover is not None
    await player.decide(mover) if mover is ann else await bob.press(player.hands[bob], "Open my hand")
    await a_while(player)
    await holds(player, ann)
