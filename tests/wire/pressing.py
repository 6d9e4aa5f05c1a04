"""A match between two people, played over the wire by pressing what their hands offer."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tests.wire.client import BUTTON, Bot, CannotDo, Message, Person, Sight, World

NOT_OF_THE_GAME = {"Refresh", "Rematch"}


class Match:
    """A match of two people, played by pressing what their hands offer."""

    def __init__(self, world: World, database: Path) -> None:
        self.world, self.database = world, database
        self.people: list[Person] = [world.people["alice"], world.people["bob"]]
        self.table = self.people[0].slash("play hilo")
        self.people[1].click(self.table, label="Join")
        self.people[0].click(self.table, label="Start")

    def hand(self, person: Person) -> Sight:
        return person.click(self.table, label="My hand")

    def turn(self) -> bool:
        """One choice by whoever may choose; False when the match is over."""
        for _attempt in range(50):
            self.world.settle(quiet=0.02)
            if "My hand" not in self.table.again().message.labels:
                return False
            with suppress(CannotDo):  # the match has just ended
                for person in self.people:
                    hand = self.hand(person)
                    for control in choices(hand.message):
                        assert use(person, hand, control).kind in {"update", "message"}
                        return True
        raise AssertionError(f"nobody can do anything: {self.table.again().message.text}")

    def journal(self, person: Person | None = None) -> int:
        """How many entries the database has, of all or of one person."""
        with closing(sqlite3.connect(self.database)) as connection:
            where = "" if person is None else f" where player_id = {person.id}"
            return int(connection.execute("select count(*) from journal" + where).fetchone()[0])


def choices(hand: Message) -> Iterator[dict[str, Any]]:
    for control in hand.controls:
        if not control.get("disabled") and control.get("label") not in NOT_OF_THE_GAME:
            yield control


def use(person: Person, hand: Sight, control: dict[str, Any]) -> Sight:
    if control["type"] == BUTTON:
        return person.click(hand, custom_id=control["custom_id"])
    least = max(1, control.get("min_values", 1))
    values = [option["value"] for option in control["options"][:least]]
    return person.select(hand, *values, custom_id=control["custom_id"])


def errors(bot: Bot) -> list[str]:
    return re.findall(r".*(?:ERROR|Traceback).*", bot.log)
