"""Holds everything that is sent and logged during a match against what its readers may know."""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from bot.matches.match import Match
from bot.ui.screens import TABLE_STORY
from cogs.games import FACES
from engine.core import Event, Seat, Veiled
from tests.e2e import simulator
from tests.e2e.player import Player
from tests.e2e.shown import Control, controls_of
from tests.e2e.world import Person
from tests.engine.adapters import adapter

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
OF_A_TABLE = r"b:(hand|called|log|rules|rematch):{match}:0::\d+"
OF_A_HAND = (
    r"[bs]:(act|go|pick|choose|none|refresh|rematch|rules|log|hand):{match}:[0-9a-z]+:(\d+(\.\d+)*)?:\d+"
)
OF_A_MENU = r"[ag](\d+(\.\d+)*)?|\d+"
IDS = {"custom_id", "value", "values", "id", "token", "name", "username", "global_name", "avatar"}


class Knowledge:
    """What each seat, and everybody (None), may be shown of a match."""

    def __init__(self, match: Match) -> None:
        self.rules = match.rules
        self.game = adapter(match.rules.slug)
        self.face = FACES[match.rules.slug]
        self.seats = len(match.row.seats)
        self.state = self.rules.start(match.options, self.seats)
        self.at = 0
        self.told: dict[Seat | None, deque[set[Any]]] = {
            who: deque(maxlen=TABLE_STORY) for who in (None, *range(self.seats))
        }
        self.allowed: dict[Seat | None, set[Any]] = {who: set() for who in self.told}

    def follow(self, match: Match) -> None:
        """Add what is known at each position up to this one."""
        for seat, thing in match.steps[self.at :]:
            if seat is None:
                self.rules.resolve(self.state, thing, self._tell)
            else:
                self.rules.advance(self.state, seat, thing, self._tell)
            self._note()
        self.at = len(match.steps)

    def forget(self) -> None:
        """From now on only what is known at the present position, or was told of late."""
        for cards in self.allowed.values():
            cards.clear()
        self._note()

    def _tell(self, event: Event) -> None:
        if isinstance(event, Veiled):
            self._note()
        elif self.face.story(event, NAMES):
            for who, told in self.told.items():
                if event.to is None or who in event.to:
                    told.append(self.game.named(event))

    def _note(self) -> None:
        for who, cards in self.allowed.items():
            cards.update(self.game.known(self.rules.view(self.state, who)))
            cards.update(*self.told[who])


class Watcher(logging.Handler):
    """Looks at everything that is sent and logged during a match of some people and their onlookers."""

    def __init__(self, player: Player, onlookers: list[Person]) -> None:
        super().__init__(logging.DEBUG)
        self.player = player
        self.onlookers = onlookers
        self.world = player.world
        self.knowledge: Knowledge | None = None
        self.events = len(self.world.env.backend.transcript)
        self.asked = len(self.world.requests())
        self.lines: list[str] = []
        self.public_looks = self.private_looks = 0
        self.named: set[Any] = set()
        """Every card that was found anywhere."""

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    async def look(self) -> None:
        """Hold all that was sent since the last look against what its readers may know by now."""
        match = await self.world.bot.matches.match(self.player.match)
        knowledge = self.knowledge = self.knowledge or Knowledge(match)
        knowledge.follow(match)
        self._public(knowledge)
        self._private(knowledge, match)
        self._logged(knowledge)
        if self.world.bot.matches.frames.current.get(match.row.id, match) is match:
            knowledge.forget()

    def _public(self, knowledge: Knowledge) -> None:
        transcript = self.world.env.backend.transcript
        for kind, name, payload in transcript[self.events :]:
            if kind == "GATEWAY" and name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                sent = {key: payload.get(key) for key in ("content", "components", "embeds", "attachments")}
                self._hold(knowledge, None, sent)
                for control in controls_of(payload.get("components") or []):
                    assert self._is(OF_A_TABLE, control), control
                self.public_looks += 1
        self.events = len(transcript)

    def _private(self, knowledge: Knowledge, match: Match) -> None:
        """Answers to presses and edits of them, those included that were edited again at once."""
        backend = self.world.env.backend
        for request in self.world.requests(self.asked):
            asked = [part for part in request.path.split("/") if part in backend.interaction_tokens]
            if asked and request.json is not None:
                reader = backend.interactions[backend.interaction_tokens[asked[0]]].user_id
                self._hold(knowledge, match.row.seat_of(reader), request.json)
                self.private_looks += 1
        self.asked = len(self.world.requests())
        for message in simulator.stored(self.world.env, self.world.channel.id):
            if message.is_ephemeral:
                readers = [
                    one for one in (*self.player.people, *self.onlookers) if message.visible_to(one.id)
                ]
                assert len(readers) == 1
                for control in controls_of(message.components):
                    assert self._is(OF_A_HAND, control), control
                    assert all(re.fullmatch(OF_A_MENU, value) for value in control.options.values())

    def _logged(self, knowledge: Knowledge) -> None:
        for line in self.lines:
            assert not knowledge.game.mentions(line), line
        self.lines.clear()

    def _hold(self, knowledge: Knowledge, reader: Seat | None, sent: Any) -> None:
        for text in said(sent):
            named = knowledge.game.mentions(text)
            self.named |= named
            secrets = named - knowledge.allowed[reader]
            assert not secrets, (secrets, reader, text)

    def _is(self, form: str, control: Control) -> bool:
        return re.fullmatch(form.format(match="[0-9a-z]+"), control.custom_id) is not None


def said(sent: Any) -> Iterator[str]:
    """Every string of a payload that is there to be read, names of files included."""
    match sent:
        case str():
            yield sent
        case dict():
            for key, inner in sent.items():
                if key == "filename" or key not in IDS:
                    yield from said(inner)
        case list():
            for inner in sent:
                yield from said(inner)
