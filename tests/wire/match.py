"""A match of any game between the people of a wired world, and what the database and a replay say of it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.emoji import written as written_with
from bot.i18n import speaking
from bot.matches.changes import resumed
from bot.matches.match import Match as Replayed
from bot.store import JournalRow, MatchRow, SeatRow
from bot.ui import screens
from bot.ui.layout import Layout, layout
from cogs.games import FACES
from engine.games import GAMES
from tests.e2e.shown import drawn, read, text_of
from tests.wire.client import BUTTON, Bot, CannotDo, Message, Person, Sight, World, walk

CONTAINER = 17
"""A table has one; a call to somebody has none."""

NOT_OF_THE_GAME = {"Refresh", "Rematch", "Open my hand"}
ANSWERED = {"update", "message", "deferred_update"}
"""What may come of a press in a hand, the last where the machine is slow."""


def errors(bot: Bot) -> list[str]:
    """What the process complained of."""
    return re.findall(r".*(?:ERROR|CRITICAL|Traceback).*", bot.log)


def choices(hand: Message) -> Iterator[dict[str, Any]]:
    """The controls of a hand with which something is chosen."""
    for control in hand.controls:
        if not control.get("disabled") and control.get("label") not in NOT_OF_THE_GAME:
            yield control


def use(person: Person, hand: Sight | Message, control: dict[str, Any], **how: Any) -> Sight:
    """Press a button or choose the least that a menu takes."""
    if control["type"] == BUTTON:
        return person.click(hand, custom_id=control["custom_id"], **how)
    least = max(1, control.get("min_values", 1))
    values = [option["value"] for option in control["options"][:least]]
    return person.select(hand, *values, custom_id=control["custom_id"], **how)


def number(message: Message) -> int:
    """The number of the match that a message is about."""
    found = re.search(r"[Mm]atch (\d+)", message.text)
    assert found is not None, message.text
    return int(found[1])


def written(message: Message) -> str:
    """All text of a message as one string, in reading order."""
    return read("\n".join(str(c["content"]) for c in walk(message["components"]) if "content" in c))


def timeless(text: str) -> str:
    """Without the deadline, which an outage moves, and with emoji by their names alone."""
    return re.sub(r"<:(\w+)_[0-9a-z]{3}:\d+>", r":\1:", re.sub(r"<t:\d+:R>", "<t>", text))


def emoji(name: str) -> str:
    """As though every emoji had been brought."""
    return f"<:{name}_xyz:1>"


class Database:
    """A bot's database file, read and altered behind its back."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path, timeout=20)) as connection, connection:
            return connection.execute(query, values).fetchall()

    def row(self, match: int) -> MatchRow:
        names = [name for name in MatchRow.__dataclass_fields__ if name != "seats"]
        ((*values,),) = self.ask(f"select {', '.join(names)} from matches where id = ?", match)
        seat = list(SeatRow.__dataclass_fields__)
        sitting = self.ask(f"select {', '.join(seat)} from seats where match_id = ? order by seat", match)
        fields = dict(zip(names, values, strict=True))
        fields["options"] = json.loads(fields["options"])
        return MatchRow(**fields, seats=tuple(SeatRow(*values) for values in sitting))

    def journal(self, match: int) -> list[JournalRow]:
        query = "select n, entry, player_id, at from journal where match_id = ? order by n"
        return [JournalRow(*row) for row in self.ask(query, match)]

    def pressed(self, match: int, person: Person) -> int:
        """How many choices of the person are kept."""
        return sum(line.player_id == int(person.id) for line in self.journal(match))

    def replay(self, match: int) -> Replayed:
        """The match as the journal says; anything half-written shows here."""
        row = self.row(match)
        replayed = Replayed.restore(row, GAMES[row.slug], self.journal(match))
        results = self.ask("select count(*) from results where match_id = ?", match)
        over = replayed.result() is not None
        assert results == [(len(row.seats) if over else 0,)]
        assert (row.status == "over") is over
        return replayed


