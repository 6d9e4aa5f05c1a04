"""Nothing that is hidden is in any message, control or log line for those who may not know it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.match import Match
from engine.cards import RANKS, SUITS
from tests.e2e import simulator
from tests.e2e.player import Player, is_over, running, seat
from tests.e2e.shown import controls_of, drawn, strings, text_of
from tests.e2e.world import World

CARD = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])|\"(10|[2-9AJQK])([SHDC])\"")
SYMBOLS = dict(zip("♠♥♦♣", SUITS, strict=True))


def cards_in(*texts: str) -> set[int]:
    """Every card that is named, as text or as in a record."""
    found = set()
    for text in texts:
        for rank, symbol, written, letter in CARD.findall(text):
            suit = SYMBOLS[symbol] if symbol else letter
            found.add(SUITS.index(suit) * 13 + RANKS.index(rank or written))
    return found


def known(view: Any) -> set[int]:
    """The cards that a view of Cardinality shows."""
    cards: set[int | None] = {
        view.turned_up,
        *view.drawn,
        *view.stolen,
        *view.board,
        *view.offers,
        *view.taken,
    }
    cards.update(*view.piles)
    if view.revealed is not None:
        cards |= {*view.revealed.cards, *view.revealed.board}
    if view.traded is not None:
        cards |= {*view.traded.gave, *view.traded.got}
    return {card for card in cards if card is not None}


class Watcher(logging.Handler):
    """Looks at everything that is sent and logged during a match of one deal."""

    def __init__(self, player: Player) -> None:
        super().__init__(logging.DEBUG)
        self.player = player
        self.world = player.world
        self.seen: dict[int | None, set[int]] = {}
        """By seat (None: everybody): the cards that may be known, those of earlier included."""
        self.events = 0
        self.lines: list[str] = []
        self.looks = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    async def look(self) -> None:
        """Hold all messages against what their readers may know by now."""
        match = await self.world.bot.service.load(self.player.match)
        for who in (None, *range(len(match.row.seats))):
            self.seen.setdefault(who, set()).update(known(match.rules.view(match.state, who)))
        self.public(match)
        self.private(match)
        assert cards_in(*self.lines) == set()

    def public(self, match: Match) -> None:
        backend = self.world.env.backend
        happened = backend.transcript[self.events :]
        self.events = len(backend.transcript)
        for kind, name, payload in happened:
            if kind == "GATEWAY" and name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                sent = {key: payload.get(key) for key in ("content", "components", "embeds", "attachments")}
                secrets = cards_in(*strings(sent)) - self.seen[None]
                assert not secrets, (secrets, sent)
                self.looks += 1

    def private(self, match: Match) -> None:
        for message in simulator.stored(self.world.env, self.world.channel.id):
            if not message.is_ephemeral:
                continue
            readers = [one for one in self.player.people if message.visible_to(one.id)]
            assert len(readers) == 1
            holder = match.row.seat_of(readers[0].id)
            assert holder is not None
            secrets = cards_in(*strings(message.components), message.content) - self.seen[holder]
            assert not secrets, (secrets, message.components)


@pytest.fixture
def verbose() -> Iterator[None]:
    """All that the bot has to say is logged."""
    logger = logging.getLogger("bot")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    yield
    logger.setLevel(before)


SETTINGS: list[tuple[int, int, dict[str, Any]]] = [
    (1, 1, {}),
    (1, 3, {"mode": "greedy", "turn_order": "random"}),
    (2, 0, {"mode": "greedy", "ace": "per_turn", "trading_stages": 1}),
    (2, 1, {"ace": "low", "trading_stages": 2}),
    (1, 2, {"turn_order": "random", "trading_stages": 7}),
]


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
@pytest.mark.usefixtures("verbose")
async def test_whole_matches_with_somebody_watching(world: World, setting: int) -> None:
    people, computers, options = SETTINGS[setting]
    logger = logging.getLogger("bot")
    for seed in range(10):
        player = await seat(world, world.people("ann", "bob")[:people], 100 * setting + seed, **options)
        for _ in range(computers):
            await player.people[0].press(player.table, "Add a computer: normal")
        await player.start()
        watcher = Watcher(player)
        watcher.events = len(world.env.backend.transcript)
        logger.addHandler(watcher)
        await watcher.look()
        while await player.turn():
            await watcher.look()
        logger.removeHandler(watcher)
        assert watcher.looks
        assert cards_in(player.table.text), "cards are found where they are"
        for message in simulator.stored(world.env, world.channel.id):
            simulator.remove(world.env, message)


async def test_a_hidden_choice_shows_nowhere(world: World) -> None:
    """Whatever somebody guesses or offers: until all have, nobody else's messages differ by it."""
    people = world.people("ann", "bob", "cat")
    player = await running(world, people, trading_stages=2)
    compared = 0
    while not is_over(player.table):
        match = await world.bot.service.load(player.match)
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
    fork.act(chooser, match.legal(chooser)[n], player_id=None, at=0)
    fork.let_chance(0)
    return fork


def as_seen(world: World, match: Match, chooser: int) -> str:
    """The table, and the hands of all others."""
    tables = world.bot.tables
    views = [tables.view_of(match)]
    views += [tables.hand_view(match, other) for other in range(len(match.row.seats)) if other != chooser]
    return str([drawn(view) for view in views])


async def test_a_table_is_the_same_whatever_is_hidden(world: World) -> None:
    """Other cards in the deck and face down, other hidden choices: the table that was sent is the same."""
    random = Random(5)
    for names, mode in ((["ann", "bob"], "greedy"), (["ann", "bob", "cat"], "turn_based")):
        player = await running(world, world.people(*names), mode=mode)
        while not is_over(player.table):
            match = await world.bot.service.load(player.match)
            fork = match.fork()
            fork.state = match.rules.imagine(match.rules.view(match.state, None), random)
            imagined = drawn(world.bot.tables.view_of(fork))
            sent = player.table.components
            assert text_of(imagined) == text_of(sent)
            assert [one.custom_id for one in controls_of(imagined)] == [
                one.custom_id for one in controls_of(sent)
            ]
            await player.turn()


async def test_controls_of_tables_name_no_choice(world: World) -> None:
    """A public control says what it does and for which match, nothing else."""
    player = await running(world, world.people("ann", "bob"))
    while not is_over(player.table):
        for control in player.table.controls:
            assert re.fullmatch(rf"b:(hand|rules|rematch):{player.match}:0::\d", control.custom_id)
        await player.turn()