class Match:
    """One match in a channel of its own, played by pressing what the hands offer."""

    def __init__(
        self,
        world: World,
        database: Database,
        slug: str = "hilo",
        *,
        people: Sequence[str] = ("alice", "bob"),
        at: str | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.world, self.database, self.slug = world, database, slug
        self.channel = at or world.channel()
        self.random = Random(seed)
        self.people: list[Person] = [world.people[name] for name in people]
        self.table = self.people[0].slash(f"play {slug}", at=self.channel, **options).message
        self.id = number(self.table)
        for person in self.people[1:]:
            person.click(self.table, label="Join")
        begun = self.people[0].click(self.table, label="Start")
        # Of two processes that are told of the press, the one that comes too late may answer.
        assert begun.kind in ANSWERED, begun
        world.settle()
        assert database.row(self.id).status == "running", begun
        self.hands: dict[Person, Message] = {}
        self._open: dict[Person, Sight] = {}

    def tables(self, at: str | None = None) -> list[Message]:
        """The public messages of the channel that are tables of this match."""
        there = self.world.messages(at or self.channel)
        framed = (m for m in there if any(part["type"] == CONTAINER for part in m["components"]))
        return [m for m in framed if number(m) == self.id]

    def shown(self) -> Message:
        """The table, of which there is exactly one."""
        (table,) = self.tables()
        return table

    @property
    def over(self) -> bool:
        return "Rematch" in self.shown().labels

    def hand(self, person: Person) -> Message:
        """Open the person's hand, and remember it."""
        self._open[person] = person.click(self.shown(), label="My hand")
        self.hands[person] = self._open[person].message
        return self.hands[person]

    def action(self) -> bool:
        """One decision by whoever is asked for one; False when the match is over."""
        for attempt in range(50):
            self.world.settle(quiet=0.02)
            if self.over:
                return False
            for person in self.people:
                # What is open is looked at first; after a restart nobody refreshes it.
                seen = self._open.get(person)
                hand = self.hand(person) if attempt or seen is None else seen.again().message
                if self._decide(person, hand):
                    return True
            self.world.settle(quiet=0.1)  # computers think
        raise AssertionError(f"nobody can do anything: {self.shown().text}")

    def _decide(self, person: Person, hand: Message) -> bool:
        """Press, through further screens of the decision, until it is kept; False if the hand has none."""
        kept = self.database.pressed(self.id, person)
        for _press in range(50):
            offered = list(choices(hand))
            if not offered:
                return False
            control = self.random.choice(offered)
            answer = use(person, hand, control)
            assert answer.kind in ANSWERED, (self.slug, control, answer.kind, answer["note"])
            if self.database.pressed(self.id, person) > kept:
                return True
            hand = answer.message
        raise AssertionError(f"no decision is made with this hand: {hand.text}")

    def finish(self) -> None:
        while self.action():
            pass
        assert self.database.replay(self.id).row.over

    def press(self, person: Person, hand: Message) -> Sight | None:
        """Press something of a hand, whatever has become of it meanwhile; None if it offered nothing."""
        offered = list(choices(hand))
        if not offered:
            return None
        control = self.random.choice(offered)
        try:
            return use(person, hand, control, patience=0.5)
        except CannotDo:
            return None

    # What must be seen, from the journal alone

    def expected_table(self, replayed: Replayed) -> str:
        """The words of the table as the journal has it."""
        face = FACES[self.slug]
        replayed.row = resumed(replayed.row, 0)
        with speaking(replayed.row.locale), written_with(emoji):
            return _words(layout(screens.table(face, replayed), self.id, picture=b""))

    def expected_hand(self, replayed: Replayed, person: Person) -> tuple[str, list[str]]:
        """The words and the controls of a person's hand as the journal has it."""
        seat = replayed.row.seat_of(int(person.id))
        assert seat is not None
        with speaking("en-US"), written_with(emoji):
            screen = screens.hand(FACES[self.slug], replayed, seat)
            view = layout(screen, self.id, replayed.stamps[seat], picture=b"")
        return _words(view), _controls(drawn(view))

    def check(self) -> Replayed:
        """What people see is what the journal says: position, hands, turn and deadline."""
        self.world.settle(quiet=0.15)
        replayed = self.database.replay(self.id)
        table = self.shown()
        assert [(int(table.id),)] == self.database.ask(
            "select message_id from tables where match_id = ?", self.id
        )
        shown, expected = timeless(written(table)), timeless(self.expected_table(replayed))
        assert shown == expected, f"{shown}\n--- but the journal says:\n{expected}"
        if not replayed.row.over:
            for person in self.people:
                hand = self.hand(person)
                words, controls = self.expected_hand(replayed, person)
                assert timeless(written(hand)) == timeless(words), f"{hand.text}\n--- but:\n{words}"
                assert _controls(hand["components"]) == controls
        return replayed


def _words(view: Layout) -> str:
    return text_of(drawn(view))


def _controls(components: Sequence[dict[str, Any]]) -> list[str]:
    """The custom ids of what can be pressed."""
    return [c["custom_id"] for c in walk(components) if "custom_id" in c and not c.get("disabled")]
